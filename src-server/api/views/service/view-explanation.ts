/** The explanation of a plan, in the terms of the API: snake case, decimals. */

import type { ConstraintEffectWire } from '../../../contract/control/portfolios/constraints.ts';
import type { PlanExplanationWire } from '../../../contract/service/explanation.ts';
import type {
  BreachExplanation,
  BudgetExplanation,
  ConstraintExplanation,
  PlanExplanation,
} from '../../../domain/explain/explanation.ts';
import { fromMinor } from '../../../domain/numbers/exact.ts';

/** `null` for plans stored before explanations existed. */
export function viewExplanation(explanation: PlanExplanation | undefined): PlanExplanationWire | null {
  if (explanation === undefined) return null;
  const { summary, breach, budget, constraints, orders, skipped } = explanation;
  return {
    summary,
    breach: breach === undefined ? null : viewBreach(breach),
    budget: budget === null ? null : viewBudget(budget),
    constraints: constraints === undefined ? null : viewConstraintEffect(constraints),
    orders: orders.map(({ sequence, venueText, alternatives }) => ({
      sequence,
      venue_text: venueText,
      alternatives: alternatives.map(({ mic, totalCostMinor, reason }) => ({
        exchange: mic,
        total_cost: totalCostMinor === null ? null : fromMinor(totalCostMinor),
        reason,
      })),
    })),
    skipped: skipped.map(({ isin, reason, text }) => ({ isin, reason, text })),
  };
}

/** Returns which constraints were binding, and their cost in drift. */
export function viewConstraintEffect(effect: ConstraintExplanation): ConstraintEffectWire {
  const { bound, driftWithout, driftCost, gainsTaxBudgetMinor: budgetMinor } = effect;
  return {
    bound: bound.map(({ constraint, text, orders }) => ({
      constraint,
      text,
      orders: orders.map(({ isin, side, sequence, wantedMinor, allowedMinor, freeMinor }) => ({
        isin,
        side,
        sequence,
        wanted_value: fromMinor(wantedMinor),
        allowed_value: fromMinor(allowedMinor),
        unconstrained_value: fromMinor(freeMinor),
      })),
    })),
    drift_without: driftWithout,
    drift_cost: driftCost,
    gains_tax_budget: budgetMinor === undefined ? null : fromMinor(budgetMinor),
  };
}

function viewBreach({
  isin,
  drift,
  threshold,
  bandType,
  trigger,
  fxOverlay,
  positions,
}: BreachExplanation): PlanExplanationWire['breach'] {
  return {
    isin,
    drift,
    threshold,
    trigger,
    band_type: bandType,
    fx_overlay: fxOverlay,
    positions: positions.map((row) => ({ isin: row.isin, drift: row.drift })),
  };
}

function viewBudget({
  budgetBps,
  binds,
  unboundBps,
  unboundDrift,
  driftPerBps,
}: BudgetExplanation): PlanExplanationWire['budget'] {
  return {
    budget_bps: budgetBps,
    binds,
    unbound_bps: unboundBps,
    unbound_drift: unboundDrift,
    drift_per_bps: driftPerBps,
  };
}
