/**
 * Where a user's own Ballast keeps its world and its notes, as each platform expects it (XDG, Library, AppData).
 * Refuses to create anything: whoever writes first makes the folder.
 */

import { join } from 'node:path';
import envPaths from 'env-paths';

export interface UserFolders {
  /** The persistent world of the app: the same one whether a window or a browser shows it. */
  readonly dataDir: string;
  /** The user's own scenarios, in that folder: they belong to no world, and stay where another one is opened. */
  readonly scenariosDir: string;
  /** Things that may be lost at any time. */
  readonly cacheDir: string;
}

/** Absolute paths; `XDG_DATA_HOME` and `XDG_CACHE_HOME` are honoured on Linux. */
export function userFolders(): UserFolders {
  const paths = envPaths('ballast', { suffix: '' });
  return { dataDir: paths.data, scenariosDir: join(paths.data, 'scenarios'), cacheDir: paths.cache };
}
