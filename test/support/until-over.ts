/**
 * Waits as long as something moves: on a slow machine a test takes long, and fails only where nothing has happened for a
 * minute.
 */
import { setTimeout as pause } from 'node:timers/promises';

const STILL_AT_MOST_MS = 60_000;
/** Between two looks, so that what is waited for has the processor. */
const PAUSE_MS = 5;

/** Looks until `isOver` holds, and returns what was seen then; rejects when the same was seen for a minute. */
export async function untilOver<T>(look: () => Promise<T>, isOver: (seen: T) => boolean): Promise<T> {
  let last = '';
  let movedAtMs = performance.now();
  for (;;) {
    const seen = await look();
    if (isOver(seen)) return seen;
    const text = JSON.stringify(seen);
    if (text !== last) movedAtMs = performance.now();
    else if (performance.now() - movedAtMs > STILL_AT_MOST_MS) throw new Error(`for a minute nothing but ${text}`);
    last = text;
    await pause(PAUSE_MS);
  }
}

/** Looks until a run or a sweep has ended. */
export function untilEnded<T extends { readonly status: string }>(look: () => Promise<T>): Promise<T> {
  return untilOver(look, ({ status }) => status !== 'queued' && status !== 'running');
}
