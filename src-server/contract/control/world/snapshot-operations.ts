/**
 * Operations of the control plane: return the world to its beginning, or to an earlier state (decisions L47 to L49).
 */

import { operations } from '../../openapi/operation.ts';
import { fingerprint } from './session.ts';
import { deletedSnapshot, saveSnapshot, snapshot, snapshotList } from './snapshots.ts';

const named = { name: 'Name of the snapshot.' };

export const snapshotOperations = operations({
  resetWorld: {
    method: 'post',
    path: '/reset',
    tag: 'World',
    summary: 'Reset the world',
    description:
      'Resets the world to the state in which it was created, with the same seed, contents and flags; the journal is ' +
      'emptied and request ids start again. An advance in progress ends, and outcomes of webhooks in progress are not ' +
      'recorded. Snapshots are kept.',
    source: 'decision L47',
    runsOn: false,
    success: { status: 200, description: 'The world as it is now.', content: [fingerprint] },
  },
  listSnapshots: {
    method: 'get',
    path: '/snapshots',
    tag: 'World',
    summary: 'List snapshots',
    description: 'Lists every saved state of the world.',
    source: 'decision L48',
    success: { status: 200, description: 'The snapshots.', content: [snapshotList] },
  },
  saveSnapshot: {
    method: 'post',
    path: '/snapshots',
    tag: 'World',
    summary: 'Save a snapshot',
    description:
      'Saves the whole world under a name. At most 50 snapshots and 1 GiB are stored; a name in use is refused ' +
      'unless `replace` is true.',
    source: 'decision L48',
    body: saveSnapshot,
    runsOn: false,
    success: { status: 201, description: 'The snapshot.', content: [snapshot] },
  },
  restoreSnapshot: {
    method: 'post',
    path: '/snapshots/{name}/restore',
    tag: 'World',
    summary: 'Restore a snapshot',
    description:
      'Restores the world from the snapshot. The journal is kept, and no request id is assigned twice. An ' +
      'advance in progress ends, in the current world and in the saved one.',
    source: 'decision L49',
    parameters: named,
    runsOn: false,
    success: { status: 200, description: 'The world as it is now.', content: [fingerprint] },
    errors: ['not_found'],
  },
  deleteSnapshot: {
    method: 'delete',
    path: '/snapshots/{name}',
    tag: 'World',
    summary: 'Delete a snapshot',
    description: 'Deletes a snapshot; the world itself is not changed.',
    source: 'decision L48',
    parameters: named,
    runsOn: false,
    success: { status: 200, description: 'The snapshot is deleted.', content: [deletedSnapshot] },
    errors: ['not_found'],
  },
});
