/**
 * The figures of performance (decision O9) against published and hand-computed cases, and their properties for every
 * input.
 */
import { describe, expect, test } from 'vitest';
import { type DatedFlow, moneyWeightedGrowth, xirr } from '../../../src-server/domain/performance/money-weighted.ts';
import {
  annualVolatility,
  dailyReturns,
  drawdowns,
  maximumDrawdown,
} from '../../../src-server/domain/performance/risk.ts';
import { mixGrowth } from '../../../src-server/domain/performance/target-mix.ts';
import { annualReturn, heldTimeMs, linkedGrowth } from '../../../src-server/domain/performance/time-weighted.ts';
import { proves } from '../../conformance/proves.ts';
import { fc } from '../../support/draws.ts';

const DAY_MS = 86_400_000;
const on = (day: string, amount = 0): DatedFlow => ({
  atMs: Date.parse(`${day}T00:00:00Z`),
  amountMinor: amount * 100,
});
/** Values at the ends of equal periods; a pair is before and after a flow. */
const valued = (...values: readonly (number | readonly [number, number])[]) =>
  values.map((value, index) => {
    const [before, after] = typeof value === 'number' ? [value, value] : value;
    return { atMs: index * DAY_MS, beforeMinor: before * 100, afterMinor: after * 100 };
  });
/** The money was there from the first flow to the last. */
const growthOf = (flows: readonly DatedFlow[]) =>
  moneyWeightedGrowth(flows, (flows.at(-1)?.atMs ?? 0) - (flows[0]?.atMs ?? 0));
const grown = (...growths: readonly number[]) => growths.map((growth, index) => ({ atMs: index * DAY_MS, growth }));

describe('the time-weighted return', () => {
  test('links the periods before and after a deposit', proves('O9.3'), () => {
    // 1 000 000 became 1 100 000: +10 %. With 100 000 more, 1 200 000 became 1 140 000: −5 %. 1.10 · 0.95 = 1.045.
    const growths = linkedGrowth(valued(1_000_000, [1_100_000, 1_200_000], 1_140_000));
    expect(growths).toEqual([1, 1.1, expect.closeTo(1.045, 12)]);
  });

  test('counts nothing while the portfolio is empty', proves('O9.3'), () => {
    // Empty, then 500 is paid in, then 550 is there: +10 %.
    expect(linkedGrowth(valued(0, [0, 500], 550))).toEqual([1, 1, 1.1]);
    // All of it is withdrawn and 100 is paid in later, which does not move.
    expect(linkedGrowth(valued(500, [550, 0], 0, [0, 100], 100))).toEqual([1, 1.1, 1.1, 1.1, 1.1]);
  });

  test('is the same for every size of flow, and without one it is the growth of the value', proves('O9.3'), () => {
    const returns = fc.array(fc.double({ min: -0.5, max: 0.5, noNaN: true }), { minLength: 1, maxLength: 20 });
    const deposits = fc.array(fc.double({ min: 0, max: 1e6, noNaN: true }), { minLength: 20, maxLength: 20 });
    fc.assert(
      fc.property(returns, deposits, (each, paid) => {
        const expected = each.reduce((growth, value) => growth * (1 + value), 1);
        let afterMinor = 1e6;
        const instants = [{ atMs: 0, beforeMinor: afterMinor, afterMinor }];
        for (const [index, value] of each.entries()) {
          const beforeMinor = afterMinor * (1 + value);
          afterMinor = beforeMinor + (paid[index] ?? 0);
          instants.push({ atMs: (index + 1) * DAY_MS, beforeMinor, afterMinor });
        }
        expect(linkedGrowth(instants).at(-1)).toBeCloseTo(expected, 9);
      }),
    );
  });

  test('covers the time in which the portfolio was not empty', proves('O9.5'), () => {
    // Nothing for a day, two days of money, a day of nothing, a day of money, and nothing at the end: 2 + 1 days.
    const days = valued(0, [0, 500], 510, [520, 0], [0, 100], 0, 0);
    expect(heldTimeMs(days)).toBe(3 * DAY_MS);
    expect([heldTimeMs([]), heldTimeMs(valued(5)), heldTimeMs(valued(0, 0))]).toEqual([0, 0, 0]);
  });

  test('is annualised from a year on', proves('O9.5'), () => {
    // 21 % in two years are 10 % a year: 1.1² = 1.21.
    expect(annualReturn(1.21, 730 * DAY_MS)).toBeCloseTo(0.1, 12);
    expect(annualReturn(1.1, 365 * DAY_MS)).toBeCloseTo(0.1, 12);
    expect(annualReturn(1.1, 364 * DAY_MS)).toBeNull();
    // All of it is lost; more than all has no return.
    expect(annualReturn(0, 730 * DAY_MS)).toBe(-1);
    expect(annualReturn(-0.1, 730 * DAY_MS)).toBeNull();
  });
});

