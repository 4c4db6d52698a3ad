/** The parts of a cost in basis points of the portfolio, for display beside their total. Pure. */
import type { Costs } from '../../../src-server/contract/service/form-b.ts';
import { formatCostBps } from './format-number.ts';

export const COST_PARTS = ['commission', 'spread', 'impact', 'fx', 'transaction_tax'] as const;
export type CostPart = (typeof COST_PARTS)[number];

/**
 * The service states basis points for the total only, so each part gets its share of them. Each is rounded separately,
 * so that equal amounts have equal basis points.
 */
export function formatCostParts(costs: Costs): Record<CostPart | 'total', string> {
  const bpsOf = (part: CostPart) => (costs.total === 0 ? 0 : (costs[part] / costs.total) * costs.total_bps);
  const entries = COST_PARTS.map((part) => [part, formatCostBps(bpsOf(part))]);
  return { ...(Object.fromEntries(entries) as Record<CostPart, string>), total: formatCostBps(costs.total_bps) };
}
