/**
 * Computes the goals of a plan that trades back to the edge of the band and no further (decision O6). Rows outside
 * their band move to its edge; all others remain, except those that must pay for these trades and their costs, or
 * absorb their proceeds. Pure; weights are floats, since exact amounts come with the orders.
 */
import type { Venue } from '../costs/choose-venue.ts';
import { MAX_COST_SHARE, minWorthMinor } from '../costs/economic-order.ts';
import { halfSpreadMicro } from '../costs/estimate-order-costs.ts';
import { type DriftBand, halfWidth } from '../valuation/drift.ts';
import { buyVenueFor, type RebalanceRow } from './rebalance-row.ts';
import { splitTrade } from './row-orders.ts';
import { type SizingTerms, stepAt } from './size-orders.ts';
import type { SolvedTrades } from './solve-trade-values.ts';

export interface EdgeRow {
  /** Shares of the value after costs. */
  readonly weight: number;
  readonly target: number;
  /** Largest allowed distance from the target. */
  readonly half: number;
  readonly isBreached: boolean;
  /**
   * Reachable weights: a row without a listed exchange cannot be bought, one without a connected exchange cannot be
   * sold.
   */
  readonly least: number;
  readonly most: number;
  /** The sizes of a trade that are worth an order, ascending; left out: all sizes. */
  readonly sizes?: readonly { readonly least: number; readonly most: number }[];
}

/** The costs of the plan, as shares of the value after costs. */
interface EdgeCosts {
  readonly total: number;
  /** Costs that fills at mid would not have: with more value, rows below their target weigh less. */
  readonly implicit: number;
  /** Additional cost of buys whose quantities are rounded up. */
  readonly rounding: number;
}

export const NO_EDGE_COSTS: EdgeCosts = { total: 0, implicit: 0, rounding: 0 };

/**
 * Returns the weight that each row should have. Cash moves towards its target and never beyond it. Money that it cannot
 * pay or absorb is traded in rows on the other side of their targets, those furthest within their bands first: all of
 * them end at the same fraction of the way to their edges, except for trades that would be too small for an order.
 */
export function edgeWeights(rows: readonly EdgeRow[], costs: EdgeCosts = NO_EDGE_COSTS): number[] {
  const unchanged = new Set<EdgeRow>();
  const weightsAt = (over: number, under: number) =>
    rows.map((row) => (unchanged.has(row) ? row.weight : goalOf(row, over, under, costs)));
  const atEdge = weightsAt(1, 1);
  const cashDrift = rows.reduce((sum, { weight, target }) => sum + target - weight, 0) + surplusOf(rows);
  const cashAfter = (goals: readonly number[]) =>
    rows.reduce((sum, { weight }, index) => sum + weight - (goals[index] ?? weight), cashDrift);
  const floor = Math.min(cashDrift + costs.total, 0) + costs.rounding;
  const ceiling = Math.max(cashDrift + costs.total, 0, floor);
  const [isTooMuch, isTooLittle] = [
    (goals: readonly number[]) => cashAfter(goals) > ceiling + NOISE,
    (goals: readonly number[]) => cashAfter(goals) < floor - NOISE,
  ];
  if (!isTooMuch(atEdge) && !isTooLittle(atEdge)) return atEdge;
  const search = isTooMuch(atEdge)
    ? () => searched((share) => weightsAt(1, share), isTooMuch)
    : () => searched((share) => weightsAt(share, 1), isTooLittle);
  for (;;) {
    const goals = search();
    const small = tooSmall(rows, goals);
    if (small.length === 0) return goals;
    const others =
      rows.filter((row, index) => goals[index] !== atEdge[index] && !unchanged.has(row)).length - small.length;
    if (others === 0 && small.length === 1) return withLeastTrade(rows, goals, small[0] as EdgeRow, isTooLittle);
    // Drops the smaller half, the one that could contribute most last, so that the others trade more.
    for (const row of small.slice(0, Math.max(1, Math.floor(small.length / 2)))) unchanged.add(row);
  }
}

const NOISE = 1e-12;

