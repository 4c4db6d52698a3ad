/** Prices of one ISIN at every connected exchange that lists it (specification 2.6, decision G8). */
import type { Prices } from '../../../contract/service/prices.ts';
import { divideHalfUp, fromMicro, toSafeNumber } from '../../../domain/numbers/exact.ts';
import { formatInstant } from '../../../domain/numbers/instant.ts';
import { accepted, type Outcome, refused } from '../../../engine/outcome.ts';
import { findUnpricedIsin, unavailability } from '../../../engine/planning/check-availability.ts';
import type { World } from '../../../engine/world.ts';

type PriceWorld = Pick<World, 'market' | 'prices' | 'connectors' | 'faults' | 'instrumentChanges'>;

/** 404 for an ISIN outside the universe, 500 when no exchange that lists it is connected with current prices. */
export function viewPrices(world: PriceWorld, isin: string, nowMs: number): Outcome<Prices> {
  const instrument = world.market.instruments.get(isin);
  if (instrument === undefined) return refused('not_found', `This world has no instrument ${isin}.`);
  const connected = instrument.listings.filter((mic) => unavailability(world, isin, mic, nowMs) === null).sort();
  if (connected.length === 0) {
    const unpriced = findUnpricedIsin(world, [isin], nowMs);
    return refused('internal_error', `Pricing is unavailable for ${unpriced}.`);
  }
  const prices = connected.map((mic) => priceAt(world, isin, mic, nowMs));
  return accepted({ isin, prices, timestamp: formatInstant(nowMs) });
}

function priceAt(world: PriceWorld, isin: string, mic: string, nowMs: number): Prices['prices'][number] {
  const currency = world.market.exchanges.get(mic)?.currency ?? 'EUR';
  const trade = world.prices.lastTrade(isin, mic, nowMs);
  return {
    exchange: mic,
    mid_eur: inEur(world.prices.midMicro(isin, mic, nowMs), world.prices.perEurMicro(currency, nowMs)),
    last_trade_eur: inEur(trade.priceMicro, world.prices.perEurMicro(currency, trade.at)),
  };
}

function inEur(priceMicro: number, perEurMicro: number): number {
  if (perEurMicro === 1_000_000) return fromMicro(priceMicro);
  return fromMicro(toSafeNumber(divideHalfUp(BigInt(priceMicro) * 1_000_000n, BigInt(perEurMicro))));
}
