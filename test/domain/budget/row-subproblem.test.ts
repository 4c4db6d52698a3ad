import { expect, test } from 'vitest';
import type { CostSegment } from '../../../src-server/domain/budget/cost-segment.ts';
import { FREE, NO_TRADE, optimiseMultiCurrencyRow } from '../../../src-server/domain/budget/row-subproblem.ts';

test('a sell in two currencies gains the worth of a unit in each, less its cost', () => {
  // 1 000 of the base currency are sold first, then up to 2 000 of the other one for 10 and 2 % of them.
  const second: CostSegment = {
    low: 1000,
    high: 3000,
    offset: 1000,
    fixed: 10,
    slope: 0.02,
    kink: 3000,
    extra: 0,
    impact: 0,
    pool: 1,
    before: [{ pool: 0, amount: 1000 }],
  };
  const optimum = { value: 0, cost: 0, gain: 0, segmentIndex: NO_TRADE };
  const prices = { roundTrip: 0.1, selling: new Float64Array([0.03, 0.05]) };
  const row = { side: 'sells', index: 0, segments: [second], choice: FREE, orderMultiplier: 0 } as const;
  optimiseMultiCurrencyRow(row, prices, optimum);
  // Worth 0.03 × 1 000 + 0.05 × 2 000 = 130, at a cost of 10 + 0.02 × 2 000 = 50.
  expect(optimum).toMatchObject({ value: 3000, segmentIndex: 0 });
  expect(optimum.cost).toBeCloseTo(50, 9);
  expect(optimum.gain).toBeCloseTo(80, 9);
});
