/**
 * Computes how much a row can trade for every cent of cost, by exact charges: each charge is rounded separately, so a
 * few cents decide what a small budget pays for, which the float model of costs does not capture.
 */

import type { Venue } from '../costs/choose-venue.ts';
import { isWorthSending, isWorthTrading } from '../costs/economic-order.ts';
import { estimateOrderCosts, type OrderEstimate } from '../costs/estimate-order-costs.ts';
import type { Side } from '../market-view.ts';
import type { RebalanceRow, TradeMinor } from '../plan/rebalance-row.ts';
import { type SizingTerms, stepAt } from '../plan/size-orders.ts';

interface LevelOrder {
  readonly venue: Venue;
  readonly quantityMicro: number;
}

/** The largest trade at no more than this cost, and its orders; values at mid, base currency. */
export interface Level {
  readonly costMinor: number;
  readonly valueMinor: number;
  readonly orders: readonly LevelOrder[];
  /** Value of all orders except the last. */
  readonly beforeMinor: number;
}

/** The range of a row's costs, conversion counted before netting. */
export interface CostRange {
  readonly fromMinor: number;
  readonly toMinor: number;
}

/** A possible last order of a trade, and the holdings that are sold in full before it. */
interface Stage {
  readonly venue: Venue;
  readonly maxMicro: number;
  readonly before: Level;
}

const NOTHING: Level = { costMinor: 0, valueMinor: 0, orders: [], beforeMinor: 0 };

/**
 * Returns levels in ascending order from the least order on: the value of a trade in one direction at every `unitMinor`
 * of cost, conversion counted before netting. `tradeMinor` is the row's largest trade.
 */
export function budgetLevels(
  row: RebalanceRow,
  tradeMinor: TradeMinor,
  range: CostRange,
  unitMinor: number,
  terms: SizingTerms,
): Level[] {
  const side = tradeMinor > 0 ? 'buy' : 'sell';
  const stages = side === 'buy' ? buyStages(row, tradeMinor, terms) : sellStages(row, -tradeMinor, terms);
  const best = new Map<number, Level>();
  for (const stage of stages) {
    for (const level of stageLevels(row, side, stage, range, unitMinor, terms)) {
      if (!level.orders.every((order) => leavesWorth(row, side, order))) continue;
      const units = Math.ceil(level.costMinor / unitMinor);
      if (level.valueMinor > (best.get(units)?.valueMinor ?? 0)) best.set(units, level);
    }
  }
  let maxMinor = 0;
  return [...best.entries()]
    .sort(([a], [b]) => a - b)
    .flatMap(([, level]) => {
      if (level.valueMinor <= maxMinor) return [];
      maxMinor = level.valueMinor;
      return [level];
    });
}

/**
 * Whether a position without target is sold to its last lot, or leaves a rest that is worth an order (decision G21).
 */
export function leavesWorth(
  { scaledTargetWeight, sellable, limits }: RebalanceRow,
  side: Side,
  { venue, quantityMicro }: LevelOrder,
): boolean {
  if (side === 'buy' || scaledTargetWeight > 0) return true;
  const held = sellable.find(({ listing }) => listing === venue.listing)?.quantityMicro ?? quantityMicro;
  const restMicro = held - quantityMicro;
  if (restMicro < venue.listing.lotMicro) return true;
  return isWorthTrading(venue.curve, (restMicro / 1e6) * venue.curve.shareMinor, limits?.minOrderMinor);
}

function buyStages({ buyVenues }: RebalanceRow, tradeMinor: number, terms: SizingTerms): Stage[] {
  return buyVenues.map((venue) => ({ venue, maxMicro: microFor(venue, tradeMinor, terms), before: NOTHING }));
}

function sellStages(row: RebalanceRow, tradeMinor: number, terms: SizingTerms): Stage[] {
  const stages: Stage[] = [];
  let before = NOTHING;
  for (const holding of row.sellable) {
    const leftMinor = tradeMinor - before.valueMinor;
    if (leftMinor <= 0) break;
    const stepMicro = row.scaledTargetWeight === 0 ? holding.listing.lotMicro : stepAt(holding, terms);
    const wholeMicro = holding.quantityMicro - (holding.quantityMicro % stepMicro);
    const isWhole = leftMinor >= holding.valueMinor;
    const maxMicro = isWhole ? wholeMicro : Math.min(wholeMicro, microFor(holding, leftMinor, terms));
    stages.push({ venue: holding, maxMicro, before });
    before = levelAfter(before, row, 'sell', { venue: holding, quantityMicro: wholeMicro }, terms);
  }
  return stages;
}

