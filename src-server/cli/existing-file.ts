/** Finds out whether a path is a file, without an exception where it is missing. */

import { statSync } from 'node:fs';

/** The path itself if a file lies there, else null. */
export function existingFile(path: string): string | null {
  return statSync(path, { throwIfNoEntry: false })?.isFile() ? path : null;
}
