/** The difference between a portfolio and its target mix adds up with the two returns beside it. */
import { expect, it } from 'vitest';
import { flowName } from '../../../src-renderer/screens/portfolios/detail/flow-name.ts';
import { pointsAhead } from '../../../src-renderer/screens/portfolios/detail/performance/performance-rows.ts';

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
