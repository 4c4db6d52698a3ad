/**
 * Explains in one sentence each why rows that are held or targeted have no order in a plan. The warnings of the plan
 * itself come from `skipped-rows.ts`.
 */

import { MAX_COST_SHARE, MIN_ORDER_MINOR } from '../costs/economic-order.ts';
import { formatMoney, formatPercent } from '../numbers/format-number.ts';
import { sizingTerms } from '../plan/choose-orders.ts';
import { gapOf, type RebalanceRow } from '../plan/rebalance-row.ts';
import { rowCostMinor } from '../plan/row-orders.ts';
import { sizeOrders } from '../plan/size-orders.ts';
import { solveRows } from '../plan/solve-rows.ts';
import { wantedTrade } from '../plan/solve-trade-values.ts';
import { valuePortfolio } from '../valuation/valuation.ts';
import type { ExplanationContext, SkippedRow, SkipReason } from './explanation.ts';

/** In the order of the drift snapshot (by ISIN); empty if every row is traded. */
export function explainSkipped(context: ExplanationContext): SkippedRow[] {
  const { plan, input } = context;
  const traded = new Set(plan.orders.map(({ isin }) => isin));
  const { positions } = plan.driftBefore;
  if (positions.every(({ isin }) => traded.has(isin))) return [];
  const { rows, solved } = solveRows(input, valuePortfolio(input, input.view), positions);
  const { trades, netNavMinor } = solved;
  const skipped: SkippedRow[] = [];
  rows.forEach((row, index) => {
    if (traded.has(row.drift.isin)) return;
    const reason = skipReason(row, trades[index] ?? 0, netNavMinor, context);
    skipped.push({ isin: row.drift.isin, reason, text: sentence({ row, netNavMinor, reason }, context) });
  });
  return skipped;
}

/** `tradeMinor` is the trade of the row without regard to budget and cash. */
function skipReason(
  row: RebalanceRow,
  tradeMinor: number,
  netNavMinor: number,
  { plan, input }: ExplanationContext,
): SkipReason {
  if (tradeMinor === 0) {
    if (Math.abs(gapOf(row, netNavMinor)) < MIN_ORDER_MINOR) return 'at_target';
    const wanted = wantedTrade(row, netNavMinor);
    if (Math.abs(wanted) < MIN_ORDER_MINOR) return 'not_connected';
    return rowCostMinor(row, wanted) > MAX_COST_SHARE * Math.abs(wanted) ? 'uneconomic' : 'too_small';
  }
  if (plan.warnings.some(({ code }) => code === 'no_improvement')) return 'no_improvement';
  if ((plan.constraints?.bound.length ?? 0) > 0) return 'constraint';
  if (sizeOrders([row], [tradeMinor], sizingTerms(input)).length === 0) return 'too_small';
  return input.settings.costBudgetBps === null ? 'cash' : 'budget';
}

interface Skipped {
  readonly row: RebalanceRow;
  readonly netNavMinor: number;
  readonly reason: SkipReason;
}

function sentence({ row, netNavMinor, reason }: Skipped, context: ExplanationContext): string {
  const { currency, settings } = context.input;
  const { currentWeight, targetWeight } = row.drift;
  const { name } = row.instrument;
  const gap = gapOf(row, netNavMinor);
  const [doing, done] = gap > 0 ? ['buying', 'bought'] : ['selling', 'sold'];
  const possible = wantedTrade(row, netNavMinor);
  const standing = `${name} is ${formatPercent(currentWeight)} of the portfolio against a target of ${formatPercent(targetWeight)}`;
  const deal = `${doing} ${formatMoney(possible, currency)} of it`;
  const costs = formatMoney(rowCostMinor(row, possible), currency);
  switch (reason) {
    case 'at_target':
      if (row.isIdle === true) return `${standing}, inside its band: it stays as it is.`;
      return `${name} is at its target of ${formatPercent(targetWeight)}, to within ${formatMoney(MIN_ORDER_MINOR, currency)}.`;
    case 'not_connected':
      return `${standing} and cannot be ${done}: ${whyDisconnected(row, gap, context)}.`;
    case 'uneconomic':
      return `${standing}: ${deal} would cost ${costs}, more than 10 % of it.`;
    case 'too_small':
      return `${standing}: ${deal} is too little for an order.`;
    case 'cash':
      return `${standing}: no cash is left for ${deal}.`;
    case 'budget':
      return `${standing}: ${deal} at a cost of ${costs} has no room in the cost budget of ${settings.costBudgetBps ?? 0} bps.`;
    case 'constraint':
      return `${standing}: ${deal} is held back by ${constraintsOf(row, context)}.`;
    case 'no_improvement':
      return `${standing}: ${deal} would cost more than it brings.`;
  }
}

/** Those of the row; else all that bound, since they leave the row nothing to be bought with, or no reason to be sold. */
function constraintsOf({ drift }: RebalanceRow, { plan }: ExplanationContext): string {
  const bound = plan.constraints?.bound ?? [];
  const own = bound.filter(({ cuts }) => cuts.some(({ isin }) => isin === drift.isin));
  const names = (own.length > 0 ? own : bound).map(({ constraint }) => constraint);
  return `${names.length === 1 ? 'the constraint' : 'the constraints'} ${names.join(', ')}`;
}

/** A buy could go to any listing, a sell only to where something is held. */
function whyDisconnected(
  { instrument, drift }: RebalanceRow,
  gap: number,
  { input, unavailability }: ExplanationContext,
): string {
  const held = input.positions.filter(({ isin, quantityMicro }) => isin === drift.isin && quantityMicro > 0);
  const concerned = gap > 0 ? instrument.listings.map(({ mic }) => mic) : held.map(({ mic }) => mic);
  const broken = instrument.listings.filter(({ mic, connected }) => !connected && concerned.includes(mic));
  const reasons = broken.map(
    ({ mic }) => unavailability(drift.isin, mic) ?? `${mic} is not connected, or without a current price`,
  );
  return reasons.join(' and ');
}
