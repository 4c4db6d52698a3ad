/** Opens the journal of a server: in its data folder, or for as long as it runs; or none. */
import { createJournalRecorder, type JournalRecorder } from '../api/journal-recorder.ts';
import { createJournalThread } from '../store/journal-thread.ts';
import { hostClock } from '../system/host-time.ts';
import type { Log } from '../system/log.ts';
import { journalFile } from '../system/world-files.ts';
import type { BallastOptions } from './ballast-options.ts';

const BYTES_IN_MEGABYTE = 1_048_576;

/** `secrets`: tokens of the server, which are never kept. */
export function openJournal(
  { dataDir, journal: { rows, megabytes } }: Pick<BallastOptions, 'dataDir' | 'journal'>,
  secrets: readonly string[],
  log: Log,
): JournalRecorder {
  const file = dataDir === null ? null : journalFile(dataDir);
  const bounds = { rows, bytes: megabytes * BYTES_IN_MEGABYTE };
  const store = rows === 0 ? null : createJournalThread({ file, bounds }, log.bug);
  return createJournalRecorder(store, { after: hostClock.after, secrets, outlives: file !== null });
}
