/**
 * Owns the flat form of a budget problem that the search runs on: every leg cut into stretches on which its cost is
 * convex, in typed arrays. Rows are put into an order of their own content, so the order they came in changes nothing.
 */

import type { BudgetLeg, BudgetProblem, BudgetTrade } from './budget-problem.ts';

/**
 * Cost of `x` on a stretch, with y = x − offset: fixed + slope·y + extra·max(0, x − kink) + impact·y^1.5.
 * Stretches of row `r` are `first[r]` up to `first[r + 1]`, by size; between them and below them there is no order.
 */
export interface Book {
  readonly problem: BudgetProblem;
  /** Row of the book to trade of the problem. */
  readonly order: readonly number[];
  readonly buys: Int32Array;
  readonly sells: Int32Array;
  readonly first: Int32Array;
  readonly low: Float64Array;
  readonly high: Float64Array;
  readonly offset: Float64Array;
  readonly fixed: Float64Array;
  readonly slope: Float64Array;
  readonly kink: Float64Array;
  readonly extra: Float64Array;
  readonly impact: Float64Array;
}

export interface Stretch {
  readonly low: number;
  readonly high: number;
  readonly offset: number;
  readonly fixed: number;
  readonly slope: number;
  readonly kink: number;
  readonly extra: number;
  readonly impact: number;
}

export function compileBook(problem: BudgetProblem): Book {
  const { trades, dustMinor } = problem;
  const order = trades.map((_, index) => index);
  order.sort((a, b) => compareTrades(trades[a] as BudgetTrade, trades[b] as BudgetTrade) || a - b);
  const rows = order.map((index) => rowStretches((trades[index] as BudgetTrade).legs, dustMinor));
  const all = rows.flat();
  const column = (name: keyof Stretch) => Float64Array.from(all, (stretch) => stretch[name]);
  const first = new Int32Array(rows.length + 1);
  rows.forEach((row, index) => {
    first[index + 1] = (first[index] ?? 0) + row.length;
  });
  const rowsOf = (side: BudgetTrade['side']) =>
    Int32Array.from(order.keys().filter((row) => trades[order[row] as number]?.side === side));
  return {
    problem,
    order,
    buys: rowsOf('buy'),
    sells: rowsOf('sell'),
    first,
    low: column('low'),
    high: column('high'),
    offset: column('offset'),
    fixed: column('fixed'),
    slope: column('slope'),
    kink: column('kink'),
    extra: column('extra'),
    impact: column('impact'),
  };
}

function rowStretches(legs: readonly BudgetLeg[], dustMinor: number): Stretch[] {
  const stretches: Stretch[] = [];
  let offset = 0;
  let paidMinor = 0;
  legs.forEach((leg, index) => {
    const usable = legStretches(leg).map((stretch) => usablePart(stretch, dustMinor));
    const found = usable.filter((stretch) => stretch !== null);
    // A holding that is worth no order is passed over on the way to the next one, as if it cost what it is worth.
    const through = { ...NOTHING, low: leg.sizeMinor, high: leg.sizeMinor, slope: 1 };
    const own = found.length === 0 && index < legs.length - 1 ? [through] : found;
    for (const stretch of own) stretches.push(shifted(stretch, offset, paidMinor));
    const last = own.at(-1);
    paidMinor += last ? stretchCost(last, leg.sizeMinor) : 0;
    offset += leg.sizeMinor;
  });
  return stretches;
}

const NOTHING = { offset: 0, fixed: 0, slope: 0, kink: 0, extra: 0, impact: 0 };