describe('the money-weighted return', () => {
  test('equals the published result of XIRR', proves('O9.4'), () => {
    // The example of Microsoft's documentation of XIRR, whose result is 0.373362535.
    const flows = [
      on('2008-01-01', -10_000),
      on('2008-03-01', 2750),
      on('2008-10-30', 4250),
      on('2009-02-15', 3250),
      on('2009-04-01', 2750),
    ];
    expect(xirr(flows)).toBeCloseTo(0.373362535, 8);
  });

  test('without flows in between is the growth of the value', proves('O9.4'), () => {
    // 100 became 110 in 365 days: 10 % a year, by either formula.
    expect(xirr([on('2026-01-01', -100), on('2027-01-01', 110)])).toBeCloseTo(0.1, 12);
    expect(growthOf([on('2026-01-01', -100), on('2026-01-02', 101)])).toBeCloseTo(1.01, 12);
    expect(growthOf([on('2026-01-01', -100), on('2026-01-11', 1)])).toBeCloseTo(0.01, 12);
  });

  test('covers the time with money, whatever was empty before, between and after', proves('O9.5'), () => {
    const year = 365 * DAY_MS;
    // Empty in 2026, then 1 000.00 became 1 099.56 in a year: 9.956 %, and not 1.09956² − 1 = 20.9 % in two.
    const late = [on('2026-01-01', 0), on('2027-01-01', -1000), on('2028-01-01', 1099.56)];
    expect(moneyWeightedGrowth(late, year)).toBeCloseTo(1.09956, 12);
    // 1 000 became 1 100 in a year, and all of it went; nothing is there for a year.
    const early = [on('2026-01-01', -1000), on('2027-01-01', 1100), on('2028-01-01', 0)];
    expect(moneyWeightedGrowth(early, year)).toBeCloseTo(1.1, 12);
    // The same in 2026 and in 2028: 10 % a year in both, in two years of money 1.1² = 1.21.
    const twice = [...early.slice(0, 2), on('2028-01-01', -1000), on('2028-12-31', 1100)];
    expect(moneyWeightedGrowth(twice, 2 * year)).toBeCloseTo(1.21, 12);
    expect(xirr(twice)).toBeCloseTo(0.1, 12);
  });

  test('is −1 if everything was lost', proves('O9.4'), () => {
    const all = [on('2026-01-01', -1000), on('2027-01-01', 0)];
    expect([growthOf(all), xirr(all)]).toEqual([0, -1]);
    expect(growthOf([on('2026-01-01', -1000), on('2026-06-01', -500), on('2027-01-01', 0)])).toBe(0);
    // Of 1 000 000 a cent was paid out after a tenth of the time: (1 / 10⁸)^10 is nothing in eight decimals.
    expect(growthOf([on('2026-01-01', -1_000_000), on('2026-01-11', 0.01), on('2026-04-11', 0)])).toBeCloseTo(0, 8);
    // And of 100.00 a hundredth is there after more was paid in on the last day: not everything was lost, so there is a
    // rate.
    expect(growthOf([on('2026-01-01', -100), on('2026-12-31', -1), on('2027-01-01', 1)])).toBeGreaterThan(0);
  });

  test('weighs the bad year of much money more than the good one of little', proves('O9.4'), () => {
    // 100 gain 10 % (110), 900 are paid in (1010), and lose 10 % (909). The time-weighted return is 1.1 · 0.9 − 1 = −1 %;
    // at −8.3 % a year, 100 · 0.917² + 900 · 0.917 = 84.09 + 825.3 = 909.4.
    const rate = xirr([on('2026-01-01', -100), on('2027-01-01', -900), on('2028-01-01', 909)]);
    expect(rate).toBeCloseTo(-0.0835, 3);
    const growth = 1 + (rate ?? 0);
    expect(100 * growth ** 2 + 900 * growth).toBeCloseTo(909, 6);
  });

  test.each([
    ['nothing', []],
    ['one instant', [on('2026-01-01', -100)]],
    ['money that only came, and more than all of it is lost', [on('2026-01-01', -100), on('2026-02-01', -5)]],
    ['money that only went', [on('2026-01-01', 100), on('2026-02-01', 5)]],
    ['no money at all', [on('2026-01-01', 0), on('2026-02-01', 0)]],
    ['two flows at one instant', [on('2026-01-01', -100), on('2026-01-01', 100)]],
  ])('does not exist for %s', proves('O9.4'), (_what, flows) => {
    expect(growthOf(flows)).toBeNull();
    expect(xirr(flows)).toBeNull();
  });

  test('discounts payments in and out to the same value', proves('O9.4'), () => {
    const paid = fc.array(fc.integer({ min: 1, max: 1_000_000 }), { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(paid, fc.double({ min: 0.5, max: 2, noNaN: true }), (amounts, share) => {
        const endMinor = share * amounts.reduce((sum, each) => sum + each, 0);
        const flows = amounts.map((amountMinor, index) => ({ atMs: index * 30 * DAY_MS, amountMinor: -amountMinor }));
        const lengthMs = amounts.length * 30 * DAY_MS;
        const growth = growthOf([...flows, { atMs: lengthMs, amountMinor: endMinor }]);
        const grownMinor = flows.reduce(
          (sum, { atMs, amountMinor }) => sum - amountMinor * (growth ?? 0) ** (1 - atMs / lengthMs),
          0,
        );
        expect(grownMinor / endMinor).toBeCloseTo(1, 6);
      }),
    );
  });
});

describe('a drawdown', () => {
  test('is the deepest fall, with its dates', proves('O9.7'), () => {
    // From 1.2 to 0.9 is −25 %, deeper than from 1.0 to 0.95; it is over at 1.26.
    const points = grown(1, 0.95, 1.2, 0.9, 1.05, 1.26, 1.2);
    expect(maximumDrawdown(points)).toEqual({
      depth: expect.closeTo(-0.25, 12),
      peakMs: 2 * DAY_MS,
      troughMs: 3 * DAY_MS,
      recoveredMs: 5 * DAY_MS,
    });
    expect(drawdowns(points).map((each) => Math.round(each * 1e4))).toEqual([0, -500, 0, -2500, -1250, 0, -476]);
  });

  test('is over as soon as the peak is reached again, not passed', proves('O9.7'), () => {
    expect(maximumDrawdown(grown(1, 0.8, 1, 1.1))?.recoveredMs).toBe(2 * DAY_MS);
  });

  test('is not over before the peak is reached again, and does not exist if nothing fell', proves('O9.7'), () => {
    expect(maximumDrawdown(grown(1, 0.8, 0.9))).toMatchObject({ depth: expect.closeTo(-0.2, 12), recoveredMs: null });
    expect(maximumDrawdown(grown(1, 1, 1.1))).toBeNull();
    expect(maximumDrawdown([])).toBeNull();
  });
});

describe('the volatility', () => {
  test('is the sample deviation of daily returns over a year', proves('O9.6'), () => {
    // Mean 0; 0.0001 + 0.0001 + 0.0004 + 0.0004 = 0.0010; √(0.0010 / 3) = 1.8257 %; times √252 = 28.98 %.
    expect(annualVolatility([0.01, -0.01, 0.02, -0.02])).toBeCloseTo(0.28983, 5);
    expect(annualVolatility([0.01, 0.01, 0.01])).toBe(0);
    expect(annualVolatility([0.01])).toBeNull();
  });

  test('excludes weekends and days that are not whole', proves('O9.6'), () => {
    const at = (text: string, growth: number) => ({ atMs: Date.parse(text), growth, isHeld: true });
    // Friday 2026-03-06 gains 10 %, Monday 2026-03-09 loses 10 %; the weekend and the half Tuesday count nothing.
    const points = [
      at('2026-03-05T09:30:00Z', 1),
      at('2026-03-06T00:00:00Z', 1),
      at('2026-03-07T00:00:00Z', 1.1),
      at('2026-03-08T00:00:00Z', 1.1),
      at('2026-03-09T00:00:00Z', 1.1),
      at('2026-03-10T00:00:00Z', 0.99),
      at('2026-03-10T12:00:00Z', 2),
    ];
    expect(dailyReturns(points)).toEqual([expect.closeTo(0.1, 12), expect.closeTo(-0.1, 12)]);
  });

  test('excludes days that began with nothing', proves('O9.6'), () => {
    // Money comes on Wednesday 2026-03-11 and is gone from Friday on: Thursday alone is a day of it.
    const at = (day: string, growth: number, isHeld: boolean) => ({
      atMs: Date.parse(`2026-03-${day}T00:00:00Z`),
      growth,
      isHeld,
    });
    const points = [
      at('10', 1, false),
      at('11', 1, false),
      at('12', 1.1, true),
      at('13', 1.21, false),
      at('14', 1.21, false),
    ];
    expect(dailyReturns(points)).toEqual([expect.closeTo(0.1, 12)]);
  });

  test('excludes periods longer than a day, and growth from nothing', proves('O9.6'), () => {
    const at = (day: string, growth: number) => ({
      atMs: Date.parse(`2026-03-${day}T00:00:00Z`),
      growth,
      isHeld: true,
    });
    // From Monday to Wednesday there are two days; a value of 0 on Wednesday has no growth.
    const points = [at('09', 1), at('11', 1.1), at('11', 0), at('12', 2), at('13', 3)];
    expect(dailyReturns(points)).toEqual([expect.closeTo(0.5, 12)]);
  });
});

test('a mix gains what its parts gain by their weights, and its cash nothing', proves('O9.9'), () => {
  // 60 % gain 10 %, 30 % lose 20 %, 10 % are cash: 1 + 0.06 − 0.06 = 1.
  expect(
    mixGrowth([
      { weight: 0.6, from: 50, to: 55 },
      { weight: 0.3, from: 10, to: 8 },
    ]),
  ).toBeCloseTo(1, 12);
  expect(mixGrowth([{ weight: 0.5, from: 0, to: 8 }])).toBe(1);
  expect(mixGrowth([])).toBe(1);
});
