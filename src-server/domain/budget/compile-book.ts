/**
 * Owns the flat form of a budget problem that the search runs on: every leg cut into stretches on which its cost is
 * convex. Rows are put into an order of their own content, so the order they came in changes nothing.
 */

import type { BudgetLeg, BudgetProblem, BudgetTrade } from './budget-problem.ts';

/** What is sold in one currency: 0 is the base currency, then the netted ones (`fxIndex` + 1). */
export interface PotAmount {
  readonly pot: number;
  readonly amount: number;
}

/** Cost of a value x on a stretch, with y = x − offset: fixed + slope·y + extra·max(0, x − kink) + impact·y^1.5. */
export interface Stretch {
  readonly low: number;
  readonly high: number;
  readonly offset: number;
  readonly fixed: number;
  readonly slope: number;
  readonly kink: number;
  readonly extra: number;
  readonly impact: number;
  /** The currency that the stretch is traded in. */
  readonly pot: number;
  /** What the legs before it come to, where they are in other currencies. */
  readonly before: readonly PotAmount[] | null;
}

/** Stretches of a row by size; between them and below them there is no order. */
export type BookRow = readonly Stretch[];

export interface BookSide {
  readonly rows: readonly BookRow[];
  /** Row of this side to trade of the problem. */
  readonly trades: readonly number[];
  /** At this price for a unit everything is traded. */
  readonly topPrice: number;
}

export interface Book {
  readonly problem: BudgetProblem;
  readonly buys: BookSide;
  readonly sells: BookSide;
}

/** The book of a problem; a row of which no order is worth sending has no stretches. */
export function compileBook(problem: BudgetProblem): Book {
  return { problem, buys: bookSide(problem, 'buy'), sells: bookSide(problem, 'sell') };
}

function bookSide(problem: BudgetProblem, side: BudgetTrade['side']): BookSide {
  const { trades } = problem;
  const own = trades.map((trade, index) => ({ trade, index })).filter(({ trade }) => trade.side === side);
  own.sort((a, b) => compareTrades(a.trade, b.trade) || a.index - b.index);
  const stretchesOf = side === 'buy' ? buyStretches : sellStretches;
  const rows = own.map(({ trade }) => stretchesOf(trade.legs, problem));
  return { rows, trades: own.map(({ index }) => index), topPrice: Math.max(0, ...rows.map(topPriceOf)) * TOP_MARGIN };
}

const TOP_MARGIN = 1.001;

/** The steepest way up to the end of the row: from nothing, from the end of a stretch, or along one. */
function topPriceOf(row: BookRow): number {
  const last = row.at(-1);
  if (last === undefined) return 0;
  const total = stretchCost(last, last.high);
  let steepest = total / last.high;
  for (const stretch of row) {
    const { slope, extra, impact, high, offset } = stretch;
    const ahead = last.high > high ? (total - stretchCost(stretch, high)) / (last.high - high) : 0;
    steepest = Math.max(steepest, slope + extra + 1.5 * impact * Math.sqrt(high - offset), ahead);
  }
  return steepest;
}

/** Each leg for its own range of values. */
function buyStretches(legs: readonly BudgetLeg[], problem: BudgetProblem): Stretch[] {
  return legs.flatMap((leg, index) => {
    const above = legs[index - 1]?.sizeMinor ?? 0;
    return legStretches(leg)
      .map((stretch) => usablePart({ ...stretch, low: Math.max(stretch.low, above) }, leg, problem))
      .filter((stretch) => stretch !== null)
      .map((stretch) => shifted({ ...stretch, pot: potOf(leg) }, 0, 0));
  });
}

/** One leg after the other. */
function sellStretches(legs: readonly BudgetLeg[], problem: BudgetProblem): Stretch[] {
  const stretches: Stretch[] = [];
  let offset = 0;
  let paidMinor = 0;
  const passed: PotAmount[] = [];
  legs.forEach((leg, index) => {
    const pot = potOf(leg);
    const before = passed.some((other) => other.pot !== pot) ? [...passed] : null;
    const usable = legStretches(leg).map((stretch) => usablePart(stretch, leg, problem));
    const found = usable.filter((stretch) => stretch !== null);
    // A holding that is worth no order is passed over on the way to the next one, as if it cost what it is worth.
    const through = { ...NOTHING, low: leg.sizeMinor, high: leg.sizeMinor, slope: 1 };
    const own = found.length === 0 && index < legs.length - 1 ? [through] : found;
    for (const stretch of own) stretches.push(shifted({ ...stretch, pot, before }, offset, paidMinor));
    const last = own.at(-1);
    paidMinor += last ? stretchCost(last, leg.sizeMinor) : 0;
    offset += leg.sizeMinor;
    passed.push({ pot, amount: leg.sizeMinor });
  });
  return stretches;
}

function potOf({ fxIndex }: BudgetLeg): number {
  return fxIndex === undefined ? 0 : fxIndex + 1;
}

const NOTHING = { offset: 0, fixed: 0, slope: 0, kink: 0, extra: 0, impact: 0, pot: 0, before: null };

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

/** The part of a stretch on which an order is neither dust nor costs too much of its value; what is to spare is concave. */
function usablePart(stretch: Stretch, { fxIndex }: BudgetLeg, problem: BudgetProblem): Stretch | null {
  const { dustMinor, mostCostShare = 1, nettedFxRates } = problem;
  const low = Math.max(stretch.low, dustMinor);
  if (low > stretch.high) return null;
  const share = mostCostShare - (fxIndex === undefined ? 0 : (nettedFxRates?.[fxIndex] ?? 0));
  const worth = (value: number) => share * value - stretchCost(stretch, value);
  const best = stretchResponse({ ...stretch, low }, share);
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

/** Written out, so that all stretches have one hidden class: the search reads them millions of times. */
function shifted(stretch: Stretch, by: number, paidMinor: number): Stretch {
  return {
    low: stretch.low + by,
    high: stretch.high + by,
    offset: by,
    fixed: stretch.fixed + paidMinor,
    slope: stretch.slope,
    kink: stretch.kink + by,
    extra: stretch.extra,
    impact: stretch.impact,
    pot: stretch.pot,
    before: stretch.before,
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

/** By content alone, so that only rows that are exactly alike keep the order they came in. */
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

function contentOf({ side, legs }: BudgetTrade): number[] {
  const content = [side === 'buy' ? 0 : 1];
  for (const { sizeMinor, curve, fxIndex } of legs) {
    const { commissionRate, minimumMinor, capMinor, proportionalRate, impactRatePerRootMinor } = curve;
    content.push(
      -sizeMinor,
      fxIndex ?? -1,
      commissionRate,
      minimumMinor,
      capMinor,
      proportionalRate,
      impactRatePerRootMinor,
    );
  }
  return content;
}
