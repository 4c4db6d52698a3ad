/** The parameters of a plan in a few words: those that differ from the defaults. */
import { formatMoney, formatPercent } from '../format/format-number.ts';
import type { Variant } from './comparison-state.ts';
import { DEFAULT_PARAMETERS, type PlanParameters, taxMethodName } from './plan-parameters.ts';

/** `at most 10 bps, relative band`; `usual settings` if nothing differs. */
export function formatPlan(plan: PlanParameters & Partial<Variant>): string {
  const { driftThresholdPercent, bandType, trigger, costBudgetBps, fractionalPrecision, fxOverlay, taxMethod } = plan;
  const parts: string[] = [];
  if (costBudgetBps !== null) parts.push(`at most ${costBudgetBps} bps`);
  if (typeof plan.gainsTaxBudget === 'number') parts.push(`gains tax at most ${formatMoney(plan.gainsTaxBudget)}`);
  const band = [
    ...(driftThresholdPercent === DEFAULT_PARAMETERS.driftThresholdPercent
      ? []
      : [formatPercent(driftThresholdPercent / 100)]),
    ...(bandType === 'relative' ? ['relative'] : []),
  ];
  if (band.length > 0) parts.push(`${band.join(' ')} band`);
  if (trigger === 'portfolio') parts.push('triggered by portfolio drift');
  if (fractionalPrecision !== DEFAULT_PARAMETERS.fractionalPrecision) parts.push(`${fractionalPrecision} decimals`);
  if (!fxOverlay) parts.push('currency moves included');
  if (taxMethod !== null) parts.push(`tax lots: ${taxMethodName(taxMethod)}`);
  return parts.length === 0 ? 'default settings' : parts.join(', ');
}
