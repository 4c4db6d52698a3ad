/** Opens the database of a world: in its data folder, or in memory. */
import { join } from 'node:path';
import { DatabaseInUseError, openDatabase, openImage, type WorldDatabase } from '../store/database/open-database.ts';
import { removeFile } from '../system/files/durable-files.ts';
import { removeFolder } from '../system/files/durable-folders.ts';
import { isFolder } from '../system/files/file-stamp.ts';
import { packageRoot } from '../system/package-root.ts';
import { openDataFolder } from './data-folder.ts';
import { asStartupError, StartupError } from './startup-error.ts';

/** Exit 2 where another process has the folder open. */
export function openWorldDatabase(dataDir: string | null, root: string): WorldDatabase {
  try {
    if (dataDir === null) return openImage(emptyImage(root), null);
    return openDataFolder(dataDir, migrationsFolder(root));
  } catch (error) {
    if (error instanceof DatabaseInUseError) {
      throw new StartupError(2, [`the data folder ${dataDir} is in use by another Ballast`]);
    }
    const failure = asStartupError(error, dataDir);
    // All other SQLite errors are about the file, as is a database of another version.
    if (failure === error && error instanceof Error && 'code' in error)
      throw new StartupError(64, [`--data ${dataDir}: ${error.message}`], error);
    throw failure;
  }
}

/**
 * Removes the world of a folder that nobody has open, with its journal, snapshots and recordings; other files remain.
 * Throws `StartupError`: 2 where it is open, 64 where the database is not a world's.
 */
export function removeWorld(dataDir: string): void {
  openWorldDatabase(dataDir, packageRoot()).close();
  for (const folder of ['snapshots', 'recordings'])
    if (isFolder(join(dataDir, folder))) removeFolder(join(dataDir, folder));
  for (const name of ['journal.db', 'ballast.mark', 'ballast.db'])
    for (const ending of ['-wal', '-shm', '-journal', '']) removeFile(join(dataDir, `${name}${ending}`));
}

/** A database without a world, created once per process: all migrations together take longer than a short scenario. */
function emptyImage(root: string): Buffer {
  let image = emptyImages.get(root);
  if (image === undefined) {
    const database = openDatabase(null, migrationsFolder(root));
    image = database.image();
    database.close();
    emptyImages.set(root, image);
  }
  return image;
}

const emptyImages = new Map<string, Buffer>();

export function migrationsFolder(root: string): string {
  return join(root, 'src-server/store/migrations');
}
