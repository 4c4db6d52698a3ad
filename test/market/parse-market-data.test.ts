import { describe, expect, it } from 'vitest';
import { MarketDataError } from '../../src-server/market/market-data-error.ts';
import { parseMarketData } from '../../src-server/market/parse-market-data.ts';
import { readRawMarketData } from './market-fixture.ts';

type Documents = Record<string, { [key: string]: Record<string, unknown>[] }>;

describe('market data', () => {
  it('of the fixtures is sound and complete', () => {
    const data = parseMarketData(readRawMarketData());
    expect(data.exchanges.size).toBe(9);
    expect(data.instruments.size).toBe(33);
    expect([...data.venues.keys()].sort()).toEqual([...data.exchanges.keys()].sort());
    expect(data.instruments.get('DE0007164600')?.referencePriceMicro).toBe(231_500_000);
    expect(data.transactionTaxes.get('CH_STAMP')).toMatchObject({ ratePpm: 750, foreignRatePpm: 1500 });
    expect(data.transactionTaxes.get('FR_FTT')?.earlierRate).toEqual({ until: '2025-03-31', ratePpm: 3000 });
    expect(data.taxMethods.defaults.get('GB')).toBe('average_cost');
  });

  it('names every fault of every file at once, with its JSON pointer', () => {
    const faults = faultsAfter(({ instruments, exchanges, venues, tickSizes }) => {
      Object.assign(instruments?.instruments?.[0] ?? {}, { isin: 'DE0007164601', colour: 'blue' });
      Object.assign(instruments?.instruments?.[1] ?? {}, { listings: ['XETR', 'XXXX'], primary_exchange: 'XLON' });
      Object.assign(instruments?.instruments?.[2] ?? {}, { annual_volatility: 0.133, buyer_taxes: ['MOON_TAX'] });
      Object.assign(instruments?.instruments?.[4] ?? {}, { isin: instruments?.instruments?.[3]?.isin });
      Object.assign(instruments?.instruments?.[5] ?? {}, { reference_price: 1.2345678 });
      Object.assign(venues?.venues?.[0] ?? {}, { mic: 'XXXX' });
      Object.assign(tickSizes ?? {}, { floors: [0, 2, 1] });
      expect(exchanges?.exchanges?.length).toBe(9);
    });
    expect(faults).toEqual([
      'instruments.json /instruments/0/colour: unknown field',
      'instruments.json /instruments/0/isin: expected an ISIN with a correct check digit',
      'instruments.json /instruments/1/listings/1: XXXX is no exchange of exchanges.json',
      'instruments.json /instruments/1/primary_exchange: XLON is not among the listings',
      'instruments.json /instruments/2/annual_volatility: 0.133 is not above |market_beta| x market volatility, 0.133',
      'instruments.json /instruments/2/buyer_taxes/0: MOON_TAX is no tax of transaction-taxes.json',
      'instruments.json /instruments/4/isin: DE0005557508 appears more than once',
      'instruments.json /instruments/5/reference_price: expected a number with at most six decimals',
      'tick-sizes.json /floors: expected ascending floors, the first 0',
      'tick-sizes.json /ladder: expected five more entries than floors (six bands)',
      'venues.json /venues/0/mic: XXXX is no exchange of exchanges.json',
      'venues.json /venues: has no settings for XETR',
    ]);
  });

  it('with a faulty exchange blames the exchange alone, not the instruments listed there', () => {
    const faults = faultsAfter(({ exchanges }) => {
      Object.assign(exchanges?.exchanges?.[0] ?? {}, { continuous: ['09:00', '25:30'], time_zone: 'Europe/Atlantis' });
      Object.assign(exchanges?.exchanges?.[1] ?? {}, { holidays: [{ month: 13, day: 1 }] });
    });
    expect(faults.map((fault) => fault.split(':')[0])).toEqual([
      'exchanges.json /exchanges/0/continuous/1',
      'exchanges.json /exchanges/0/time_zone',
      'exchanges.json /exchanges/1/holidays/0',
    ]);
  });

  it('that is no object at all is named as the whole file', () => {
    const raw = { ...readRawMarketData(), fx: null };
    expect(() => parseMarketData(raw)).toThrow('fx.json (whole file)');
  });
});

/** The faults of the fixtures after some damage, as `file pointer: issue`, sorted. */
function faultsAfter(damage: (documents: Documents) => void): string[] {
  const raw = readRawMarketData();
  damage(raw as unknown as Documents);
  try {
    parseMarketData(raw);
  } catch (error) {
    if (!(error instanceof MarketDataError)) throw error;
    return error.faults.map(({ file, pointer, issue }) => `${file} ${pointer}: ${issue}`).sort();
  }
  return [];
}
