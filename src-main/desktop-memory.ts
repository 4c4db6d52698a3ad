/**
 * Stores the desktop's state between starts: the window's place, recently opened scenario files, whether to notify. It
 * is one small file that is replaced as a whole, so a crash leaves the old one or the new one. A part that cannot be
 * read gets its default. Contains nothing of the world.
 */

import { z } from 'zod';
import { readBytes, readyFile } from '../src-server/system/files/durable-files.ts';
import { windowPlace } from './window/window-place.ts';

const mostRecentScenarios = 10;

const storedMemory = z.object({
  window: windowPlace.nullable().catch(null),
  recentScenarios: z.array(z.string().min(1).max(4096)).max(mostRecentScenarios).catch([]),
  notifies: z.boolean().catch(true),
});
type StoredMemory = z.infer<typeof storedMemory>;

export type DesktopMemory = ReturnType<typeof createDesktopMemory>;

const settlesMs = 500;

export function createDesktopMemory(file: string) {
  let now = readMemory(file);
  let written = JSON.stringify(now);
  let timer: NodeJS.Timeout | undefined;
  /** Writes pending changes at once. */
  const flush = () => {
    clearTimeout(timer);
    timer = undefined;
    const text = JSON.stringify(now);
    if (text !== written && couldWrite(file, text)) written = text;
  };
  /** Writes a moment later, because a window that is dragged moves many times a second. */
  const store = (change: Partial<StoredMemory>) => {
    now = { ...now, ...change };
    timer ??= setTimeout(flush, settlesMs);
  };
  return {
    now: () => now,
    store,
    /** Puts an opened scenario file first in the list of recent ones. */
    storeRecent(path: string): void {
      const others = now.recentScenarios.filter((file) => file !== path);
      store({ recentScenarios: [path, ...others].slice(0, mostRecentScenarios) });
    },
    flush,
  };
}

function readMemory(file: string): StoredMemory {
  try {
    return storedMemory.parse(JSON.parse(readBytes(file)?.toString('utf8') ?? '{}'));
  } catch {
    return storedMemory.parse({});
  }
}

/** A full disk is no reason to interrupt the user: only the place of a window is lost. */
function couldWrite(file: string, text: string): boolean {
  try {
    readyFile(file, Buffer.from(text)).moveIn();
    return true;
  } catch {
    return false;
  }
}
