/**
 * Owns the step from trade values to exact orders: quantities rounded down to the allowed decimals and lots, never
 * more than held, dust dropped, costs estimated exactly, sells first. Does not look at cash.
 */

import type { Venue } from './choose-venue.ts';
import { addCosts, type CostParts, NO_COSTS } from './cost-parts.ts';
import { estimateOrderCosts } from './estimate-order-costs.ts';
import type { MarketView, Side } from './market-view.ts';
import { buyVenueFor, type RebalanceRow, type TradeMinor } from './rebalance-row.ts';
import { DUST_MINOR } from './solve-trade-values.ts';

/** An order before it is numbered and explained. `valueMinor` is at mid in the base currency. */
export interface DraftOrder {
  readonly row: RebalanceRow;
  readonly side: Side;
  readonly venue: Venue;
  readonly quantityMicro: number;
  readonly valueMinor: number;
  readonly costs: CostParts;
  /** Charged on what has to be converted, after netting. */
  readonly fxConversionBps: number;
}

export interface SizingTerms {
  readonly currency: string;
  readonly cashMinor: number;
  /** Smallest step of a quantity: 100 for four decimals. */
  readonly stepMicro: number;
  readonly view: MarketView;
}

/** Sells, largest value first, then buys, largest first; orders that would cost what they are worth are left out. */
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
  return [...sells.sort(largestFirst), ...buys.sort(largestFirst)];
}

/** A buy of no more than this value where that costs least, or `null` if it is worth no order. */
export function buyOf(row: RebalanceRow, valueMinor: number, terms: SizingTerms): DraftOrder | null {
  const venue = buyVenueFor(row, valueMinor);
  return venue && draftOrder(row, 'buy', venue, quantityDown(valueMinor, venue, stepAt(venue, terms)), terms);
}

/** The order with exact value and costs, or `null` if it is dust or would cost what it is worth. */
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
  if (valueMinor < DUST_MINOR || costs.totalMinor >= valueMinor) return null;
  return { row, side, venue, quantityMicro, valueMinor, costs, fxConversionBps: terms.view.fxConversionBps };
}

/** Cost parts of all drafts together. */
export function totalCosts(drafts: readonly DraftOrder[]): CostParts {
  return drafts.reduce((sum, draft) => addCosts(sum, draft.costs), NO_COSTS);
}

function sizeSells(row: RebalanceRow, sellMinor: number, terms: SizingTerms, sells: DraftOrder[]): void {
  // A row that is to vanish is sold to the last lot, whatever decimals an ordinary order may have.
  const isExit = row.aimWeight === 0 && sellMinor >= row.sellableMinor;
  let restMinor = sellMinor;
  for (const holding of row.sellable) {
    if (restMinor <= 0) return;
    const stepMicro = stepAt(holding, terms);
    const allowed = Math.min(quantityDown(restMinor, holding, stepMicro), stepDown(holding.quantityMicro, stepMicro));
    const quantityMicro = isExit ? stepDown(holding.quantityMicro, holding.listing.lotMicro) : allowed;
    const draft = draftOrder(row, 'sell', holding, quantityMicro, terms);
    if (draft) sells.push(draft);
    restMinor -= holding.valueMinor;
  }
}

function quantityDown(valueMinor: number, venue: Venue, stepMicro: number): number {
  const steps = ((valueMinor / venue.curve.shareMinor) * 1e6) / stepMicro;
  return Math.floor(steps + FLOAT_NOISE_STEPS) * stepMicro;
}

/** Twenty shares must not become 19.9999 because a quotient came out a hair low; far below what cash could notice. */
const FLOAT_NOISE_STEPS = 1e-6;

/** The plan's step or the venue's lot: both are powers of ten, so the larger one fits both. */
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
