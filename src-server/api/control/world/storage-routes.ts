/**
 * `/sim/storage` and `/sim/limits`: what this world takes up, and how much its clients ask of it (decisions L75, L76).
 */

import type { Router } from 'express';
import type { Limits, Storage } from '../../../contract/control/world/storage.ts';
import { storageOperations } from '../../../contract/control/world/storage-operations.ts';
import type { SnapshotService } from '../../../engine/snapshot-service.ts';
import type { World } from '../../../engine/world.ts';
import { addOperation } from '../../http/add-operation.ts';
import type { ApiKeyIndex } from '../../http/api-key-index.ts';
import { type RequestWindow, WINDOW_MS } from '../../http/rate-limit.ts';
import { sendJson } from '../../http/send-response.ts';
import type { JournalRecorder } from '../../journal/journal-recorder.ts';

/** What is known of the storage at once; the journal's thread counts its entries, and snapshots are listed. */
export interface StorageFacts extends Pick<Storage, 'folder' | 'world'> {
  readonly journal: Omit<Storage['journal'], 'entries' | 'problem' | 'unwritten' | 'lost'>;
}

export interface StorageRouteDependencies {
  readonly world: World;
  readonly journal: Pick<JournalRecorder, 'ask' | 'missing'>;
  readonly snapshots: SnapshotService;
  readonly keys: ApiKeyIndex;
  /** `perMinute` holds for keys without a limit of their own; `null`: none. */
  readonly rateLimit: { readonly perMinute: number | null; readonly window: Pick<RequestWindow, 'usedBy'> };
  readonly storage: () => StorageFacts;
}

export function addStorageRoutes(router: Router, service: StorageRouteDependencies): void {
  addOperation(router, storageOperations.getStorage, (request, response, next) => {
    readStorage(service).then((answer) => sendJson(request, response, 200, answer), next);
  });
  addOperation(router, storageOperations.getLimits, (request, response) =>
    sendJson(request, response, 200, readLimits(service)),
  );
}

/** The journal keeps no more than its own bound, so everything is counted. */
const ALL = Number.MAX_SAFE_INTEGER;

async function readStorage({ storage, journal, snapshots: service }: StorageRouteDependencies): Promise<Storage> {
  const counted = await countEntries(journal);
  const snapshots = await service.list();
  // Last, because the answer of the journal says that what waited has been written.
  const facts = storage();
  return {
    ...facts,
    journal: { ...facts.journal, ...counted, ...journal.missing() },
    snapshots: { saved: snapshots.length, bytes: snapshots.reduce((sum, { bytes }) => sum + bytes, 0) },
  };
}

/** A journal that cannot be read must not hide the rest, which says why: how large it is, and what it lacks. */
async function countEntries(journal: StorageRouteDependencies['journal']) {
  const ask = { filter: {}, limit: 1, order: 'latest', withContents: false, countTo: ALL } as const;
  try {
    return { entries: (await journal.ask(ask)).total, problem: null };
  } catch (error) {
    return { entries: null, problem: error instanceof Error ? error.message : String(error) };
  }
}

function readLimits({ world, keys, rateLimit: { perMinute, window } }: StorageRouteDependencies): Limits {
  const active = world.apiKeys.list().filter(({ revokedMs }) => revokedMs === null);
  return {
    window_s: WINDOW_MS / 1000,
    server: perMinute,
    keys: active.map(({ keyId }) => {
      const limit = keys.requestLimitOf(keyId);
      return { key_id: keyId, limit: limit ?? 'off', used: limit === null ? null : window.usedBy(keyId) };
    }),
  };
}
