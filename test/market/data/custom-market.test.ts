/** The market of a single world: its additions, that they change nothing that is shared, and every invalid input. */
import { describe, expect, it } from 'vitest';
import { isIsin } from '../../../src-server/domain/identifiers/isin.ts';
import { createCalendars } from '../../../src-server/market/calendar/calendar.ts';
import { type CustomMarket, createCustomMarket } from '../../../src-server/market/data/custom-market.ts';
import type { MarketData } from '../../../src-server/market/data/market-data.ts';
import { createPriceModel } from '../../../src-server/market/prices/price-model.ts';
import { at, makeMarket } from '../market-fixture.ts';

const { data, calendars, prices } = makeMarket(42);
const NOON = at('2026-03-04T11:00:00Z');
const NOTHING: CustomMarket = { replace_instruments: false, instruments: [], synthetic: null, fx: {}, calendars: {} };
const ACME = {
  isin: 'ZZACME000000',
  name: 'Acme',
  symbol: 'ACME',
  type: 'share',
  issuer_country: 'ZZ',
  sector: 'technology',
  currency: 'USD',
  reference_price: 12.5,
  annual_volatility: 0.3,
  market_beta: 1,
  average_daily_volume: 100_000,
  spread_bps: 4,
  listings: ['XETR', 'XLON'],
  primary_exchange: 'XETR',
  pea_eligible: false,
  buyer_taxes: [],
} as const satisfies CustomMarket['instruments'][number];
const SYNTHETIC = { count: 300, prefix: 'ZZ', exchanges: ['XETR', 'XPAR', 'XLON'], listings_each: 2 };

describe('custom instruments of a world', () => {
  it('are added to the shared ones and change none of their prices', () => {
    const market = laid({ instruments: [ACME], synthetic: SYNTHETIC });
    expect(market.instruments.size).toBe(data.instruments.size + 301);
    const model = createPriceModel(42, market, calendars);
    for (const { isin, listings } of data.instruments.values()) {
      for (const mic of listings) expect(model.quote(isin, mic, NOON)).toEqual(prices.quote(isin, mic, NOON));
    }
    // 12.50 USD at 1.142 USD and 0.862 GBP for one EUR, at the instant of the reference.
    const reference = at('2026-03-02T09:30:00Z');
    expect(model.midMicro(ACME.isin, 'XETR', reference) / 1e6).toBeCloseTo(12.5 / 1.142, 2);
    expect(model.midMicro(ACME.isin, 'XLON', reference) / 1e6).toBeCloseTo((12.5 / 1.142) * 0.862, 2);
  });

  it('can replace the shared ones', () => {
    expect([...laid({ replace_instruments: true, instruments: [ACME] }).instruments.keys()]).toEqual([ACME.isin]);
    expect(issuesOf({ replace_instruments: true })).toEqual(['/replace_instruments leaves no instruments']);
  });

  it('are refused with every issue at its place', () => {
    const instruments = [
      ACME,
      ACME,
      { ...ACME, isin: 'DE0007164600' },
      { ...ACME, isin: 'ZZACME000018', listings: ['XETR', 'XXXX', 'XETR'], primary_exchange: 'XPAR' },
      { ...ACME, isin: 'ZZACME000026', buyer_taxes: ['MOON_TAX'], annual_volatility: 0.14, market_beta: -1 },
    ];
    expect(issuesOf({ instruments })).toEqual([
      '/instruments/1/isin ZZACME000000 already exists',
      '/instruments/2/isin DE0007164600 already exists',
      '/instruments/3/listings/1 XXXX is not a known exchange',
      '/instruments/3/listings/2 XETR appears more than once',
      '/instruments/3/primary_exchange XPAR is not among the listings',
      '/instruments/4/buyer_taxes/0 MOON_TAX is not a known transaction tax',
      expect.stringMatching(
        /^\/instruments\/4\/annual_volatility 0.14 is not above \|market_beta\| x market volatility/,
      ),
    ]);
  });
});

