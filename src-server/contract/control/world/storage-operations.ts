/** The control plane: what a world takes up, and how far its rate limits are used (decisions L75, L76). */

import { operations } from '../../openapi/operation.ts';
import { limits, storage } from './storage.ts';

export const storageOperations = operations({
  getStorage: {
    method: 'get',
    path: '/storage',
    tag: 'World',
    summary: 'Read what the world takes up',
    description: 'The data folder, and the sizes of the world, its journal and its snapshots.',
    source: 'decision L75',
    success: { status: 200, description: 'Where it is stored, and how large it is.', content: [storage] },
  },
  getLimits: {
    method: 'get',
    path: '/limits',
    tag: 'Accounts',
    summary: 'Read how far rate limits are used',
    description: 'The limit in force of every key, and how many of its requests count just now. Asking counts nowhere.',
    source: 'decision L76',
    success: { status: 200, description: 'The limits and their use.', content: [limits] },
  },
});