/** Returns trades that are not worth an order, the smallest first. A row outside its band is always worth one. */
function tooSmall(rows: readonly EdgeRow[], goals: readonly number[]): EdgeRow[] {
  const sizes = new Map<EdgeRow, number>();
  rows.forEach((row, index) => {
    const size = Math.abs((goals[index] ?? row.weight) - row.weight);
    if (!row.isBreached && size > NOISE && worthwhile(row, size) > size) sizes.set(row, size);
  });
  return [...sizes.keys()].sort((a, b) => (sizes.get(a) ?? 0) - (sizes.get(b) ?? 0));
}

/** Missing money is worth an order; left-over money remains cash. */
function withLeastTrade(
  rows: readonly EdgeRow[],
  goals: readonly number[],
  row: EdgeRow,
  isTooLittle: (goals: readonly number[]) => boolean,
): number[] {
  const idle = goals.map((goal, index) => (rows[index] === row ? row.weight : goal));
  if (!isTooLittle(idle)) return idle;
  return goals.map((goal, index) => (rows[index] === row ? Math.max(row.least, tradedAtLeast(row, goal)) : goal));
}

/** Returns the costs of those trades. */
export function edgeCosts(
  rows: readonly RebalanceRow[],
  { trades, netNavMinor }: SolvedTrades,
  navMinor: number,
  sizing: SizingTerms,
): EdgeCosts {
  let [implicitMinor, roundingMinor] = [0, 0];
  rows.forEach((row, index) => {
    const trade = trades[index] ?? 0;
    const side = trade < 0 ? 'sell' : 'buy';
    for (const { venue, valueMinor } of splitTrade(row, trade).orders) {
      const halfSpread = halfSpreadMicro(venue.listing, side) / venue.listing.midMicro;
      implicitMinor += valueMinor * (halfSpread + venue.curve.impactRatePerRootMinor * Math.sqrt(valueMinor));
      if (side === 'buy' && row.roundsUp === true) roundingMinor += stepMinorAt(venue, sizing);
    }
  });
  const [total, implicit] = [(navMinor - netNavMinor) / netNavMinor, implicitMinor / netNavMinor];
  return { total, implicit, rounding: roundingMinor / netNavMinor };
}

/** Returns the rows with the goals of such a plan; rows that are not traded are `isIdle`. */
export function rowsToBandEdge(
  rows: readonly RebalanceRow[],
  band: DriftBand,
  netNavMinor: number,
  costs: EdgeCosts,
  sizing: SizingTerms,
): RebalanceRow[] {
  const edgeRows = rows.map((row) => edgeRow(row, band, netNavMinor, sizing));
  const goals = edgeWeights(edgeRows, costs);
  return rows.map((row, index) => {
    const [goal = 0, weight = 0] = [goals[index], edgeRows[index]?.weight];
    if (goal === weight) return { ...row, isIdle: true };
    if (goal > weight) return { ...row, scaledTargetWeight: goal, roundsUp: edgeRows[index]?.isBreached ?? false };
    // Sells pay for buys, so they are rounded up, too. A holding that is sold before another one may leave a part of a
    // step.
    const restMinor = row.sellable.slice(1).reduce((sum, holding) => sum + stepMinorAt(holding, sizing), 0);
    return { ...row, scaledTargetWeight: Math.max(0, goal - restMinor / netNavMinor), roundsUp: true };
  });
}

function edgeRow(row: RebalanceRow, band: DriftBand, netNavMinor: number, sizing: SizingTerms): EdgeRow {
  const { drift, heldMinor, reachableMinor, buyVenue } = row;
  const target = drift.targetWeight;
  const half = halfWidth(band, target);
  const weight = heldMinor / netNavMinor;
  return {
    weight,
    target,
    // Values are rounded to the cent, which in a small portfolio is more than a thousandth.
    half: Math.min(half * EDGE, half - 1 / netNavMinor),
    // Costs make every weight a little larger, which may move it outside.
    isBreached: isOutside(drift, band, half) || weight - target > half,
    least: weight - reachableMinor / netNavMinor,
    most: buyVenue === null ? weight : Number.POSITIVE_INFINITY,
    sizes: (weight > target ? sellSizes(row, sizing) : buySizes(row, sizing)).map(({ least, most }) => ({
      least: least / netNavMinor,
      most: most / netNavMinor,
    })),
  };
}

