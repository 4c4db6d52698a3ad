/**
 * Decides on which day and at which instant trades settle (decision O4). Business days of settlement differ from
 * trading days: trades settle on Christmas Eve although no exchange trades. Does not know portfolios.
 */
import { invariant } from '../../domain/invariant.ts';
import type { Exchange, MarketData } from '../data/market-data.ts';
import type { TradingCalendar } from './calendar.ts';
import { DAY_MS, formatDate, isWeekday, yearOf } from './civil-date.ts';
import { type HolidayRule, holidaysIn } from './holidays.ts';
import { localDay, timeZone } from './time-zone.ts';

interface SettlementTerms {
  /** Local date of the exchange, `YYYY-MM-DD`. */
  readonly tradeDate: string;
  readonly settlesMs: number;
}

export interface SettlementDays {
  /** Returns the terms of a trade that was executed at an instant. */
  termsOf(mic: string, executedMs: number): SettlementTerms;
  /**
   * Returns when a trade would settle whose order reaches the exchange at an instant: a trade of that session, or of
   * the next one.
   */
  expectedMs(mic: string, nowMs: number): number;
  /** Returns the end of such a trade's day, after which an order gets a later trade date. */
  tradeDateEndMs(mic: string, nowMs: number): number;
  /** Returns the instant of settlement a number of an exchange's business days after another one. */
  later(mic: string, settlesMs: number, days: number): number;
}

type SettlementData = Pick<MarketData, 'exchanges' | 'settlement'>;

export function createSettlementDays(
  { exchanges, settlement }: SettlementData,
  calendars: ReadonlyMap<string, TradingCalendar>,
): SettlementDays {
  const zone = timeZone(settlement.timeZone);
  const instantOf = (day: number) => zone.toInstantMs(day * DAY_MS + settlement.atMinute * 60_000);
  const dayOf = (instantMs: number) => localDay(settlement.timeZone, instantMs);
  const businessDays = new Map(
    [...exchanges.values()].map((exchange) => [exchange.mic, businessDaysOf(exchange, settlement.holidays)]),
  );
  const daysAfter = (mic: string, day: number, days: number): number => {
    const isBusinessDay = businessDays.get(mic);
    invariant(isBusinessDay, `nothing settles at ${mic}`);
    let found = day;
    for (let left = days; left > 0; ) {
      found += 1;
      if (isBusinessDay(found)) left -= 1;
    }
    return found;
  };
  const settlesMs = (mic: string, tradeDay: number) => {
    const cycle = settlement.cycles.findLast(({ fromDay }) => fromDay <= tradeDay);
    invariant(cycle, 'the first cycle has no beginning');
    return instantOf(daysAfter(mic, tradeDay, cycle.days));
  };
  const nextTradeDay = (mic: string, nowMs: number): number => {
    const calendar = calendars.get(mic);
    invariant(calendar, `${mic} has no calendar`);
    const today = calendar.sessionAt(nowMs);
    // A session does not leave its UTC date, so this is its local date.
    return Math.floor((today !== null && nowMs < today.auctionEndMs ? nowMs : calendar.nextOpen(nowMs)) / DAY_MS);
  };
  return {
    termsOf(mic, executedMs) {
      const exchange = exchanges.get(mic);
      invariant(exchange, `there is no exchange ${mic}`);
      const tradeDay = localDay(exchange.timeZone, executedMs);
      return { tradeDate: formatDate(tradeDay), settlesMs: settlesMs(mic, tradeDay) };
    },
    expectedMs: (mic, nowMs) => settlesMs(mic, nextTradeDay(mic, nowMs)),
    tradeDateEndMs(mic, nowMs) {
      const endMs = instantOf(nextTradeDay(mic, nowMs));
      return endMs > nowMs ? endMs : instantOf(nextTradeDay(mic, nowMs) + 1);
    },
    later: (mic, fromMs, days) => instantOf(daysAfter(mic, dayOf(fromMs), days)),
  };
}

/** By day number. Days on which a world itself closes an exchange are not business days either (decision L59). */
export function businessDaysOf(
  { mic, holidays }: Exchange,
  closed: ReadonlyMap<string, readonly HolidayRule[]>,
): (day: number) => boolean {
  const listed = closed.get(mic);
  const rules = listed === undefined ? holidays : [...listed, ...holidays.filter(({ kind }) => kind === 'own')];
  const years = new Map<number, ReturnType<typeof holidaysIn>>();
  return (day) => {
    const year = yearOf(day);
    const closedDays = years.get(year) ?? holidaysIn(rules, year);
    years.set(year, closedDays);
    return isWeekday(day) && !closedDays.has(day);
  };
}
