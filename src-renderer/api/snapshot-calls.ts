/** Commands that put the world into another state as a whole. Each throws ApiError. */
import type { Fingerprint } from '../../src-server/contract/control/world/session.ts';
import type { SnapshotWire } from '../../src-server/contract/control/world/snapshots.ts';
import { sendJson } from './api-client.ts';
import type { FormBody } from './market-calls.ts';

/** The world as it was made; the journal is emptied. */
export function resetWorld(): Promise<Fingerprint> {
  return sendJson('POST', '/sim/reset');
}

/** Keeps the whole world under a name (`SaveSnapshot`). 400 for a name that is taken, unless it is to be replaced. */
export function saveSnapshot(body: FormBody): Promise<SnapshotWire> {
  return sendJson('POST', '/sim/snapshots', { body });
}

/** The world as it was when the snapshot was saved. The journal stays. */
export function restoreSnapshot(name: string): Promise<Fingerprint> {
  return sendJson('POST', `/sim/snapshots/${encodeURIComponent(name)}/restore`);
}

export function deleteSnapshot(name: string): Promise<unknown> {
  return sendJson('DELETE', `/sim/snapshots/${encodeURIComponent(name)}`);
}