/** One leg alone: up to the cap its commission is convex, beyond it flat. */
function legStretches({ curve, sizeMinor }: BudgetLeg): Stretch[] {
  const { commissionRate, minimumMinor, capMinor, proportionalRate: slope, impactRatePerRootMinor: impact } = curve;
  const base = { ...NOTHING, low: 0, slope, impact };
  if (minimumMinor >= capMinor) return [{ ...base, high: sizeMinor, fixed: capMinor, kink: sizeMinor }];
  const kink = commissionRate > 0 ? Math.min(sizeMinor, minimumMinor / commissionRate) : sizeMinor;
  const capAt = commissionRate > 0 ? capMinor / commissionRate : Number.POSITIVE_INFINITY;
  const below = { ...base, high: Math.min(sizeMinor, capAt), fixed: minimumMinor, kink, extra: commissionRate };
  if (capAt >= sizeMinor) return [below];
  return [below, { ...base, low: capAt, high: sizeMinor, fixed: capMinor, kink: sizeMinor }];
}

/** The part of a stretch on which an order is neither dust nor costs what it is worth; what it is worth more is concave. */
function usablePart(stretch: Stretch, dustMinor: number): Stretch | null {
  const low = Math.max(stretch.low, dustMinor);
  if (low > stretch.high) return null;
  const worth = (value: number) => value - stretchCost(stretch, value);
  const best = stretchResponse({ ...stretch, low }, 1);
  if (worth(best) <= 0) return null;
  const lowest = worth(low) > 0 ? low : boundary(worth, best, low);
  const highest = worth(stretch.high) > 0 ? stretch.high : boundary(worth, best, stretch.high);
  return { ...stretch, low: lowest, high: highest };
}

/** The last point on the way from `inside` to `outside` at which `worth` is positive. */
function boundary(worth: (value: number) => number, inside: number, outside: number): number {
  let good = inside;
  let bad = outside;
  for (let round = 0; round < 60; round += 1) {
    const middle = (good + bad) / 2;
    if (worth(middle) > 0) good = middle;
    else bad = middle;
  }
  return good;
}

function shifted(stretch: Stretch, offset: number, paidMinor: number): Stretch {
  const { low, high, kink, fixed } = stretch;
  return {
    ...stretch,
    low: low + offset,
    high: high + offset,
    kink: kink + offset,
    offset,
    fixed: fixed + paidMinor,
  };
}

/** Cost of trading `value`, which lies on the stretch. */
export function stretchCost(stretch: Stretch, value: number): number {
  const { offset, fixed, slope, kink, extra, impact } = stretch;
  const own = value - offset;
  return fixed + slope * own + extra * Math.max(0, value - kink) + impact * own * Math.sqrt(own);
}

/** The value on the stretch at which one more unit costs `price`: where price·value − cost is largest; ties go low. */
export function stretchResponse(stretch: Stretch, price: number): number {
  const { low, high, offset, slope, kink, extra, impact } = stretch;
  const bend = Math.max(low, Math.min(kink, high));
  if (impact === 0) return price > slope + extra ? high : price > slope ? bend : low;
  const root = (price - slope) / (1.5 * impact);
  const flat = root > 0 ? offset + root * root : low;
  if (flat <= bend) return Math.max(low, flat);
  const steepRoot = (price - slope - extra) / (1.5 * impact);
  const steep = steepRoot > 0 ? offset + steepRoot * steepRoot : bend;
  return Math.min(high, Math.max(bend, steep));
}

function compareTrades(a: BudgetTrade, b: BudgetTrade): number {
  const left = contentOf(a);
  const right = contentOf(b);
  for (let index = 0; index < Math.min(left.length, right.length); index += 1) {
    const difference = (left[index] as number) - (right[index] as number);
    // Two endless caps differ by NaN and are alike.
    if (difference < 0 || difference > 0) return difference;
  }
  return left.length - right.length;
}

function contentOf({ side, legs, fxIndex }: BudgetTrade): number[] {
  const content = [side === 'buy' ? 0 : 1, fxIndex ?? -1];
  for (const { sizeMinor, curve } of legs) {
    const { commissionRate, minimumMinor, capMinor, proportionalRate, impactRatePerRootMinor } = curve;
    content.push(-sizeMinor, commissionRate, minimumMinor, capMinor, proportionalRate, impactRatePerRootMinor);
  }
  return content;
}
