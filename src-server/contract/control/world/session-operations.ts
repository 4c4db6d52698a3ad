import { operations } from '../../openapi/operation.ts';
import { fingerprint, session } from './session.ts';

export const sessionOperations = operations({
  getSession: {
    method: 'get',
    path: '/session',
    tag: 'World',
    summary: 'Read the session',
    description: 'Returns the addresses, API key and settings of this run.',
    source: 'decision L2',
    success: { status: 200, description: 'The session.', content: [session] },
  },
  getFingerprint: {
    method: 'get',
    path: '/fingerprint',
    tag: 'World',
    summary: 'Read the fingerprint',
    description: 'Returns seed, instant, event chain, versions and fixtures: what makes this world repeatable.',
    source: 'decision L',
    success: { status: 200, description: 'The fingerprint.', content: [fingerprint] },
  },
});
