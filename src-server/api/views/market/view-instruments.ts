/** Instruments as the control plane lists them. */
import type { InstrumentList } from '../../../contract/control/portfolios/portfolios.ts';
import type { Instrument } from '../../../engine/instrument-service.ts';
import type { World } from '../../../engine/world.ts';

export function listInstruments({ market }: Pick<World, 'market'>): InstrumentList {
  const instruments = [...market.instruments.values()];
  return { instruments: instruments.map((each) => ({ ...viewInstrument(each), ...fateOf(market, each.isin) })) };
}

export function viewInstrument(instrument: Instrument): InstrumentList['instruments'][number] {
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

function fateOf({ fates }: World['market'], isin: string) {
  const fate = fates.get(isin);
  return fate === undefined ? {} : { test: true as const, fate };
}
