/** Returns where a world is stored and the sizes of its files, as far as no other thread has to be asked. */
import type { StorageFacts } from '../api/control/world/storage-facts.ts';
import type { WorldDatabase } from '../store/database/open-database.ts';
import { databaseFileBytes, journalFile } from '../system/files/world-files.ts';
import type { WorldOptions } from './world-options.ts';

const BYTES_IN_MEGABYTE = 1_048_576;

export function storageFacts(
  { dataDir, journal }: Pick<WorldOptions, 'dataDir' | 'journal'>,
  database: WorldDatabase,
): StorageFacts {
  return {
    folder: dataDir,
    world: { bytes: database.bytes() },
    journal: {
      bytes: dataDir === null ? null : databaseFileBytes(journalFile(dataDir)),
      most_entries: journal.rows,
      most_bytes: journal.rows === 0 ? 0 : journal.megabytes * BYTES_IN_MEGABYTE,
    },
  };
}
