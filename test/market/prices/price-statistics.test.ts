import { describe, expect, it } from 'vitest';
import {
  acrossSeeds,
  BAR,
  correlationIsOffBy,
  DAY_SPANS,
  logReturns,
  meanIsOffBy,
  roundingVariance,
  type Span,
  varianceIsOffBy,
  YEAR_SPANS,
} from './price-samples.ts';

/** From 11:00 on a Friday to 11:00 on the Monday after it, in Berlin; the fourth is the end of winter time. */
const WEEKENDS: readonly Span[] = [
  ['2026-03-06T10:00:00Z', '2026-03-09T10:00:00Z'],
  ['2026-03-13T10:00:00Z', '2026-03-16T10:00:00Z'],
  ['2026-03-20T10:00:00Z', '2026-03-23T10:00:00Z'],
  ['2026-03-27T10:00:00Z', '2026-03-30T09:00:00Z'],
  ['2027-01-22T10:00:00Z', '2027-01-25T10:00:00Z'],
];

/** Wednesday to Tuesday: four weekdays, on two of which Xetra is closed, on three Copenhagen. */
const EASTER: readonly Span[] = [['2026-04-01T09:00:00Z', '2026-04-07T09:00:00Z']];

/** Volatilities, bases and prices as in the market's data. */
const listings = [
  { name: 'SAP', isin: 'DE0007164600', mic: 'XETR', volatility: 0.27, basis: 0.00015, priceMicro: 231_500_000 },
  {
    name: 'Novo Nordisk',
    isin: 'DK0062498333',
    mic: 'XCSE',
    volatility: 0.36,
    basis: 0.00015,
    priceMicro: 352_000_000,
  },
  {
    name: 'a bond fund',
    isin: 'IE00B4WXJJ64',
    mic: 'XETR',
    volatility: 0.055,
    basis: 0.00015,
    priceMicro: 109_800_000,
  },
  // Its basis is no wider than its spread of 0.7 bps, but still a considerable part of its daily moves.
  {
    name: 'a money fund',
    isin: 'LU0290358497',
    mic: 'XETR',
    volatility: 0.004,
    basis: 0.00007,
    priceMicro: 146_200_000,
  },
];

const isins = listings.map(({ isin }) => isin);

describe('prices of two thousand seeds', () => {
  const samples = acrossSeeds(isins, (prices) => ({
    days: listings.map((listing) => logReturns(prices, listing, DAY_SPANS)),
    weekends: listings.map((listing) => logReturns(prices, listing, WEEKENDS)),
    easter: listings.map((listing) => logReturns(prices, listing, EASTER)),
    years: listings.map((listing) => logReturns(prices, listing, YEAR_SPANS)),
  }));

  describe.each(listings.map((listing, row) => ({ ...listing, row })))('of $name', (listing) => {
    const { row, volatility, basis, priceMicro } = listing;
    const returns = (kind: keyof (typeof samples)[number]) => samples.flatMap((sample) => sample[kind][row] ?? []);
    // A day is 1/260 of a year. The basis differs at the two ends, so it adds its variance twice.
    const perDay = volatility ** 2 / 260;
    const ends = 2 * basis ** 2 + roundingVariance(priceMicro);

    it('vary from one day to the next as the annual volatility says', () => {
      expect(varianceIsOffBy(returns('days'), perDay + ends)).toBeLessThan(BAR);
    });

    it('vary over a weekend as over one day', () => {
      expect(varianceIsOffBy(returns('weekends'), perDay + ends)).toBeLessThan(BAR);
    });

    it('vary over the four weekdays around Easter as over four days, although exchanges are closed', () => {
      expect(varianceIsOffBy(returns('easter'), 4 * perDay + ends)).toBeLessThan(BAR);
    });

    it('have no drift from one day to the next: the expected simple return is zero', () => {
      // A basis b at either end makes E[exp(x)] = exp(b^2), 0.00000002 above one.
      const simple = returns('days').map(Math.expm1);
      expect(meanIsOffBy(simple, Math.expm1(basis ** 2), Math.sqrt(perDay + ends))).toBeLessThan(BAR);
    });

    it.each([
      { span: 'one year', years: 1, column: 0 },
      { span: 'four years', years: 4, column: 1 },
    ])('have no drift in $span either, after which a wrong correction would show', ({ years, column }) => {
      const simple = samples.map((sample) => Math.expm1(sample.years[row]?.[column] ?? Number.NaN));
      // A lognormal number of log variance v and mean one has a variance of exp(v) - 1.
      const deviation = Math.sqrt(Math.expm1(volatility ** 2 * years + ends));
      expect(meanIsOffBy(simple, Math.expm1(basis ** 2), deviation)).toBeLessThan(BAR);
    });
  });

  it('are uncorrelated with the prices of the next seed', () => {
    const values = samples.map(({ days }) => days[0]?.[0] ?? Number.NaN);
    expect(correlationIsOffBy(values.slice(1), values.slice(0, -1), 0)).toBeLessThan(BAR);
  });
});
