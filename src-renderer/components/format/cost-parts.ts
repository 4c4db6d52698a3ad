/** The parts of a cost in basis points of the portfolio, as they are shown beside their total. Pure. */
import type { Costs } from '../../../src-server/contract/service/form-b.ts';
import { costBpsFormatter } from './format-number.ts';
import { roundedParts } from './rounded-parts.ts';

export const COST_PARTS = ['commission', 'spread', 'impact', 'fx', 'transaction_tax'] as const;
export type CostPart = (typeof COST_PARTS)[number];

/**
 * What is shown of the parts adds up to what `costBpsFormatter` shows of the total. The service states basis points for
 * the total only, so a part has its share of them.
 */
export function formatCostParts(
  costs: Costs,
  ...[compared, budgets]: Parameters<typeof costBpsFormatter>
): Record<CostPart | 'total', string> {
  const format = costBpsFormatter(compared, budgets);
  const decimals = format(0).length - 2;
  const own = COST_PARTS.map((part) => (costs.total === 0 ? 0 : (costs[part] / costs.total) * costs.total_bps));
  const shown = roundedParts(costs.total_bps, own, decimals);
  // What is there and rounded to nothing is not called none.
  const texts = shown.map((bps, at) => (bps === 0 && (own[at] ?? 0) > 1e-9 ? `<${10 ** -decimals}` : format(bps)));
  const entries = COST_PARTS.map((part, at) => [part, texts[at] ?? '']);
  return { ...(Object.fromEntries(entries) as Record<CostPart, string>), total: format(costs.total_bps) };
}
