/**
 * Opens the database of a data folder (decisions K3, K101): refuses a folder that has lost it or has no room, before
 * anything is written, and removes the drafts of a server that was killed while it wrote.
 */
import { dirname } from 'node:path';
import { DiskFullError } from '../kernel/storage-failure.ts';
import { EmptyDatabaseError, openDatabase, type WorldDatabase } from '../store/database/open-database.ts';
import { hasRoom, watchPlace } from '../system/files/disk-room.ts';
import { existingNames, isFilledFile, removeDrafts } from '../system/files/durable-files.ts';
import { openWatermark, readWatermark } from '../system/files/watermark.ts';
import { databaseFile } from '../system/files/world-files.ts';
import { LostDatabaseError } from './startup-error.ts';

export function openDataFolder(dataDir: string, migrations: string): WorldDatabase {
  const file = databaseFile(dataDir);
  if (!hasRoom(dataDir)) throw new DiskFullError(`there is no space left for ${dataDir}`);
  refuseLostDatabase(dataDir);
  const database = openWorldFile(file, migrations, tracesIn(dataDir, LATER_TRACES).length > 0);
  // Only the process that has the database open knows that nobody is writing them.
  for (const folder of DRAFT_FOLDERS) removeDrafts(dataDir, folder);
  return database;
}

/** Writes are refused once the file of the database is gone, because they would be lost with it. */
export function openWorldFile(file: string, migrations: string | null, hasWorld = false): WorldDatabase {
  const database = openDatabaseOf(file, migrations, hasWorld);
  try {
    const watermark = openWatermark(dirname(file));
    const close = () => {
      watermark.close();
      database.close();
    };
    return { ...database, isInPlace: watchPlace(file), watermark, close };
  } catch (error) {
    database.close();
    throw error;
  }
}

export function holdsWorld(dataDir: string): boolean {
  return existingNames(dataDir, ['ballast.db']).length > 0;
}

const DRAFT_FOLDERS = ['.', 'snapshots', 'recordings'];
/** Each of these shows that there was a world: they are created after it. */
const LATER_TRACES = ['ballast.mark', 'journal.db', 'snapshots', 'recordings'];
const TRACES = ['ballast.db-wal', ...LATER_TRACES];

/**
 * A new world in place of a lost one would overwrite its initial state, and the log whose changes are not in the file
 * yet.
 */
export function refuseLostDatabase(dataDir: string): void {
  const left = tracesIn(dataDir, TRACES);
  // SQLite would take an empty file for a new database, and delete the log beside it.
  if (left.length > 0 && !isFilledFile(databaseFile(dataDir))) throw lostDatabase(dataDir, left);
}

/** Until its log is written into it, the file of a new world contains an empty database. */
function openDatabaseOf(file: string, migrations: string | null, hasWorld: boolean): WorldDatabase {
  try {
    return openDatabase(file, migrations, hasWorld);
  } catch (error) {
    if (!(error instanceof EmptyDatabaseError)) throw error;
    throw lostDatabase(dirname(file), tracesIn(dirname(file), LATER_TRACES));
  }
}

function tracesIn(dataDir: string, names: readonly string[]): string[] {
  return existingNames(dataDir, names).filter((name) => name !== 'ballast.mark' || readWatermark(dataDir) !== null);
}

function lostDatabase(dataDir: string, left: readonly string[]): LostDatabaseError {
  const has = existingNames(dataDir, ['ballast.db']).length === 0 ? 'has lost its' : 'has an empty';
  const what = `${has} ballast.db, while ${left.join(', ')} of its world ${left.length === 1 ? 'is' : 'are'} still there`;
  return new LostDatabaseError(dataDir, what);
}
