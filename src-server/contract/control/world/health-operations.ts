import { operations } from '../../openapi/operation.ts';
import { health, readiness } from './health.ts';

const ALSO_AT =
  'Needs no key; also available at the root of the server and below `/worlds/{name}`. Parameters are ignored.';

export const healthOperations = operations({
  getHealth: {
    method: 'get',
    path: '/health',
    tag: 'World',
    summary: 'Check whether the server is listening',
    description: `Responds as soon as the server is listening, even while it opens its worlds. ${ALSO_AT}`,
    source: 'decision A20',
    isOpen: true,
    isProbe: true,
    success: { status: 200, description: 'The server is listening.', content: [health], headers: ['Cache-Control'] },
  },
  getReadiness: {
    method: 'get',
    path: '/ready',
    tag: 'World',
    summary: 'Check whether the worlds are open',
    description: `Reports whether all worlds of the server have been opened, or, below \`/worlds/{name}\`, whether that world is open. ${ALSO_AT}`,
    source: 'decision A20',
    isOpen: true,
    isProbe: true,
    success: {
      status: 200,
      description: 'Requests are answered immediately.',
      content: [readiness],
      headers: ['Cache-Control'],
    },
    otherwise: { status: 503, description: 'Requests wait, or the server is stopping.' },
  },
});
