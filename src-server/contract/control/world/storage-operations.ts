/** Operations of the control plane: the storage of a world, and the use of its rate limits (decisions L75, L76). */

import { operations } from '../../openapi/operation.ts';
import { limits, storage } from './storage.ts';

export const storageOperations = operations({
  getStorage: {
    method: 'get',
    path: '/storage',
    tag: 'World',
    summary: 'Read the storage used by the world',
    description: 'Returns the data folder and the sizes of the world, its journal and its snapshots.',
    source: 'decision L75',
    success: { status: 200, description: 'Where the world is stored, and its size.', content: [storage] },
  },
  getLimits: {
    method: 'get',
    path: '/limits',
    tag: 'Accounts',
    summary: 'Read rate limits and their use',
    description:
      'Returns the limit in force for every key and how many of its requests count now. This request does not count.',
    source: 'decision L76',
    success: { status: 200, description: 'The limits and their use.', content: [limits] },
  },
});
