/**
 * What the desktop remembers from one start to the next: the window's place, scenario files opened lately, whether to
 * notify. One small file, replaced as a whole, so that a crash leaves the old or the new one; a part that cannot be read
 * is as if it had never been kept. Refuses to hold anything of the world.
 */

import { z } from 'zod';
import { readBytes, readyFile } from '../src-server/system/files/durable-files.ts';
import { mostRecentFiles } from './menu/recent-files.ts';
import { windowPlace } from './window/window-place.ts';

const kept = z.object({
  window: windowPlace.nullable().catch(null),
  recentScenarios: z.array(z.string().min(1).max(4096)).max(mostRecentFiles).catch([]),
  notifies: z.boolean().catch(true),
});
export type Kept = z.infer<typeof kept>;

export interface DesktopMemory {
  now(): Kept;
  /** Written a moment later, because a window that is dragged moves many times a second. */
  keep(change: Partial<Kept>): void;
  /** Writes at once what is not written yet. */
  flush(): void;
}

const settlesMs = 500;

export function createDesktopMemory(file: string): DesktopMemory {
  let now = readKept(file);
  let written = JSON.stringify(now);
  let timer: NodeJS.Timeout | undefined;
  const flush = () => {
    clearTimeout(timer);
    timer = undefined;
    const text = JSON.stringify(now);
    if (text !== written && couldWrite(file, text)) written = text;
  };
  return {
    now: () => now,
    keep(change) {
      now = { ...now, ...change };
      timer ??= setTimeout(flush, settlesMs);
    },
    flush,
  };
}

function readKept(file: string): Kept {
  try {
    return kept.parse(JSON.parse(readBytes(file)?.toString('utf8') ?? '{}'));
  } catch {
    return kept.parse({});
  }
}

/** The place of a window is not worth a message about a full disk. */
function couldWrite(file: string, text: string): boolean {
  try {
    readyFile(file, Buffer.from(text)).moveIn();
    return true;
  } catch {
    return false;
  }
}
