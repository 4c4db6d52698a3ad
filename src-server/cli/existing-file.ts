/** Answers whether a path is a file, without an exception for what is merely missing. */

import { statSync } from 'node:fs';

/** The path itself if a file lies there, else null. */
export function existingFile(path: string): string | null {
  return statSync(path, { throwIfNoEntry: false })?.isFile() ? path : null;
}
