/** The control plane: many worlds on one server (decisions N1 to N7). */
import { serverOperations } from '../../openapi/operation.ts';
import {
  comparisonQuery,
  createdWorld,
  createWorld,
  deletedWorld,
  hostedWorld,
  importWorldQuery,
  worldComparison,
  worldList,
} from './worlds.ts';

const named = { name: 'Name of the world.' };

export const worldsOperations = serverOperations({
  listWorlds: {
    method: 'get',
    path: '/worlds',
    tag: 'Worlds',
    summary: 'List worlds',
    description: 'Every world of this server. Only the token of the server opens it, at the first world.',
    source: 'decision N3',
    success: { status: 200, description: 'The worlds.', content: [worldList] },
  },
  createWorld: {
    method: 'post',
    path: '/worlds',
    tag: 'Worlds',
    summary: 'Make a world',
    description:
      'A world with a clock, keys, faults, a journal, sinks, snapshots, recordings and a stream of its own, at addresses ' +
      'of its own. It begins empty, with the contents of a world file, from a snapshot, or as a copy of another world.',
    source: 'decisions N1 and N2',
    body: createWorld,
    success: { status: 201, description: 'The world, with its keys.', content: [createdWorld] },
    errors: ['not_found'],
  },
  getWorld: {
    method: 'get',
    path: '/worlds/{name}',
    tag: 'Worlds',
    summary: 'Read a world',
    description: 'Where it is, and how far it is.',
    source: 'decision N3',
    parameters: named,
    success: { status: 200, description: 'The world.', content: [hostedWorld] },
    errors: ['not_found'],
  },
  deleteWorld: {
    method: 'delete',
    path: '/worlds/{name}',
    tag: 'Worlds',
    summary: 'End a world',
    description:
      'Its requests under way are answered, its streams end, and what was stored of it is deleted. One that cannot be opened is deleted, too.',
    source: 'decision N3',
    parameters: named,
    success: { status: 200, description: 'It is gone.', content: [deletedWorld] },
    errors: ['not_found'],
  },
  exportWorld: {
    method: 'get',
    path: '/worlds/{name}/export',
    tag: 'Worlds',
    summary: 'Export a world',
    description:
      'One file that another server can import: the database of the world, secrets of its webhooks among it, and a ' +
      'manifest with version, seed, head and hashes. Its journal and its snapshots are not in it.',
    source: 'decision N5',
    parameters: named,
    success: {
      status: 200,
      description: 'A zip archive.',
      content: ['application/zip'],
      headers: ['Content-Disposition'],
    },
    errors: ['not_found'],
  },
  importWorld: {
    method: 'post',
    path: '/worlds/import',
    tag: 'Worlds',
    summary: 'Import a world',
    description:
      'Makes a world from an exported file, at most 256 MiB. It goes on where it was exported. A file that is damaged, ' +
      'foreign or of a newer version is refused, and nothing is stored of it.',
    source: 'decision N5',
    query: importWorldQuery,
    body: 'application/zip',
    success: { status: 201, description: 'The world, with its keys.', content: [createdWorld] },
  },
  compareWorlds: {
    method: 'get',
    path: '/worlds/{name}/comparison',
    tag: 'Worlds',
    summary: 'Compare the logs of two worlds',
    description:
      'How many events both logs begin with, and what comes next in each: a fork and its origin, for example.',
    source: 'decision N7',
    parameters: named,
    query: comparisonQuery,
    success: { status: 200, description: 'Where they part.', content: [worldComparison] },
    errors: ['not_found'],
  },
});
