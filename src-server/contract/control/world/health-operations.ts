import { operations } from '../../openapi/operation.ts';
import { health, readiness } from './health.ts';

const ALSO_AT = 'Without a key, at the root of the server and below `/worlds/{name}`, too; parameters are ignored.';

export const healthOperations = operations({
  getHealth: {
    method: 'get',
    path: '/health',
    tag: 'World',
    summary: 'Ask whether the server listens',
    description: `Answers as soon as the server listens, also while it opens its worlds. ${ALSO_AT}`,
    source: 'decision A20',
    isOpen: true,
    isProbe: true,
    success: { status: 200, description: 'It listens.', content: [health], headers: ['Cache-Control'] },
  },
  getReadiness: {
    method: 'get',
    path: '/ready',
    tag: 'World',
    summary: 'Ask whether the worlds are open',
    description: `Says whether all worlds of the server were opened, or below \`/worlds/{name}\` whether that world is open. ${ALSO_AT}`,
    source: 'decision A20',
    isOpen: true,
    isProbe: true,
    success: {
      status: 200,
      description: 'Requests are answered at once.',
      content: [readiness],
      headers: ['Cache-Control'],
    },
    otherwise: { status: 503, description: 'Requests wait, or the server ends.' },
  },
});
