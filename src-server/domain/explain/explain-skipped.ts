/**
 * Explains in one sentence each why rows that are held or targeted have no order in a plan. The warnings of the plan
 * itself come from `skipped-rows.ts`.
 */

import { MAX_COST_SHARE, MIN_ORDER_MINOR } from '../costs/economic-order.ts';
import { formatMoney, formatPercent } from '../numbers/format-number.ts';
import type { BoundConstraint, ConstraintCut } from '../plan/constraints.ts';
import type { PlanInput } from '../plan/plan.ts';
import { gapOf, type RebalanceRow, type TradeMinor } from '../plan/rebalance-row.ts';
import { rowCostMinor, splitTrade } from '../plan/row-orders.ts';
import { type SizingTerms, sizeOrders, sizingTerms, totalCosts } from '../plan/size-orders.ts';
import { isTooCostly, leftOf } from '../plan/skipped-rows.ts';
import { solveRows } from '../plan/solve-rows.ts';
import { wantedTrade } from '../plan/solve-trade-values.ts';
import { valuePortfolio } from '../valuation/valuation.ts';
import { causeTextOf, constraintList } from './constraint-text.ts';
import type { ExplanationContext, SkippedRow, SkipReason } from './explanation.ts';

/** Returns rows in the order of the drift snapshot (by ISIN); none if every row is traded. */
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
    const why = whySkipped(row, trades[index] ?? 0, netNavMinor, context);
    skipped.push({ isin: row.drift.isin, reason: why.reason, text: sentence({ row, netNavMinor, ...why }, context) });
  });
  return skipped;
}

interface Why {
  readonly reason: SkipReason;
  /** Set if a constraint is the reason. */
  readonly cut?: ConstraintCut;
  /** Value that the sentence states. */
  readonly valueMinor: number;
  readonly costMinor: number;
}

/** `tradeMinor` is the trade of the row regardless of budget and cash. */
function whySkipped(row: RebalanceRow, tradeMinor: number, netNavMinor: number, context: ExplanationContext): Why {
  const { plan, input } = context;
  const possible = wantedTrade(row, netNavMinor);
  const amounts = { valueMinor: Math.abs(possible), costMinor: rowCostMinor(row, possible) };
  const because = (reason: SkipReason): Why => ({ reason, ...amounts });
  const cut = largestCut(plan.constraints?.bound ?? [], row.drift.isin);
  if (cut !== undefined) return { reason: 'constraint', valueMinor: cut.wantedMinor, costMinor: 0, cut };
  if (tradeMinor === 0) {
    if (Math.abs(gapOf(row, netNavMinor)) < MIN_ORDER_MINOR) return because('at_target');
    if (amounts.valueMinor < MIN_ORDER_MINOR) return because('not_connected');
    if (amounts.costMinor > MAX_COST_SHARE * amounts.valueMinor) return because('uneconomic');
    return tooCostlyRest(row, possible, context) ?? because('too_small');
  }
  if (plan.warnings.some(({ code }) => code === 'no_improvement')) return because('no_improvement');
  const sendable = sizeOrders([row], [tradeMinor], freeTerms(input));
  if (sendable.length > 0 && input.settings.costBudgetBps !== null) {
    // The exact figures of its orders in the plan without a budget, unless their conversion is netted there.
    const valueMinor = sendable.reduce((sum, order) => sum + order.valueMinor, 0);
    return { reason: 'budget', valueMinor, costMinor: totalCosts(sendable).totalMinor };
  }
  return tooCostlyRest(row, tradeMinor, context) ?? because(sendable.length > 0 ? 'cash' : 'too_small');
}

/** Returns the largest reduction of a row by one constraint. */
function largestCut(bound: readonly BoundConstraint[], isin: string): ConstraintCut | undefined {
  const own = bound.flatMap(({ cuts }) => cuts.filter((cut) => cut.isin === isin));
  const missing = ({ wantedMinor, allowedMinor }: ConstraintCut) => wantedMinor - allowedMinor;
  return own.reduce<ConstraintCut | undefined>(
    (most, cut) => (most === undefined || missing(cut) > missing(most) ? cut : most),
    undefined,
  );
}

