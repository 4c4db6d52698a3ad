/**
 * Fits trades to limits that concern all rows together (decision O5). If forbidden trades leave less to sell for and to
 * buy with, it is shared (`share-trades.ts`). Under a turnover limit the largest trades come first: portfolio drift
 * falls by the value that is bought and paid for, whichever row it is, and that needs the fewest orders.
 */

import { cashGoalMinor, type RebalanceRow, type TradeMinor } from './rebalance-row.ts';
import { splitTrade } from './row-orders.ts';
import { shareTrades } from './share-trades.ts';
import { type FxTerms, nettedTradeCosts, type SolvedTrades } from './solve-trade-values.ts';

interface LimitTerms {
  readonly cashMinor: number;
  readonly navMinor: number;
  readonly fx: FxTerms;
  readonly maxTurnover: number | null;
  /** Whether a constraint removed trades already, so that others have no purpose or no money. */
  readonly isRestricted: boolean;
  /** Gain per value sold; sells with the least gain come first. */
  readonly gainRateOf: (row: RebalanceRow) => number;
}

export interface LimitedTrades extends SolvedTrades {
  /** With the largest trade of each. */
  readonly rows: readonly RebalanceRow[];
}

export function limitTrades(
  rows: readonly RebalanceRow[],
  { trades, netNavMinor }: SolvedTrades,
  terms: LimitTerms,
): LimitedTrades {
  const fittedTo = (limitMinor: number) => fitToCash(rows, trades, { ...terms, netNavMinor, limitMinor });
  const free = terms.isRestricted ? fittedTo(Number.POSITIVE_INFINITY) : trades;
  const limitMinor = terms.maxTurnover === null ? Number.POSITIVE_INFINITY : terms.maxTurnover * terms.navMinor;
  const isBeyond = sumOf(free, 1) > limitMinor || sumOf(free, -1) > limitMinor;
  const fitted = isBeyond ? fittedTo(limitMinor) : free;
  if (fitted === trades) return { rows, trades, netNavMinor };
  return { rows: limitedRows(rows, fitted), trades: fitted, netNavMinor };
}

type Direction = 1 | -1;

interface FitTerms extends LimitTerms {
  readonly netNavMinor: number;
  /** Limit of each side. */
  readonly limitMinor: number;
}

/**
 * Sells no more than buys, their costs and the cash target need, and buys no more than that pays for. The costs follow
 * from the trades, so both repeat until they agree.
 */
function fitToCash(rows: readonly RebalanceRow[], trades: readonly TradeMinor[], terms: FitTerms): TradeMinor[] {
  const { cashMinor, netNavMinor, limitMinor, fx } = terms;
  const missingMinor = cashGoalMinor(rows, netNavMinor) - cashMinor;
  let fitted = within(rows, trades, terms, limitMinor, limitMinor);
  // Bounds from these and not from the last round's: costs that fall again let both sides grow again.
  const [mostBoughtMinor, mostSoldMinor] = [sumOf(fitted, 1), sumOf(fitted, -1)];
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const costsMinor = nettedTradeCosts(rows, fitted, fx);
    const soldMinor = Math.min(limitMinor, mostBoughtMinor + costsMinor + missingMinor);
    const boughtMinor = Math.min(limitMinor, mostSoldMinor - costsMinor - missingMinor);
    const next = within(rows, trades, terms, soldMinor, boughtMinor);
    const isSettled = next.every((trade, index) => Math.abs(trade - (fitted[index] ?? 0)) < SETTLED_MINOR);
    fitted = next;
    if (isSettled) break;
  }
  return fitted;
}

/** Returns the trades within these sums of sold and bought values. */
function within(
  rows: readonly RebalanceRow[],
  trades: readonly TradeMinor[],
  { netNavMinor, limitMinor, gainRateOf }: FitTerms,
  soldMinor: number,
  boughtMinor: number,
): TradeMinor[] {
  const isShared = limitMinor === Number.POSITIVE_INFINITY;
  const ranks = rows.map(gainRateOf);
  const isRanked = ranks.some((rank) => rank !== 0);
  const shared = (direction: Direction, most: number) =>
    shareTrades(rows, trades, { direction, limitMinor: most, netNavMinor });
  const bought = isShared
    ? shared(1, boughtMinor)
    : filled(
        rows,
        trades,
        indexesOf(trades, 1, () => 0),
        boughtMinor,
      );
  const sold =
    isShared && !isRanked
      ? shared(-1, soldMinor)
      : filled(
          rows,
          trades,
          indexesOf(trades, -1, (index) => ranks[index] ?? 0),
          soldMinor,
        );
  return bought.map((trade, index) => trade + (sold[index] ?? 0));
}

const MAX_ROUNDS = 8;
const SETTLED_MINOR = 0.25;

function indexesOf(trades: readonly TradeMinor[], direction: Direction, rank: (index: number) => number): number[] {
  const indexes = [...trades.keys()].filter((index) => (trades[index] ?? 0) * direction > 0);
  const size = (index: number) => Math.abs(trades[index] ?? 0);
  return indexes.sort((a, b) => rank(a) - rank(b) || size(b) - size(a) || a - b);
}

/** Returns the trades of one side up to its limit, in this order, each as far as it is worth an order. */
function filled(
  rows: readonly RebalanceRow[],
  trades: readonly TradeMinor[],
  indexes: readonly number[],
  limitMinor: number,
): TradeMinor[] {
  const retained = new Array<TradeMinor>(rows.length).fill(0);
  let leftMinor = limitMinor;
  for (const index of indexes) {
    const wanted = trades[index] ?? 0;
    const trade = Math.sign(wanted) * Math.min(Math.abs(wanted), Math.max(0, leftMinor));
    if (trade === 0) continue;
    const { orders } = splitTrade(rows[index] as RebalanceRow, trade);
    const valueMinor = orders.reduce((sum, order) => sum + order.valueMinor, 0);
    leftMinor -= valueMinor;
    retained[index] = Math.sign(trade) * valueMinor;
  }
  return retained;
}

function sumOf(trades: readonly TradeMinor[], direction: Direction): number {
  return trades.reduce((sum, trade) => sum + Math.max(0, trade * direction), 0);
}

/** Under a cost budget, too, no row trades more than that. */
export function limitedRows(rows: readonly RebalanceRow[], trades: readonly TradeMinor[]): RebalanceRow[] {
  return rows.map((row, index) => {
    const trade = trades[index] ?? 0;
    if (row.limits === undefined) return row;
    return { ...row, limits: { ...row.limits, maxBuyMinor: Math.max(0, trade), maxSellMinor: Math.max(0, -trade) } };
  });
}