/** Holdings are sold one after the other, each in full before the next. */
function sellSizes({ sellable }: RebalanceRow, sizing: SizingTerms): { least: number; most: number }[] {
  let before = 0;
  return sellable.map((holding) => {
    const least = before + leastOrderMinor(holding, sizing);
    before += holding.valueMinor;
    return { least: Math.min(least, before), most: before };
  });
}

function buySizes(row: RebalanceRow, sizing: SizingTerms): { least: number; most: number }[] {
  const venue = buyVenueFor(row, 0);
  return venue === null ? [] : [{ least: leastOrderMinor(venue, sizing), most: Number.POSITIVE_INFINITY }];
}

/** Adds one step, since quantities are rounded, and the order's own cost, by which the value of the portfolio falls. */
function leastOrderMinor(venue: Venue, sizing: SizingTerms): number {
  return minWorthMinor(venue.curve) * (1 + 1.5 * MAX_COST_SHARE) + stepMinorAt(venue, sizing);
}

function stepMinorAt(venue: Venue, sizing: SizingTerms): number {
  return (stepAt(venue, sizing) * venue.curve.shareMinor) / 1e6;
}

/**
 * Goals are inside the band by a thousandth, so that a difference between estimated and real fills and costs does not
 * leave a row outside.
 */
const EDGE = 0.999;

/** Checked like the band: a relative one compares rounded shares of the target. */
function isOutside({ drift, relativeDrift }: RebalanceRow['drift'], band: DriftBand, half: number): boolean {
  const isRelative = band.bandType === 'relative' && relativeDrift !== null;
  return isRelative ? Math.abs(relativeDrift) > band.threshold : Math.abs(drift) > half;
}

/** `over` and `under`: the fraction of the way to the edge at which rows above and below their targets may remain. */
function goalOf(row: EdgeRow, over: number, under: number, { implicit }: EdgeCosts): number {
  const { weight, target, half, isBreached, least, most } = row;
  const room = isBreached ? half : Math.max(half, Math.abs(weight - target));
  const lowestAt = (share: number) => (target - share * room) * (1 + (isBreached ? implicit : 0));
  const lowest = Math.min(lowestAt(under), Math.max(target, lowestAt(1)));
  const wanted = Math.min(Math.max(weight, lowest), target + over * room);
  const goal = isBreached && wanted !== weight ? tradedAtLeast(row, wanted) : wanted;
  return Math.min(Math.max(goal, least), most);
}

/** Returns the goal, or one so much further that the trade is worth an order, at most the target. */
function tradedAtLeast(row: EdgeRow, goal: number): number {
  const { weight, target } = row;
  const size = worthwhile(row, Math.abs(goal - weight));
  if (goal < weight) return Math.min(goal, Math.max(target, weight - size));
  return Math.max(goal, Math.min(target, weight + size));
}

/** Returns the least size that is worth an order and not smaller; the size itself if there is none. */
function worthwhile({ sizes }: EdgeRow, size: number): number {
  const found = sizes?.find(({ most }) => size <= most);
  return found === undefined ? size : Math.max(size, found.least);
}

/** Returns the negative excess of the targets over the whole; 0 without one, as the cash target is their remainder. */
function surplusOf(rows: readonly EdgeRow[]): number {
  const targets = rows.reduce((sum, { target }) => sum + target, 0);
  return Math.min(0, 1 - targets);
}

/** Returns the goals at the largest share at which they are not too much any more. */
function searched(at: (share: number) => number[], isTooMuch: (goals: readonly number[]) => boolean): number[] {
  let [enough, tooMuch] = [0, 1];
  for (let round = 0; round < BISECTIONS; round += 1) {
    const middle = (enough + tooMuch) / 2;
    if (isTooMuch(at(middle))) tooMuch = middle;
    else enough = middle;
  }
  return at(enough);
}

const BISECTIONS = 50;
