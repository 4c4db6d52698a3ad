/** Says in sentences which trades the constraints of a portfolio made smaller, and how (decision O5). */

import { formatList, formatMoney } from '../numbers/format-number.ts';
import type { BoundConstraint, ConstraintCut, ConstraintName } from '../plan/constraints.ts';
import type { PlanInput, PlanWarning } from '../plan/plan.ts';
import { instrumentOf } from '../valuation/valuation.ts';

type TextInput = Pick<PlanInput, 'currency' | 'view'>;

/** One warning for each constraint that bound. */
export function constraintWarnings(bound: readonly BoundConstraint[], input: TextInput): PlanWarning[] {
  return bound.map((each) => ({ code: `constraint_${each.constraint}`, message: boundText(each, input) }));
}

/**
 * E.g. "Gains tax budget: SAP SE (DE0007164600), only 5 000.00 EUR of 15 000.00 EUR is sold. Because less is sold: Allianz
 * SE (DE0008404005), 2 000.00 EUR is not bought."
 */
export function boundText({ constraint, cuts }: BoundConstraint, input: TextInput): string {
  const direct = cuts.filter(({ isDirect }) => isDirect);
  const reported = [...direct, ...cuts.filter(({ isDirect }) => !isDirect)].slice(0, MOST_REPORTED);
  const sentences = [
    reported.filter(({ isDirect }) => isDirect),
    ...(['buy', 'sell'] as const).map((side) => reported.filter((cut) => !cut.isDirect && cut.side === side)),
  ].flatMap((group) => {
    const [first] = group;
    if (first === undefined) return [];
    const reason = first.isDirect ? null : reasonOf(first, cuts);
    return [`${reason === null ? '' : `${reason}: `}${group.map((cut) => tradeText(cut, input)).join('; ')}.`];
  });
  const more = cuts.length - reported.length;
  const rest = more === 0 ? [] : [`${more} more ${more === 1 ? 'order is' : 'orders are'} reduced.`];
  return `${CONSTRAINT_LABELS[constraint]}: ${[...sentences, ...rest].join(' ')}`;
}

/** Why a constraint reduces a trade that it does not limit itself; `null` where no trade of the other side shows it. */
export function reasonOf({ side }: Pick<ConstraintCut, 'side'>, cuts: readonly ConstraintCut[]): string | null {
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

/** What constraints are called. */
const CONSTRAINT_LABELS: Readonly<Record<ConstraintName, string>> = {
  do_not_sell: 'Never sold',
  do_not_buy: 'Never bought',
  cash_flow_only: 'Cash flows only',
  whole_shares: 'Whole shares only',
  min_order_value: 'Smallest order',
  min_order_bps: 'Smallest order in bps',
  max_turnover: 'Turnover limit',
  gains_tax_budget: 'Gains tax budget',
};

/** E.g. `“never sold” and “whole shares only”`. */
export function constraintList(names: readonly ConstraintName[]): string {
  return formatList(names.map((name) => `“${CONSTRAINT_LABELS[name].toLowerCase()}”`));
}

const MOST_REPORTED = 5;