function levelAfter(before: Level, row: RebalanceRow, side: Side, order: LevelOrder, terms: SizingTerms): Level {
  const { valueMinor, costs } = estimateAt(row, side, order.venue, order.quantityMicro, terms);
  return {
    costMinor: before.costMinor + costs.totalMinor,
    valueMinor: before.valueMinor + valueMinor,
    orders: [...before.orders, order],
    beforeMinor: before.valueMinor,
  };
}

/** Returns as many steps as the value buys, rounded down. */
function microFor(venue: Venue, valueMinor: number, terms: SizingTerms): number {
  const stepMicro = stepAt(venue, terms);
  return Math.floor(((valueMinor / venue.curve.shareMinor) * 1e6) / stepMicro + FLOAT_NOISE_STEPS) * stepMicro;
}

const FLOAT_NOISE_STEPS = 1e-6;

function estimateAt(
  { instrument }: RebalanceRow,
  side: Side,
  { listing }: Venue,
  quantityMicro: number,
  { currency, view }: SizingTerms,
): OrderEstimate {
  return estimateOrderCosts({ side, quantityMicro, listing, instrument, currency }, view);
}

/**
 * Returns levels from the cost of the least order on: at every unit the largest trade at no more than that cost, up to
 * the largest trade of the stage.
 */
function stageLevels(
  row: RebalanceRow,
  side: Side,
  { venue, maxMicro, before }: Stage,
  { fromMinor, toMinor }: CostRange,
  unitMinor: number,
  terms: SizingTerms,
): Level[] {
  const stepMicro = stepAt(venue, terms);
  const at = (steps: number) => estimateAt(row, side, venue, Math.min(steps * stepMicro, maxMicro), terms);
  const most = Math.ceil(maxMicro / stepMicro);
  const isWorth = ({ valueMinor, costs }: OrderEstimate) =>
    isWorthSending(valueMinor, costs.totalMinor, row.limits?.minOrderMinor);
  if (most < 1 || !isWorth(at(most))) return [];
  const levels: Level[] = [];
  let width = 1;
  const costAt = (steps: number) => before.costMinor + at(steps).costs.totalMinor;
  const isInRange = (steps: number) => costAt(steps) >= fromMinor && isWorth(at(steps));
  if (!isInRange(most)) return [];
  for (let steps = boundary(0, most, 1, isInRange).inside; steps <= most; ) {
    const levelMinor = Math.ceil(costAt(steps) / unitMinor) * unitMinor;
    if (levelMinor > toMinor) break;
    const isBeyond = (each: number) => each > most || costAt(each) > levelMinor;
    const { outside, inside } = boundary(steps, most + 1, width, isBeyond);
    const quantityMicro = Math.min(outside * stepMicro, maxMicro);
    levels.push(levelAfter(before, row, side, { venue, quantityMicro }, terms));
    width = inside - steps;
    steps = inside;
  }
  return levels;
}

/**
 * Returns two numbers around the point from which a condition holds, as it does at `to`; only the second meets it. The
 * search begins with a step of `width`. They are adjacent, or nearly so far from the start.
 */
function boundary(from: number, to: number, width: number, holds: (at: number) => boolean) {
  if (!holds(to - 1)) return { outside: to - 1, inside: to };
  let [outside, inside] = [from, Math.min(to - 1, from + width)];
  for (let step = width; inside < to - 1 && !holds(inside); step *= 2) {
    outside = inside;
    inside = Math.min(to - 1, inside + step);
  }
  while (inside - outside > Math.max(1, (outside - from) / PARTS)) {
    const middle = Math.floor((outside + inside) / 2);
    if (holds(middle)) inside = middle;
    else outside = middle;
  }
  return { outside, inside };
}

/** A smaller part of the value that a unit of cost pays for is not worth further search. */
const PARTS = 4096;