describe('synthetic instruments', () => {
  it('have valid, unique ISINs, which do not depend on their number', () => {
    const many = [
      ...laid({ replace_instruments: true, synthetic: { ...SYNTHETIC, count: 5000 } }).instruments.values(),
    ];
    expect(many).toHaveLength(5000);
    expect(many.every(({ isin }) => isIsin(isin) && isin.startsWith('ZZSYN'))).toBe(true);
    const few = [...laid({ replace_instruments: true, synthetic: SYNTHETIC }).instruments.values()];
    expect(many.slice(0, 300)).toEqual(few);
    expect(few[1]).toMatchObject({ listings: ['XPAR', 'XLON'], primaryExchange: 'XPAR', currency: 'EUR' });
    expect(few[2]).toMatchObject({ listings: ['XLON', 'XETR'], primaryExchange: 'XLON', currency: 'GBP' });
    const model = createPriceModel(42, laid({ synthetic: SYNTHETIC }), calendars);
    for (const { isin, listings } of few) {
      for (const mic of listings) expect(model.midMicro(isin, mic, NOON)).toBeGreaterThan(1_000_000);
    }
  });

  it('are refused at unknown exchanges, and if others have their ISINs', () => {
    expect(issuesOf({ synthetic: { ...SYNTHETIC, exchanges: ['XETR', 'XXXX', 'XETR'], listings_each: 4 } })).toEqual([
      '/synthetic/exchanges/1 XXXX is not a known exchange',
      '/synthetic/exchanges/2 XETR appears more than once',
      '/synthetic/listings_each is more than the 3 exchanges there are',
    ]);
    expect(issuesOf({ instruments: [{ ...ACME, isin: 'ZZSYN0000012' }], synthetic: SYNTHETIC })).toEqual([
      '/synthetic/prefix ZZSYN0000012 already exists; use another prefix',
    ]);
  });
});

describe('custom exchange rates of a world', () => {
  it('are the given ones at the reference instant, and constant without volatility', () => {
    const market = laid({ fx: { USD: { per_eur: 1.25, annual_volatility: 0 }, GBP: { per_eur: 0.8 } } });
    const model = createPriceModel(42, market, calendars);
    expect(model.perEurMicro('USD', NOON)).toBe(1_250_000);
    expect(model.perEurMicro('GBP', at('2026-03-02T09:30:00Z'))).toBe(800_000);
    expect(model.perEurMicro('GBP', NOON)).not.toBe(800_000);
    expect(model.perEurMicro('CHF', NOON)).toBe(prices.perEurMicro('CHF', NOON));
  });
});

/** End of continuous trading on a half day in winter, UTC. */
const HALF_DAY_ENDS = {
  XETR: '13:00',
  XLON: '12:30',
  XPAR: '13:00',
  XAMS: '13:00',
  XMIL: '13:00',
  XSWX: '13:00',
  XSTO: '11:55',
  XCSE: '11:55',
  XOSL: '12:00',
};

describe('custom days of a world', () => {
  const [tuesday, wednesday] = ['2026-03-03', '2026-03-04'];

  it('close an exchange, or close it early, and no other one', () => {
    const market = laid({ calendars: { XLON: { closed: [tuesday], half_days: [wednesday] } } });
    const own = createCalendars(market);
    expect(own.get('XLON')?.session(tuesday)).toBeNull();
    expect(own.get('XLON')?.session(wednesday)).toMatchObject({ halfDay: true });
    expect(own.get('XLON')?.session('2027-03-03')).not.toBeNull();
    expect(own.get('XPAR')?.session(tuesday)).toEqual(calendars.get('XPAR')?.session(tuesday));
    expect(calendars.get('XLON')?.session(tuesday)).not.toBeNull();
  });

  it.each(Object.entries(HALF_DAY_ENDS))('are half days at every exchange: %s closes at %s UTC', (mic, end) => {
    const own = createCalendars(laid({ calendars: { [mic]: { closed: [], half_days: [wednesday] } } }));
    const session = own.get(mic)?.session(wednesday);
    expect(session?.halfDay).toBe(true);
    expect(session?.closeMs).toBe(at(`${wednesday}T${end}:00Z`));
    expect(own.get(mic)?.session(tuesday)).toEqual(calendars.get(mic)?.session(tuesday));
  });

  it('are refused at unknown exchanges and on weekends', () => {
    const days = { closed: ['2026-03-07'], half_days: ['2026-03-08'] };
    expect(issuesOf({ calendars: { XXXX: days, XLON: days } })).toEqual([
      '/calendars/XXXX XXXX is not a known exchange',
      '/calendars/XLON/closed/0 2026-03-07 is not a weekday',
      '/calendars/XLON/half_days/0 2026-03-08 is not a weekday',
    ]);
  });
});

function laid(own: Partial<CustomMarket>): MarketData {
  const result = createCustomMarket(data, { ...NOTHING, ...own });
  if (!result.ok) throw new Error(JSON.stringify(result.issues));
  return result.market;
}

function issuesOf(own: Partial<CustomMarket>): string[] {
  const result = createCustomMarket(data, { ...NOTHING, ...own });
  return result.ok ? [] : result.issues.map(({ pointer, issue }) => `${pointer} ${issue}`);
}
