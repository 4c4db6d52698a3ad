/** An exchange rate over time, and the cost of converting, in the terms of the control plane (decision L73). */
import type { RatePath, RateTable } from '../../../contract/control/market/market-rates.ts';
import { fromMicro } from '../../../domain/numbers/exact.ts';
import { formatInstant } from '../../../domain/numbers/instant.ts';
import { accepted, type Outcome, refused } from '../../../engine/outcome.ts';
import type { World } from '../../../engine/world.ts';

type Currency = keyof World['market']['fx']['perEurMicro'];
type RateWorld = Pick<World, 'market' | 'prices'>;

const DAY_MS = 86_400_000;
const POINTS = 121;

/**
 * Returns units of `currency` per EUR over the `spanMs` before `nowMs`, equally spaced; 400 for an unknown currency.
 */
export function viewRatePath(
  { market, prices }: RateWorld,
  currency: string,
  spanMs: number,
  nowMs: number,
): Outcome<Omit<RatePath, 'span'>> {
  if (!isQuoted(market, currency)) {
    const issue = `${currency} is not a currency that is quoted against EUR`;
    return refused('invalid_request', 'There is no such rate.', [{ path: '/currency', issue }]);
  }
  const points = Array.from({ length: POINTS }, (_, index) => {
    const atMs = nowMs - spanMs + Math.floor((spanMs * index) / (POINTS - 1));
    return { at: formatInstant(atMs), per_eur: fromMicro(prices.perEurMicro(currency, atMs)) };
  });
  return accepted({ currency, points });
}

/** Returns every rate with the dealer's half-spread on either side, and with the rate of a day ago. */
export function viewCrossRates({ market, prices }: RateWorld, nowMs: number): RateTable {
  const { fxConversionBps } = market.simulation;
  const currencies = (Object.keys(market.fx.perEurMicro) as Currency[]).map((currency) => ({
    currency: currency as string,
    per_eur: fromMicro(prices.perEurMicro(currency, nowMs)),
    per_eur_day_ago: fromMicro(prices.perEurMicro(currency, nowMs - DAY_MS)),
  }));
  return { at: formatInstant(nowMs), half_spread_bps: fxConversionBps, currencies };
}

function isQuoted(market: World['market'], currency: string): currency is Currency {
  return currency !== 'EUR' && Object.hasOwn(market.fx.perEurMicro, currency);
}
