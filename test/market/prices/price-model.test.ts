import { describe, expect, it } from 'vitest';
import { createPriceModel } from '../../../src-server/market/prices/price-model.ts';
import { createTickTable } from '../../../src-server/market/prices/tick-size.ts';
import { fc } from '../../support/draws.ts';
import { at, makeMarket, readFixture } from '../market-fixture.ts';

const { data, calendars, prices } = makeMarket(42);
const LISTINGS = [...data.instruments.values()].flatMap(({ isin, listings }) => listings.map((mic) => ({ isin, mic })));
const SAP = 'DE0007164600';
const MSCI_WORLD = 'IE00B4L5Y983';

interface GoldenPrices {
  seed: number;
  prices: {
    isin: string;
    mic: string;
    at: string;
    mid_micro: number;
    bid_micro: number;
    ask_micro: number;
    last_micro: number;
    last_at: string;
  }[];
  fx: { currency: 'GBP'; at: string; per_eur_micro: number }[];
}

describe('the price model', () => {
  const golden = readFixture('golden-prices.json') as GoldenPrices;

  it.each(golden.prices)('has unchanged prices for $isin on $mic at $at', (row) => {
    const { quote, lastTrade } = createPriceModel(golden.seed, data, calendars);
    const { midMicro, bidMicro, askMicro } = quote(row.isin, row.mic, at(row.at));
    expect([midMicro, bidMicro, askMicro]).toEqual([row.mid_micro, row.bid_micro, row.ask_micro]);
    const last = lastTrade(row.isin, row.mic, at(row.at));
    expect(last).toEqual({ priceMicro: row.last_micro, at: at(row.last_at) });
  });

  it.each(golden.fx)('has unchanged rates for $currency at $at', (row) => {
    expect(prices.perEurMicro(row.currency, at(row.at))).toBe(row.per_eur_micro);
  });

  it('starts at the reference prices and rates, except for the basis of a venue', () => {
    const epoch = at('2026-03-02T09:30:00Z');
    expect(prices.perEurMicro('GBP', epoch)).toBe(862_000);
    expect(prices.perEurMicro('EUR', at('2031-01-01T00:00:00Z'))).toBe(1_000_000);
    expect(prices.midMicro(SAP, 'XETR', epoch) / 231_500_000).toBeCloseTo(1, 3);
    // 104.60 USD / 1.142 USD per EUR x 0.862 GBP per EUR = 78.954 GBP
    expect(prices.midMicro(MSCI_WORLD, 'XLON', epoch) / 78_954_000).toBeCloseTo(1, 3);
  });

  it('gives in any order the results of a fresh model for each call alone', () => {
    const question = fc.record({ listing: fc.constantFrom(...LISTINGS), time: instants() });
    fc.assert(
      fc.property(fc.array(question, { minLength: 1, maxLength: 6 }), (questions) => {
        for (const { listing, time } of questions) {
          const fresh = createPriceModel(42, data, calendars);
          expect(prices.quote(listing.isin, listing.mic, time)).toEqual(fresh.quote(listing.isin, listing.mic, time));
          expect(prices.lastTrade(listing.isin, listing.mic, time)).toEqual(
            fresh.lastTrade(listing.isin, listing.mic, time),
          );
        }
      }),
      { numRuns: 20 },
    );
  });

  it('does not move outside the session of the venue, even while exchange rates move', () => {
    const close = at('2026-03-02T16:30:00Z');
    const night = at('2026-03-03T03:00:00Z');
    const frozen = prices.quote(MSCI_WORLD, 'XLON', close);
    expect(prices.quote(MSCI_WORLD, 'XLON', night)).toEqual(frozen);
    expect(prices.perEurMicro('USD', night)).not.toBe(prices.perEurMicro('USD', close));
    expect(prices.midMicro(MSCI_WORLD, 'XLON', at('2026-03-03T08:00:00Z'))).not.toBe(frozen.midMicro);
  });

  it('quotes on the tick grid around the mid, uncrossed, at least the spread of the instrument apart', () => {
    const ticks = createTickTable(data.tickSizes);
    fc.assert(
      fc.property(fc.constantFrom(...LISTINGS), instants(), ({ isin, mic }, time) => {
        const { midMicro, bidMicro, askMicro } = prices.quote(isin, mic, time);
        const instrument = data.instruments.get(isin);
        if (instrument === undefined) throw new Error('the fixture lacks it');
        expect(bidMicro).toBeLessThanOrEqual(midMicro);
        expect(askMicro).toBeGreaterThan(bidMicro);
        expect(askMicro - bidMicro).toBeGreaterThanOrEqual((midMicro * instrument.spreadBps) / 10_000 - 1e-3);
        if (instrument.type !== 'etf') return;
        expect(bidMicro % ticks.tickMicro(bidMicro, 6)).toBe(0);
        expect(askMicro % ticks.tickMicro(askMicro, 6)).toBe(0);
      }),
      { numRuns: 500 },
    );
  });

  it('doubles the spread in the first five minutes', () => {
    const early = prices.quoteAround('CH0012005267', 'XSWX', 100_000_000, at('2026-03-02T08:04:59Z'));
    const later = prices.quoteAround('CH0012005267', 'XSWX', 100_000_000, at('2026-03-02T08:05:00Z'));
    // 1.5 bps of 100 CHF is 0.0075 each side, 0.015 doubled; the tick from 100 CHF is 0.02, below it 0.01
    expect(later).toEqual({ midMicro: 100_000_000, bidMicro: 99_990_000, askMicro: 100_020_000 });
    expect(early).toEqual({ midMicro: 100_000_000, bidMicro: 99_980_000, askMicro: 100_020_000 });
  });

  it('shows a trade from its own millisecond on, also one at the very beginning of its slot', () => {
    const trade = prices.lastTrade('GB0009895292', 'XSTO', 1_859_905_488_180);
    expect(trade.at).toBe(1_859_905_488_179);
    expect(prices.lastTrade('GB0009895292', 'XSTO', trade.at)).toEqual(trade);
  });

  it('trades during sessions only, no later than the call, at the bid or the ask of that instant', () => {
    fc.assert(
      fc.property(fc.constantFrom(...LISTINGS), instants(), ({ isin, mic }, time) => {
        const trade = prices.lastTrade(isin, mic, time);
        const { bidMicro, askMicro } = prices.quote(isin, mic, trade.at);
        expect(trade.at).toBeLessThanOrEqual(time);
        expect(calendars.get(mic)?.isOpen(trade.at)).toBe(true);
        expect([bidMicro, askMicro]).toContain(trade.priceMicro);
        expect(prices.lastTrade(isin, mic, trade.at)).toEqual(trade);
        expect(prices.lastTrade(isin, mic, trade.at - 1).at).toBeLessThan(trade.at);
      }),
      { numRuns: 300 },
    );
  });

  it('shows the last trade of the session before until the first one of a session', () => {
    const opening = at('2026-03-02T08:00:00Z');
    expect(prices.lastTrade('FR0000052292', 'XPAR', opening - 1).at).toBeLessThan(at('2026-02-27T16:30:00Z'));
    expect(prices.lastTrade('FR0000052292', 'XPAR', opening + 10_000).at).toBeGreaterThan(opening);
  });

  it('refuses an unknown ISIN and a venue that does not list it', () => {
    expect(() => prices.midMicro('US0378331005', 'XETR', 0)).toThrow(RangeError);
    expect(() => prices.quote(SAP, 'XLON', 0)).toThrow(RangeError);
    expect(() => prices.dailyVolatility('US0378331005')).toThrow(RangeError);
  });

  it('scales annual volatility to a day of 260', () => {
    expect(prices.dailyVolatility(SAP)).toBe(0.27 / Math.sqrt(260));
  });
});

function instants() {
  return fc.integer({ min: at('2024-01-01T00:00:00Z'), max: at('2036-01-01T00:00:00Z') });
}
