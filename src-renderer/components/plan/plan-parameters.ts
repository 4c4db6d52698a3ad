/** The parameters of a plan that the user sets, in the units of the screen, and the request made of them. */
import type { PlanRequest, RebalanceRequestA } from '../../api/rebalances-api.ts';
import type { DriftTrigger } from '../charts/drift-band.ts';

/** From the specification (4.1); importing its schema would bring the whole contract into the page. */
export const TAX_METHOD_CHOICES = ['FIFO', 'HIFO', 'average_cost', 'specific_id'] as const;
export type TaxMethod = (typeof TAX_METHOD_CHOICES)[number];

/** The average cost of Great Britain, and first in first out of Ireland. */
const RULES_OF_LAW: Readonly<Record<string, string>> = {
  section_104: 'average cost (section 104)',
  section_581: 'FIFO (section 581)',
};

/** A lot method in words; abbreviations stay. */
export function taxMethodName(method: string): string {
  return RULES_OF_LAW[method] ?? method.replaceAll('_', ' ');
}

export const BAND_CHOICES = [
  { value: 'absolute', label: 'Absolute', meaning: 'Drift is measured against the whole portfolio.' },
  { value: 'relative', label: 'Relative', meaning: 'Drift is measured against each position’s own target.' },
] as const;

export const TRIGGER_CHOICES = [
  { value: 'any_position', label: 'Any position', meaning: 'One position outside its band starts a rebalance.' },
  {
    value: 'portfolio',
    label: 'Portfolio',
    meaning: 'A portfolio drift (half the sum of all absolute drifts) above the threshold starts a rebalance.',
  },
] as const;

export interface PlanParameters {
  /** 5 is 5 %. */
  readonly driftThresholdPercent: number;
  readonly bandType: 'absolute' | 'relative';
  readonly trigger: 'any_position' | 'portfolio';
  /** Null: no budget. */
  readonly costBudgetBps: number | null;
  readonly fractionalPrecision: number;
  readonly fxOverlay: boolean;
  /** Form A only; null: the default of the portfolio. */
  readonly taxMethod: TaxMethod | null;
  /** Form A only: shares of 1 by ISIN; null: the portfolio's initial weights. */
  readonly targetWeights: Readonly<Record<string, number>> | null;
}

/** The service's own defaults (specification 4.2, decision G4). */
export const DEFAULT_PARAMETERS: PlanParameters = {
  driftThresholdPercent: 5,
  bandType: 'absolute',
  trigger: 'any_position',
  costBudgetBps: null,
  fractionalPrecision: 4,
  fxOverlay: true,
  taxMethod: null,
  targetWeights: null,
};

/** The base of the threshold. */
export function thresholdBase({ bandType, trigger }: Pick<PlanParameters, 'bandType' | 'trigger'>) {
  return bandType === 'relative' && trigger === 'any_position' ? 'each target' : 'the portfolio';
}

/**
 * The condition that starts a rebalance. Form A has one threshold for every position, and all of the drift counts
 * (decision F12).
 */
export function triggerOf({ bandType, driftThresholdPercent, ...rest }: PlanParameters, form: 'A' | 'B'): DriftTrigger {
  const threshold = driftThresholdPercent / 100;
  if (form === 'A') return { type: 'absolute', threshold, trigger: 'any_position', fxOverlay: false };
  return { type: bandType, threshold, trigger: rest.trigger, fxOverlay: rest.fxOverlay };
}

/** The body of Form A's request, with the parameters that it has. */
export function rebalanceRequestA(
  { driftThresholdPercent, taxMethod }: PlanParameters,
  targetWeights: Readonly<Record<string, number>>,
  key: string | null,
): RebalanceRequestA {
  return {
    target_weights: targetWeights,
    drift_threshold: thresholdShare(driftThresholdPercent),
    ...(taxMethod === null ? {} : { tax_method: taxMethod }),
    ...(key === null ? {} : { idempotency_key: key }),
  };
}

/** The body of `POST /rebalance`. */
export function planRequest(portfolioId: string, parameters: PlanParameters, simulation: boolean): PlanRequest {
  return {
    portfolio_id: portfolioId,
    drift_threshold: thresholdShare(parameters.driftThresholdPercent),
    band_type: parameters.bandType,
    rebalance_trigger: parameters.trigger,
    simulation,
    fractional_precision: parameters.fractionalPrecision,
    fx_overlay: parameters.fxOverlay,
    ...(parameters.costBudgetBps === null ? {} : { cost_budget: parameters.costBudgetBps }),
  };
}

/** Percent as a share, without floating-point noise (0.07, not 0.07000…01). */
function thresholdShare(percent: number): number {
  return Math.round(percent * 100) / 10_000;
}
