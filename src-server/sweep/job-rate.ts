/**
 * How many jobs end per second, over the latest seconds because threads and workers come and go. Reads no clock itself.
 */

const WINDOW_MS = 15_000;

/** Call it with the number of finished jobs at ascending times; returns 0 until two of them differ. */
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
