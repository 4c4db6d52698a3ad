/**
 * Describes this run: the storage that its world uses (`/sim/storage`) and the load of its clients (`/sim/limits`;
 * decisions L75, L76), and the inputs that make it repeatable (`/sim/session`, `/sim/fingerprint`).
 */

import type { sessionOperations } from '../../../contract/control/world/session-operations.ts';
import type { Limits, Storage } from '../../../contract/control/world/storage.ts';
import type { storageOperations } from '../../../contract/control/world/storage-operations.ts';
import { accepted } from '../../../engine/outcome.ts';
import { WINDOW_MS } from '../../http/rate-limit.ts';
import type { JournalRecorder } from '../../journal/journal-recorder.ts';
import type { HandlersFor, Services } from '../../services.ts';

type StorageServices = Pick<Services, 'storage' | 'journal' | 'snapshots'>;
type LimitServices = Pick<Services, 'world' | 'keys' | 'rateLimit'>;

export const storageHandlers: HandlersFor<typeof storageOperations, keyof StorageServices | keyof LimitServices> = {
  getStorage: async (services) => accepted(await readStorage(services)),

  getLimits: (services) => accepted(readLimits(services)),
};

/** The journal is bounded itself, so everything is counted. */
const ALL = Number.MAX_SAFE_INTEGER;

async function readStorage({ storage, journal, snapshots: service }: StorageServices): Promise<Storage> {
  const counted = await countEntries(journal);
  const snapshots = await service.list();
  // Read last: the journal's response means that pending entries have been written.
  const facts = storage();
  return {
    ...facts,
    journal: { ...facts.journal, ...counted, ...journal.missing() },
    snapshots: { saved: snapshots.length, bytes: snapshots.reduce((sum, { bytes }) => sum + bytes, 0) },
  };
}

/**
 * A journal that cannot be read must not hide the other facts, which give the reason: its size and its missing entries.
 */
async function countEntries(journal: Pick<JournalRecorder, 'ask'>) {
  const ask = { filter: {}, limit: 1, order: 'latest', withContents: false, countTo: ALL } as const;
  try {
    return { entries: (await journal.ask(ask)).total, problem: null };
  } catch (error) {
    return { entries: null, problem: error instanceof Error ? error.message : String(error) };
  }
}

function readLimits({ world, keys, rateLimit: { perMinute, window } }: LimitServices): Limits {
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

export const sessionHandlers: HandlersFor<typeof sessionOperations, 'session' | 'fingerprint'> = {
  getSession: ({ session }) => accepted(session()),
  getFingerprint: ({ fingerprint }) => accepted(fingerprint()),
};
