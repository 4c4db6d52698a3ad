/**
 * Owns the fixed point at the heart of a plan: every row goes to its aim of the portfolio's value after costs, and the
 * costs depend on how far every row goes. Works in float values; exact quantities come later.
 */

import { buyVenueFor, type RebalanceRow, rowCostMinor, type TradeMinor } from './rebalance-row.ts';

export interface SolvedTrades {
  /** One signed value per row, 0 where nothing is traded. */
  readonly trades: readonly TradeMinor[];
  /** Portfolio value after the costs of those trades. */
  readonly netNavMinor: number;
}

/** The base currency, and what converting another one costs. */
export interface FxTerms {
  readonly currency: string;
  readonly conversionBps: number;
}

/** Orders worth less than one unit of the base currency are dust and dropped. */
export const DUST_MINOR = 100;

/** Trade values that bring every row to its aim; a handful of rounds, as costs are a small part of what is traded. */
export function solveTradeValues(rows: readonly RebalanceRow[], navMinor: number, fx: FxTerms): SolvedTrades {
  const trades = new Array<TradeMinor>(rows.length).fill(0);
  let costsMinor = 0;
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    let nextMinor = 0;
    for (let index = 0; index < rows.length; index += 1) {
      const row = rows[index] as RebalanceRow;
      const wanted = wantedTrade(row, navMinor - costsMinor);
      const cost = rowCostMinor(row, wanted);
      const worthwhile = Math.abs(wanted) >= DUST_MINOR && cost < Math.abs(wanted);
      trades[index] = worthwhile ? wanted : 0;
      if (worthwhile) nextMinor += cost;
    }
    nextMinor -= nettedFxMinor(rows, trades, fx);
    const settled = Math.abs(nextMinor - costsMinor) < SETTLED_MINOR;
    costsMinor = nextMinor;
    if (settled) break;
  }
  return { trades, netNavMinor: navMinor - costsMinor };
}

/** What the row would trade towards its aim, limited by what is held and connected. Dust and costs not looked at. */
export function wantedTrade(row: RebalanceRow, netNavMinor: number): TradeMinor {
  if (row.aimWeight === 0) return -row.sellableMinor;
  const gapMinor = row.aimWeight * netNavMinor - row.heldMinor;
  if (gapMinor < 0) return -Math.min(-gapMinor, row.sellableMinor);
  return row.buyVenue === null ? 0 : gapMinor;
}

/** Whether a row cannot trade all it wants: nobody to buy from, or too little that can be sold. */
export function isCutOff(row: RebalanceRow, netNavMinor: number): boolean {
  const gapMinor = row.aimWeight * netNavMinor - row.heldMinor;
  if (gapMinor < 0) return -gapMinor - row.sellableMinor >= DUST_MINOR;
  return row.buyVenue === null && gapMinor >= DUST_MINOR;
}

/** What the curves charge for conversions that net: both sides of what is sold and bought in one currency (`net-fx.ts`). */
function nettedFxMinor(rows: readonly RebalanceRow[], trades: readonly TradeMinor[], fx: FxTerms): number {
  const traded = new Map<string, { sold: number; bought: number }>();
  for (let index = 0; index < rows.length; index += 1) {
    const trade = trades[index] ?? 0;
    const row = rows[index] as RebalanceRow;
    const listing = (trade > 0 ? buyVenueFor(row, trade) : row.sellable[0])?.listing;
    if (trade === 0 || listing === undefined || listing.currency === fx.currency) continue;
    const totals = traded.get(listing.currency) ?? { sold: 0, bought: 0 };
    if (trade > 0) totals.bought += trade;
    else totals.sold -= trade;
    traded.set(listing.currency, totals);
  }
  let savedMinor = 0;
  for (const { sold, bought } of traded.values()) savedMinor += 2 * Math.min(sold, bought);
  return savedMinor * (fx.conversionBps / 10_000);
}

const MAX_ROUNDS = 8;
const SETTLED_MINOR = 0.25;
