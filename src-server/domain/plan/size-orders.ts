/**
 * Converts trade values to exact orders: quantities rounded down to the allowed decimals and lots, never more than
 * held, with exact cost estimates, sells first. Cash is checked elsewhere.
 */

import type { Venue } from '../costs/choose-venue.ts';
import { addCosts, type CostParts, NO_COSTS } from '../costs/cost-parts.ts';
import { isWorthSending, isWorthTrading } from '../costs/economic-order.ts';
import { estimateOrderCosts } from '../costs/estimate-order-costs.ts';
import type { MarketView, Side } from '../market-view.ts';
import type { PlanInput } from './plan.ts';
import { buyVenueFor, type RebalanceRow, type TradeMinor } from './rebalance-row.ts';
import { type SellOrder, splitSell } from './row-orders.ts';

/** An order before it is numbered and explained. `valueMinor` is at mid in the base currency. */
export interface DraftOrder {
  readonly row: RebalanceRow;
  readonly side: Side;
  readonly venue: Venue;
  readonly quantityMicro: number;
  readonly valueMinor: number;
  readonly costs: CostParts;
  /** The conversion rate after netting. */
  readonly fxConversionBps: number;
}

export interface SizingTerms {
  readonly currency: string;
  readonly cashMinor: number;
  /** Smallest step of a quantity: 100 for four decimals. */
  readonly stepMicro: number;
  readonly view: MarketView;
  /** Smallest step of a holding that is sold in full; left out: its lot. */
  readonly exitStepMicro?: number;
}

/** Returns the steps of quantities in this plan. */
export function sizingTerms({ currency, cashMinor, view, settings, constraints }: PlanInput): SizingTerms {
  const stepMicro = 10 ** (6 - settings.fractionalPrecision);
  if (constraints?.wholeShares !== true) return { currency, cashMinor, view, stepMicro };
  return { currency, cashMinor, view, stepMicro: WHOLE_SHARE_MICRO, exitStepMicro: WHOLE_SHARE_MICRO };
}

const WHOLE_SHARE_MICRO = 1_000_000;

/** Returns sells, largest value first, then buys, largest first; orders that are not worth sending are left out. */
export function sizeOrders(
  rows: readonly RebalanceRow[],
  trades: readonly TradeMinor[],
  terms: SizingTerms,
): DraftOrder[] {
  const sells: DraftOrder[] = [];
  const buys: DraftOrder[] = [];
  rows.forEach((row, index) => {
    const trade = trades[index] ?? 0;
    if (trade < 0) sizeSells(row, -trade, terms, sells);
    const draft = trade > 0 ? buyOf(row, trade, terms) : null;
    if (draft) buys.push(draft);
  });
  return inSequence([...sells, ...buys]);
}

/** Returns sells, largest value first, then buys, largest first. */
export function inSequence(drafts: readonly DraftOrder[]): DraftOrder[] {
  return [...drafts].sort((a, b) => (a.side === b.side ? largestFirst(a, b) : a.side === 'sell' ? -1 : 1));
}

/** Returns a buy of at most this value at the cheapest exchange; `null` if it is not worth an order. */
export function buyOf(row: RebalanceRow, valueMinor: number, terms: SizingTerms): DraftOrder | null {
  const venue = buyVenueFor(row, valueMinor);
  return venue && draftOrder(row, 'buy', venue, steppedQuantity(row, valueMinor, venue, stepAt(venue, terms)), terms);
}

/** Returns the order with exact value and costs, or `null` if it is not worth sending (decision G47). */
export function draftOrder(
  row: RebalanceRow,
  side: Side,
  venue: Venue,
  quantityMicro: number,
  terms: SizingTerms,
): DraftOrder | null {
  if (quantityMicro <= 0) return null;
  const { listing } = venue;
  const order = { side, quantityMicro, listing, instrument: row.instrument, currency: terms.currency };
  const { valueMinor, costs } = estimateOrderCosts(order, terms.view);
  if (!isWorthSending(valueMinor, costs.totalMinor, row.limits?.minOrderMinor)) return null;
  return { row, side, venue, quantityMicro, valueMinor, costs, fxConversionBps: terms.view.fxConversionBps };
}

/** Returns the cost parts of all drafts together. */
export function totalCosts(drafts: readonly DraftOrder[]): CostParts {
  return drafts.reduce((sum, draft) => addCosts(sum, draft.costs), NO_COSTS);
}

function sizeSells(row: RebalanceRow, sellMinor: number, terms: SizingTerms, sells: DraftOrder[]): void {
  for (const order of splitSell(row, sellMinor).orders) {
    const draft = draftOrder(row, 'sell', order.venue, sellQuantityMicro(row, order, terms), terms);
    if (draft) sells.push(draft);
  }
}

/**
 * A row with a target of zero is sold to the last lot, whatever the decimals of an ordinary order. That also holds if
 * the rest is not worth an order of its own, because the optimisation may end slightly below the full holding.
 */
function sellQuantityMicro(row: RebalanceRow, { venue, valueMinor }: SellOrder, terms: SizingTerms): number {
  const { scaledTargetWeight, limits, reachableMinor } = row;
  const restMinor = venue.valueMinor - valueMinor;
  const isLimited = limits !== undefined && limits.maxSellMinor < reachableMinor;
  const isExit =
    scaledTargetWeight === 0 && !isLimited && !isWorthTrading(venue.curve, restMinor, limits?.minOrderMinor);
  if (isExit) return stepDown(venue.quantityMicro, Math.max(venue.listing.lotMicro, terms.exitStepMicro ?? 0));
  const stepMicro = stepAt(venue, terms);
  return Math.min(steppedQuantity(row, valueMinor, venue, stepMicro), stepDown(venue.quantityMicro, stepMicro));
}

/** Rounds down, unless the row rounds up. */
export function steppedQuantity(
  { roundsUp, limits }: RebalanceRow,
  valueMinor: number,
  venue: Venue,
  stepMicro: number,
): number {
  const steps = ((valueMinor / venue.curve.shareMinor) * 1e6) / stepMicro;
  // Constraints limit the trade, so their rows are never rounded up.
  if (roundsUp === true && limits === undefined) return Math.ceil(steps - FLOAT_NOISE_STEPS) * stepMicro;
  return Math.floor(steps + FLOAT_NOISE_STEPS) * stepMicro;
}

/** Prevents that twenty shares become 19.9999 by a rounded quotient; far too small to affect cash. */
const FLOAT_NOISE_STEPS = 1e-6;

/** Returns the plan's step or the venue's lot: both are powers of ten, so the larger one is a multiple of both. */
export function stepAt({ listing }: Pick<Venue, 'listing'>, { stepMicro }: Pick<SizingTerms, 'stepMicro'>): number {
  return Math.max(stepMicro, listing.lotMicro);
}

function stepDown(quantityMicro: number, stepMicro: number): number {
  return quantityMicro - (quantityMicro % stepMicro);
}

function largestFirst(a: DraftOrder, b: DraftOrder): number {
  if (a.valueMinor !== b.valueMinor) return b.valueMinor - a.valueMinor;
  if (a.row.drift.isin !== b.row.drift.isin) return a.row.drift.isin < b.row.drift.isin ? -1 : 1;
  return a.venue.listing.mic < b.venue.listing.mic ? -1 : 1;
}
