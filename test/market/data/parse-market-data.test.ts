import { describe, expect, it } from 'vitest';
import { MarketDataError } from '../../../src-server/market/data/market-data-error.ts';
import { parseMarketData } from '../../../src-server/market/data/parse-market-data.ts';
import { readRawMarketData } from '../market-fixture.ts';

type Documents = Record<string, { [key: string]: Record<string, unknown>[] }>;

describe('market data', () => {
  it('of the fixtures is valid and complete', () => {
    const data = parseMarketData(readRawMarketData());
    expect(data.exchanges.size).toBe(9);
    expect(data.instruments.size).toBe(33);
    expect([...data.venues.keys()].sort()).toEqual([...data.exchanges.keys()].sort());
    expect(data.instruments.get('DE0007164600')?.referencePriceMicro).toBe(231_500_000);
    expect(data.transactionTaxes.get('CH_STAMP')?.rates).toMatchObject([{ ratePpm: 750, foreignRatePpm: 1500 }]);
    expect(data.transactionTaxes.get('FR_FTT')?.rates.at(-1)).toMatchObject({ from: '2025-04-01', ratePpm: 4000 });
    expect(data.taxMethods.defaults.get('GB')).toBe('average_cost');
    expect(data.venues.get('XOSL')).toMatchObject({
      latency: {
        submit: { kind: 'uniform', minMs: 18, maxMs: 42 },
        acknowledge: { kind: 'lognormal', medianMs: 30, sigma: 0.4, maxMs: 600 },
        report: { kind: 'uniform', minMs: 18, maxMs: 48 },
      },
      acknowledgeWithinMs: 10_000,
      lotMicro: 1,
      dayEnd: 'carry',
      sliceIntervalMs: 5000,
    });
    expect(data.simulation).toMatchObject({
      impactHalfLifeMs: 1_200_000,
      depthShare: 0.0002,
      depthLevels: 10,
      auctionVolumeShare: 0.2,
      priceCollar: 0.1,
    });
  });

  it('reports every issue of every file at once, with its JSON pointer', () => {
    const issues = issuesAfter(({ instruments, exchanges, venues, tickSizes }) => {
      Object.assign(instruments?.instruments?.[0] ?? {}, { isin: 'DE0007164601', colour: 'blue' });
      Object.assign(instruments?.instruments?.[1] ?? {}, { listings: ['XETR', 'XXXX'], primary_exchange: 'XLON' });
      Object.assign(instruments?.instruments?.[2] ?? {}, { annual_volatility: 0.133, buyer_taxes: ['MOON_TAX'] });
      Object.assign(instruments?.instruments?.[4] ?? {}, { isin: instruments?.instruments?.[3]?.isin });
      Object.assign(instruments?.instruments?.[5] ?? {}, { reference_price: 1.2345678 });
      Object.assign(venues?.venues?.[0] ?? {}, { mic: 'XXXX' });
      Object.assign(tickSizes ?? {}, { floors: [0, 2, 1] });
      expect(exchanges?.exchanges?.length).toBe(9);
    });
    expect(issues).toEqual([
      'instruments.json /instruments/0/colour: unknown field',
      'instruments.json /instruments/0/isin: expected an ISIN with a correct check digit',
      'instruments.json /instruments/1/listings/1: XXXX is not a known exchange',
      'instruments.json /instruments/1/primary_exchange: XLON is not among the listings',
      'instruments.json /instruments/2/annual_volatility: 0.133 is not above |market_beta| x market volatility, 0.133',
      'instruments.json /instruments/2/buyer_taxes/0: MOON_TAX is not a known transaction tax',
      'instruments.json /instruments/4/isin: DE0005557508 appears more than once',
      'instruments.json /instruments/5/reference_price: expected a number with at most six decimals',
      'tick-sizes.json /floors: expected ascending floors, the first 0',
      'tick-sizes.json /ladder: expected five more entries than floors (six bands)',
      'venues.json /venues/0/mic: XXXX is not an exchange in exchanges.json',
      'venues.json /venues: has no settings for XETR',
    ]);
  });

  it('with an invalid exchange reports the exchange alone, not the instruments listed there', () => {
    const issues = issuesAfter(({ exchanges }) => {
      Object.assign(exchanges?.exchanges?.[0] ?? {}, { continuous: ['09:00', '25:30'], time_zone: 'Europe/Atlantis' });
      Object.assign(exchanges?.exchanges?.[1] ?? {}, { holidays: [{ month: 13, day: 1 }] });
    });
    expect(issues.map((issue) => issue.split(':')[0])).toEqual([
      'exchanges.json /exchanges/0/continuous/1',
      'exchanges.json /exchanges/0/time_zone',
      'exchanges.json /exchanges/1/holidays/0',
    ]);
  });

  it('that is no object is reported as the whole file', () => {
    const raw = { ...readRawMarketData(), fx: null };
    expect(() => parseMarketData(raw)).toThrow('fx.json (whole file)');
  });
});

