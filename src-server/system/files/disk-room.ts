/** Checks a disk without writing to it: how much room there is, and whether a file is still the one that was opened. */
import { statfsSync, statSync } from 'node:fs';

/** Room that a disk must have before a world continues: most of its transactions need less. */
const ROOM_BYTES = 1_048_576;

/** Whether there is room on the disk of a folder; true where that is unknown, so that the writer finds out. */
export function hasRoom(folder: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize >= ROOM_BYTES;
  } catch {
    return true;
  }
}

/** Returns a function that checks whether the file at a path is still the same one. */
export function watchPlace(file: string): () => boolean {
  const opened = placeOf(file);
  return () => placeOf(file) === opened;
}

function placeOf(file: string): string | null {
  const stats = statSync(file, { throwIfNoEntry: false });
  return stats === undefined ? null : `${stats.dev}:${stats.ino}`;
}
