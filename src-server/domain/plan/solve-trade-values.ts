/**
 * Solves the fixed point of a plan: every row goes to its target weight of the portfolio's value after costs, and the
 * costs depend on the trades. Values are floats; exact quantities are computed later.
 */

import { MIN_ORDER_MINOR } from '../costs/economic-order.ts';
import { gapOf, type RebalanceRow, type TradeMinor } from './rebalance-row.ts';
import { type SplitTrade, splitTrade } from './row-orders.ts';

export interface SolvedTrades {
  /** One signed value per row, 0 if nothing is traded. */
  readonly trades: readonly TradeMinor[];
  /** Portfolio value after the costs of those trades. */
  readonly netNavMinor: number;
}

/** The base currency and the cost of converting another one. */
export interface FxTerms {
  readonly currency: string;
  readonly conversionBps: number;
}

/**
 * Returns trade values that bring every row to its target. Few rounds suffice, because costs are a small part of the
 * trades.
 */
export function solveTradeValues(rows: readonly RebalanceRow[], navMinor: number, fx: FxTerms): SolvedTrades {
  const trades = new Array<TradeMinor>(rows.length).fill(0);
  let costsMinor = 0;
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    let nextMinor = 0;
    const net: NetByCurrency = new Map();
    for (let index = 0; index < rows.length; index += 1) {
      const row = rows[index] as RebalanceRow;
      const wanted = wantedTrade(row, navMinor - costsMinor);
      const { orders } = splitTrade(row, wanted);
      let valueMinor = 0;
      for (const order of orders) {
        valueMinor += order.valueMinor;
        nextMinor += order.costMinor;
      }
      trades[index] = wanted < 0 ? -valueMinor : valueMinor;
      addToNet(net, wanted < 0 ? 'sold' : 'bought', orders, fx.currency);
    }
    nextMinor -= nettedFxMinor(net, fx);
    const settled = Math.abs(nextMinor - costsMinor) < SETTLED_MINOR;
    costsMinor = nextMinor;
    if (settled) break;
  }
  return { trades, netNavMinor: navMinor - costsMinor };
}

/**
 * Returns the trade to the target, limited by holdings, connections and constraints, regardless of order size and
 * costs.
 */
export function wantedTrade(row: RebalanceRow, netNavMinor: number): TradeMinor {
  if (row.isIdle === true) return 0;
  const maxSoldMinor = Math.min(row.reachableMinor, row.limits?.maxSellMinor ?? row.reachableMinor);
  if (row.scaledTargetWeight === 0) return -maxSoldMinor;
  const gapMinor = gapOf(row, netNavMinor);
  if (gapMinor < 0) return -Math.min(-gapMinor, maxSoldMinor);
  return row.buyVenue === null ? 0 : Math.min(gapMinor, row.limits?.maxBuyMinor ?? gapMinor);
}

/** Whether a row cannot reach its target: no exchange to buy at, or too little that can be sold. */
export function isBlocked(row: RebalanceRow, netNavMinor: number): boolean {
  const gapMinor = gapOf(row, netNavMinor);
  if (gapMinor < 0) return -gapMinor - row.reachableMinor >= MIN_ORDER_MINOR;
  return row.buyVenue === null && gapMinor >= MIN_ORDER_MINOR;
}

/** Returns the estimated cost of trades if they are sent unchanged, conversions netted. */
export function nettedTradeCosts(rows: readonly RebalanceRow[], trades: readonly TradeMinor[], fx: FxTerms): number {
  let costsMinor = 0;
  const net: NetByCurrency = new Map();
  rows.forEach((row, index) => {
    const trade = trades[index] ?? 0;
    const { orders } = splitTrade(row, trade);
    for (const order of orders) costsMinor += order.costMinor;
    addToNet(net, trade < 0 ? 'sold' : 'bought', orders, fx.currency);
  });
  return costsMinor - nettedFxMinor(net, fx);
}

type NetByCurrency = Map<string, { sold: number; bought: number }>;

/** Each order counts in the currency of its own exchange, because a row may be held in several currencies. */
function addToNet(net: NetByCurrency, side: 'sold' | 'bought', orders: SplitTrade['orders'], currency: string): void {
  for (const { venue, valueMinor } of orders) {
    const local = venue.listing.currency;
    if (local === currency) continue;
    const totals = net.get(local) ?? { sold: 0, bought: 0 };
    totals[side] += valueMinor;
    net.set(local, totals);
  }
}

/** Returns the curves' charge on both sides for conversions that net within one currency (`net-fx.ts`). */
function nettedFxMinor(net: NetByCurrency, { conversionBps }: FxTerms): number {
  let savedMinor = 0;
  for (const { sold, bought } of net.values()) savedMinor += 2 * Math.min(sold, bought);
  return savedMinor * (conversionBps / 10_000);
}

const MAX_ROUNDS = 8;
const SETTLED_MINOR = 0.25;
