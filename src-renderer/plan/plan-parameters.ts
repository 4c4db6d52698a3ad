/** The parameters a person sets for a plan, in the units of the screen, and the request they become. */
import type { PlanRequest } from '../client/service-calls.ts';

export interface PlanParameters {
  /** 5 is 5 %. */
  readonly driftThresholdPercent: number;
  readonly bandType: 'absolute' | 'relative';
  readonly trigger: 'any_position' | 'portfolio';
  /** Null: no budget. */
  readonly costBudgetBps: number | null;
  readonly fractionalPrecision: number;
  readonly fxOverlay: boolean;
}

/** The service's own defaults (specification 4.2, decision G4). */
export const DEFAULT_PARAMETERS: PlanParameters = {
  driftThresholdPercent: 5,
  bandType: 'absolute',
  trigger: 'any_position',
  costBudgetBps: null,
  fractionalPrecision: 4,
  fxOverlay: true,
};

/** The body of `POST /rebalance`. Percent becomes a share without the dust of binary fractions (0.07, not 0.07000…01). */
export function planRequest(portfolioId: string, parameters: PlanParameters, simulation: boolean): PlanRequest {
  return {
    portfolio_id: portfolioId,
    drift_threshold: Math.round(parameters.driftThresholdPercent * 100) / 10_000,
    band_type: parameters.bandType,
    rebalance_trigger: parameters.trigger,
    simulation,
    fractional_precision: parameters.fractionalPrecision,
    fx_overlay: parameters.fxOverlay,
    ...(parameters.costBudgetBps === null ? {} : { cost_budget: parameters.costBudgetBps }),
  };
}
