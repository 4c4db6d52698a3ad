/** The trades of a plan that the constraints of the portfolio change, with one sentence for each. Pure. */

import type { ConstraintEffectWire } from '../../../src-server/contract/control/portfolios/constraints.ts';
import type { OrderWire } from '../../../src-server/contract/service/form-b.ts';
import { formatMoney, formatPercent, plural } from '../format/format-number.ts';

type BoundConstraint = ConstraintEffectWire['bound'][number];
type ConstraintName = BoundConstraint['constraint'];
type Side = BoundConstraint['orders'][number]['side'];

export type PlannedTrade = Pick<OrderWire, 'isin' | 'side' | 'reason' | 'weight_after' | 'weight_target'>;

interface LimitedTrade {
  readonly isin: string;
  readonly side: Side;
  /** Value without any constraint. */
  readonly wanted: number;
  readonly allowed: number;
  readonly constraints: readonly ConstraintName[];
}

interface Naming {
  readonly nameOf: (isin: string) => string;
  readonly currency: string;
}

/**
 * `Nothing would be sold; 3 orders are reduced, 1 of them to zero: 3.45 % of portfolio drift remains instead of 0.12
 * %.`
 */
export function formatEffect(effect: ConstraintEffectWire, orders: readonly PlannedTrade[] = []): string {
  const { bound, drift_without: without, drift_cost: cost } = effect;
  if (bound.length === 0) return 'The constraints of the portfolio do not affect this plan.';
  const reduced = reducedTrades(bound);
  const enlarged = enlargedTrades(bound, orders);
  const dropped = reduced.filter(({ allowed }) => allowed === 0).length;
  const nothingSold = bound.some(({ constraint }) => constraint === 'cash_flow_only') ? 'Nothing would be sold; ' : '';
  const cut = `${plural(reduced.length, 'order is', 'orders are')} reduced`;
  const toNothing = dropped === 0 ? '' : dropped === reduced.length ? ' to zero' : `, ${dropped} of them to zero`;
  const more = enlarged.length === 0 ? '' : `, and ${plural(enlarged.length, 'is', 'are')} enlarged`;
  const left = `${formatPercent(without + cost)} of portfolio drift remains instead of ${formatPercent(without)}`;
  return `${nothingSold}${cut}${toNothing}${more}: ${left}.`;
}

function reducedTrades(bound: readonly BoundConstraint[]): LimitedTrade[] {
  const trades = new Map<string, LimitedTrade>();
  for (const { constraint, orders } of bound) {
    for (const { isin, side, unconstrained_value: wanted, allowed_value: allowed } of orders) {
      const key = `${side} ${isin}`;
      const constraints = [...(trades.get(key)?.constraints ?? []), constraint];
      trades.set(key, { isin, side, allowed, constraints, wanted });
    }
  }
  return [...trades.values()].toSorted((one, other) => missing(other) - missing(one));
}

/** Sells below the target: under a budget of gains tax, their loss makes room for gains. */
function enlargedTrades(bound: readonly BoundConstraint[], orders: readonly PlannedTrade[]): readonly PlannedTrade[] {
  const isTaxLimited = bound.some(({ constraint }) => constraint === 'gains_tax_budget');
  return isTaxLimited ? orders.filter(({ reason }) => reason.code === 'tax_loss') : [];
}

function missing({ wanted, allowed }: LimitedTrade): number {
  return wanted - allowed;
}

/**
 * `Siemens AG (DE0007236101): 10 851.38 EUR is sold instead of 11 702.47 EUR, because of the gains tax budget and whole
 * shares.` The trades that are reduced most come first, the rest is counted.
 */
