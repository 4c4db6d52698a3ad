/**
 * Finds the effect of a portfolio's constraints on a plan (decision O5). The cause of a reduced trade is the constraint
 * that forbids it; else each constraint without which more of it would be traded, with the amount that would be; else,
 * if several prevent it independently, the one that alone reduces it most. A limit on all trades together, which the
 * plan would respect without it, is not a cause: that plan differs only because it was made in another way.
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
  type EstimateSaleGains,
  forbidding,
  onlyConstraint,
  type PlanConstraints,
  smallestOrderMinor,
  withoutConstraints,
} from './constraints.ts';
import type { Plan, PlannedOrder } from './plan.ts';

type Compared = Pick<Plan, 'orders' | 'driftAfter' | 'navMinor'>;

interface Planning {
  /** Plans the same portfolio under other constraints. */
  readonly planUnder: (constraints: PlanConstraints) => Compared;
  readonly estimateGains: EstimateSaleGains | undefined;
}

/** `without` is the plan of the same input without constraints. */
export function constraintEffect(
  constrained: Compared,
  without: Compared,
  constraints: PlanConstraints,
  planning: Planning,
): ConstraintEffect {
  const driftWithout = without.driftAfter.portfolioDrift;
  return {
    bound: boundConstraints(constraintCuts(constrained, without, constraints, planning)),
    driftWithout,
    driftCost: roundWeight(constrained.driftAfter.portfolioDrift - driftWithout),
  };
}

function constraintCuts(
  constrained: Compared,
  without: Compared,
  constraints: PlanConstraints,
  planning: Planning,
): ConstraintCut[] {
  const made = tradesOf(constrained.orders);
  const causesOf = causeFinder(constraints, planning);
  return [...tradesOf(without.orders)].flatMap(([key, trade]): ConstraintCut[] => {
    const { isin, side } = trade;
    const allowedMinor = made.get(key)?.valueMinor ?? 0;
    // Different costs change other trades by less than the smallest order.
    if (trade.valueMinor - allowedMinor < MIN_ORDER_MINOR) return [];
    return causesOf(key, trade, allowedMinor).map(({ constraint, wantedMinor }) => {
      const isDirect = limitsItself(constraint, trade, allowedMinor, constraints, constrained.navMinor);
      return { constraint, isin, side, wantedMinor, allowedMinor, freeMinor: trade.valueMinor, isDirect };
    });
  });
}

/** The value that a plan trades of an instrument on a side, at all exchanges. */
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

function causeFinder(constraints: PlanConstraints, { planUnder, estimateGains }: Planning): CausesOf {
  const names = constraintsSet(constraints);
  const planned = new Map<string, PlannedTrades>();
  const planOf = (label: string, under: () => PlanConstraints): PlannedTrades => {
    const found = planned.get(label) ?? plannedTrades(planUnder(under()));
    planned.set(label, found);
    return found;
  };
  const valueIn = ({ trades }: PlannedTrades, key: string) => trades.get(key)?.valueMinor ?? 0;
  const planWithout = (name: ConstraintName) =>
    planOf(`without ${name}`, () => withoutConstraints(constraints, [name]));
  const isLimiting = (name: ConstraintName) => !isWithinLimit(name, planWithout(name).plan, constraints, estimateGains);
  return (key, { isin, side, valueMinor: wantedMinor }, allowedMinor) => {
    const [first = 'max_turnover'] = names;
    const [only] = names.length === 1 ? [first] : forbidding(side, isin, constraints);
    if (only !== undefined) return [{ constraint: only, wantedMinor }];
    const visibleMinor = Math.max(MIN_ORDER_MINOR, VISIBLE * (wantedMinor - allowedMinor));
    const limiting = names.filter(isLimiting);
    const possible = limiting.length > 0 ? limiting : names;
    const lifted = possible.map((constraint) => ({ constraint, wantedMinor: valueIn(planWithout(constraint), key) }));
    const causes = lifted.filter((each) => each.wantedMinor - allowedMinor >= visibleMinor);
    if (causes.length > 0) return causes;
    const missingUnder = (name: ConstraintName) =>
      wantedMinor -
      valueIn(
        planOf(`only ${name}`, () => onlyConstraint(constraints, name)),
        key,
      );
    return [{ constraint: most(possible, missingUnder), wantedMinor }];
  };
}

interface PlannedTrades {
  readonly plan: Compared;
  readonly trades: ReadonlyMap<string, Trade>;
}

function plannedTrades(plan: Compared): PlannedTrades {
  return { plan, trades: tradesOf(plan.orders) };
}

/** Whether a plan respects a limit on all trades together; the other constraints are about each trade. */
function isWithinLimit(
  name: ConstraintName,
  { orders, navMinor }: Compared,
  { maxTurnover, gainsTaxBudgetMinor }: PlanConstraints,
  estimateGains: EstimateSaleGains | undefined,
): boolean {
  if (name === 'gains_tax_budget' && gainsTaxBudgetMinor !== null) {
    const sells = orders.filter(({ side }) => side === 'sell');
    return estimateGains !== undefined && estimateGains(sells).taxMinor <= gainsTaxBudgetMinor;
  }
  if (name !== 'max_turnover' || maxTurnover === null) return false;
  const limitMinor = Math.floor(maxTurnover * navMinor);
  return sideMinor(orders, 'sell') <= limitMinor && sideMinor(orders, 'buy') <= limitMinor;
}

function sideMinor(orders: readonly PlannedOrder[], side: Side): number {
  return orders.reduce((sum, order) => sum + (order.side === side ? order.estimatedValueMinor : 0), 0);
}

/** Least share of the missing value for which a constraint is a cause. */
const VISIBLE = 0.01;

/** Returns the first of those with the largest amount. */
function most(names: readonly ConstraintName[], amountOf: (name: ConstraintName) => number): ConstraintName {
  const amounts = names.map((name) => ({ name, amount: amountOf(name) }));
  return amounts.reduce((best, each) => (each.amount > best.amount ? each : best)).name;
}

/** Whether a constraint limits this trade itself, and not only the trades that pay for it or that it pays for. */
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
