/** Tells what lies at a path, and whether a file is still the one it was, without reading it. */
import { statSync } from 'node:fs';

/** Differs once a file has been written anew; `null` where there is no plain file. */
export function fileStamp(file: string): string | null {
  try {
    const stats = statSync(file);
    return stats.isFile() ? `${stats.mtimeMs}:${stats.size}:${stats.ino}` : null;
  } catch {
    return null;
  }
}

export function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}
