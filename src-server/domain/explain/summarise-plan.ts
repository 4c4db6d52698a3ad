/**
 * Summarises a plan in one sentence: why it is needed, what it trades, what that costs, what drift remains, and whether
 * the cost budget binds. Every number in it is one of the plan's own.
 */

import { countOf } from '../../domain/numbers/count-of.ts';
import type { CostParts } from '../costs/cost-parts.ts';
import type { Side } from '../market-view.ts';
import { formatBps, formatDrift, formatMoney, formatPercent } from '../numbers/format-number.ts';
import type { Plan, PlannedOrder } from '../plan/plan.ts';
import type { DriftSnapshot } from '../valuation/drift.ts';
import { instrumentOf } from '../valuation/valuation.ts';
import type { BudgetExplanation, ExplanationContext, SkippedRow, SkipReason } from './explanation.ts';

/**
 * E.g. "SAP SE is above its target by 671 bps of the portfolio, beyond the band of 500 bps: 2 sells of … and 3 buys of …,
 * 20.90 % of the portfolio together, cost … and bring the drift of the portfolio from … to …."
 */
export function summarisePlan(
  context: ExplanationContext,
  budget: BudgetExplanation | null,
  skipped: readonly SkippedRow[],
): string {
  const { plan, input } = context;
  const limits = `${budgetClause(plan, budget)}${constraintClause(plan)}`;
  if (plan.orders.length === 0) {
    const idle = budget?.binds ? idleBudgetClause(budget) : `${idleClause(skipped)}${limits}`;
    return `${breachClause(context)}, but nothing is traded: ${idle}.`;
  }
  return `${breachClause(context)}: ${tradesClause(plan, input.currency)}${limits}.`;
}

function tradesClause({ orders, navMinor, costs, driftBefore, driftAfter }: Plan, currency: string): string {
  const [verb, effect] = orders.length === 1 ? ['costs', 'brings'] : ['cost', 'bring'];
  const trades = [tradesOf(orders, 'sell', currency), tradesOf(orders, 'buy', currency)].filter(
    (clause) => clause !== '',
  );
  const turnover = `${formatPercent(ordersValueMinor(orders) / navMinor)} of the portfolio${trades.length > 1 ? ' together' : ''}`;
  const price = `${formatMoney(costs.totalMinor, currency)} (${formatBps(costs.totalBps)}${largestPart(costs, currency)})`;
  const drift = `from ${formatDrift(driftBefore.portfolioDrift)} to ${formatDrift(driftAfter.portfolioDrift)}`;
  return `${trades.join(' and ')}, ${turnover}, ${verb} ${price} and ${effect} the drift of the portfolio ${drift}`;
}

function tradesOf(orders: readonly PlannedOrder[], side: Side, currency: string): string {
  const chosen = orders.filter((order) => order.side === side);
  if (chosen.length === 0) return '';
  return `${countOf(chosen.length, side)} of ${formatMoney(ordersValueMinor(chosen), currency)}`;
}

function ordersValueMinor(orders: readonly PlannedOrder[]): number {
  return orders.reduce((sum, { estimatedValueMinor }) => sum + estimatedValueMinor, 0);
}

/** With the overlay on, the band uses the drift at reference exchange rates. */
function breachClause({ plan, input }: ExplanationContext): string {
  const { settings, view } = input;
  const { isin, drift, threshold = settings.driftThreshold } = plan.breach;
  const isRelative = isin !== null && settings.bandType === 'relative';
  // A share of a target is no drift of the portfolio, so it has another unit.
  const format = isRelative ? formatPercent : formatDrift;
  const band = `beyond the band of ${format(threshold)}`;
  const whole = wholeDrift(plan.driftBefore, isin, isRelative);
  const isShown = settings.fxOverlay && format(whole) !== format(drift);
  const aside = isShown ? ` without FX drift (${format(whole)} with it)` : '';
  if (isin === null) return `The portfolio is ${format(drift)} away from its targets${aside}, ${band}`;
  const { name } = instrumentOf(view, isin);
  const row = plan.driftBefore.positions.find((each) => each.isin === isin);
  const local = plan.fxPositions?.find((each) => each.isin === isin)?.localDrift ?? row?.drift ?? 0;
  const side = local > 0 ? 'above' : 'below';
  const base = isRelative && row?.relativeDrift !== null ? 'that target' : 'the portfolio';
  return `${name} is ${side} its target by ${format(drift)} of ${base}${aside}, ${band}`;
}

