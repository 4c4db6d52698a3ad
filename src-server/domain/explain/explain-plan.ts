/**
 * Explains a plan: its summary, the exchange of every order, the rows that are not traded, and the effect of a cost
 * budget. Used only for stored plans; plans that are only compared are not explained.
 */

import type { ConstraintEffect } from '../plan/constraints.ts';
import type { Plan, PlanInput } from '../plan/plan.ts';
import { planRebalance } from '../plan/plan-rebalance.ts';
import type { Position } from '../valuation/valuation.ts';
import { roundWeight } from '../valuation/weights.ts';
import { boundText } from './constraint-text.ts';
import { explainSkipped } from './explain-skipped.ts';
import { explainVenue } from './explain-venue.ts';
import type {
  BreachExplanation,
  BudgetExplanation,
  ConstraintExplanation,
  ExplanationContext,
  PlanExplanation,
  Unavailability,
} from './explanation.ts';
import { summarisePlan } from './summarise-plan.ts';

/** `plan` must be the result of `planRebalance(input)`. The same input always gives the same sentences. */
export function explainPlan(plan: Plan, input: PlanInput, unavailability: Unavailability): PlanExplanation {
  const context = { plan, input, unavailability };
  const held = heldByIsin(input.positions);
  const skipped = explainSkipped(context);
  const budget = explainBudget(context);
  return {
    summary: summarisePlan(context, budget, skipped),
    breach: explainBreach(context),
    budget,
    ...(plan.constraints === undefined ? {} : { constraints: explainConstraints(plan.constraints, plan, input) }),
    orders: plan.orders.map((order) => explainVenue(order, context, held)),
    skipped,
  };
}

function explainBreach({ plan, input: { settings } }: ExplanationContext): BreachExplanation {
  const { driftThreshold: threshold, bandType, rebalanceTrigger: trigger, fxOverlay } = settings;
  const positions =
    plan.fxPositions?.map(({ isin, localDrift: drift }) => ({ isin, drift })) ??
    plan.driftBefore.positions.map(({ isin, drift }) => ({ isin, drift }));
  return { threshold, ...plan.breach, bandType, trigger, fxOverlay, positions };
}

/** Plans once more without the budget, and with one more basis point of it; the differences are its effect. */
function explainBudget({ plan, input }: ExplanationContext): BudgetExplanation | null {
  const budgetBps = input.settings.costBudgetBps;
  if (budgetBps === null) return null;
  const planUnder = (costBudgetBps: number | null) =>
    planRebalance({ ...input, settings: { ...input.settings, costBudgetBps } });
  const unbound = planUnder(null);
  if (unbound.kind !== 'plan') return null;
  const { costs, driftAfter } = unbound.plan;
  const { totalBps: unboundBps } = costs;
  const binds = unboundBps > budgetBps;
  const more = binds && budgetBps + 1 < unboundBps ? planUnder(budgetBps + 1) : unbound;
  const moreDrift = binds && more.kind === 'plan' ? more.plan.driftAfter.portfolioDrift : null;
  return {
    budgetBps,
    binds,
    unboundBps,
    unboundDrift: driftAfter.portfolioDrift,
    driftPerBps: moreDrift === null ? null : roundWeight(plan.driftAfter.portfolioDrift - moreDrift),
  };
}

/** Explains the effect of constraints on a plan, or why they leave no plan. */
export function explainConstraints(
  { bound, driftWithout, driftCost }: ConstraintEffect,
  { orders }: Pick<Plan, 'orders'>,
  input: Pick<PlanInput, 'currency' | 'view' | 'constraints'>,
): ConstraintExplanation {
  const gainsTaxBudgetMinor = input.constraints?.gainsTaxBudgetMinor ?? null;
  const sequenceOf = (isin: string, side: string) =>
    orders.find((order) => order.isin === isin && order.side === side)?.sequence ?? null;
  return {
    bound: bound.map((each) => ({
      constraint: each.constraint,
      text: boundText(each, input),
      orders: each.cuts.map(({ isin, side, wantedMinor, allowedMinor, freeMinor }) => ({
        isin,
        side,
        wantedMinor,
        freeMinor,
        allowedMinor,
        sequence: sequenceOf(isin, side),
      })),
    })),
    driftWithout,
    driftCost,
    ...(gainsTaxBudgetMinor === null ? {} : { gainsTaxBudgetMinor }),
  };
}

function heldByIsin(positions: readonly Position[]): Map<string, Position[]> {
  const held = new Map<string, Position[]>();
  for (const position of positions) {
    const rows = held.get(position.isin);
    if (rows) rows.push(position);
    else held.set(position.isin, [position]);
  }
  return held;
}
