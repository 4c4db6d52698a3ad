/** Tests that the plan of a run is read back from its folder unchanged. */
import { expect, it } from 'vitest';
import { readPlan, storedPlan } from '../../src-server/runner/jobs/stored-plan.ts';
import { createMeanJobRate } from '../../src-server/sweep/job-rate.ts';
import type { SweepPlan } from '../../src-server/sweep/sweep-plan.ts';

const PLAN: SweepPlan = { seeds: [{ first: 1, last: 3 }], variations: [{ key: 'policy', values: ['A', 'B'] }] };
const reread = (plan: SweepPlan) => readPlan(JSON.parse(JSON.stringify(storedPlan(plan))));

it('retains the order of its jobs, so that all policies of the lab run on one path before the next', () => {
  expect(reread({ ...PLAN, order: 'by_seed' })).toEqual({ ...PLAN, order: 'by_seed' });
});

it('has no order if it was stored without one, as in folders of earlier builds', () => {
  expect(reread(PLAN)).toEqual(PLAN);
});

it('estimates the remaining time from all jobs that ended, not only from the latest', () => {
  const rate = createMeanJobRate();
  expect(rate(100, 0)).toBe(0);
  expect(rate(200, 10_000)).toBe(10);
  expect(rate(210, 20_000)).toBe(5.5);
});
