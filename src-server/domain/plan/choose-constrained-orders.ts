/**
 * Chooses the orders of a plan that has constraints (decision O5): limits on the rows, which the planner and the cost
 * budget both keep, then exact orders that keep them to the cent. Tells what each constraint made smaller.
 */

import { inLots } from '../small-plans/in-lots.ts';
import { type ChosenOrders, chooseOrders, lotTerms } from './choose-orders.ts';
import { constrainRows, forbiddenTrades, smallTrades } from './constrain-rows.ts';
import type { ConstraintCut, PlanConstraints } from './constraints.ts';
import { enforceConstraints, isWithinLimits } from './enforce-constraints.ts';
import { cutsBetween, type GainsTaxTerms, gainRates, saleGains } from './limit-gains-tax.ts';
import { type LimitedTrades, limitTrades } from './limit-trades.ts';
import type { PlanInput } from './plan.ts';
import { cashGoalMinor, type RebalanceRow } from './rebalance-row.ts';
import { type DraftOrder, sizeOrders, sizingTerms } from './size-orders.ts';
import { type SolvedTrades, solveTradeValues } from './solve-trade-values.ts';

export interface ConstrainedOrders extends ChosenOrders {
  readonly cuts: readonly ConstraintCut[];
}

/** `free` are the trades of the rows without constraints. */
export function chooseConstrainedOrders(
  rows: readonly RebalanceRow[],
  free: SolvedTrades,
  input: PlanInput,
  constraints: PlanConstraints,
  navMinor: number,
): ConstrainedOrders {
  const { currency, cashMinor, view } = input;
  const fx = { currency, conversionBps: view.fxConversionBps };
  const constrained = constrainRows(rows, constraints, navMinor);
  const solved = solveTradeValues(constrained, navMinor, fx);
  const cuts = [
    ...forbiddenTrades(rows, free.trades, constraints),
    ...smallTrades(constrained, solved, constraints, navMinor),
  ];
  const gainsTax = gainsTaxTerms(input, constraints);
  const limited = limitTrades(constrained, solved, {
    ...{ cashMinor, navMinor, fx, maxTurnover: constraints.maxTurnover, isRestricted: cuts.length > 0 },
    gainRateOf: gainsTax === null ? () => 0 : ratesBeyondBudget(constrained, solved, gainsTax, input),
  });
  const { drafts, ...budget } = chooseOrders(limited.rows, limited, input, navMinor);
  const terms = {
    ...{ constraints, navMinor, gainsTax, costBudgetBps: input.settings.costBudgetBps },
    targetCashMinor: cashGoalMinor(rows, limited.netNavMinor),
  };
  const kept = enforceConstraints(drafts, terms, sizingTerms(input));
  const sideLimitMinor = constraints.maxTurnover === null ? null : Math.floor(constraints.maxTurnover * navMinor);
  const isAllowed = (found: readonly DraftOrder[]) => isWithinLimits(found, terms, sizingTerms(input));
  const lots = inLots(constrained, kept.drafts, { ...lotTerms(input, navMinor), isAllowed, sideLimitMinor });
  const rounded = constraints.wholeShares ? roundedTrades(limited, lots, input) : [];
  return { ...budget, drafts: lots, cuts: [...cuts, ...rounded, ...limited.cuts, ...kept.cuts] };
}

function gainsTaxTerms({ estimateGains }: PlanInput, { gainsTaxBudgetMinor }: PlanConstraints): GainsTaxTerms | null {
  if (gainsTaxBudgetMinor === null || estimateGains === undefined) return null;
  return { budgetMinor: gainsTaxBudgetMinor, estimate: estimateGains };
}

/** Sells with little gain come first only where the tax of all of them would exceed the budget. */
function ratesBeyondBudget(
  rows: readonly RebalanceRow[],
  { trades }: SolvedTrades,
  terms: GainsTaxTerms,
  input: PlanInput,
): (row: RebalanceRow) => number {
  const drafts = sizeOrders(rows, trades, sizingTerms(input));
  const gains = saleGains(drafts, terms);
  return gains.taxMinor > terms.budgetMinor ? gainRates(drafts, gains) : () => 0;
}

/** The trades that whole shares make smaller than the decimals of the plan would. */
function roundedTrades(
  { rows, trades }: LimitedTrades,
  lots: readonly DraftOrder[],
  input: PlanInput,
): ConstraintCut[] {
  return cutsBetween('whole_shares', sizeOrders(rows, trades, sizingTerms({ ...input, constraints: null })), lots);
}
