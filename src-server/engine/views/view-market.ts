/** Instruments and exchanges as the control plane lists them. */
import { formatInstant } from '../../domain/instant.ts';
import { invariant } from '../../domain/invariant.ts';
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

export function listExchanges(world: Pick<World, 'market' | 'calendars' | 'connectors'>, nowMs: number) {
  const exchanges = [...world.market.exchanges.values()].map((exchange) => {
    const calendar = world.calendars.get(exchange.mic);
    invariant(calendar, `exchange ${exchange.mic} has no calendar`);
    return {
      mic: exchange.mic,
      name: exchange.name,
      city: exchange.city,
      currency: exchange.currency,
      time_zone: exchange.timeZone,
      connected: world.connectors.isConnected(exchange.mic),
      open: calendar.isOpen(nowMs),
      next_open_at: formatInstant(calendar.nextOpen(nowMs)),
      next_close_at: formatInstant(calendar.nextClose(nowMs)),
    };
  });
  return { exchanges };
}
