/**
 * Chooses the orders of a plan with constraints (decision O5): limits on the rows, which the planner and the cost
 * budget both respect, then exact orders that respect them to the cent.
 */

import type { GainLimit } from '../small-plans/choose-lots.ts';
import { inLots } from '../small-plans/in-lots.ts';
import { chooseOrders, lotTerms } from './choose-orders.ts';
import { constrainRows, leavesSmallOrders, takesTradesAway } from './constrain-rows.ts';
import type { PlanConstraints } from './constraints.ts';
import { type EnforcementTerms, enforceConstraints, isWithinLimits } from './enforce-constraints.ts';
import { type GainsTaxTerms, gainRates, saleGains } from './limit-gains-tax.ts';
import { type LimitedTrades, limitedRows, limitTrades } from './limit-trades.ts';
import type { PlanInput } from './plan.ts';
import { cashGoalMinor, type RebalanceRow } from './rebalance-row.ts';
import { type DraftOrder, sizeOrders, sizingTerms } from './size-orders.ts';
import { type SolvedTrades, solveTradeValues } from './solve-trade-values.ts';
import { sideMinor } from './trim-drafts.ts';

/** The portfolio drift after these orders, a share of 1. */
type DriftLeft = (drafts: readonly DraftOrder[]) => number;

/** `free` are the trades of the rows without constraints. */
export function chooseConstrainedOrders(
  rows: readonly RebalanceRow[],
  free: SolvedTrades,
  input: PlanInput,
  constraints: PlanConstraints,
  navMinor: number,
  driftLeft: DriftLeft,
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
  const targetCashMinor = cashGoalMinor(rows, limited.netNavMinor);
  const terms = { constraints, navMinor, gainsTax, costBudgetBps: input.settings.costBudgetBps, targetCashMinor };
  const retained = chooseWithinBudgets(limited, terms, input, driftLeft);
  const sideLimitMinor = constraints.maxTurnover === null ? null : Math.floor(constraints.maxTurnover * navMinor);
  const isAllowed = (found: readonly DraftOrder[]) => isWithinLimits(found, terms, sizingTerms(input));
  const gainLimit = gainsTax && gainLimitOf(gainsTax);
  return inLots(constrained, retained, { ...lotTerms(input, navMinor), isAllowed, sideLimitMinor, gainLimit });
}

/**
 * Under two budgets, cost and gains tax, the best plan under the cost loses the sells that the tax cuts, and may leave
 * cost unused. So what fits the tax is tried as well, as a whole or its best part under the cost; the less drift wins.
 */
function chooseWithinBudgets(
  limited: LimitedTrades,
  terms: EnforcementTerms,
  input: PlanInput,
  driftLeft: DriftLeft,
): readonly DraftOrder[] {
  const { navMinor, gainsTax, costBudgetBps } = terms;
  const sizing = sizingTerms(input);
  const choose = (trades: LimitedTrades, budgetBps: number | null) => {
    const settings = { ...input.settings, costBudgetBps: budgetBps };
    return chooseOrders(trades.rows, trades, { ...input, settings }, navMinor);
  };
  const costFirst = enforceConstraints(choose(limited, costBudgetBps), terms, sizing);
  if (costBudgetBps === null || gainsTax === null) return costFirst;
  const full = choose(limited, null);
  if (saleGains(full, gainsTax).taxMinor <= gainsTax.budgetMinor) return costFirst;
  const taxFirst = enforceConstraints(full, { ...terms, costBudgetBps: null }, sizing);
  const fitting = isWithinLimits(taxFirst, terms, sizing)
    ? taxFirst
    : enforceConstraints(choose(limitTo(taxFirst, limited), costBudgetBps), terms, sizing);
  return driftLeft(fitting) < driftLeft(costFirst) ? fitting : costFirst;
}

/** No row trades more than in these orders. */
function limitTo(drafts: readonly DraftOrder[], { rows, netNavMinor }: LimitedTrades): LimitedTrades {
  const trades = rows.map(({ drift: { isin } }) => {
    const own = drafts.filter(({ row }) => row.drift.isin === isin);
    return sideMinor(own, 'buy') - sideMinor(own, 'sell');
  });
  return { rows: limitedRows(rows, trades), trades, netNavMinor };
}

function gainsTaxTerms({ estimateGains }: PlanInput, { gainsTaxBudgetMinor }: PlanConstraints): GainsTaxTerms | null {
  if (gainsTaxBudgetMinor === null || estimateGains === undefined) return null;
  return { budgetMinor: gainsTaxBudgetMinor, estimate: estimateGains };
}

/** The net gain up to which the tax, rounded to the cent, fits the budget. */
function gainLimitOf(terms: GainsTaxTerms): GainLimit | null {
  const { taxRate } = saleGains([], terms);
  if (taxRate === 0) return null;
  return {
    maxMinor: (terms.budgetMinor + 0.5) / taxRate,
    gainMinorOf: (sells) => saleGains(sells, terms).netGainMinor,
  };
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
