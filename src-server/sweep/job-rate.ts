/** Measures the number of jobs that end per second. Does not read the clock. */

const WINDOW_MS = 15_000;

/**
 * Averages over the latest seconds, because threads and workers come and go. Call it with the number of finished jobs
 * at ascending times; returns 0 until two calls differ.
 */
export function createJobRate(): (done: number, nowMs: number) => number {
  const seen: { readonly atMs: number; readonly done: number }[] = [];
  return (done, nowMs) => {
    seen.push({ atMs: nowMs, done });
    while ((seen[1]?.atMs ?? nowMs) < nowMs - WINDOW_MS) seen.shift();
    const [first, last] = [seen[0], seen.at(-1)];
    if (first === undefined || last === undefined || last.atMs <= first.atMs) return 0;
    return ((last.done - first.done) / (last.atMs - first.atMs)) * 1000;
  };
}

/**
 * Averages over all time since the first call, so that the remaining time changes smoothly. 0 until another job has
 * ended.
 */
export function createMeanJobRate(): (done: number, nowMs: number) => number {
  let start: { readonly atMs: number; readonly done: number } | null = null;
  return (done, nowMs) => {
    start ??= { atMs: nowMs, done };
    return nowMs <= start.atMs ? 0 : ((done - start.done) / (nowMs - start.atMs)) * 1000;
  };
}