/** Returns the part of an order that lots and cash allow, if it is so small that it would cost too much. */
function tooCostlyRest(row: RebalanceRow, trade: TradeMinor, { plan, input }: ExplanationContext): Why | null {
  const side = trade > 0 ? 'buy' : 'sell';
  for (const part of splitTrade(row, trade).orders) {
    const left = leftOf(row, side, part, plan.cashAfterMinor, freeTerms(input));
    if (isTooCostly(left)) return { ...left, reason: 'uneconomic' };
  }
  return null;
}

interface Skipped extends Why {
  readonly row: RebalanceRow;
  readonly netNavMinor: number;
}

function sentence(
  { row, netNavMinor, reason, valueMinor, costMinor, cut }: Skipped,
  context: ExplanationContext,
): string {
  const { currency, settings } = context.input;
  const { currentWeight, targetWeight } = row.drift;
  const { name } = row.instrument;
  const gap = gapOf(row, netNavMinor);
  const [doing, done] = (cut === undefined ? gap > 0 : cut.side === 'buy') ? ['buying', 'bought'] : ['selling', 'sold'];
  const standing = `${name} is ${formatPercent(currentWeight)} of the portfolio, with a target of ${formatPercent(targetWeight)}`;
  const deal = `${doing} ${formatMoney(valueMinor, currency)}`;
  // A single conversion nets with no other; in a plan it may.
  const { orders, left } = splitTrade(row, wantedTrade(row, netNavMinor));
  const isConverted = [...orders, ...left].some(({ venue }) => venue.listing.currency !== currency);
  const costs = `${formatMoney(costMinor, currency)}${isConverted ? ' on its own, with its currency exchange' : ''}`;
  switch (reason) {
    case 'at_target':
      if (row.isIdle === true) return `${standing}, inside its band, so it is not traded.`;
      return `${name} is within ${formatMoney(MIN_ORDER_MINOR, currency)} of its target of ${formatPercent(targetWeight)}.`;
    case 'not_connected':
      return `${standing}. It cannot be ${done}: ${whyDisconnected(row, gap, context)}.`;
    case 'uneconomic':
      return `${standing}: ${deal} would cost ${costs}, more than 10 % of its value.`;
    case 'too_small':
      return `${standing}: ${deal} is too small for an order.`;
    case 'cash':
      return `${standing}: no cash is left for ${deal}.`;
    case 'budget':
      return `${standing}: ${deal} would cost ${costs}; with the other orders, that exceeds the cost budget of ${settings.costBudgetBps ?? 0} bps.`;
    case 'constraint':
      return `${standing}: ${deal} is prevented by ${cut === undefined ? 'the constraints' : constraintOf(cut, context.plan)}.`;
    case 'no_improvement':
      return `${standing}: ${deal} would cost more than it gains.`;
  }
}

/** A constraint that does not forbid the trade itself reduces the trades that pay for it, or those that it pays for. */
function constraintOf(cut: ConstraintCut, { constraints }: ExplanationContext['plan']): string {
  const name = `the constraint ${constraintList([cut.constraint])}`;
  const bound = constraints?.bound.find(({ constraint }) => constraint === cut.constraint);
  const reason = cut.isDirect ? null : causeTextOf(cut, bound?.cuts ?? []);
  return reason === null ? name : `${name}, ${reason.toLowerCase()}`;
}

/** A row that no constraint limits is explained as without constraints. */
function freeTerms(input: PlanInput): SizingTerms {
  return sizingTerms({ ...input, constraints: null });
}

/** A buy could use any listing; a sell only one where shares are held. */
function whyDisconnected(
  { instrument, drift }: RebalanceRow,
  gap: number,
  { input, unavailability }: ExplanationContext,
): string {
  const held = input.positions.filter(({ isin, quantityMicro }) => isin === drift.isin && quantityMicro > 0);
  const concerned = gap > 0 ? instrument.listings.map(({ mic }) => mic) : held.map(({ mic }) => mic);
  const broken = instrument.listings.filter(({ mic, connected }) => !connected && concerned.includes(mic));
  const reasons = broken.map(
    ({ mic }) => unavailability(drift.isin, mic) ?? `${mic} is disconnected or has no current price`,
  );
  return reasons.join(' and ');
}
