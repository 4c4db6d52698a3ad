/** The plan of a run comes back from its folder as it was. */
import { expect, it } from 'vitest';
import { readPlan, storedPlan } from '../../src-server/runner/jobs/stored-plan.ts';
import { createMeanJobRate } from '../../src-server/sweep/job-rate.ts';
import type { SweepPlan } from '../../src-server/sweep/sweep-plan.ts';

const PLAN: SweepPlan = { seeds: [{ first: 1, last: 3 }], variations: [{ key: 'policy', values: ['A', 'B'] }] };
const reread = (plan: SweepPlan) => readPlan(JSON.parse(JSON.stringify(storedPlan(plan))));

it('keeps the order of its jobs, so that all policies of the lab meet one path before the next', () => {
  expect(reread({ ...PLAN, order: 'by_seed' })).toEqual({ ...PLAN, order: 'by_seed' });
});

it('has none where it had none, as in folders of earlier builds', () => {
  expect(reread(PLAN)).toEqual(PLAN);
});

it('tells what is left by all jobs that ended, not by the latest alone', () => {
  const rate = createMeanJobRate();
  expect(rate(100, 0)).toBe(0);
  expect(rate(200, 10_000)).toBe(10);
  expect(rate(210, 20_000)).toBe(5.5);
});
