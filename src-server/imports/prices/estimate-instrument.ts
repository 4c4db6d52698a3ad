/**
 * Makes the instrument that a world needs for prices of one that it lacks: from the prices (reference price,
 * volatility) and stated assumptions (spread, volume, beta).
 */

import type { NewInstrument } from '../../contract/control/imports/import-report.ts';
import { parseInstant } from '../../domain/numbers/instant.ts';
import type { DatedPrice } from './collect-series.ts';

const ASSUMED = {
  spread_bps: 10,
  average_daily_volume: 1_000_000,
  sector: 'world equity',
  type: 'etf',
} as const;

/** Longest name of an instrument in a world file. */
const LONGEST_NAME = 200;
/** The date of reference prices (decision J). */
export const REFERENCE_DATE = '2026-03-02';
/** With fewer returns the volatility is assumed instead of estimated. */
const MIN_RETURNS = 12;
const ASSUMED_VOLATILITY = 0.25;
const DAY_MS = 86_400_000;
const DAYS_A_YEAR = 365.25;
/** Annual volatility of the market factor (`venues.json`): beta times it must be below the volatility. */
const MARKET_VOLATILITY = 0.14;
/** Largest share of the volatility that the market factor may explain. */
const MAX_MARKET_SHARE = 0.9;

export function estimateInstrument(
  { isin, name, currency, listings }: Pick<NewInstrument, 'isin' | 'name' | 'currency' | 'listings'>,
  prices: readonly DatedPrice[],
): NewInstrument {
  const volatility = volatilityOf(prices) ?? ASSUMED_VOLATILITY;
  const beta = Math.min(1, Math.floor(((MAX_MARKET_SHARE * volatility) / MARKET_VOLATILITY) * 100) / 100);
  const reference = prices.findLast(({ date }) => date <= REFERENCE_DATE) ?? prices[0];
  return {
    isin,
    name: name.slice(0, LONGEST_NAME),
    type: ASSUMED.type,
    sector: ASSUMED.sector,
    currency,
    reference_price: (reference?.priceMicro ?? 0) / 1_000_000,
    annual_volatility: volatility,
    market_beta: beta,
    spread_bps: ASSUMED.spread_bps,
    average_daily_volume: ASSUMED.average_daily_volume,
    listings,
  };
}

/**
 * Returns the standard deviation of log returns, times the square root of their number in a year; four decimals, within
 * bounds.
 */
function volatilityOf(prices: readonly DatedPrice[]): number | null {
  const logs = prices.map(({ priceMicro }) => Math.log(priceMicro));
  const returns = logs.slice(1).map((log, index) => log - (logs[index] ?? 0));
  const [first, last] = [prices[0], prices.at(-1)];
  if (returns.length < MIN_RETURNS || first === undefined || last === undefined) return null;
  const days = (startOf(last.date) - startOf(first.date)) / DAY_MS;
  const mean = returns.reduce((sum, each) => sum + each, 0) / returns.length;
  const squares = returns.reduce((sum, each) => sum + (each - mean) ** 2, 0);
  const perYear = (returns.length * DAYS_A_YEAR) / days;
  const volatility = Math.sqrt((squares / (returns.length - 1)) * perYear);
  return Math.min(2, Math.max(0.001, Math.round(volatility * 10_000) / 10_000));
}

function startOf(date: string): number {
  return parseInstant(`${date}T00:00:00Z`) ?? 0;
}
