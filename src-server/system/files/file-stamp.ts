/** Identifies the file at a path, to detect without reading it that it is no longer the same. */
import { statSync } from 'node:fs';

/** Changes when a file is written again; `null` where there is no plain file. */
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
