/**
 * Computes the money-weighted return: the single rate that makes payments into a portfolio equal to payments out of it
 * and its final value (decision O9). Its annual form is XIRR with years of 365 days. Solved by bisection from the
 * growth nearest to none, so that the same flows give the same rate everywhere.
 */

/** A flow from the owner's view: negative is paid in, positive is paid out or the final value. Minor units. */
export interface DatedFlow {
  readonly atMs: number;
  readonly amountMinor: number;
}

/** The bracket grows by this factor, up to a growth of a million in both directions. */
const STEP = 2 ** (1 / 8);
const STEPS = 160;
/** Halvings that leave less than the precision of a double. */
const HALVINGS = 200;

/**
 * Returns the growth of a unit at that rate in `heldMs`, the time with money invested: 1.05 for a gain of 5 %, 0 if all
 * of it was lost. The last flow is the final value. `null`: there is no such rate, because money was only paid in and
 * more than all was lost, or money was only paid out, or no time passed.
 */
export function moneyWeightedGrowth(flows: readonly DatedFlow[], heldMs: number): number | null {
  const moved = flows.filter(({ amountMinor }) => amountMinor !== 0);
  const [first, last, end] = [moved[0], moved.at(-1), flows.at(-1)];
  if (first === undefined || last === undefined || end === undefined || end.atMs <= first.atMs) return null;
  if (end.amountMinor === 0 && moved.every(({ amountMinor }) => amountMinor < 0)) return 0;
  const lengthMs = last.atMs - first.atMs;
  const growth = lengthMs > 0 ? growthBetween(moved, first.atMs, lengthMs) : null;
  return growth === null ? null : growth ** (heldMs / lengthMs);
}

/** From the first flow to the last. */
function growthBetween(flows: readonly DatedFlow[], fromMs: number, lengthMs: number): number | null {
  const shares = flows.map(({ atMs, amountMinor }) => ({ share: (atMs - fromMs) / lengthMs, amountMinor }));
  const worth = (growth: number) =>
    shares.reduce((sum, { share, amountMinor }) => sum + amountMinor * growth ** -share, 0);
  const sum = worth(1);
  if (sum === 0) return 1;
  for (let step = 0; step < STEPS; step += 1) {
    const [near, far] = [STEP ** step, STEP ** (step + 1)];
    if (changesSign(worth(near), worth(far))) return rootBetween(worth, near, far);
    if (changesSign(worth(1 / near), worth(1 / far))) return rootBetween(worth, 1 / far, 1 / near);
  }
  // Towards a growth of 0 the last flow outweighs all others: if its sign is opposite, nearly all was lost.
  return sum < 0 && (flows.at(-1)?.amountMinor ?? 0) > 0 ? 0 : null;
}

/** Returns XIRR: the rate of a year of 365 days. `null` if there is none. */
export function xirr(flows: readonly DatedFlow[]): number | null {
  const growth = moneyWeightedGrowth(flows, YEAR_MS);
  return growth === null ? null : growth - 1;
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
