/**
 * What the constraints of a portfolio changed about a plan (decision O5). A trade that is smaller is held against the
 * constraint that forbids it, else against each one without which more of it would be traded, with what would be, else,
 * where several prevent it each by itself, against the one that alone takes most of it away.
 */

import { MIN_ORDER_MINOR } from '../costs/economic-order.ts';
import type { Side } from '../market-view.ts';
import { roundWeight } from '../valuation/weights.ts';
import {
  type BoundConstraint,
  CONSTRAINT_NAMES,
  type ConstraintCut,
  type ConstraintEffect,
  type ConstraintName,
  constraintsSet,
  forbidding,
  onlyConstraint,
  type PlanConstraints,
  smallestOrderMinor,
  withoutConstraints,
} from './constraints.ts';
import type { Plan, PlannedOrder } from './plan.ts';

type Compared = Pick<Plan, 'orders' | 'driftAfter' | 'navMinor'>;

/** Plans the same portfolio under other constraints. */
type PlanUnder = (constraints: PlanConstraints) => Compared;

/** `without` is the plan of the same input without constraints. */
export function constraintEffect(
  constrained: Compared,
  without: Compared,
  constraints: PlanConstraints,
  planUnder: PlanUnder,
): ConstraintEffect {
  const driftWithout = without.driftAfter.portfolioDrift;
  return {
    bound: boundConstraints(constraintCuts(constrained, without, constraints, planUnder)),
    driftWithout,
    driftCost: roundWeight(constrained.driftAfter.portfolioDrift - driftWithout),
  };
}

function constraintCuts(
  constrained: Compared,
  without: Compared,
  constraints: PlanConstraints,
  planUnder: PlanUnder,
): ConstraintCut[] {
  const made = tradesOf(constrained.orders);
  const causesOf = causeFinder(constraints, planUnder);
  return [...tradesOf(without.orders)].flatMap(([key, trade]): ConstraintCut[] => {
    const { isin, side } = trade;
    const allowedMinor = made.get(key)?.valueMinor ?? 0;
    // Costs that differ move other trades by less than the smallest order.
    if (trade.valueMinor - allowedMinor < MIN_ORDER_MINOR) return [];
    return causesOf(key, trade, allowedMinor).map(({ constraint, wantedMinor }) => {
      const isDirect = limitsItself(constraint, trade, allowedMinor, constraints, constrained.navMinor);
      return { constraint, isin, side, wantedMinor, allowedMinor, isDirect };
    });
  });
}

/** What a plan trades of an instrument on a side, at all exchanges. */
interface Trade {
  readonly isin: string;
  readonly side: Side;
  readonly valueMinor: number;
  readonly quantityMicro: number;
}

function tradesOf(orders: readonly PlannedOrder[]): Map<string, Trade> {
  const trades = new Map<string, Trade>();
  for (const { isin, side, estimatedValueMinor, quantityMicro } of orders) {
    const key = `${isin} ${side}`;
    const sum = trades.get(key) ?? { valueMinor: 0, quantityMicro: 0 };
    const valueMinor = sum.valueMinor + estimatedValueMinor;
    trades.set(key, { isin, side, valueMinor, quantityMicro: sum.quantityMicro + quantityMicro });
  }
  return trades;
}

type Cause = Pick<ConstraintCut, 'constraint' | 'wantedMinor'>;
type CausesOf = (key: string, trade: Trade, allowedMinor: number) => readonly Cause[];

function causeFinder(constraints: PlanConstraints, planUnder: PlanUnder): CausesOf {
  const names = constraintsSet(constraints);
  const planned = new Map<string, ReadonlyMap<string, Trade>>();
  const valueUnder = (plan: string, key: string, under: () => PlanConstraints): number => {
    const trades = planned.get(plan) ?? tradesOf(planUnder(under()).orders);
    planned.set(plan, trades);
    return trades.get(key)?.valueMinor ?? 0;
  };
  return (key, { isin, side, valueMinor: wantedMinor }, allowedMinor) => {
    const [first = 'max_turnover'] = names;
    const [only] = names.length === 1 ? [first] : forbidding(side, isin, constraints);
    if (only !== undefined) return [{ constraint: only, wantedMinor }];
    const visibleMinor = Math.max(MIN_ORDER_MINOR, VISIBLE * (wantedMinor - allowedMinor));
    const lifted = names.map((constraint) => ({
      constraint,
      wantedMinor: valueUnder(`without ${constraint}`, key, () => withoutConstraints(constraints, [constraint])),
    }));
    const causes = lifted.filter((each) => each.wantedMinor - allowedMinor >= visibleMinor);
    if (causes.length > 0) return causes;
    const missingUnder = (name: ConstraintName) =>
      wantedMinor - valueUnder(`only ${name}`, key, () => onlyConstraint(constraints, name));
    return [{ constraint: most(names, missingUnder), wantedMinor }];
  };
}

/** Of what is missing: with less, a constraint is not the cause. */
const VISIBLE = 0.01;

/** The first of those with the largest amount. */
function most(names: readonly ConstraintName[], amountOf: (name: ConstraintName) => number): ConstraintName {
  const amounts = names.map((name) => ({ name, amount: amountOf(name) }));
  return amounts.reduce((best, each) => (each.amount > best.amount ? each : best)).name;
}

/** Whether a constraint limits this very trade, not only what pays for it or what it pays for. */
function limitsItself(
  name: ConstraintName,
  { isin, side, valueMinor, quantityMicro }: Trade,
  allowedMinor: number,
  constraints: PlanConstraints,
  navMinor: number,
): boolean {
  switch (name) {
    case 'do_not_sell':
    case 'do_not_buy':
    case 'cash_flow_only':
      return forbidding(side, isin, constraints).includes(name);
    case 'min_order_value':
    case 'min_order_bps':
      return valueMinor < smallestOrderMinor(onlyConstraint(constraints, name), navMinor);
    case 'whole_shares':
      return (valueMinor - allowedMinor) * quantityMicro <= valueMinor * WHOLE_SHARE_MICRO;
    case 'gains_tax_budget':
      return side === 'sell';
    case 'max_turnover':
      return true;
  }
}

const WHOLE_SHARE_MICRO = 1_000_000;

function boundConstraints(cuts: readonly ConstraintCut[]): BoundConstraint[] {
  return CONSTRAINT_NAMES.flatMap((constraint) => {
    const own = cuts.filter((cut) => cut.constraint === constraint).sort((a, b) => (a.isin < b.isin ? -1 : 1));
    return own.length === 0 ? [] : [{ constraint, cuts: own }];
  });
}
