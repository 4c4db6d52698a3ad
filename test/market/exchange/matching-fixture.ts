/**
 * Orders and markets for the tests of matching: values that a test does not specify are drawn or filled in. Stateless.
 */

import type { SimulationInputs, VenueSettings } from '../../../src-server/market/data/market-data.ts';
import { createOrderMatching, type OrderToMatch } from '../../../src-server/market/exchange/order-matching.ts';
import { OverlayRegistry } from '../../../src-server/market/prices/overlay-registry.ts';
import { fc } from '../../support/draws.ts';
import { makeMarket } from '../market-fixture.ts';
import { changedFacts, SAP } from './exchange-fixture.ts';

export const MARKET = makeMarket(42);
export const LISTINGS = [...MARKET.data.instruments.values()].flatMap((instrument) =>
  instrument.listings.map((mic) => ({ instrument, mic })),
);

export const BUY_SAP: OrderToMatch = {
  clientOrderId: 'or_example/1',
  isin: SAP,
  mic: 'XETR',
  side: 'buy',
  sliceIndex: 0,
  remainingMicro: 300_000_000,
  limitPriceMicro: null,
  stepMicro: 1_000_000,
};

/** Matching in the market of the fixtures with other inputs, for example one where a slice is larger than a level. */
export function changedMatching(venue: Partial<VenueSettings>, simulation: Partial<SimulationInputs> = {}) {
  const { calendars, prices, auctions } = MARKET;
  const data = changedFacts(venue, simulation);
  return { data, matching: createOrderMatching(42, data, calendars, prices, auctions, new OverlayRegistry([])) };
}

/** Some order at some instant of the continuous trading of a week, with some weight of our own trading. */
export function someSlice() {
  return fc
    .record({
      listing: fc.constantFrom(...LISTINGS),
      clientOrderId: fc.uuid(),
      side: fc.constantFrom('buy' as const, 'sell' as const),
      sliceIndex: fc.nat(500),
      stepMicro: fc.constantFrom(1, 100, 10_000, 1_000_000),
      remainingSteps: fc.integer({ min: 1, max: 100_000 }),
      netMicro: fc.integer({ min: -(10 ** 11), max: 10 ** 11 }),
      day: fc.constantFrom('2026-03-02', '2026-03-04', '2026-07-10'),
      permille: fc.nat(999),
    })
    .map(({ listing, day, permille, netMicro, remainingSteps, ...rest }) => {
      const session = MARKET.calendars.get(listing.mic)?.session(day);
      if (session === null || session === undefined) throw new Error(`${listing.mic} is closed on ${day}`);
      const nowMs = session.openMs + Math.floor((permille * (session.closeMs - session.openMs)) / 1000);
      const place = { isin: listing.instrument.isin, mic: listing.mic };
      const remainingMicro = remainingSteps * rest.stepMicro;
      const order: OrderToMatch = { ...rest, ...place, limitPriceMicro: null, remainingMicro };
      return { listing, order, session, nowMs, flow: { netMicro, asOfMs: nowMs } };
    });
}

export const sumOf = (executions: readonly { readonly quantityMicro: number }[]): number =>
  executions.reduce((sum, { quantityMicro }) => sum + quantityMicro, 0);
