/**
 * Waits as long as there is progress: on a slow machine a test takes long, and fails only after a minute without any.
 */
import { setTimeout as pause } from 'node:timers/promises';

const STILL_AT_MOST_MS = 60_000;
/** Pause between two checks, so that other work has the processor. */
const PAUSE_MS = 5;

/**
 * Calls `look` until `isOver` is true, and returns the last result; rejects when the same result was returned for a
 * minute.
 */
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

/** Reads until a run or a sweep has ended. */
export function untilEnded<T extends { readonly status: string }>(look: () => Promise<T>): Promise<T> {
  return untilOver(look, ({ status }) => status !== 'queued' && status !== 'running');
}
