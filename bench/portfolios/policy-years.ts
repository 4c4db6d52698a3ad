/**
 * Measures portfolios that a policy rebalances at the beginning of each quarter if they have drifted, and at once if
 * they have drifted far: five years of a thousand of them, and half a year of more and more, to see how the cost grows.
 * In CPU time, and in memory: planning, execution and the log are measured, not the disk.
 */
import { setPolicy } from '../../src-server/engine/commands/portfolios/manage-policy.ts';
import type { PolicyTerms } from '../../src-server/engine/policies/policy.ts';
import { createSqliteRunCounts } from '../../src-server/store/sweep/sqlite-run-counts.ts';
import { TEST_START_MS } from '../../test/support/ballast-defaults.ts';
import { makeWorld } from '../../test/support/make-world.ts';
import type { Figure } from '../figure.ts';
import { addPortfolio } from './bench-portfolio.ts';
import { growthFigures } from './growth-figures.ts';

const DAY_MS = 86_400_000;
/** Small orders: each is filled in one or two parts. */
const SIZE = { positions: 8, maxShares: 20 };
const PORTFOLIOS = 1000;
const FIVE_YEARS = 5 * 365;
const HALF_A_YEAR = 184;
const GROWTH_COUNTS = [10, 100, 1000];

const TERMS: PolicyTerms = {
  when: [
    { calendar: { every: 'quarter', day: 'first', at: 'open+30m' } },
    { drift: { threshold: 0.25, band_type: 'relative' } },
  ],
  settings: { drift_threshold: 0.1, band_type: 'relative' },
  to: 'target',
  band_5_25: false,
  execute: true,
};

export async function benchPolicyYears(): Promise<Figure[]> {
  const years = rebalance(PORTFOLIOS, FIVE_YEARS);
  const name = `5 years, ${PORTFOLIOS.toLocaleString('en')} portfolios rebalanced by a policy`;
  const growth = await growthFigures({
    counts: GROWTH_COUNTS,
    rounds: 1,
    unit: 's CPU',
    nameOf: (count) => `half a year, ${count.toLocaleString('en')} portfolios rebalanced by a policy`,
    costOf: (count) => rebalance(count, HALF_A_YEAR).cpuS,
  });
  return [
    { name, value: years.cpuS, unit: 's CPU', reference: null, goal: null },
    { name: 'rebalances of these years', value: years.rebalances, unit: 'rebalances', reference: null, goal: null },
    { name: 'events of these years', value: years.events, unit: 'events', reference: null, goal: null },
    ...growth,
  ];
}

interface Rebalanced {
  readonly cpuS: number;
  readonly rebalances: number;
  readonly events: number;
}

/**
 * Creates portfolios that are far from their targets on their first day, and returns their state after this many days.
 */
export function rebalance(count: number, days: number): Rebalanced {
  const test = makeWorld({ seed: 5, tier: 'enterprise', rateLimitPerMinute: null });
  test.world.kernel.execute(() => {});
  for (let number = 0; number < count; number += 1) {
    const set = setPolicy(test.world, addPortfolio(test, number, SIZE), TERMS);
    if (!set.ok) throw new Error(set.message);
  }
  const before = process.cpuUsage();
  test.advanceTo(TEST_START_MS + days * DAY_MS);
  const { user, system } = process.cpuUsage(before);
  const { rebalances } = createSqliteRunCounts(test.database).counts();
  test.close();
  const events = test.world.kernel.eventCount;
  return { cpuS: (user + system) / 1e6, rebalances: rebalances.complete ?? 0, events };
}
