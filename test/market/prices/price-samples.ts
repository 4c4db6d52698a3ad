/**
 * Two thousand markets, one per seed, and the arithmetic that assesses them: estimates, and the number of standard
 * errors (by formula) between them and their expected values. Owns the seeds and the threshold; each test states its
 * expectations.
 */
import type { Currency } from '../../../src-server/market/data/market-data.ts';
import { createPriceModel, type PriceModel } from '../../../src-server/market/prices/price-model.ts';
import { at, makeMarket } from '../market-fixture.ts';

const SEED_COUNT = 2000;

/** The largest allowed distance of an estimate from the model's value, in standard errors. */
export const BAR = 3;

export interface SampledListing {
  readonly isin: string;
  readonly mic: string;
}

/** The span between two instants, both ISO 8601. */
export type Span = readonly [from: string, to: string];

/** From 11:00 to 11:00 in Berlin, one weekday on. No two spans overlap, so that they share no data. */
export const DAY_SPANS: readonly Span[] = [
  ['2026-03-03T10:00:00Z', '2026-03-04T10:00:00Z'],
  ['2026-03-05T10:00:00Z', '2026-03-06T10:00:00Z'],
  ['2026-07-07T09:00:00Z', '2026-07-08T09:00:00Z'],
  ['2026-11-10T10:00:00Z', '2026-11-11T10:00:00Z'],
  ['2031-02-04T10:00:00Z', '2031-02-05T10:00:00Z'],
];

/** One year and four: 364 days are 52 weeks of five weekdays, and 260 weekdays are a year of trading time. */
export const YEAR_SPANS: readonly Span[] = [
  ['2026-03-03T10:00:00Z', '2027-03-02T10:00:00Z'],
  ['2026-03-03T10:00:00Z', '2030-02-26T10:00:00Z'],
];

/** The result of `ask` for the market of each seed, 0 to 1 999. The market lists `isins` alone, see `acrossMarkets`. */
export function acrossSeeds<T>(isins: readonly string[], ask: (prices: PriceModel) => T): T[] {
  return acrossMarkets((makePrices) => ask(makePrices(isins)));
}

/**
 * As `acrossSeeds`, for calls to several fresh markets of one seed. Each is whole, or narrowed to some instruments: a
 * whole one takes twice as long to build and has the same prices, because every path is drawn by its name.
 */
export function acrossMarkets<T>(ask: (makePrices: (isins?: readonly string[]) => PriceModel, seed: number) => T): T[] {
  const { data, calendars } = makeMarket(0);
  const narrowed = (isins: readonly string[]) => ({
    ...data,
    instruments: new Map([...data.instruments].filter(([isin]) => isins.includes(isin))),
  });
  return Array.from({ length: SEED_COUNT }, (_, seed) =>
    ask((isins) => createPriceModel(seed, isins === undefined ? data : narrowed(isins), calendars), seed),
  );
}

/** Log returns of a listing's mid, one per span. */
export function logReturns(prices: PriceModel, { isin, mic }: SampledListing, spans: readonly Span[]): number[] {
  return spans.map(([from, to]) => Math.log(prices.midMicro(isin, mic, at(to)) / prices.midMicro(isin, mic, at(from))));
}

/** Log changes of the units of a currency for one EUR, one per span. */
export function rateReturns(prices: PriceModel, currency: Currency, spans: readonly Span[]): number[] {
  return spans.map(([from, to]) =>
    Math.log(prices.perEurMicro(currency, at(to)) / prices.perEurMicro(currency, at(from))),
  );
}

/** Distance of the mean of independent values from the expected one; its standard error is deviation / sqrt(n). */
export function meanIsOffBy(values: readonly number[], expected: number, deviation: number): number {
  return (Math.abs(mean(values) - expected) * Math.sqrt(values.length)) / deviation;
}

/** Distance of the variance of independent values from the expected v; its standard error is v sqrt(2 / n). */
export function varianceIsOffBy(values: readonly number[], expected: number): number {
  return Math.abs(covariance(values, values) / expected - 1) / Math.sqrt(2 / values.length);
}

/** Distance of the correlation of pairs from the expected r; its standard error is (1 - r^2) / sqrt(n). */
export function correlationIsOffBy(a: readonly number[], b: readonly number[], expected: number): number {
  const estimate = covariance(a, b) / Math.sqrt(covariance(a, a) * covariance(b, b));
  return (Math.abs(estimate - expected) * Math.sqrt(a.length)) / (1 - expected ** 2);
}

/** The variance that rounding to millionths adds to a log return: 1/12 of a millionth squared, at each end. */
export function roundingVariance(priceMicro: number): number {
  return 2 / (12 * priceMicro ** 2);
}

/**
 * Correlation of a venue's basis at two trading times, by the model: three octaves of equal weight, in each of which
 * the value is a mixture of the two lattice points around it, of unit variance.
 */
export function basisCorrelation(tau: number, otherTau: number): number {
  const shared = BASIS_PERIODS_TAU.map((period) => {
    const mixture = latticeMixture(otherTau / period);
    return latticeMixture(tau / period).reduce(
      (sum, { point, weight }) => sum + weight * (mixture.find((other) => other.point === point)?.weight ?? 0),
      0,
    );
  });
  return mean(shared);
}

const BASIS_PERIODS_TAU = [2 ** 19, 2 ** 21, 2 ** 23];

/** The weights change smoothly from one point to the next (3x^2 - 2x^3), and the sum of their squares is one. */
function latticeMixture(position: number) {
  const point = Math.floor(position);
  const fraction = position - point;
  const after = 3 * fraction ** 2 - 2 * fraction ** 3;
  const length = Math.hypot(1 - after, after);
  return [
    { point, weight: (1 - after) / length },
    { point: point + 1, weight: after / length },
  ];
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function covariance(a: readonly number[], b: readonly number[]): number {
  if (a.length !== b.length) throw new RangeError(`${a.length} values beside ${b.length}`);
  const meanA = mean(a);
  const meanB = mean(b);
  return a.reduce((sum, value, index) => sum + (value - meanA) * ((b[index] as number) - meanB), 0) / (a.length - 1);
}
