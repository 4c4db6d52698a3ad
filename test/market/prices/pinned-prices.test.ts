import { describe, expect, it } from 'vitest';
import { type Pin, PinRegistry } from '../../../src-server/market/prices/pin-registry.ts';
import { withPins } from '../../../src-server/market/prices/pinned-prices.ts';
import { at, makeMarket } from '../market-fixture.ts';

const { data, prices } = makeMarket(42);
const MSCI_WORLD = 'IE00B4L5Y983';
const NOON = at('2026-03-04T11:00:00Z');

describe('pinned prices', () => {
  const since = at('2026-03-04T10:00:00Z');
  const pins = new PinRegistry([pinOf(100_000_000, since)]);
  const pinned = withPins(prices, data, pins);

  it('fix the mid of every listing, converted at the rate of the instant', () => {
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

  it('affect no other instrument, and end when the pin is removed', () => {
    expect(pinned.quote('DE0007164600', 'XETR', NOON)).toEqual(prices.quote('DE0007164600', 'XETR', NOON));
    const released = new PinRegistry([pinOf(100_000_000, since)]);
    released.release(MSCI_WORLD, NOON);
    const free = withPins(prices, data, released);
    expect(free.midMicro(MSCI_WORLD, 'XETR', NOON)).toBe(prices.midMicro(MSCI_WORLD, 'XETR', NOON));
    // The pin applied until then: the past does not change.
    expect(free.midMicro(MSCI_WORLD, 'XETR', NOON - 1)).toBe(100_000_000);
  });

  it('apply from their own instant on, and a later one replaces them', () => {
    const registry = new PinRegistry([pinOf(100_000_000, since), pinOf(90_000_000, NOON)]);
    const model = withPins(prices, data, registry);
    const mids = [since - 1, since, NOON - 1, NOON].map((time) => model.midMicro(MSCI_WORLD, 'XETR', time));
    expect(mids).toEqual([prices.midMicro(MSCI_WORLD, 'XETR', since - 1), 100_000_000, 100_000_000, 90_000_000]);
    expect(registry.present()).toEqual([pinOf(90_000_000, NOON)]);
  });

  it('remain removed for their past, when the instrument is pinned again later', () => {
    const registry = new PinRegistry([pinOf(100_000_000, since)]);
    registry.release(MSCI_WORLD, since + 1000);
    registry.put(pinOf(90_000_000, NOON));
    const mids = [since + 999, since + 1000, NOON].map((time) => registry.at(MSCI_WORLD, time)?.midMicro ?? null);
    expect(mids).toEqual([100_000_000, null, 90_000_000]);
  });

  it('move a trade from just before to their own bid or ask, so that no price is far from the pin', () => {
    const late = withPins(prices, data, new PinRegistry([pinOf(100_000_000, NOON)]));
    const trade = late.lastTrade(MSCI_WORLD, 'XETR', NOON);
    expect(trade.at).toBe(prices.lastTrade(MSCI_WORLD, 'XETR', NOON).at);
    expect([99_990_000, 100_020_000]).toContain(trade.priceMicro);
  });
});

function pinOf(midMicro: number, fromMs: number): Pin {
  return { subject: MSCI_WORLD, midMicro, currency: 'EUR', fromMs, untilMs: null };
}
