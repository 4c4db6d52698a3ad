/** The parameters of a plan in a few words: what is not usual about them. */
import { DEFAULT_PARAMETERS, type PlanParameters, taxMethodName, thresholdUnit } from './plan-parameters.ts';

/** `at most 10 bps, relative band`; `usual settings` where nothing differs. */
export function formatPlan(plan: PlanParameters): string {
  const { driftThresholdPercent, bandType, trigger, costBudgetBps, fractionalPrecision, fxOverlay, taxMethod } = plan;
  const { perPercent, unit } = thresholdUnit(plan);
  const words: string[] = [];
  if (costBudgetBps !== null) words.push(`at most ${costBudgetBps} bps`);
  if (driftThresholdPercent !== DEFAULT_PARAMETERS.driftThresholdPercent)
    words.push(`${Number((driftThresholdPercent * perPercent).toFixed(2))} ${unit} band`);
  if (bandType === 'relative') words.push('relative band');
  if (trigger === 'portfolio') words.push('portfolio trigger');
  if (fractionalPrecision !== DEFAULT_PARAMETERS.fractionalPrecision) words.push(`${fractionalPrecision} decimals`);
  if (!fxOverlay) words.push('currency moves count');
  if (taxMethod !== null) words.push(`lots by ${taxMethodName(taxMethod)}`);
  return words.length === 0 ? 'usual settings' : words.join(', ');
}
