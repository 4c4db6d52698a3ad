/** Opens the journal of a world, if it has one: in its data folder, or for as long as the world is hosted. */
import { createJournalRecorder, type JournalRecorder } from '../api/journal/journal-recorder.ts';
import type { JournalStore } from '../engine/ports/journal-port.ts';
import type { KnownSecrets } from '../engine/redaction/known-secrets.ts';
import type { JournalThread } from '../store/journal/journal-thread.ts';
import { isForeignToSqlite, journalFile } from '../system/files/world-files.ts';
import { hostClock } from '../system/host-time.ts';
import type { Log } from '../system/log.ts';
import type { WorldOptions } from './world-options.ts';

const BYTES_IN_MEGABYTE = 1_048_576;

/** `thread`: of all journals of the server. `secrets`: those of the server, which are never stored. */
export function openJournal(
  thread: JournalThread,
  { dataDir, journal: { rows, megabytes } }: Pick<WorldOptions, 'dataDir' | 'journal'>,
  secrets: KnownSecrets,
  log: Log,
): JournalRecorder {
  const file = dataDir === null ? null : journalFile(dataDir);
  const bounds = { rows, bytes: megabytes * BYTES_IN_MEGABYTE };
  const report = (broken: Error) => log.trouble(broken.message);
  // The journal's thread replaces it with the first request.
  if (file !== null && rows > 0 && isForeignToSqlite(file))
    log.trouble(`The journal ${file} is not a database and was started anew. Its requests are lost.`);
  const store = rows === 0 ? null : thread.open({ file, bounds }, report);
  const journalStore = store === null || file !== null ? store : emptyAtFirst(store);
  return createJournalRecorder(journalStore, { after: hostClock.after, secrets, outlives: file !== null });
}

/**
 * A temporary journal is empty before its first batch, and no thread is started to report that: tests reset before
 * their first request.
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
