/** Instruments in the list of the control plane. */
import type { InstrumentList } from '../../../contract/control/portfolios/portfolios.ts';
import { formatInstant } from '../../../domain/numbers/instant.ts';
import type { MarketInstrument } from '../../../engine/instrument-service.ts';
import type { World } from '../../../engine/world.ts';

export function listInstruments(world: Pick<World, 'market' | 'instrumentChanges'>): InstrumentList {
  const { market } = world;
  const rowOf = (each: MarketInstrument) => ({
    ...viewInstrument(each),
    ...delistedOf(world, each.isin),
    ...fateOf(market, each.isin),
  });
  return { instruments: [...market.instruments.values()].map(rowOf) };
}

export function viewInstrument(instrument: MarketInstrument): InstrumentList['instruments'][number] {
  return {
    isin: instrument.isin,
    symbol: instrument.symbol,
    name: instrument.name,
    type: instrument.type,
    sector: instrument.sector,
    currency: instrument.currency,
    primary_exchange: instrument.primaryExchange,
    listings: [...instrument.listings],
    pea_eligible: instrument.peaEligible,
  };
}

/** Returns nothing while it is traded. */
export function delistedOf({ instrumentChanges }: Pick<World, 'instrumentChanges'>, isin: string) {
  const delistedMs = instrumentChanges.delistedMs(isin);
  return delistedMs === null ? {} : { delisted_at: formatInstant(delistedMs) };
}

function fateOf({ fates }: World['market'], isin: string) {
  const fate = fates.get(isin);
  return fate === undefined ? {} : { test: true as const, fate };
}
