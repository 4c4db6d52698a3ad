/**
 * Warns of rows that a plan does not trade in full, and says why.
 */

import { MIN_ORDER_MINOR } from '../costs/economic-order.ts';
import type { Side } from '../market-view.ts';
import type { PlanWarning } from './plan.ts';
import { gapOf, type RebalanceRow } from './rebalance-row.ts';
import { type RowOrder, splitTrade } from './row-orders.ts';
import { wantedTrade } from './solve-trade-values.ts';

/** An order of the plan. */
interface MadeOrder {
  readonly row: RebalanceRow;
  readonly venue: RowOrder['venue'];
}

/**
 * Warnings for rows that should trade and cannot, or are not worth an order (decisions G23, G47). `made` are the orders
 * of a plan without a budget, from which only rounding and cash leave something out; `null` if a budget chose them.
 */
export function skippedRowWarnings(
  rows: readonly RebalanceRow[],
  netNavMinor: number,
  made: readonly MadeOrder[] | null,
): PlanWarning[] {
  const blocked: PlanWarning[] = [];
  const uneconomic: PlanWarning[] = [];
  const unmade: PlanWarning[] = [];
  for (const row of rows) {
    const gapMinor = gapOf(row, netNavMinor);
    if (Math.abs(gapMinor) < MIN_ORDER_MINOR) continue;
    const possible = wantedTrade(row, netNavMinor);
    if (Math.abs(gapMinor - possible) >= MIN_ORDER_MINOR) blocked.push(disconnected(row, gapMinor, possible));
    const side = possible > 0 ? 'buy' : 'sell';
    const { orders, left } = splitTrade(row, possible);
    for (const part of left) if (part.valueMinor >= MIN_ORDER_MINOR) uneconomic.push(tooCostly(row, side, part));
    for (const part of orders)
      if (made !== null && !isMade(row, side, part, made)) unmade.push(tooLittle(row, side, part));
  }
  // A disconnected exchange is also the reason why cash for other rows is missing.
  return [...blocked, ...uneconomic, ...(blocked.length === 0 ? unmade : [])];
}

/** A buy may have moved to another exchange. */
function isMade(row: RebalanceRow, side: Side, { venue }: RowOrder, made: readonly MadeOrder[]): boolean {
  return made.some(
    (order) => order.row.drift.isin === row.drift.isin && (side === 'buy' || order.venue.listing === venue.listing),
  );
}

function disconnected(row: RebalanceRow, gapMinor: number, possible: number): PlanWarning {
  const verb = gapMinor > 0 ? 'bought' : 'sold';
  const part = Math.abs(possible) < MIN_ORDER_MINOR ? '' : ' in full';
  const mics = row.instrument.listings.filter((listing) => !listing.connected).map((listing) => listing.mic);
  const message = `${row.instrument.name} (${row.drift.isin}) cannot be ${verb}${part}: ${mics.join(', ')} not connected, or without a current price.`;
  return { code: 'exchange_disconnected', message };
}

function tooCostly(row: RebalanceRow, side: Side, { venue, valueMinor, costMinor }: RowOrder): PlanWarning {
  const amounts = `an order for ${formatAmount(valueMinor)} would cost ${formatAmount(costMinor)}, more than 10 % of its value`;
  return { code: 'uneconomic_order', message: `${notTraded(row, side, venue)}: ${amounts}.` };
}

function tooLittle(row: RebalanceRow, side: Side, { venue, valueMinor }: RowOrder): PlanWarning {
  const rest = `whole lots and the cash there is leave nothing worth sending of an order for ${formatAmount(valueMinor)}`;
  return { code: 'uneconomic_order', message: `${notTraded(row, side, venue)}: ${rest}.` };
}

function notTraded({ instrument, drift }: RebalanceRow, side: Side, { listing }: RowOrder['venue']): string {
  return `${instrument.name} (${drift.isin}) is not ${side === 'buy' ? 'bought' : 'sold'} at ${listing.mic}`;
}

function formatAmount(valueMinor: number): string {
  return (valueMinor / 100).toFixed(2);
}
