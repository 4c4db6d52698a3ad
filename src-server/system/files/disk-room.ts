/**
 * What can be told of a disk without writing to it: how much room there is, and whether a file is still the one that
 * was opened.
 */
import { statfsSync, statSync } from 'node:fs';

/** What a disk has to have before a world goes on: most of its transactions need less. */
const ROOM_BYTES = 1_048_576;

/** Whether there is room on the disk of a folder; where that cannot be told, whoever writes will see. */
export function hasRoom(folder: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize >= ROOM_BYTES;
  } catch {
    return true;
  }
}

/** Asks whether the file that lies at a place now still does. */
export function watchPlace(file: string): () => boolean {
  const opened = placeOf(file);
  return () => placeOf(file) === opened;
}

function placeOf(file: string): string | null {
  const stats = statSync(file, { throwIfNoEntry: false });
  return stats === undefined ? null : `${stats.dev}:${stats.ino}`;
}
