/** The parts of a cost in basis points add up to the total that is shown. */
import { expect, test } from 'vitest';
import { COST_PARTS, formatCostParts } from '../../../src-renderer/components/format/cost-parts.ts';
import type { Costs } from '../../../src-server/contract/service/form-b.ts';
import { draws, fc } from '../../support/draws.ts';

const costsOf = (parts: readonly number[], totalBps: number): Costs => {
  const [commission = 0, spread = 0, impact = 0, fx = 0, transaction_tax = 0] = parts;
  const total = parts.reduce((sum, part) => sum + part, 0);
  return { commission, spread, impact, fx, transaction_tax, total, total_bps: totalBps, budget_bps: null };
};

test('0.44, 0.54, 0.44, 0.14 and 0.84 of 2.4 bps are 0.5, 0.5, 0.4, 0.1 and 0.9', () => {
  const { total, ...parts } = formatCostParts(costsOf([4.4, 5.4, 4.4, 1.4, 8.4], 2.4), [2.4]);
  expect([...Object.values(parts), total]).toEqual(['0.4', '0.6', '0.4', '0.1', '0.9', '2.4']);
});

test('what is shown adds up, whatever the costs', () => {
  const part = fc.integer({ min: 0, max: 100_000 }).map((cents) => cents / 100);
  const property = fc.property(
    fc.array(part, { minLength: 5, maxLength: 5 }),
    fc.double({ min: 0, max: 50, noNaN: true }),
    (parts, totalBps) => {
      const costs = costsOf(parts, totalBps);
      fc.pre(costs.total > 0);
      const shown = formatCostParts(costs, [totalBps]);
      const numberOf = (text: string) => (text.startsWith('<') ? 0 : Number(text));
      const sum = COST_PARTS.reduce((all, each) => all + numberOf(shown[each]), 0);
      expect(sum).toBeCloseTo(numberOf(shown.total), 6);
    },
  );
  fc.assert(property, { numRuns: draws(500) });
});