export function limitSentences(
  bound: readonly BoundConstraint[],
  orders: readonly PlannedTrade[],
  naming: Naming,
): string[] {
  const reduced = reducedTrades(bound);
  const isRounded = ({ constraints, allowed }: LimitedTrade) =>
    allowed > 0 && constraints.every((each) => each === 'whole_shares');
  const rounded = reduced.filter(isRounded);
  const isCounted = (trade: LimitedTrade) => rounded.length > 1 && isRounded(trade);
  const named = reduced.filter((trade) => !isCounted(trade)).slice(0, MAX_NAMED);
  const more = reduced.filter((trade) => !named.includes(trade) && !isCounted(trade));
  return [
    ...named.map((trade) => reducedSentence(trade, bound, naming)),
    ...enlargedTrades(bound, orders).map((trade) => enlargedSentence(trade, naming)),
    ...countedSentence(more, more.length === 1 ? 'also reduced' : 'reduced as well', naming),
    ...countedSentence(rounded.length > 1 ? rounded : [], 'rounded to whole shares', naming),
  ];
}

function reducedSentence(trade: LimitedTrade, bound: readonly BoundConstraint[], { nameOf, currency }: Naming): string {
  const { isin, side, wanted, allowed, constraints } = trade;
  const verb = side === 'buy' ? 'bought' : 'sold';
  const all = `${formatMoney(wanted)} ${currency}`;
  const what =
    allowed === 0 ? `${all} is not ${verb}` : `${formatMoney(allowed)} ${currency} is ${verb} instead of ${all}`;
  // Constraints that name instruments come last: a list of names would run into the next cause.
  const ordered = constraints.toSorted((one, other) => Number(one in FORBIDDEN) - Number(other in FORBIDDEN));
  const causes = ordered.map((constraint) => causeOf(constraint, trade, bound, nameOf));
  return `${nameOf(isin)} (${isin}): ${what}, because of ${AND.format(causes)}.`;
}

const NAMES: Readonly<Record<ConstraintName, string>> = {
  do_not_sell: 'the constraint “do not sell”',
  do_not_buy: 'the constraint “do not buy”',
  cash_flow_only: 'the constraint “cash flows only”',
  whole_shares: 'whole shares',
  min_order_value: 'the minimum order size',
  min_order_bps: 'the minimum order size in bps',
  max_turnover: 'the turnover limit',
  gains_tax_budget: 'the gains tax budget',
};

/** If a constraint forbids other trades than this one, it names their instruments. */
function causeOf(
  constraint: ConstraintName,
  { isin, side }: LimitedTrade,
  bound: readonly BoundConstraint[],
  nameOf: Naming['nameOf'],
): string {
  if (constraint === 'gains_tax_budget' && side === 'buy') return 'the gains tax budget, which reduces sells';
  const forbidden = FORBIDDEN[constraint];
  if (forbidden === undefined) return NAMES[constraint];
  const orders = bound.find((each) => each.constraint === constraint)?.orders ?? [];
  const dropped = orders.filter((order) => order.side === forbidden && order.allowed_value === 0);
  if (dropped.length === 0 || (side === forbidden && dropped.some((order) => order.isin === isin)))
    return NAMES[constraint];
  return `${NAMES[constraint]} for ${AND.format(dropped.map((order) => nameOf(order.isin)))}`;
}

const FORBIDDEN: Readonly<Partial<Record<ConstraintName, Side>>> = { do_not_sell: 'sell', do_not_buy: 'buy' };

function enlargedSentence(
  { isin, weight_after: after, weight_target: target }: PlannedTrade,
  { nameOf }: Naming,
): string {
  return `${nameOf(isin)} (${isin}): sold below its target, to ${formatPercent(after)} instead of ${formatPercent(target)}, because its loss offsets other gains and keeps the plan within the gains tax budget.`;
}

/** `4 orders are reduced as well, by 1 200.00 EUR in total.` */
function countedSentence(trades: readonly LimitedTrade[], how: string, { currency }: Naming): string[] {
  if (trades.length === 0) return [];
  const total = trades.reduce((sum, trade) => sum + missing(trade), 0);
  const inTotal = trades.length === 1 ? '' : ' in total';
  return [`${plural(trades.length, 'order is', 'orders are')} ${how}, by ${formatMoney(total)} ${currency}${inTotal}.`];
}

const AND = new Intl.ListFormat('en-GB');
const MAX_NAMED = 5;
