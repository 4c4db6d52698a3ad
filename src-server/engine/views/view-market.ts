/** Instruments as the control plane lists them. */
import type { World } from '../world.ts';

export function listInstruments({ market }: Pick<World, 'market'>) {
  const instruments = [...market.instruments.values()].map((instrument) => ({
    isin: instrument.isin,
    symbol: instrument.symbol,
    name: instrument.name,
    type: instrument.type,
    sector: instrument.sector,
    currency: instrument.currency,
    primary_exchange: instrument.primaryExchange,
    listings: [...instrument.listings],
    pea_eligible: instrument.peaEligible,
  }));
  return { instruments };
}

/** The first opening of any exchange after `nowMs`. */
export function nextOpening({ calendars }: Pick<World, 'calendars'>, nowMs: number): number {
  return Math.min(...[...calendars.values()].map((calendar) => calendar.nextOpen(nowMs)));
}
