/**
 * Sets how far the constraints of a portfolio let each row trade, before any amount is known (decision O5): sides that
 * are forbidden, and the smallest order. Limits that depend on the trades of other rows are `limit-trades.ts`.
 */

import { isWorthSending, isWorthTrading, MIN_ORDER_MINOR } from '../costs/economic-order.ts';
import type { Side } from '../market-view.ts';
import type { ConstraintCut, ConstraintName, PlanConstraints } from './constraints.ts';
import type { RebalanceRow, RowLimits, TradeMinor } from './rebalance-row.ts';
import { splitTrade } from './row-orders.ts';
import { type SolvedTrades, wantedTrade } from './solve-trade-values.ts';

/** The rows with their limits. `navMinor` is the portfolio's value. */
export function constrainRows(
  rows: readonly RebalanceRow[],
  constraints: PlanConstraints,
  navMinor: number,
): RebalanceRow[] {
  const minOrderMinor = Math.max(MIN_ORDER_MINOR, ...smallestOrders(constraints, navMinor).map(({ minor }) => minor));
  return rows.map((row) => {
    const limits: RowLimits = {
      minOrderMinor,
      maxBuyMinor: forbidding('buy', row, constraints).length > 0 ? 0 : Number.POSITIVE_INFINITY,
      maxSellMinor: forbidding('sell', row, constraints).length > 0 ? 0 : Number.POSITIVE_INFINITY,
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

/** The trades that are forbidden, out of those without constraints. */
export function forbiddenTrades(
  rows: readonly RebalanceRow[],
  trades: readonly TradeMinor[],
  constraints: PlanConstraints,
): ConstraintCut[] {
  return rows.flatMap((row, index) => {
    const trade = trades[index] ?? 0;
    if (trade === 0) return [];
    const side = trade > 0 ? 'buy' : 'sell';
    return forbidding(side, row, constraints).map((constraint) => cutOf(constraint, row, side, Math.abs(trade)));
  });
}

/** The orders that are too small for the constraints and would have been sent without them. */
export function smallTrades(
  rows: readonly RebalanceRow[],
  { netNavMinor }: SolvedTrades,
  constraints: PlanConstraints,
  navMinor: number,
): ConstraintCut[] {
  const smallest = smallestOrders(constraints, navMinor);
  if (smallest.length === 0) return [];
  return rows.flatMap((row) => {
    const wanted = wantedTrade(row, netNavMinor);
    const left = splitTrade(row, wanted).left.filter(({ valueMinor, costMinor }) =>
      isWorthSending(valueMinor, costMinor),
    );
    return left.flatMap(({ valueMinor }) =>
      smallest
        .filter(({ minor }) => valueMinor < minor)
        .map(({ constraint }) => cutOf(constraint, row, wanted > 0 ? 'buy' : 'sell', valueMinor)),
    );
  });
}

function forbidding(side: Side, { drift }: RebalanceRow, constraints: PlanConstraints): ConstraintName[] {
  const { doNotSell, doNotBuy, cashFlowOnly } = constraints;
  if (side === 'buy') return doNotBuy.includes(drift.isin) ? ['do_not_buy'] : [];
  const names: ConstraintName[] = doNotSell.includes(drift.isin) ? ['do_not_sell'] : [];
  return cashFlowOnly ? [...names, 'cash_flow_only'] : names;
}

interface SmallestOrder {
  readonly constraint: ConstraintName;
  readonly minor: number;
}

function smallestOrders({ minOrderMinor, minOrderBps }: PlanConstraints, navMinor: number): SmallestOrder[] {
  const orders: SmallestOrder[] = [];
  if (minOrderMinor !== null) orders.push({ constraint: 'min_order_value', minor: minOrderMinor });
  if (minOrderBps !== null)
    orders.push({ constraint: 'min_order_bps', minor: Math.ceil((minOrderBps * navMinor) / 10_000) });
  return orders;
}

function cutOf(constraint: ConstraintName, { drift }: RebalanceRow, side: Side, wantedMinor: number): ConstraintCut {
  return { constraint, isin: drift.isin, side, wantedMinor: Math.round(wantedMinor), allowedMinor: 0 };
}
