import { describe, expect, it } from 'vitest';
import { createPriceModel } from '../../src-server/market/price-model.ts';
import { at, makeMarket } from './market-fixture.ts';

const { data, calendars } = makeMarket(0);
const SAP = 'DE0007164600';
const ALLIANZ = 'DE0008404005';
const ASML = 'NL0010273215';
const SEEDS = 300;
const DAYS = ['2026-03-03', '2026-03-04', '2026-03-05', '2026-03-06', '2026-03-09', '2026-03-10'];

/** Log returns from 11:00 to 11:00 over five days (one of them across a weekend) of every seed. */
function dailyReturns(isin: string, mic: string): number[] {
  return Array.from({ length: SEEDS }, (_, seed) => {
    const prices = createPriceModel(seed, data, calendars);
    const mids = DAYS.map((day) => prices.midMicro(isin, mic, at(`${day}T10:00:00Z`)));
    return mids.slice(1).map((mid, index) => Math.log(mid / (mids[index] as number)));
  }).flat();
}

describe('prices over many seeds', () => {
  const sap = dailyReturns(SAP, 'XETR');
  const allianz = dailyReturns(ALLIANZ, 'XETR');
  const asml = dailyReturns(ASML, 'XAMS');
  const n = sap.length;

  it('vary from day to day as the annual volatility says', () => {
    // 0.27^2 / 260 per day; the standard error of a variance is itself x sqrt(2 / n)
    const expected = 0.27 ** 2 / 260;
    const variance = average(sap.map((value) => value * value));
    expect(Math.abs(variance / expected - 1)).toBeLessThan(4 * Math.sqrt(2 / n));
  });

  it('drift nowhere: the expected simple return is zero', () => {
    const simple = sap.map((value) => Math.exp(value) - 1);
    expect(Math.abs(average(simple))).toBeLessThan((4 * 0.27) / Math.sqrt(260 * n));
  });

  it('of two equities in different sectors correlate through the market alone', () => {
    // beta 1.1 x 0.95 x market variance 0.14^2 / (0.27 x 0.20) = 0.379
    const expected = (1.1 * 0.95 * 0.14 ** 2) / (0.27 * 0.2);
    const error = (1 - expected ** 2) / Math.sqrt(n);
    expect(Math.abs(correlation(sap, allianz) - expected)).toBeLessThan(4 * error);
  });

  it('of two equities in one sector correlate through market and sector, across venues', () => {
    // market 1.1 x 1.4 x 0.14^2 plus 40 % of what the market leaves: 0.4 x sqrt(0.049184 x 0.077184)
    const expected = (1.1 * 1.4 * 0.14 ** 2 + 0.4 * Math.sqrt(0.049184 * 0.077184)) / (0.27 * 0.34);
    const error = (1 - expected ** 2) / Math.sqrt(n);
    expect(Math.abs(correlation(sap, asml) - expected)).toBeLessThan(4 * error);
  });
});

function average(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function correlation(a: readonly number[], b: readonly number[]): number {
  const meanA = average(a);
  const meanB = average(b);
  const covariance = average(a.map((value, index) => (value - meanA) * ((b[index] as number) - meanB)));
  const deviation = (values: readonly number[], mean: number) =>
    Math.sqrt(average(values.map((value) => (value - mean) ** 2)));
  return covariance / (deviation(a, meanA) * deviation(b, meanB));
}
