/** Suggests the known name with the smallest edit distance to a mistyped one. */

/** Returns ` (did you mean x?)`, or an empty text if no name is near. */
export function didYouMean(written: string, names: readonly string[]): string {
  const near = nearestName(written, names);
  return near === null ? '' : ` (did you mean ${near}?)`;
}

export function nearestName(written: string, names: readonly string[]): string | null {
  // At most a third of the letters may be wrong; with more, any two names would be near.
  let [best, bestSlips]: [string | null, number] = [null, Math.max(1, Math.floor(written.length / 3)) + 1];
  for (const name of names) {
    if (Math.abs(name.length - written.length) >= bestSlips) continue;
    const slips = slipsBetween(written.toLowerCase(), name.toLowerCase());
    if (slips < bestSlips) [best, bestSlips] = [name, slips];
  }
  return best;
}

const LONGEST_NAME = 100;

/** Returns the number of insertions, deletions, changes and swaps of neighbours. */
function slipsBetween(left: string, right: string): number {
  if (left.length > LONGEST_NAME || right.length > LONGEST_NAME) return Number.POSITIVE_INFINITY;
  let [before, last]: [number[], number[]] = [[], Array.from({ length: right.length + 1 }, (_, index) => index)];
  for (let row = 1; row <= left.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= right.length; column += 1) {
      const change = left[row - 1] === right[column - 1] ? 0 : 1;
      let slips = Math.min((last[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1, (last[column - 1] ?? 0) + change);
      const isSwap = left[row - 1] === right[column - 2] && left[row - 2] === right[column - 1];
      if (isSwap && row > 1 && column > 1) slips = Math.min(slips, (before[column - 2] ?? 0) + 1);
      current.push(slips);
    }
    [before, last] = [last, current];
  }
  return last[right.length] ?? 0;
}
