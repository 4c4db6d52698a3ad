/** The control plane: back to how the world was made, or to how it was once (decisions L47 to L49). */

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
      'The world is as it was when it was made, with the same seed, contents and flags; the journal is empty and request ' +
      'ids start again. An advance under way ends, and outcomes of webhooks under way are not recorded. Snapshots stay.',
    source: 'decision L47',
    success: { status: 200, description: 'The world as it is now.', content: [fingerprint] },
  },
  listSnapshots: {
    method: 'get',
    path: '/snapshots',
    tag: 'World',
    summary: 'List snapshots',
    description: 'Every saved state of the world.',
    source: 'decision L48',
    success: { status: 200, description: 'The snapshots.', content: [snapshotList] },
  },
  saveSnapshot: {
    method: 'post',
    path: '/snapshots',
    tag: 'World',
    summary: 'Save a snapshot',
    description:
      'Saves the whole world under a name. At most 50 snapshots and 1 GiB are stored; a name that is taken is refused ' +
      'unless `replace` is true.',
    source: 'decision L48',
    body: saveSnapshot,
    success: { status: 201, description: 'What was saved.', content: [snapshot] },
  },
  restoreSnapshot: {
    method: 'post',
    path: '/snapshots/{name}/restore',
    tag: 'World',
    summary: 'Restore a snapshot',
    description:
      'The world continues from the snapshot. The journal stays, and no request id is assigned twice. An ' +
      'advance under way ends, now and in what was saved.',
    source: 'decision L49',
    parameters: named,
    success: { status: 200, description: 'The world as it is now.', content: [fingerprint] },
    errors: ['not_found'],
  },
  deleteSnapshot: {
    method: 'delete',
    path: '/snapshots/{name}',
    tag: 'World',
    summary: 'Delete a snapshot',
    description: 'The world itself is not touched.',
    source: 'decision L48',
    parameters: named,
    success: { status: 200, description: 'It is gone.', content: [deletedSnapshot] },
    errors: ['not_found'],
  },
});
