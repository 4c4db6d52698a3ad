/**
 * The money-weighted return: the one rate at which what was paid in became what was paid out and is there (decision O9).
 * Its annual form is XIRR with years of 365 days. Solved by bisection from the growth nearest to none, so that the same
 * flows give the same rate everywhere.
 */

/** Money of whoever owns it: negative is paid in, positive is paid out or is there at the end. Minor units. */
export interface OwnFlow {
  readonly atMs: number;
  readonly amountMinor: number;
}

/** The bracket grows by this factor, up to a growth of a million in both directions. */
const STEP = 2 ** (1 / 8);
const STEPS = 160;
/** Halvings that leave less than the precision of a double. */
const HALVINGS = 200;

/**
 * The growth of a unit over the whole time, first to last flow: 1.05 where it gained 5 %. `null`: there is no such rate,
 * because money only came or only went, or nothing lay between.
 */
export function moneyWeightedGrowth(flows: readonly OwnFlow[]): number | null {
  const [first, last] = [flows[0], flows.at(-1)];
  if (first === undefined || last === undefined || last.atMs <= first.atMs) return null;
  const lengthMs = last.atMs - first.atMs;
  const shares = flows.map(({ atMs, amountMinor }) => ({ share: (atMs - first.atMs) / lengthMs, amountMinor }));
  const worth = (growth: number) =>
    shares.reduce((sum, { share, amountMinor }) => sum + amountMinor * growth ** -share, 0);
  if (worth(1) === 0) return flows.some(({ amountMinor }) => amountMinor !== 0) ? 1 : null;
  for (let step = 0; step < STEPS; step += 1) {
    const [near, far] = [STEP ** step, STEP ** (step + 1)];
    if (changesSign(worth(near), worth(far))) return rootBetween(worth, near, far);
    if (changesSign(worth(1 / near), worth(1 / far))) return rootBetween(worth, 1 / far, 1 / near);
  }
  return null;
}

/** XIRR: the rate of a year of 365 days. `null` where there is none. */
export function xirr(flows: readonly OwnFlow[]): number | null {
  const growth = moneyWeightedGrowth(flows);
  const lengthMs = (flows.at(-1)?.atMs ?? 0) - (flows[0]?.atMs ?? 0);
  return growth === null ? null : growth ** (YEAR_MS / lengthMs) - 1;
}

const YEAR_MS = 365 * 86_400_000;

function changesSign(one: number, other: number): boolean {
  return one === 0 || other === 0 || one < 0 !== other < 0;
}

function rootBetween(worth: (growth: number) => number, from: number, to: number): number {
  let [low, high] = [from, to];
  const isNegativeLow = worth(low) < 0;
  for (let halving = 0; halving < HALVINGS; halving += 1) {
    const middle = (low + high) / 2;
    const value = worth(middle);
    if (value === 0) return middle;
    if (value < 0 === isNegativeLow) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}
