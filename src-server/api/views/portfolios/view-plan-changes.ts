/** The changes since a plan was made, in the terms of the control plane (decision L93). */
import type { PlanChangesWire } from '../../../contract/service/plan-changes.ts';
import { fromMicro, fromMinor } from '../../../domain/numbers/exact.ts';
import { formatInstant } from '../../../domain/numbers/instant.ts';
import { type ComparedOrder, type OrderChange, PLAN_TOLERANCE } from '../../../domain/plan/plan-changes.ts';
import type { ChangesOfPlan } from '../../../engine/planning/find-plan-changes.ts';

export function viewPlanChanges({ rebalance, before, other, changes }: ChangesOfPlan): PlanChangesWire {
  return {
    rebalance_id: rebalance.rebalanceId,
    planned_at: formatInstant(rebalance.createdMs),
    held: rebalance.formA?.heldFor !== undefined,
    other_rebalance_id: other.rebalanceId,
    as_of: formatInstant(other.asOfMs),
    outcome: other.outcome,
    obstacle: other.obstacle,
    differs: changes.orders.some(({ kind }) => kind !== 'same') || before.costMinor !== other.plan.costMinor,
    beyond_tolerance: changes.isBeyond,
    tolerance: {
      price: PLAN_TOLERANCE.priceShare,
      quantity: changes.valueShare,
      cost_bps: PLAN_TOLERANCE.costBps,
    },
    cost: {
      before: fromMinor(before.costMinor),
      after: fromMinor(other.plan.costMinor),
      beyond_tolerance: changes.isCostBeyond,
    },
    orders: changes.orders.map(viewChange),
  };
}

function viewChange({ kind, isBeyond, before, after }: OrderChange): PlanChangesWire['orders'][number] {
  const either = before ?? after;
  return {
    change: kind,
    side: either?.side ?? 'buy',
    isin: either?.isin ?? '',
    beyond_tolerance: isBeyond,
    before: before === null ? null : viewOrder(before),
    after: after === null ? null : viewOrder(after),
  };
}

function viewOrder(order: ComparedOrder) {
  return {
    exchange: order.mic,
    currency: order.currency,
    quantity: fromMicro(order.quantityMicro),
    estimated_price: fromMicro(order.estimatedPriceMicro),
    estimated_value: fromMinor(order.estimatedValueMinor),
    estimated_cost: fromMinor(order.costMinor),
  };
}
