/** Operations of the control plane: many worlds on one server (decisions N1 to N7). */
import { serverOperations } from '../../openapi/operation.ts';
import {
  createdWorld,
  createWorld,
  deletedWorld,
  hostedWorld,
  importWorldQuery,
  worldComparison,
  worldComparisonQuery,
  worldList,
} from './worlds.ts';

const named = { name: 'Name of the world.' };

export const worldsOperations = serverOperations({
  listWorlds: {
    method: 'get',
    path: '/worlds',
    tag: 'Worlds',
    summary: 'List worlds',
    description:
      'Lists every world of this server. Requires the token of the server, at the address of the first world.',
    source: 'decision N3',
    success: { status: 200, description: 'The worlds.', content: [worldList] },
  },
  createWorld: {
    method: 'post',
    path: '/worlds',
    tag: 'Worlds',
    summary: 'Create a world',
    description:
      'Creates a world with a clock, keys, faults, a journal, sinks, snapshots, recordings and a stream of its own, ' +
      'at addresses of its own. It begins empty, with the contents of a world file, from a snapshot, or as a copy of ' +
      'another world.',
    source: 'decisions N1 and N2',
    body: createWorld,
    bodyReading: 'large',
    success: { status: 201, description: 'The world, with its keys.', content: [createdWorld] },
    errors: ['not_found'],
  },
  getWorld: {
    method: 'get',
    path: '/worlds/{name}',
    tag: 'Worlds',
    summary: 'Read a world',
    description: 'Returns the addresses of a world and its current state.',
    source: 'decision N3',
    parameters: named,
    success: { status: 200, description: 'The world.', content: [hostedWorld] },
    errors: ['not_found'],
  },
  deleteWorld: {
    method: 'delete',
    path: '/worlds/{name}',
    tag: 'Worlds',
    summary: 'Delete a world',
    description:
      'Answers the requests in progress in the world, ends its streams, and deletes what was stored of it. A world that cannot be opened is deleted, too.',
    source: 'decision N3',
    parameters: named,
    success: { status: 200, description: 'The world is deleted.', content: [deletedWorld] },
    errors: ['not_found'],
  },
  exportWorld: {
    method: 'get',
    path: '/worlds/{name}/export',
    tag: 'Worlds',
    summary: 'Export a world',
    description:
      'Returns a file that another server can import: the database of the world, including secrets of its webhooks, ' +
      'and a manifest with version, seed, head and hashes. The journal and the snapshots are not included.',
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
      'Creates a world from an exported file, at most 256 MiB. It continues where it was exported. A file that is ' +
      'damaged, foreign or of a newer version is refused, and nothing of it is stored.',
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
      'Reports how many events both logs begin with, and the next event of each, as of a fork and its origin.',
    source: 'decision N7',
    parameters: named,
    query: worldComparisonQuery,
    success: { status: 200, description: 'The comparison.', content: [worldComparison] },
    errors: ['not_found'],
  },
});
