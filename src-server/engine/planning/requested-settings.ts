/** Settings of a plan in the format of requests, and in the format of planning. */
import type { PlanSettings } from '../../domain/plan/plan.ts';
import { BAND_5_25 } from '../../domain/valuation/drift.ts';

/** Planning settings in the format of the request, defaults filled in (specification 4.2). */
export interface RequestedSettings {
  readonly drift_threshold: number;
  readonly band_type: 'absolute' | 'relative';
  readonly rebalance_trigger: 'any_position' | 'portfolio';
  readonly cost_budget?: number | undefined;
  readonly fractional_precision: number;
  readonly fx_overlay: boolean;
  /** Only for policies (decision O6); `band_5_25` comes with its threshold. */
  readonly band_5_25?: boolean;
  readonly to?: 'band_edge';
}

export function toPlanSettings(request: RequestedSettings): PlanSettings {
  return {
    driftThreshold: request.drift_threshold,
    bandType: request.band_type,
    rebalanceTrigger: request.rebalance_trigger,
    costBudgetBps: request.cost_budget ?? null,
    fractionalPrecision: request.fractional_precision,
    fxOverlay: request.fx_overlay,
    ...(request.band_5_25 === true ? { bandTargetShare: BAND_5_25.targetShare } : {}),
    ...(request.to === undefined ? {} : { to: request.to }),
  };
}
