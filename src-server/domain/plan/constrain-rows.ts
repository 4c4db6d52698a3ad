/**
 * Limits the trades of each row by the constraints of a portfolio, before any amount is known (decision O5): forbidden
 * sides, and the smallest order. Limits that depend on the trades of other rows are in `limit-trades.ts`.
 */

import { isWorthSending, isWorthTrading, MIN_ORDER_MINOR } from '../costs/economic-order.ts';
import { forbidding, type PlanConstraints, smallestOrderMinor } from './constraints.ts';
import type { RebalanceRow, RowLimits, TradeMinor } from './rebalance-row.ts';
import { splitTrade } from './row-orders.ts';
import { type SolvedTrades, wantedTrade } from './solve-trade-values.ts';

/** Returns the rows with their limits. `navMinor` is the portfolio's value. */
export function constrainRows(
  rows: readonly RebalanceRow[],
  constraints: PlanConstraints,
  navMinor: number,
): RebalanceRow[] {
  const minOrderMinor = Math.max(MIN_ORDER_MINOR, smallestOrderMinor(constraints, navMinor));
  return rows.map((row) => {
    const limits: RowLimits = {
      minOrderMinor,
      maxBuyMinor: forbidding('buy', row.drift.isin, constraints).length > 0 ? 0 : Number.POSITIVE_INFINITY,
      maxSellMinor: forbidding('sell', row.drift.isin, constraints).length > 0 ? 0 : Number.POSITIVE_INFINITY,
    };
    if (minOrderMinor === MIN_ORDER_MINOR) return { ...row, limits };
    const isWorth = ({ curve, valueMinor }: RebalanceRow['sellable'][number]) =>
      isWorthTrading(curve, valueMinor, minOrderMinor);
    const sellable = row.sellable.filter(isWorth);
    const tooSmall = [...row.sellable.filter((holding) => !isWorth(holding)), ...row.tooSmall];
    tooSmall.sort((a, b) => b.valueMinor - a.valueMinor || (a.listing.mic < b.listing.mic ? -1 : 1));
    return { ...row, limits, sellable, tooSmall };
  });
}

/**
 * Whether constraints remove trades that the rows would have without them, so that other trades have no purpose or no
 * money.
 */
export function takesTradesAway(
  rows: readonly RebalanceRow[],
  trades: readonly TradeMinor[],
  constraints: PlanConstraints,
): boolean {
  return rows.some(({ drift }, index) => {
    const trade = trades[index] ?? 0;
    return trade !== 0 && forbidding(trade > 0 ? 'buy' : 'sell', drift.isin, constraints).length > 0;
  });
}

/** Whether constraints leave out small orders that would have been sent without them. */
export function leavesSmallOrders(rows: readonly RebalanceRow[], { netNavMinor }: SolvedTrades): boolean {
  return rows.some((row) => {
    const { left } = splitTrade(row, wantedTrade(row, netNavMinor));
    return left.some(({ valueMinor, costMinor }) => isWorthSending(valueMinor, costMinor));
  });
}
