/**
 * Exchange rates that are moved or pinned: size, beginning and end, and how every listing across currencies follows.
 */
import { describe, expect, it } from 'vitest';
import { withSeries } from '../../../src-server/market/data/loaded-prices.ts';
import { type Overlay, OverlayRegistry } from '../../../src-server/market/prices/overlay-registry.ts';
import { type Pin, PinRegistry } from '../../../src-server/market/prices/pin-registry.ts';
import { SeriesRegistry } from '../../../src-server/market/prices/series-registry.ts';
import { withOverlaidRates } from '../../../src-server/market/rates/overlaid-rates.ts';
import { at, makeMarket } from '../market-fixture.ts';

const { data, calendars, prices } = makeMarket(42);
const OPEN = at('2026-03-04T08:00:00Z');
const NOON = at('2026-03-04T11:00:00Z');
const LATER = NOON + 3_600_000;
/** Of an instrument that is priced in USD and listed in EUR. */
const DOLLAR = [...data.instruments.values()].find(
  ({ currency, listings }) => currency === 'USD' && listings.some((mic) => data.exchanges.get(mic)?.currency === 'EUR'),
);
const ISIN = DOLLAR?.isin ?? '';
const EURO_MIC = DOLLAR?.listings.find((mic) => data.exchanges.get(mic)?.currency === 'EUR') ?? '';

describe('a loaded rate', () => {
  const rowOf = (atMs: number, midMicro: number) => ({ atMs, midMicro, bidMicro: null, askMicro: null, volume: null });
  const loaded = new SeriesRegistry([
    { isin: 'USD', mic: '', fromMs: NOON, rows: [rowOf(NOON, 1_200_000), rowOf(LATER, 1_000_000)] },
  ]);
  const model = withOverlaidRates(prices, data, calendars, new OverlayRegistry([]), new PinRegistry([]), loaded);

  it('replaces that of the model from its first row to its last, and listings across it follow', () => {
    expect(model.perEurMicro('USD', NOON - 1)).toBe(prices.perEurMicro('USD', NOON - 1));
    expect([NOON, LATER - 1, LATER].map((atMs) => model.perEurMicro('USD', atMs))).toEqual([
      1_200_000, 1_200_000, 1_000_000,
    ]);
    expect(model.perEurMicro('USD', LATER + 1)).toBe(prices.perEurMicro('USD', LATER + 1));
    const ratio = model.midMicro(ISIN, EURO_MIC, NOON) / prices.midMicro(ISIN, EURO_MIC, NOON);
    // A dollar is worth less, the more of them a euro buys.
    expect(ratio).toBeCloseTo(prices.perEurMicro('USD', NOON) / 1_200_000, 5);
    expect(model.perEurMicro('GBP', NOON)).toBe(prices.perEurMicro('GBP', NOON));
  });
});

describe('a jump of a currency', () => {
  it('changes its worth in EUR by its share, and all that is quoted across it', () => {
    const model = moved([{ kind: 'fx_jump', amount: -0.08, fromMs: NOON }]);
    expect(model.perEurMicro('USD', NOON - 1)).toBe(prices.perEurMicro('USD', NOON - 1));
    // Worth 92 % of its earlier value: one EUR buys 1 / 0.92 as many.
    expect(model.perEurMicro('USD', NOON)).toBe(Math.round(prices.perEurMicro('USD', NOON) / 0.92));
    expect(model.midMicro(ISIN, EURO_MIC, NOON - 1)).toBe(prices.midMicro(ISIN, EURO_MIC, NOON - 1));
    const ratio = model.midMicro(ISIN, EURO_MIC, LATER) / prices.midMicro(ISIN, EURO_MIC, LATER);
    expect(ratio).toBeCloseTo(0.92, 5);
    const mid = model.midMicro(ISIN, EURO_MIC, LATER);
    expect(model.quote(ISIN, EURO_MIC, LATER)).toEqual(prices.quoteAround(ISIN, EURO_MIC, mid, LATER));
    const trade = model.lastTrade(ISIN, EURO_MIC, LATER);
    const { bidMicro, askMicro } = model.quote(ISIN, EURO_MIC, trade.at);
    expect([bidMicro, askMicro]).toContain(trade.priceMicro);
  });

  it('does not affect other currencies or quotes in the instrument’s own currency', () => {
    const model = moved([{ kind: 'fx_jump', amount: -0.08, fromMs: NOON }]);
    expect(model.perEurMicro('GBP', LATER)).toBe(prices.perEurMicro('GBP', LATER));
    expect(model.perEurMicro('EUR', LATER)).toBe(1_000_000);
    expect(model.quote('DE0007164600', 'XETR', LATER)).toEqual(prices.quote('DE0007164600', 'XETR', LATER));
  });

  it('that is removed leaves no trace afterwards', () => {
    const model = moved([{ kind: 'fx_jump', amount: 0.5, fromMs: NOON, untilMs: LATER }]);
    expect(model.perEurMicro('USD', LATER - 1)).toBe(Math.round(prices.perEurMicro('USD', LATER - 1) / 1.5));
    expect(model.perEurMicro('USD', LATER)).toBe(prices.perEurMicro('USD', LATER));
    expect(model.midMicro(ISIN, EURO_MIC, LATER)).toBe(prices.midMicro(ISIN, EURO_MIC, LATER));
  });

  it('at night moves the rate at once and listings at their next opening', () => {
    const night = at('2026-03-04T22:00:00Z');
    const opening = at('2026-03-05T08:00:00Z');
    const model = moved([{ kind: 'fx_jump', amount: 1, fromMs: night }]);
    expect(model.perEurMicro('USD', night)).toBe(Math.round(prices.perEurMicro('USD', night) / 2));
    expect(model.midMicro(ISIN, EURO_MIC, night)).toBe(prices.midMicro(ISIN, EURO_MIC, night));
    const ratio = model.midMicro(ISIN, EURO_MIC, opening) / prices.midMicro(ISIN, EURO_MIC, opening);
    expect(ratio).toBeCloseTo(2, 5);
  });

  it('does not move prices that were loaded', () => {
    const rows = [
      { atMs: OPEN, midMicro: 90_000_000, bidMicro: null, askMicro: null, volume: null },
      { atMs: LATER, midMicro: 91_000_000, bidMicro: null, askMicro: null, volume: null },
    ];
    const series = new SeriesRegistry([{ isin: ISIN, mic: EURO_MIC, fromMs: OPEN, rows }]);
    const model = withSeries(moved([{ kind: 'fx_jump', amount: -0.5, fromMs: OPEN }]), calendars, series);
    expect(model.midMicro(ISIN, EURO_MIC, NOON)).toBe(90_000_000);
  });
});

