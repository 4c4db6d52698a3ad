/**
 * Finds the folders of a user's own Ballast for its world and cache, by the conventions of each platform (XDG, Library,
 * AppData). Creates nothing: the first writer makes the folder.
 */

import { join } from 'node:path';
import envPaths from 'env-paths';

export interface UserFolders {
  /** The persistent world of the app, the same in a window and in a browser. */
  readonly dataDir: string;
  /** The user's own scenarios, in that folder: they belong to no world, and remain when another one is opened. */
  readonly scenariosDir: string;
  /** Data that may be lost at any time. */
  readonly cacheDir: string;
}

/** Returns absolute paths; `XDG_DATA_HOME` and `XDG_CACHE_HOME` are honoured on Linux. */
export function userFolders(): UserFolders {
  const paths = envPaths('ballast', { suffix: '' });
  return { dataDir: paths.data, scenariosDir: join(paths.data, 'scenarios'), cacheDir: paths.cache };
}
