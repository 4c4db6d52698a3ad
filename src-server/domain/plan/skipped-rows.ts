/** Warns about rows that a plan does not trade in full, with the reasons. */

import { curveCostMinor } from '../costs/cost-curve.ts';
import { MAX_COST_SHARE, MIN_ORDER_MINOR } from '../costs/economic-order.ts';
import { estimateOrderCosts } from '../costs/estimate-order-costs.ts';
import type { Side } from '../market-view.ts';
import { formatMoney, formatQuantity } from '../numbers/format-number.ts';
import { cashAfterMinor } from './balance-cash.ts';
import type { PlanWarning } from './plan.ts';
import { gapOf, type RebalanceRow } from './rebalance-row.ts';
import { type RowOrder, splitTrade } from './row-orders.ts';
import { type DraftOrder, type SizingTerms, stepAt, steppedQuantity } from './size-orders.ts';
import { wantedTrade } from './solve-trade-values.ts';

/** A warning about one row. */
export interface RowWarning {
  readonly isin: string;
  /** The trade that is not made, or only in part. */
  readonly side: Side;
  readonly warning: PlanWarning;
}

/**
 * Returns warnings for rows that should trade and cannot, or are not worth an order (decisions G23, G47). `made` are
 * the orders of a plan without a budget, from which only rounding and cash leave something out; `null` if a budget
 * chose them.
 */
export function skippedRowWarnings(
  rows: readonly RebalanceRow[],
  netNavMinor: number,
  made: readonly DraftOrder[] | null,
  terms: SizingTerms,
): RowWarning[] {
  const idleMinor = cashAfterMinor(made ?? [], terms.cashMinor);
  const madeOf = Map.groupBy(made ?? [], ({ row }) => row.drift.isin);
  const blocked: RowWarning[] = [];
  const uneconomic: RowWarning[] = [];
  const unmade: RowWarning[] = [];
  for (const row of rows) {
    const { isin } = row.drift;
    const gapMinor = gapOf(row, netNavMinor);
    if (Math.abs(gapMinor) < MIN_ORDER_MINOR) continue;
    const possible = wantedTrade(row, netNavMinor);
    if (Math.abs(gapMinor - possible) >= MIN_ORDER_MINOR) {
      blocked.push({ isin, side: gapMinor > 0 ? 'buy' : 'sell', warning: disconnected(row, gapMinor, possible) });
    }
    const side = possible > 0 ? 'buy' : 'sell';
    const { orders, left } = splitTrade(row, possible);
    for (const part of left) {
      if (part.valueMinor >= MIN_ORDER_MINOR)
        uneconomic.push({ isin, side, warning: tooCostly(row, side, part, terms) });
    }
    for (const part of orders) {
      if (made === null || isMade(side, part, madeOf.get(isin) ?? [])) continue;
      const left = leftOf(row, side, part, idleMinor, terms);
      const warning = isTooCostly(left)
        ? tooCostly(row, side, left, terms)
        : tooLittle(row, side, part, idleMinor, terms);
      unmade.push({ isin, side, warning });
    }
  }
  // A disconnected exchange also explains missing cash for other rows.
  return [...blocked, ...uneconomic, ...(blocked.length === 0 ? unmade : [])];
}

/** Returns the part of an order that whole lots and, for a buy, idle cash allow; its cost is exact. */
export function leftOf(
  row: RebalanceRow,
  side: Side,
  { venue, valueMinor }: RowOrder,
  idleMinor: number,
  terms: SizingTerms,
): RowOrder {
  const possibleMinor = side === 'buy' ? valueFor(idleMinor, venue, valueMinor) : valueMinor;
  const quantityMicro = steppedQuantity(row, possibleMinor, venue, stepAt(venue, terms));
  const order = { side, quantityMicro, listing: venue.listing, instrument: row.instrument, currency: terms.currency };
  const estimate = estimateOrderCosts(order, terms.view);
  return { venue, valueMinor: estimate.valueMinor, costMinor: estimate.costs.totalMinor };
}

export function isTooCostly({ valueMinor, costMinor }: RowOrder): boolean {
  return valueMinor >= MIN_ORDER_MINOR && costMinor > MAX_COST_SHARE * valueMinor;
}

/** Returns the value that the cash pays for, costs included; at most the wanted one. */
function valueFor(cashMinor: number, { curve }: RowOrder['venue'], wantedMinor: number): number {
  let valueMinor = wantedMinor;
  for (let round = 0; round < MAX_ROUNDS; round += 1)
    valueMinor = Math.max(0, Math.min(wantedMinor, cashMinor - curveCostMinor(curve, valueMinor)));
  return valueMinor;
}

/** The cost is a small part of the value, so few rounds suffice. */
const MAX_ROUNDS = 8;

/** `made`: the orders of its row. A buy may have moved to another exchange. */
function isMade(side: Side, { venue }: RowOrder, made: readonly DraftOrder[]): boolean {
  return made.some((order) => side === 'buy' || order.venue.listing === venue.listing);
}

function disconnected(row: RebalanceRow, gapMinor: number, possible: number): PlanWarning {
  const verb = gapMinor > 0 ? 'bought' : 'sold';
  const part = Math.abs(possible) < MIN_ORDER_MINOR ? '' : ' in full';
  const mics = row.instrument.listings.filter((listing) => !listing.connected).map((listing) => listing.mic);
  const message = `${row.instrument.name} (${row.drift.isin}) cannot be ${verb}${part}: ${mics.join(', ')} disconnected or no current price.`;
  return { code: 'exchange_disconnected', message };
}

function tooCostly(
  row: RebalanceRow,
  side: Side,
  { venue, valueMinor, costMinor }: RowOrder,
  { currency }: SizingTerms,
): PlanWarning {
  const [value, cost] = [formatMoney(valueMinor, currency), formatMoney(costMinor, currency)];
  const why = `an order for ${value} would cost ${cost}, more than 10 % of its value`;
  return { code: 'uneconomic_order', message: `${notTraded(row, side, venue)}: ${why}.` };
}

/** States which of the two leaves too little for an order: its lots, or the remaining cash. */
function tooLittle(
  row: RebalanceRow,
  side: Side,
  { venue, valueMinor }: RowOrder,
  idleMinor: number,
  terms: SizingTerms,
): PlanWarning {
  const { currency } = terms;
  const wanted = formatMoney(valueMinor, currency);
  const stepMicro = stepAt(venue, terms);
  const isOfLots = steppedQuantity(row, valueMinor, venue, stepMicro) === 0;
  const lot = `${formatQuantity(stepMicro)} ${stepMicro === 1_000_000 ? 'share' : 'shares'}`;
  const why = isOfLots
    ? `${wanted} is less than the smallest order of ${lot}`
    : side === 'buy'
      ? `after the other orders, ${formatMoney(Math.max(0, idleMinor), currency)} of cash is left for ${wanted}`
      : `what whole lots of ${lot} leave of ${wanted} is too small for an order`;
  return { code: 'uneconomic_order', message: `${notTraded(row, side, venue)}: ${why}.` };
}

function notTraded({ instrument, drift }: RebalanceRow, side: Side, { listing }: RowOrder['venue']): string {
  return `${instrument.name} (${drift.isin}) is not ${side === 'buy' ? 'bought' : 'sold'} at ${listing.mic}`;
}
