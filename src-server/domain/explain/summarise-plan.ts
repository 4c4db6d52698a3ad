/**
 * Summarises a plan in a few sentences: why it is needed, what it trades, its costs, the remaining drift, and whether
 * the cost budget binds. All numbers come from the plan itself.
 */

import { countOf } from '../../domain/numbers/count-of.ts';
import type { CostParts } from '../costs/cost-parts.ts';
import type { Side } from '../market-view.ts';
import { formatBps, formatMoney, formatPercent } from '../numbers/format-number.ts';
import type { Plan, PlannedOrder } from '../plan/plan.ts';
import type { DriftSnapshot } from '../valuation/drift.ts';
import { instrumentOf } from '../valuation/valuation.ts';
import { constraintList } from './constraint-text.ts';
import type { BudgetExplanation, ExplanationContext, SkippedRow, SkipReason } from './explanation.ts';

/**
 * E.g. "SAP SE is above its target by 6.71 % of the portfolio, beyond the band of 5.00 %. The plan sells … in 2 orders
 * and buys … in 3. It costs …, … of which is transaction tax. Portfolio drift falls from … to …."
 */
export function summarisePlan(
  context: ExplanationContext,
  budget: BudgetExplanation | null,
  skipped: readonly SkippedRow[],
): string {
  const { plan, input } = context;
  const limits = [budgetSentence(plan, budget), constraintSentence(plan)];
  const why = breachClause(context);
  if (plan.orders.length > 0)
    return [`${why}.`, ...tradeSentences(plan, input.currency), ...limits].filter(Boolean).join(' ');
  const idle = budget?.binds ? idleBudgetClause(budget) : idleClause(skipped);
  return [`${why}, but nothing is traded: ${idle}.`, ...(budget?.binds ? [] : limits)].filter(Boolean).join(' ');
}

function tradeSentences({ orders, costs, driftBefore, driftAfter }: Plan, currency: string): string[] {
  const [sells, buys] = [tradesOf(orders, 'sell', currency), tradesOf(orders, 'buy', currency)];
  const trades = [sells && `sells ${sells}`, buys && `buys ${buys}`].filter(Boolean).join(' and ');
  const [before, after] = [formatPercent(driftBefore.portfolioDrift), formatPercent(driftAfter.portfolioDrift)];
  const verb = driftAfter.portfolioDrift <= driftBefore.portfolioDrift ? 'falls' : 'rises';
  return [
    `The plan ${trades}.`,
    `It costs ${formatMoney(costs.totalMinor, currency)} (${formatBps(costs.totalBps)} of the portfolio)${largestPart(costs, currency)}.`,
    before === after ? `Portfolio drift stays at ${after}.` : `Portfolio drift ${verb} from ${before} to ${after}.`,
  ];
}

/** E.g. `3 000.00 EUR in 2 orders`; empty if there are none. */
function tradesOf(orders: readonly PlannedOrder[], side: Side, currency: string): string {
  const chosen = orders.filter((order) => order.side === side);
  if (chosen.length === 0) return '';
  return `${formatMoney(ordersValueMinor(chosen), currency)} in ${countOf(chosen.length, 'order')}`;
}

function ordersValueMinor(orders: readonly PlannedOrder[]): number {
  return orders.reduce((sum, { estimatedValueMinor }) => sum + estimatedValueMinor, 0);
}

/** With the overlay on, the band uses the drift at reference exchange rates. */
function breachClause({ plan, input }: ExplanationContext): string {
  const { settings, view } = input;
  const { isin, drift, threshold = settings.driftThreshold } = plan.breach;
  const row = plan.driftBefore.positions.find((each) => each.isin === isin);
  // A position without a target has no drift relative to it.
  const isRelative = settings.bandType === 'relative' && row?.relativeDrift != null;
  const band = `beyond the band of ${formatPercent(threshold)}`;
  const whole = wholeDrift(plan.driftBefore, isin, isRelative);
  const isShown = settings.fxOverlay && formatPercent(whole) !== formatPercent(drift);
  const aside = isShown ? ` (${formatPercent(drift)} without currency moves)` : '';
  const size = formatPercent(isShown ? whole : drift);
  if (isin === null) return `The portfolio is away from its targets by ${size}${aside}, ${band}`;
  const { name } = instrumentOf(view, isin);
  const local = plan.fxPositions?.find((each) => each.isin === isin)?.localDrift ?? row?.drift ?? 0;
  const side = local > 0 ? 'above' : 'below';
  return isRelative
    ? `${name} is ${size} ${side} its target${aside}, ${band}`
    : `${name} is ${side} its target by ${size} of the portfolio${aside}, ${band}`;
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
  return costs[largest] === 0 ? '' : `, ${formatMoney(costs[largest], currency)} of which is ${PART_NAMES[largest]}`;
}

function budgetSentence({ costs, driftAfter }: Plan, budget: BudgetExplanation | null): string {
  if (budget === null) return '';
  const limit = `cost budget of ${budget.budgetBps} bps`;
  if (!budget.binds) return costs.totalMinor === 0 ? '' : `It keeps the ${limit}.`;
  const { budgetBps, driftPerBps, unboundBps } = budget;
  // If one more basis point is enough for all of it, the text above says so already.
  const left = driftPerBps === null || budgetBps + 1 >= unboundBps ? null : driftAfter.portfolioDrift - driftPerBps;
  const more = left === null ? '' : `, and one more basis point would leave ${formatPercent(left)}`;
  return `The ${limit} limits the plan, which uses ${formatBps(costs.totalBps)} of it: ${unboundClause(budget)}${more}.`;
}

function constraintSentence({ constraints, driftAfter }: Plan): string {
  if (constraints === undefined || constraints.bound.length === 0) return '';
  const names = constraintList(constraints.bound.map(({ constraint }) => constraint));
  const [left, without] = [formatPercent(driftAfter.portfolioDrift), formatPercent(constraints.driftWithout)];
  const noun = constraints.bound.length === 1 ? 'constraint' : 'constraints';
  const free = without === formatPercent(0) ? 'none' : without;
  return `Because of the ${noun} ${names}, ${left} of drift is left; without any constraint, ${free} would be.`;
}

function idleBudgetClause(budget: BudgetExplanation): string {
  return `the cost budget of ${budget.budgetBps} bps is too small for any useful trade; ${unboundClause(budget)}`;
}

function unboundClause({ unboundBps, unboundDrift }: BudgetExplanation): string {
  return `with ${formatBps(unboundBps)}, ${formatPercent(unboundDrift)} of drift would be left`;
}

/** By importance: a reason for one row may be the reason for all. */
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
