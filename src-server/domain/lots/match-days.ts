/**
 * Matches British sales with purchases by day (TCGA 1992 s105 and s106A): first the same day, then the 30 days after
 * it, earliest disposals first and purchases in the order of time. `replay.ts` handles the rest in the pool. All
 * purchases of a day count as one, at their average cost.
 */

import { invariant } from '../invariant.ts';
import { type Lot, type LotPart, type MatchRule, quantityOf } from './lot.ts';
import { takeAverage } from './take-average.ts';
import { type Buy, type DayOf, lotOf, type Sale } from './trade.ts';

/** One day with trades, and its unmatched shares. */
export interface TradingDay {
  readonly day: number;
  /** The day's first purchase, whose id represents all purchases of that day. */
  readonly firstLot: Lot | null;
  /** Sales under Section 104. */
  readonly pooledSales: readonly Sale[];
  /** Sales by any other method; they take lots when the days are replayed. */
  readonly otherSales: readonly Sale[];
  lots: readonly Lot[];
  unmatchedMicro: number;
  readonly parts: LotPart[];
}

/**
 * Returns the days with trades in the order of time, matched; trades of a day remain in the order in which they were
 * booked.
 */
export function matchDays(trades: readonly (Buy | Sale)[], dayOf: DayOf): TradingDay[] {
  const days = tradingDays(trades, dayOf);
  for (const each of days) match(each, each, 'same_day');
  days.forEach((sold, index) => {
    for (let later = index + 1; later < days.length && sold.unmatchedMicro > 0; later += 1) {
      const bought = days[later];
      if (bought === undefined || bought.day > sold.day + DAYS_AFTER) break;
      match(sold, bought, 'thirty_days');
    }
  });
  return days;
}

/** A purchase on the thirtieth day after the disposal still counts. */
const DAYS_AFTER = 30;

function match(sold: TradingDay, bought: TradingDay, rule: MatchRule): void {
  const quantityMicro = Math.min(sold.unmatchedMicro, quantityOf(bought.lots));
  if (quantityMicro === 0 || bought.firstLot === null) return;
  const { lotId, acquiredMs } = bought.firstLot;
  const taking = takeAverage(bought.lots, quantityMicro, { rule, lotId, acquiredMs });
  invariant(taking.kind === 'taken', 'a match took more than was bought');
  sold.parts.push(...taking.parts);
  sold.unmatchedMicro -= quantityMicro;
  bought.lots = taking.rest;
}

function tradingDays(trades: readonly (Buy | Sale)[], dayOf: DayOf): TradingDay[] {
  const byDay = Map.groupBy(trades, ({ atMs }) => dayOf(atMs));
  return [...byDay].sort(([a], [b]) => a - b).map(([day, ofDay]) => tradingDay(day, ofDay));
}

function tradingDay(day: number, trades: readonly (Buy | Sale)[]): TradingDay {
  const lots = trades.filter((trade) => trade.side === 'buy').map(lotOf);
  const sales = trades.filter((trade) => trade.side === 'sell');
  const pooledSales = sales.filter(({ method }) => method === 'section_104');
  const otherSales = sales.filter(({ method }) => method !== 'section_104');
  const unmatchedMicro = quantityOf(pooledSales);
  return { day, firstLot: lots[0] ?? null, pooledSales, otherSales, lots, unmatchedMicro, parts: [] };
}
