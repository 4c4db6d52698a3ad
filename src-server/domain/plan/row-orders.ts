/**
 * Splits the trade of a row into orders: one for a buy, one per exchange for a sell, the largest holding first. Parts
 * that are not worth an order are separate, so that no cost or currency is counted for an order that is never sent.
 */

import type { Venue } from '../costs/choose-venue.ts';
import { curveCostMinor } from '../costs/cost-curve.ts';
import { isWorthSending } from '../costs/economic-order.ts';
import { buyVenueFor, type RebalanceRow, type SellableHolding, type TradeMinor } from './rebalance-row.ts';

/** A part of a trade at one exchange; estimated value and cost in base minor units. */
export interface RowOrder {
  readonly venue: Venue;
  readonly valueMinor: number;
  readonly costMinor: number;
}

export interface SellOrder extends RowOrder {
  readonly venue: SellableHolding;
}

export interface SplitTrade<Order extends RowOrder = RowOrder> {
  readonly orders: readonly Order[];
  /** Parts that are not worth an order: too small, or at a cost of more than a tenth of their value. */
  readonly left: readonly Order[];
}

export function splitTrade(row: RebalanceRow, trade: TradeMinor): SplitTrade {
  if (trade < 0) return splitSell(row, -trade);
  const venue = trade > 0 ? buyVenueFor(row, trade) : null;
  return split(venue === null ? [] : [orderOf(venue, trade)], row);
}

/** Holdings that are worth an order come first; a part of one of the others never is. */
export function splitSell(row: RebalanceRow, sellMinor: number): SplitTrade<SellOrder> {
  const parts: SellOrder[] = [];
  let restMinor = sellMinor;
  for (const holding of [...row.sellable, ...row.tooSmall]) {
    if (restMinor <= 0) break;
    parts.push(orderOf(holding, Math.min(restMinor, holding.valueMinor)));
    restMinor -= holding.valueMinor;
  }
  return split(parts, row);
}

/** Returns the estimated cost of a trade of this row if all of its parts are sent. */
export function rowCostMinor(row: RebalanceRow, trade: TradeMinor): number {
  const { orders, left } = splitTrade(row, trade);
  return [...orders, ...left].reduce((sum, { costMinor }) => sum + costMinor, 0);
}

function orderOf<At extends Venue>(venue: At, valueMinor: number) {
  return { venue, valueMinor, costMinor: curveCostMinor(venue.curve, valueMinor) };
}

function split<Order extends RowOrder>(parts: readonly Order[], { limits }: RebalanceRow): SplitTrade<Order> {
  const orders: Order[] = [];
  const left: Order[] = [];
  for (const part of parts) {
    (isWorthSending(part.valueMinor, part.costMinor, limits?.minOrderMinor) ? orders : left).push(part);
  }
  return { orders, left };
}