describe('the settings of a venue', () => {
  it.each<[string, unknown, unknown]>([
    ['one length', { fixed: 0 }, { kind: 'fixed', ms: 0 }],
    ['the longest length', { fixed: 3_600_000 }, { kind: 'fixed', ms: 3_600_000 }],
    ['a range', { min: 5, max: 9 }, { kind: 'uniform', minMs: 5, maxMs: 9 }],
    ['a range of one length', { min: 5, max: 5 }, { kind: 'uniform', minMs: 5, maxMs: 5 }],
    ['a median', { median: 5, sigma: 0, max: 5 }, { kind: 'lognormal', medianMs: 5, sigma: 0, maxMs: 5 }],
    ['a wide median', { median: 5, sigma: 3, max: 90 }, { kind: 'lognormal', medianMs: 5, sigma: 3, maxMs: 90 }],
  ])('have a latency of %s', (_, latency, expected) => {
    const { venue } = changed({
      latency: { submit_ms: latency, acknowledge_ms: { fixed: 1 }, report_ms: { fixed: 2 } },
    });
    expect(venue?.latency.submit).toEqual(expected);
    expect(venue?.latency.report).toEqual({ kind: 'fixed', ms: 2 });
  });

  it.each([
    [{ min: 9, max: 5 }],
    [{ median: 9, sigma: 0.4, max: 5 }],
    [{ median: 5, sigma: 3.1, max: 9 }],
    [{ median: 5, sigma: -0.1, max: 9 }],
    [{ median: 5, max: 9 }],
    [{ fixed: 1.5 }],
    [{ fixed: -1 }],
    [{ fixed: 3_600_001 }],
    [{ mean: 5 }],
    [7],
  ])('refuse a latency of %j', (latency) => {
    const fixed = { fixed: 1 };
    const issues = issuesAfter(({ venues }) => {
      Object.assign(venues?.venues?.[0] ?? {}, {
        latency: { submit_ms: fixed, acknowledge_ms: fixed, report_ms: latency },
      });
    });
    expect(issues.map((issue) => issue.split(':')[0])).toEqual(['venues.json /venues/0/latency/report_ms']);
  });

  it('need a latency for each leg, and accept no other leg and no mixture', () => {
    const issues = issuesAfter(({ venues }) => {
      const fixed = { fixed: 1 };
      Object.assign(venues?.venues?.[0] ?? {}, {
        latency: { submit_ms: fixed, report_ms: { fixed: 1, max: 5 }, cancel_ms: fixed },
      });
    });
    expect(issues.map((issue) => issue.split(':')[0])).toEqual([
      'venues.json /venues/0/latency/acknowledge_ms',
      'venues.json /venues/0/latency/cancel_ms',
      'venues.json /venues/0/latency/report_ms/max',
    ]);
  });

  it.each<[string, unknown, string, unknown]>([
    ['acknowledge_within_ms', 100, 'acknowledgeWithinMs', 100],
    ['acknowledge_within_ms', 3_600_000, 'acknowledgeWithinMs', 3_600_000],
    ['lot_size', 0.000001, 'lotMicro', 1],
    ['lot_size', 0.01, 'lotMicro', 10_000],
    ['lot_size', 1, 'lotMicro', 1_000_000],
    ['lot_size', 1000, 'lotMicro', 1_000_000_000],
    ['day_end', 'expire', 'dayEnd', 'expire'],
    ['day_end', 'carry', 'dayEnd', 'carry'],
    ['commission', { bps: 5, minimum: 2, cap: 2 }, 'commission', { bps: 5, minimumMinor: 200, capMinor: 200 }],
    ['slice_interval_ms', 600_000, 'sliceIntervalMs', 600_000],
  ])('take %s: %j', (field, value, name, expected) => {
    expect(changed({ [field]: value }).venue).toHaveProperty(name, expected);
  });

  it.each([
    ['acknowledge_within_ms', 99],
    ['acknowledge_within_ms', 3_600_001],
    ['acknowledge_within_ms', 1000.5],
    ['lot_size', 0],
    ['lot_size', -1],
    ['lot_size', 0.0000001],
    ['lot_size', 0.5],
    ['lot_size', 2],
    ['lot_size', 10_000],
    ['day_end', 'keep'],
    ['day_end', null],
    ['slice_interval_ms', 99],
  ])('refuse %s: %j', (field, value) => {
    const issues = issuesAfter(({ venues }) => {
      Object.assign(venues?.venues?.[0] ?? {}, { [field]: value });
    });
    expect(issues.map((issue) => issue.split(':')[0])).toEqual([`venues.json /venues/0/${field}`]);
  });
});

