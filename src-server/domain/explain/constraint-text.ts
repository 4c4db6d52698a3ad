/** Explains in sentences which trades the constraints of a portfolio reduced, and how (decision O5). */

import { formatList, formatMoney } from '../numbers/format-number.ts';
import type { BoundConstraint, ConstraintCut, ConstraintName } from '../plan/constraints.ts';
import type { PlanInput, PlanWarning } from '../plan/plan.ts';
import { instrumentOf } from '../valuation/valuation.ts';

type TextInput = Pick<PlanInput, 'currency' | 'view'>;

/** Returns one warning for each constraint that bound. */
export function constraintWarnings(bound: readonly BoundConstraint[], input: TextInput): PlanWarning[] {
  return bound.map((each) => ({ code: `constraint_${each.constraint}`, message: boundText(each, input) }));
}

/**
 * E.g. "Gains tax budget: SAP SE (DE0007164600), only 5 000.00 EUR of 15 000.00 EUR is sold. Because less is sold:
 * Allianz SE (DE0008404005), 2 000.00 EUR is not bought." The trades that are reduced most come first; the rest are
 * counted.
 */
export function boundText({ constraint, cuts }: BoundConstraint, input: TextInput): string {
  const rounded = roundedCuts({ constraint, cuts });
  const direct = largestFirst(cuts.filter((cut) => cut.isDirect && !rounded.includes(cut)));
  const reported = [...direct, ...largestFirst(cuts.filter(({ isDirect }) => !isDirect))].slice(0, MAX_REPORTED);
  const sentences = [
    reported.filter(({ isDirect }) => isDirect),
    ...(['buy', 'sell'] as const).map((side) => reported.filter((cut) => !cut.isDirect && cut.side === side)),
  ].flatMap((group) => {
    const [first] = group;
    if (first === undefined) return [];
    const reason = first.isDirect ? null : causeTextOf(first, cuts);
    return [`${reason === null ? '' : `${reason}: `}${group.map((cut) => tradeText(cut, input)).join('; ')}.`];
  });
  const more = cuts.filter((cut) => !reported.includes(cut) && !rounded.includes(cut));
  const rest = [
    ...countedText(rounded, 'rounded to whole shares', input),
    ...countedText(more, more.length === 1 ? 'also reduced' : 'reduced as well', input),
  ];
  return `${CONSTRAINT_LABELS[constraint]}: ${[...sentences, ...rest].join(' ')}`;
}

/** Returns the orders from which at most a share is missing, if there are several: they are not worth a name each. */
function roundedCuts({ constraint, cuts }: BoundConstraint): readonly ConstraintCut[] {
  const rounded = cuts.filter((cut) => constraint === 'whole_shares' && cut.isDirect && cut.allowedMinor > 0);
  return rounded.length > 1 ? rounded : [];
}

function largestFirst(cuts: readonly ConstraintCut[]): ConstraintCut[] {
  return cuts.toSorted((one, other) => missingMinor(other) - missingMinor(one));
}

function missingMinor({ wantedMinor, allowedMinor }: ConstraintCut): number {
  return wantedMinor - allowedMinor;
}

/** `4 orders are reduced as well, by 1 200.00 EUR in total.` */
function countedText(cuts: readonly ConstraintCut[], how: string, { currency }: TextInput): string[] {
  if (cuts.length === 0) return [];
  const missing = cuts.reduce((sum, cut) => sum + missingMinor(cut), 0);
  const [orders, total] = cuts.length === 1 ? ['1 order is', ''] : [`${cuts.length} orders are`, ' in total'];
  return [`${orders} ${how}, by ${formatMoney(missing, currency)}${total}.`];
}

/**
 * Returns why a constraint reduces a trade that it does not limit itself; `null` if no trade of the other side shows
 * it.
 */
export function causeTextOf({ side }: Pick<ConstraintCut, 'side'>, cuts: readonly ConstraintCut[]): string | null {
  const isPaidBy = cuts.some((cut) => cut.isDirect && cut.side !== side);
  if (!isPaidBy) return null;
  return side === 'buy' ? 'Because less is sold' : 'Because less is bought';
}

function tradeText({ isin, side, wantedMinor, allowedMinor }: ConstraintCut, { currency, view }: TextInput): string {
  const named = `${instrumentOf(view, isin).name} (${isin})`;
  const verb = side === 'buy' ? 'bought' : 'sold';
  const wanted = formatMoney(wantedMinor, currency);
  if (allowedMinor === 0) return `${named}, ${wanted} is not ${verb}`;
  return `${named}, only ${formatMoney(allowedMinor, currency)} of ${wanted} is ${verb}`;
}

/** Names of constraints in sentences. */
const CONSTRAINT_LABELS: Readonly<Record<ConstraintName, string>> = {
  do_not_sell: 'Do not sell',
  do_not_buy: 'Do not buy',
  cash_flow_only: 'Cash flows only',
  whole_shares: 'Whole shares only',
  min_order_value: 'Smallest order',
  min_order_bps: 'Smallest order in bps',
  max_turnover: 'Turnover limit',
  gains_tax_budget: 'Gains tax budget',
};

/** E.g. `“do not sell” and “whole shares only”`. */
export function constraintList(names: readonly ConstraintName[]): string {
  return formatList(names.map((name) => `“${CONSTRAINT_LABELS[name].toLowerCase()}”`));
}

const MAX_REPORTED = 5;
