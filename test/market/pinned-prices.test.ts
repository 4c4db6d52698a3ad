import { describe, expect, it } from 'vitest';
import { type PinnedMid, withPins } from '../../src-server/market/pinned-prices.ts';
import { at, makeMarket } from './market-fixture.ts';

const { data, prices } = makeMarket(42);
const MSCI_WORLD = 'IE00B4L5Y983';
const NOON = at('2026-03-04T11:00:00Z');

describe('pinned prices', () => {
  const pins = new Map<string, PinnedMid>([[MSCI_WORLD, { midMicro: 100_000_000, currency: 'EUR' }]]);
  const pinned = withPins(prices, data, pins);

  it('hold the mid of every listing, converted at the rate of the instant', () => {
    const perEurMicro = prices.perEurMicro('GBP', NOON);
    expect(pinned.midMicro(MSCI_WORLD, 'XETR', NOON)).toBe(100_000_000);
    // 100 EUR at the rate of the instant
    expect(pinned.midMicro(MSCI_WORLD, 'XLON', NOON)).toBe(100 * perEurMicro);
  });

  it('are quoted and traded on the grid around the pinned mid', () => {
    const { bidMicro, askMicro } = pinned.quote(MSCI_WORLD, 'XETR', NOON);
    // 2 bps of 100 EUR is 0.01 each side; the tick is 0.01 below 100 EUR and 0.02 above
    expect([bidMicro, askMicro]).toEqual([99_990_000, 100_020_000]);
    expect([bidMicro, askMicro]).toContain(pinned.lastTrade(MSCI_WORLD, 'XETR', NOON).priceMicro);
  });

  it('leave every other instrument alone, and let go when the pin is removed', () => {
    expect(pinned.quote('DE0007164600', 'XETR', NOON)).toEqual(prices.quote('DE0007164600', 'XETR', NOON));
    pins.delete(MSCI_WORLD);
    expect(pinned.midMicro(MSCI_WORLD, 'XETR', NOON)).toBe(prices.midMicro(MSCI_WORLD, 'XETR', NOON));
  });
});