describe('a trend and a volatility of a currency', () => {
  const until = at('2026-03-11T11:00:00Z');

  it('add a log rate to its worth on every weekday, and retain what was added', () => {
    const model = moved([{ kind: 'fx_trend', amount: 0.01, fromMs: NOON, untilMs: until }]);
    // Five weekdays at one per cent: it gains five, so one EUR buys less.
    expect(Math.log(ratio(model, until))).toBeCloseTo(-0.05, 5);
    expect(Math.log(ratio(model, until + 864e6))).toBeCloseTo(-0.05, 5);
  });

  it('multiply its idiosyncratic moves, less the mean that the larger variance would add', () => {
    const model = moved([{ kind: 'fx_volatility', amount: 3, fromMs: OPEN, untilMs: until }]);
    const own = prices.fxMove('USD', OPEN, NOON);
    expect(own.variance).toBeGreaterThan(0);
    expect(Math.log(ratio(model, NOON))).toBeCloseTo(2 * own.log - 4 * own.variance, 5);
    expect(prices.fxMove('EUR', OPEN, NOON)).toEqual({ log: 0, variance: 0 });
  });
});

describe('a pin of a currency', () => {
  it('fixes its rate against events, from its beginning to its end', () => {
    const pin: Pin = { subject: 'USD', midMicro: 1_500_000, currency: 'USD', fromMs: NOON, untilMs: LATER };
    const model = moved([{ kind: 'fx_jump', amount: -0.5, fromMs: OPEN }], [pin]);
    expect(model.perEurMicro('USD', NOON - 1)).toBe(Math.round(prices.perEurMicro('USD', NOON - 1) / 0.5));
    expect(model.perEurMicro('USD', NOON)).toBe(1_500_000);
    expect(model.perEurMicro('USD', LATER - 1)).toBe(1_500_000);
    expect(model.perEurMicro('USD', LATER)).toBe(Math.round(prices.perEurMicro('USD', LATER) / 0.5));
    const expected = (prices.midMicro(ISIN, EURO_MIC, NOON) * prices.perEurMicro('USD', NOON)) / 1_500_000;
    expect(model.midMicro(ISIN, EURO_MIC, NOON)).toBe(Math.round(expected));
  });
});

type Given = Pick<Overlay, 'kind' | 'amount' | 'fromMs'> & Partial<Overlay>;

function moved(given: readonly Given[], pins: readonly Pin[] = []) {
  const overlays = given.map((each, index) => ({
    marketEventId: `me_${index}`,
    subject: 'USD',
    byBeta: false,
    untilMs: null,
    endedMs: null,
    ...each,
  }));
  return withOverlaidRates(prices, data, calendars, new OverlayRegistry(overlays), new PinRegistry(pins));
}

function ratio(model: typeof prices, time: number): number {
  return model.perEurMicro('USD', time) / prices.perEurMicro('USD', time);
}