describe('the inputs of the whole market', () => {
  it.each<[string, unknown, string, unknown]>([
    ['impact_half_life_s', 1, 'impactHalfLifeMs', 1000],
    ['impact_half_life_s', 86_400, 'impactHalfLifeMs', 86_400_000],
    ['depth_share', 1, 'depthShare', 1],
    ['depth_levels', 1, 'depthLevels', 1],
    ['depth_levels', 50, 'depthLevels', 50],
    ['auction_volume_share', 1, 'auctionVolumeShare', 1],
    ['price_collar', 1, 'priceCollar', 1],
  ])('take %s: %j', (field, value, name, expected) => {
    expect(changed({}, { [field]: value }).simulation).toHaveProperty(name, expected);
  });

  it.each([
    ['impact_half_life_s', 0],
    ['impact_half_life_s', 86_401],
    ['impact_half_life_s', 1.5],
    ['depth_share', 0],
    ['depth_share', 1.1],
    ['depth_levels', 0],
    ['depth_levels', 51],
    ['depth_levels', 2.5],
    ['auction_volume_share', 0],
    ['auction_volume_share', 1.1],
    ['price_collar', 0],
    ['price_collar', 1.1],
  ])('refuse %s: %j', (field, value) => {
    const issues = issuesAfter(({ venues }) => {
      Object.assign(venues?.global ?? {}, { [field]: value });
    });
    expect(issues.map((issue) => issue.split(':')[0])).toEqual([`venues.json /global/${field}`]);
  });
});

/** The first venue and the inputs of the whole market, with some fields of `venues.json` changed. */
function changed(venue: Record<string, unknown>, global: Record<string, unknown> = {}) {
  const raw = readRawMarketData();
  const { venues } = raw as unknown as Documents;
  Object.assign(venues?.venues?.[0] ?? {}, venue);
  Object.assign(venues?.global ?? {}, global);
  const data = parseMarketData(raw);
  return { venue: data.venues.get('XETR'), simulation: data.simulation };
}

/** The issues of the fixtures after some damage, as `file pointer: issue`, sorted. */
function issuesAfter(damage: (documents: Documents) => void): string[] {
  const raw = readRawMarketData();
  damage(raw as unknown as Documents);
  try {
    parseMarketData(raw);
  } catch (error) {
    if (!(error instanceof MarketDataError)) throw error;
    return error.issues.map(({ file, pointer, issue }) => `${file} ${pointer}: ${issue}`).sort();
  }
  return [];
}
