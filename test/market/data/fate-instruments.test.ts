/**
 * Test instruments (decision O8) among the instruments of a market: separate, in every world, and without any effect on
 * it.
 */
import { describe, expect, it } from 'vitest';
import { FATES } from '../../../src-server/domain/identifiers/fate.ts';
import { type CustomMarket, createCustomMarket } from '../../../src-server/market/data/custom-market.ts';
import { FATE_FILE, withFateInstruments } from '../../../src-server/market/data/fate-instruments.ts';
import { MarketDataError } from '../../../src-server/market/data/market-data-error.ts';
import { createPriceModel } from '../../../src-server/market/prices/price-model.ts';
import { proves } from '../../conformance/proves.ts';
import { at, makeMarket, readFixture } from '../market-fixture.ts';

const { data, calendars, prices } = makeMarket(42);
const market = withFateInstruments(data, readFixture(FATE_FILE));
const NOTHING: CustomMarket = { replace_instruments: false, instruments: [], synthetic: null, fx: {}, calendars: {} };
const SYNTHETIC = { count: 3, prefix: 'QZ', exchanges: ['XETR'], listings_each: 1 };

describe('the test instruments of a market', () => {
  it('have each fate once, after those of the market, with prices near their reference price', proves('O8.1'), () => {
    expect([...market.instruments.keys()].slice(0, 33)).toEqual([...data.instruments.keys()]);
    expect([...market.fates.values()].sort()).toEqual([...FATES].sort());
    const model = createPriceModel(42, market, calendars);
    for (const isin of market.fates.keys()) {
      expect(model.midMicro(isin, 'XETR', at('2026-06-01T10:00:00Z')) / 1e6).toBeGreaterThan(99);
      expect(model.midMicro(isin, 'XETR', at('2026-06-01T10:00:00Z')) / 1e6).toBeLessThan(101);
    }
  });

  it('move no price and no rate by a millionth', proves('O8.2'), () => {
    const model = createPriceModel(42, market, calendars);
    for (const instant of [at('2026-03-04T10:00:00Z'), at('2027-08-02T15:12:13Z')]) {
      for (const { isin, listings } of data.instruments.values()) {
        for (const mic of listings) {
          expect(model.quote(isin, mic, instant)).toEqual(prices.quote(isin, mic, instant));
          expect(model.lastTrade(isin, mic, instant)).toEqual(prices.lastTrade(isin, mic, instant));
        }
      }
      expect(model.perEurMicro('GBP', instant)).toBe(prices.perEurMicro('GBP', instant));
    }
  });

  it('are in worlds with custom instruments, which can replace only all others', proves('O8.1'), () => {
    const own = createCustomMarket(market, { ...NOTHING, replace_instruments: true, synthetic: SYNTHETIC });
    if (!own.ok) throw new Error('The market is refused.');
    expect([...own.market.instruments.keys()].slice(3)).toEqual([...market.fates.keys()]);
    expect(createCustomMarket(market, { ...NOTHING, replace_instruments: true })).toMatchObject({
      ok: false,
      issues: [{ pointer: '/replace_instruments' }],
    });
  });

  it('retain their ISINs', proves('O8.2'), () => {
    const [isin = ''] = market.fates.keys();
    const entry: CustomMarket['instruments'][number] = {
      isin,
      name: 'Mine',
      symbol: 'MINE',
      type: 'share',
      issuer_country: 'QZ',
      sector: 'energy',
      currency: 'EUR',
      reference_price: 10,
      annual_volatility: 0.4,
      market_beta: 1,
      average_daily_volume: 1e5,
      spread_bps: 5,
      listings: ['XETR'],
      primary_exchange: 'XETR',
      pea_eligible: false,
      buyer_taxes: [],
    };
    expect(createCustomMarket(market, { ...NOTHING, instruments: [entry] })).toMatchObject({
      ok: false,
      issues: [{ pointer: '/instruments/0/isin', issue: `${isin} already exists` }],
    });
  });

  it('are refused with the place of each issue in their file', () => {
    const file = readFixture(FATE_FILE) as { terms: object; instruments: object[] };
    const faultsOf = (document: unknown) => {
      try {
        withFateInstruments(data, document);
      } catch (error) {
        if (!(error instanceof MarketDataError)) throw error;
        return error.issues.map(({ pointer }) => pointer);
      }
      return [];
    };
    expect(faultsOf({ ...file, instruments: [{ ...file.instruments[0], isin: 'DE0007164600' }] })).toEqual([
      '/instruments/0/isin',
    ]);
    expect(faultsOf({ ...file, instruments: [{ ...file.instruments[0], fate: 'doom' }] })).toEqual([
      '/instruments/0/fate',
    ]);
    // The exchange does not exist, and the primary exchange is none of theirs.
    expect(faultsOf({ ...file, terms: { ...file.terms, listings: ['XXXX'] } })).toEqual(
      file.instruments.flatMap((_each, index) => [`/instruments/${index}`, `/instruments/${index}`]),
    );
    expect(faultsOf({ ...file, terms: {} })[0]).toMatch(/^\/instruments\/0\//);
  });
});
