/** The parts of a cost in basis points agree with their amounts. */
import { expect, test } from 'vitest';
import { formatCostParts } from '../../../src-renderer/components/format/cost-parts.ts';
import type { Costs } from '../../../src-server/contract/service/form-b.ts';

const costsOf = (parts: readonly number[], totalBps: number): Costs => {
  const [commission = 0, spread = 0, impact = 0, fx = 0, transaction_tax = 0] = parts;
  const total = parts.reduce((sum, part) => sum + part, 0);
  return { commission, spread, impact, fx, transaction_tax, total, total_bps: totalBps, budget_bps: null };
};

test('nearly equal amounts have equal basis points, with two decimals as their total', () => {
  const { total, ...parts } = formatCostParts(costsOf([11.59, 22.68, 22.73, 0, 0], 0.3562));
  expect([...Object.values(parts), total]).toEqual(['0.07', '0.14', '0.14', '0.00', '0.00', '0.36']);
});

test('a part that rounds to zero is not shown as none', () => {
  expect(formatCostParts(costsOf([0.01, 1_000, 0, 0, 0], 10)).commission).toBe('<0.01');
});
