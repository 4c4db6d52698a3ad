/**
 * Owns the way from rows to the exact orders of a plan: the full plan if the budget allows it, else the part of it that
 * fits. The budget is kept by the exact costs, not by the model that searches (decision G10).
 */

import { balanceCash, cashAfterMinor } from './balance-cash.ts';
import { fitCostBudget } from './fit-cost-budget.ts';
import { netFx } from './net-fx.ts';
import type { PlanInput } from './plan.ts';
import { type RebalanceRow, rowCostMinor, type TradeMinor } from './rebalance-row.ts';
import { type DraftOrder, type SizingTerms, sizeOrders, totalCosts } from './size-orders.ts';

/** Orders that never overdraw and never cost more than the budget; none if nothing is affordable. */
export function chooseOrders(
  rows: readonly RebalanceRow[],
  trades: readonly TradeMinor[],
  input: PlanInput,
  navMinor: number,
): DraftOrder[] {
  const { currency, cashMinor, view, settings } = input;
  const terms = { currency, cashMinor, view, stepMicro: 10 ** (6 - settings.fractionalPrecision) };
  const full = affordable(sizeOrders(rows, trades, terms), terms);
  const budgetBps = settings.costBudgetBps;
  if (budgetBps === null || isWithinBudget(totalCosts(full).totalMinor, navMinor, budgetBps)) return full;
  return ordersWithinBudget(rows, trades, terms, navMinor, budgetBps);
}

/**
 * The orders that cash pays for after netting. A buy that gives way changes what nets, so both are done until they agree;
 * should they never, buys give way as if nothing netted, which is always enough.
 */
function affordable(sized: readonly DraftOrder[], terms: SizingTerms): DraftOrder[] {
  let drafts = netFx(sized, terms.currency, terms.view);
  for (let round = 0; round < MAX_NETTINGS; round += 1) {
    drafts = netFx(balanceCash(drafts, terms), terms.currency, terms.view);
    if (cashAfterMinor(drafts, terms.cashMinor) >= 0) return drafts;
  }
  return netFx(balanceCash(sized, terms), terms.currency, terms.view);
}

const MAX_NETTINGS = 4;

/** Costs in basis points of the portfolio's value, six decimals. */
export function costsBps(totalMinor: number, navMinor: number): number {
  return Math.round((totalMinor / navMinor) * 1e10) / 1e6;
}

/** Both the amount and the figure that is shown have to be within. */
function isWithinBudget(totalMinor: number, navMinor: number, budgetBps: number): boolean {
  return totalMinor * 10_000 <= budgetBps * navMinor && costsBps(totalMinor, navMinor) <= budgetBps;
}

function ordersWithinBudget(
  rows: readonly RebalanceRow[],
  trades: readonly TradeMinor[],
  terms: SizingTerms,
  navMinor: number,
  budgetBps: number,
): DraftOrder[] {
  const budgetRows = rows.map((row, index) => ({
    tradeMinor: trades[index] ?? 0,
    heldMinor: row.heldMinor,
    aimWeight: row.aimWeight,
    costMinor: (tradeMinor: number) => rowCostMinor(row, tradeMinor),
  }));
  const limitMinor = (budgetBps * navMinor) / 10_000;
  // The model may lie a fraction of a cent above what the exact costs will round to.
  let budgetMinor = limitMinor + 0.5;
  for (let attempt = 0; attempt < MAX_ATTEMPTS && budgetMinor > 0; attempt += 1) {
    const fitted = fitCostBudget({ rows: budgetRows, navMinor, cashMinor: terms.cashMinor, budgetMinor });
    const drafts = affordable(sizeOrders(rows, fitted, terms), terms);
    const totalMinor = totalCosts(drafts).totalMinor;
    if (isWithinBudget(totalMinor, navMinor, budgetBps)) return drafts;
    // Exact rounding went over by some cents: aim that much lower.
    budgetMinor -= 2 * (totalMinor - limitMinor) + 1;
  }
  return [];
}

const MAX_ATTEMPTS = 8;
