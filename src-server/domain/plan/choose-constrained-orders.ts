/**
 * Chooses the orders of a plan with constraints (decision O5): limits on the rows, which the planner and the cost
 * budget both respect, then exact orders that respect them to the cent.
 */

import { inLots } from '../small-plans/in-lots.ts';
import { chooseOrders, lotTerms } from './choose-orders.ts';
import { constrainRows, leavesSmallOrders, takesTradesAway } from './constrain-rows.ts';
import type { PlanConstraints } from './constraints.ts';
import { enforceConstraints, isWithinLimits } from './enforce-constraints.ts';
import { type GainsTaxTerms, gainRates, saleGains } from './limit-gains-tax.ts';
import { limitTrades } from './limit-trades.ts';
import type { PlanInput } from './plan.ts';
import { cashGoalMinor, type RebalanceRow } from './rebalance-row.ts';
import { type DraftOrder, sizeOrders, sizingTerms } from './size-orders.ts';
import { type SolvedTrades, solveTradeValues } from './solve-trade-values.ts';

/** `free` are the trades of the rows without constraints. */
export function chooseConstrainedOrders(
  rows: readonly RebalanceRow[],
  free: SolvedTrades,
  input: PlanInput,
  constraints: PlanConstraints,
  navMinor: number,
): readonly DraftOrder[] {
  const { currency, cashMinor, view } = input;
  const fx = { currency, conversionBps: view.fxConversionBps };
  const constrained = constrainRows(rows, constraints, navMinor);
  const solved = solveTradeValues(constrained, navMinor, fx);
  const isRestricted = takesTradesAway(rows, free.trades, constraints) || leavesSmallOrders(constrained, solved);
  const gainsTax = gainsTaxTerms(input, constraints);
  const limited = limitTrades(constrained, solved, {
    cashMinor,
    navMinor,
    fx,
    maxTurnover: constraints.maxTurnover,
    isRestricted,
    gainRateOf: gainsTax === null ? () => 0 : ratesBeyondBudget(constrained, solved, gainsTax, input),
  });
  const drafts = chooseOrders(limited.rows, limited, input, navMinor);
  const terms = {
    constraints,
    navMinor,
    gainsTax,
    costBudgetBps: input.settings.costBudgetBps,
    targetCashMinor: cashGoalMinor(rows, limited.netNavMinor),
  };
  const retained = enforceConstraints(drafts, terms, sizingTerms(input));
  const sideLimitMinor = constraints.maxTurnover === null ? null : Math.floor(constraints.maxTurnover * navMinor);
  const isAllowed = (found: readonly DraftOrder[]) => isWithinLimits(found, terms, sizingTerms(input));
  return inLots(constrained, retained, { ...lotTerms(input, navMinor), isAllowed, sideLimitMinor });
}

function gainsTaxTerms({ estimateGains }: PlanInput, { gainsTaxBudgetMinor }: PlanConstraints): GainsTaxTerms | null {
  if (gainsTaxBudgetMinor === null || estimateGains === undefined) return null;
  return { budgetMinor: gainsTaxBudgetMinor, estimate: estimateGains };
}

/** Sells with little gain come first only if the tax of all of them would exceed the budget. */
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