function wholeDrift(before: DriftSnapshot, isin: string | null, isRelative: boolean): number {
  if (isin === null) return before.portfolioDrift;
  const row = before.positions.find((each) => each.isin === isin);
  return Math.abs((isRelative ? row?.relativeDrift : null) ?? row?.drift ?? 0);
}

const PART_NAMES = {
  commissionMinor: 'commission',
  spreadMinor: 'spread',
  impactMinor: 'market impact',
  fxMinor: 'currency exchange',
  transactionTaxMinor: 'transaction tax',
} as const;

function largestPart(costs: CostParts, currency: string): string {
  const keys = Object.keys(PART_NAMES) as (keyof typeof PART_NAMES)[];
  const largest = keys.reduce((best, key) => (costs[key] > costs[best] ? key : best));
  return costs[largest] === 0 ? '' : `, ${formatMoney(costs[largest], currency)} of it ${PART_NAMES[largest]}`;
}

function budgetClause({ costs, driftAfter }: Plan, budget: BudgetExplanation | null): string {
  if (budget === null) return '';
  const limit = `the cost budget of ${budget.budgetBps} bps`;
  if (!budget.binds) return costs.totalMinor === 0 ? '' : `, within ${limit}`;
  const { driftPerBps, unboundDrift } = budget;
  // The shadow price is marginal: a whole basis point removes at most that much, and at most what there is to remove.
  const mostDrift = Math.max(0, Math.min(driftPerBps ?? 0, driftAfter.portfolioDrift - unboundDrift));
  const more = driftPerBps === null ? '' : `, and one more basis point would remove up to ${formatDrift(mostDrift)}`;
  return `; ${limit} limits the plan: ${unboundClause(budget)}${more}`;
}

function constraintClause({ constraints, driftAfter }: Plan): string {
  if (constraints === undefined || constraints.bound.length === 0) return '';
  const names = constraints.bound.map(({ constraint }) => constraint).join(', ');
  const [subject, pronoun] = constraints.bound.length === 1 ? ['the constraint', 'it'] : ['the constraints', 'them'];
  const without = `without ${pronoun} it would be ${formatDrift(constraints.driftWithout)}`;
  const verb = constraints.bound.length === 1 ? 'leaves' : 'leave';
  return `; ${subject} ${names} ${verb} a drift of ${formatDrift(driftAfter.portfolioDrift)}, and ${without}`;
}

function idleBudgetClause(budget: BudgetExplanation): string {
  return `the cost budget of ${budget.budgetBps} bps is too small for any useful trade; ${unboundClause(budget)}`;
}

function unboundClause({ unboundBps, unboundDrift }: BudgetExplanation): string {
  return `${formatBps(unboundBps)} would reduce the drift to ${formatDrift(unboundDrift)}`;
}

/** By importance: what prevents the trade of one row may be the reason for all. */
const IDLE: readonly (readonly [SkipReason, string])[] = [
  ['no_improvement', 'the possible trades would cost more than they gain'],
  ['not_connected', 'a required exchange cannot be reached'],
  ['uneconomic', 'the trades would cost more than 10 % of their value'],
  ['cash', 'there is no cash to buy with'],
];

function idleClause(skipped: readonly SkippedRow[]): string {
  const found = IDLE.find(([reason]) => skipped.some((row) => row.reason === reason));
  return found?.[1] ?? 'the trades would be too small';
}
