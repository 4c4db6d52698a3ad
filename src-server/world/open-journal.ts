/** Opens the journal of a world: in its data folder, or for as long as it is hosted; or none. */
import { createJournalRecorder, type JournalRecorder } from '../api/journal/journal-recorder.ts';
import type { JournalStore } from '../engine/ports/journal-port.ts';
import type { KnownSecrets } from '../engine/redaction/known-secrets.ts';
import type { JournalThread } from '../store/journal/journal-thread.ts';
import { isForeignToSqlite, journalFile } from '../system/files/world-files.ts';
import { hostClock } from '../system/host-time.ts';
import type { Log } from '../system/log.ts';
import type { WorldOptions } from './world-options.ts';

const BYTES_IN_MEGABYTE = 1_048_576;

/** `thread`: of all journals of the server. `secrets`: of the server, which are never stored. */
export function openJournal(
  thread: JournalThread,
  { dataDir, journal: { rows, megabytes } }: Pick<WorldOptions, 'dataDir' | 'journal'>,
  secrets: KnownSecrets,
  log: Log,
): JournalRecorder {
  const file = dataDir === null ? null : journalFile(dataDir);
  const bounds = { rows, bytes: megabytes * BYTES_IN_MEGABYTE };
  const report = (broken: Error) => log.trouble(broken.message);
  // The thread that owns the journal begins it anew with the first request.
  if (file !== null && rows > 0 && isForeignToSqlite(file))
    log.trouble(`The journal ${file} is not a database and was started anew. Its requests are lost.`);
  const store = rows === 0 ? null : thread.open({ file, bounds }, report);
  const journalStore = store === null || file !== null ? store : emptyAtFirst(store);
  return createJournalRecorder(journalStore, { after: hostClock.after, secrets, outlives: file !== null });
}

/**
 * A temporary journal has nothing before its first group, and no thread is started to say so: a test resets before it
 * asks.
 */
function emptyAtFirst(store: JournalStore): JournalStore {
  let isEmpty = true;
  return {
    ...store,
    flush(known) {
      isEmpty = false;
      store.flush(known);
    },
    ask: async (ask) => (isEmpty ? { rows: [], total: 0 } : store.ask(ask)),
    clear: async () => (isEmpty ? 0 : store.clear()),
  };
}
