/** The difference between a portfolio and its target mix adds up with the two returns beside it. */
import { expect, it } from 'vitest';
import { flowName } from '../../../src-renderer/screens/portfolios/detail/flow-name.ts';
import {
  monthlyRows,
  performanceRows,
  pointsAhead,
} from '../../../src-renderer/screens/portfolios/detail/performance/performance-rows.ts';

it('is the difference of the returns as they are written', () => {
  // +1.89 % and +1.81 %, although 1.894 less 1.806 is 0.088.
  expect(pointsAhead(0.01894, 0.01806)).toBe(0.0008);
  expect(pointsAhead(-0.0006, -0.0004)).toBe(-0.0002);
  expect(pointsAhead(0.01, null)).toBeNull();
});

it('names the marks of a chart by what there is', () => {
  expect(flowName([{ kind: 'deposit' }, { kind: 'withdrawal' }])).toBe('deposit or withdrawal');
  expect(flowName([{ kind: 'deposit' }, { kind: 'cash_set' }])).toBe('deposit, withdrawal or manual change');
});

it('is printed month by month, each by its last day and with the cash flows of all of it', () => {
  const point = (at: string, value: number, flow: number) => ({
    ...{ at, value, flow, receivable: 0, return: 0, drawdown: 0, target_mix: null },
  });
  const points = [point('2026-01-05T00:00:00Z', 100, 0), point('2026-01-31T00:00:00Z', 160, 50)];
  const days = performanceRows({ points: [...points, point('2026-02-02T00:00:00Z', 150, -10)] });
  expect(monthlyRows(days).map(({ at, value, flow }) => [at.slice(0, 10), value, flow])).toEqual([
    ['2026-01-31', 160, 50],
    ['2026-02-02', 150, -10],
  ]);
});
