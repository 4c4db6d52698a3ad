import { describe, expect, it } from 'vitest';
import { createVarianceClock } from '../../../src-server/market/calendar/variance-clock.ts';
import { at } from '../market-fixture.ts';
import {
  acrossSeeds,
  BAR,
  basisCorrelation,
  correlationIsOffBy,
  meanIsOffBy,
  roundingVariance,
  varianceIsOffBy,
} from './price-samples.ts';

/** Pairs of venues that quote in one currency. The basis is 1.5 bps, and never more than the instrument's spread. */
const pairs = [
  { name: 'SAP', isin: 'DE0007164600', venues: ['XETR', 'XPAR'], basis: 0.00015, priceMicro: 231_500_000 },
  // 104.60 USD / 1.142 USD per EUR
  { name: 'a converted fund', isin: 'IE00B4L5Y983', venues: ['XETR', 'XAMS'], basis: 0.00015, priceMicro: 91_593_695 },
  { name: 'a money fund', isin: 'LU0290358497', venues: ['XETR', 'XMIL'], basis: 0.00007, priceMicro: 146_200_000 },
] as const;

/** 11:00 in Berlin. Day 100 is twenty weeks of five weekdays after the first. */
const DAYS = [
  { day: 'day 0', instant: '2026-03-03T10:00:00Z' },
  { day: 'day 1', instant: '2026-03-04T10:00:00Z' },
  { day: 'day 10', instant: '2026-03-17T10:00:00Z' },
  { day: 'day 100', instant: '2026-07-21T09:00:00Z' },
  { day: 'a day ten years on', instant: '2036-03-04T10:00:00Z' },
] as const;

const LATER_MINUTES = [1, 5, 20, 80, 240] as const;

describe('the difference between two venues over two thousand seeds', () => {
  const clock = createVarianceClock(0.25);
  const start = at(DAYS[0].instant);
  const dayInstants = DAYS.map(({ instant }) => at(instant));
  const laterInstants = LATER_MINUTES.map((minutes) => start + minutes * 60_000);
  const isins = pairs.map(({ isin }) => isin);
  const samples = acrossSeeds(isins, (prices) =>
    pairs.map(({ isin, venues: [one, other] }) => {
      const gap = (instant: number) =>
        Math.log(prices.midMicro(isin, one, instant) / prices.midMicro(isin, other, instant));
      return { days: dayInstants.map(gap), later: laterInstants.map(gap) };
    }),
  );

  describe.each(pairs.map((pair, row) => ({ ...pair, row })))('of $name', ({ row, basis, priceMicro }) => {
    const gaps = (kind: 'days' | 'later', column: number) =>
      samples.map((seed) => seed[row]?.[kind][column] ?? Number.NaN);
    // One basis for each venue, independent: their variances add up. Both mids are rounded.
    const variance = 2 * basis ** 2 + roundingVariance(priceMicro);

    it.each(DAYS.map(({ day }, column) => ({ day, column })))('is zero on average on $day', ({ column }) => {
      expect(meanIsOffBy(gaps('days', column), 0, Math.sqrt(variance))).toBeLessThan(BAR);
    });

    it.each(DAYS.map(({ day }, column) => ({ day, column })))('varies as the model says on $day', ({ column }) => {
      expect(varianceIsOffBy(gaps('days', column), variance)).toBeLessThan(BAR);
    });

    it('has no drift in a hundred days', () => {
      const first = gaps('days', 0);
      const changes = gaps('days', 3).map((gap, seed) => gap - (first[seed] as number));
      // Both ends vary, and after so long independently of each other.
      expect(meanIsOffBy(changes, 0, Math.sqrt(2 * variance))).toBeLessThan(BAR);
      expect(varianceIsOffBy(changes, 2 * variance)).toBeLessThan(BAR);
    });

    it.each(DAYS.slice(1).map(({ day }, index) => ({ day, column: index + 1 })))(
      'is independent of its first value on $day',
      ({ column }) => {
        expect(correlationIsOffBy(gaps('days', 0), gaps('days', column), 0)).toBeLessThan(BAR);
      },
    );

    it.each(LATER_MINUTES.map((minutes, column) => ({ minutes, column })))(
      'has after $minutes minutes the correlation of its three octaves, and varies as before',
      ({ column }) => {
        const same = basisCorrelation(clock.tauAt(start), clock.tauAt(laterInstants[column] as number));
        // Rounding is no part of the basis: it has no memory and reduces the correlation by its share, 1e-10.
        const expected = (same * 2 * basis ** 2) / variance;
        expect(correlationIsOffBy(gaps('days', 0), gaps('later', column), expected)).toBeLessThan(BAR);
        expect(varianceIsOffBy(gaps('later', column), variance)).toBeLessThan(BAR);
      },
    );
  });
});
