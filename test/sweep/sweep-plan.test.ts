import { describe, expect, it } from 'vitest';
import { countSeeds, formatSeeds, parseSeeds, seedAt } from '../../src-server/sweep/seed-ranges.ts';
import { combinationAt, countJobs, jobAt, type SweepPlan } from '../../src-server/sweep/sweep-plan.ts';
import { proves } from '../conformance/proves.ts';

describe('lists of seeds', () => {
  it.each([
    ['1..1000', '1..1000', 1000],
    ['1,5,9..20', '1,5,9..20', 14],
    ['7', '7', 1],
    ['0', '0', 1],
    ['5,1..3,2..4', '1..5', 5],
    ['3,3,3', '3', 1],
    ['9007199254740990..9007199254740991', '9007199254740990..9007199254740991', 2],
  ])('%s are %s', (text, formatted, count) => {
    const ranges = parseSeeds(text) ?? [];
    expect([formatSeeds(ranges), countSeeds(ranges)]).toEqual([formatted, count]);
  });

  it.each(['', '1..', '..5', '5..1', 'a', '1;2', '-1', '1.5', '1...3', '9007199254740992', '1,,2', ' 1'])(
    'refuses %j',
    (text) => {
      expect(parseSeeds(text)).toBeNull();
    },
  );

  it('are accessible by index without being listed', () => {
    const ranges = parseSeeds('1,5,9..20') ?? [];
    expect([0, 1, 2, 13].map((index) => seedAt(ranges, index))).toEqual([1, 5, 9, 20]);
    expect(() => seedAt(ranges, 14)).toThrow('no seed at index 14');
  });
});

describe('the jobs of a sweep', () => {
  const plan: SweepPlan = {
    seeds: [{ first: 1, last: 3 }],
    variations: [
      { key: 'budget', values: [5, 10] },
      { key: '/world/portfolios/0/request/cash', values: [0, 1000, 2000] },
    ],
  };

  it('are the cross product of seeds and values, all seeds of a combination together', () => {
    expect(countJobs(plan)).toBe(18);
    const jobs = Array.from({ length: 18 }, (_, index) => jobAt(plan, index, 'hash'));
    expect(jobs.slice(0, 4).map(({ input: { seed, vary } }) => [seed, ...Object.values(vary)])).toEqual([
      [1, 5, 0],
      [2, 5, 0],
      [3, 5, 0],
      [1, 5, 1000],
    ]);
    expect(jobs.at(-1)).toMatchObject({ place: 17, input: { seed: 3, vary: { budget: 10 } } });
    expect(new Set(jobs.map(({ identity }) => identity)).size).toBe(18);
  });

  it('have an identity that depends only on scenario, seed and values', proves('K61'), () => {
    const wider: SweepPlan = { ...plan, seeds: [{ first: 0, last: 900 }] };
    expect(jobAt(wider, 2, 'hash').identity).toBe(jobAt(plan, 1, 'hash').identity);
    expect(jobAt(plan, 1, 'another').identity).not.toBe(jobAt(plan, 1, 'hash').identity);
    const turned: SweepPlan = { ...plan, variations: plan.variations.toReversed() };
    expect(jobAt(turned, 0, 'hash').identity).toBe(jobAt(plan, 0, 'hash').identity);
  });

  it('are one for each seed if nothing is varied', () => {
    const plain: SweepPlan = { seeds: [{ first: 4, last: 6 }], variations: [] };
    expect([countJobs(plain), combinationAt(plain, 0)]).toEqual([3, {}]);
    expect(jobAt(plain, 2, 'hash')).toMatchObject({ input: { seed: 6, vary: {} } });
  });
});
