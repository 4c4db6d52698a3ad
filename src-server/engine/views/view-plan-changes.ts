/**
 * What has changed since a plan was made: order by order against what it would be now, or against another plan of its portfolio
 * (decision L93). Plans anew for the comparison alone; keeps, bills and logs nothing.
 */
import { fromMicro, fromMinor } from '../../domain/numbers/exact.ts';
import { formatInstant } from '../../domain/numbers/instant.ts';
import {
  type ComparedOrder,
  type ComparedPlan,
  type OrderChange,
  PLAN_TOLERANCE,
  planChanges,
} from '../../domain/plan/plan-changes.ts';
import { accepted, type Outcome, refused } from '../outcome.ts';
import { findUnpricedIsin, findUnreachableOrder } from '../planning/check-availability.ts';
import { targetsOf } from '../planning/plan-portfolio-a.ts';
import { planSubject, subjectOf } from '../planning/plan-subject.ts';
import { refusedWhileActive } from '../planning/store-plan.ts';
import { refusedBeyondQuota } from '../quota.ts';
import type { PortfolioRecord, RebalanceRecord } from '../records.ts';
import type { World } from '../world.ts';

/** 404 for either; 400 for plans of different portfolios, and for one that was executed or cancelled where no other is named. */
export function viewPlanChanges(world: World, rebalanceId: string, otherId: string | undefined) {
  const rebalance = world.rebalances.find(rebalanceId);
  if (rebalance === null) return refused('not_found', `There is no rebalance ${rebalanceId}.`);
  if (otherId !== undefined) return changesTo(world, rebalance, otherId);
  if (rebalance.status !== 'plan_ready') {
    return refused(
      'invalid_request',
      `Rebalance ${rebalanceId} is ${rebalance.status}: only a plan that is ready is compared with the present.`,
    );
  }
  const portfolio = world.portfolios.find(rebalance.portfolioId);
  const now =
    portfolio === null || portfolio.deletedMs !== null ? goneNow(rebalance) : planNow(world, portfolio, rebalance);
  const obstacle = now.obstacle ?? obstacleOf(world, rebalance);
  return accepted(view(world, rebalance, { ...now, obstacle, rebalanceId: null, asOfMs: world.kernel.nowMs }));
}

function changesTo(world: World, rebalance: RebalanceRecord, otherId: string): Outcome<ReturnType<typeof view>> {
  const other = world.rebalances.find(otherId);
  if (other === null) return refused('not_found', `There is no rebalance ${otherId}.`);
  if (other.portfolioId !== rebalance.portfolioId) {
    return refused('invalid_request', `${rebalance.rebalanceId} and ${otherId} are plans of different portfolios.`);
  }
  const plan = keptPlan(world, other);
  return accepted(
    view(world, rebalance, { plan, outcome: 'plan', obstacle: null, rebalanceId: otherId, asOfMs: other.createdMs }),
  );
}

interface OtherPlan {
  readonly plan: ComparedPlan;
  readonly outcome: 'plan' | 'below_threshold' | 'none';
  /** Why the first plan could not be executed now, as a sentence. */
  readonly obstacle: string | null;
  /** `null`: as it would be made now. */
  readonly rebalanceId: string | null;
  readonly asOfMs: number;
}

type PlanNow = Pick<OtherPlan, 'plan' | 'outcome' | 'obstacle'>;

function goneNow(rebalance: RebalanceRecord): PlanNow {
  return { ...NOTHING, obstacle: `Portfolio ${rebalance.portfolioId} was deleted.` };
}

const NOTHING = { plan: { orders: [], costMinor: 0, navMinor: 0 }, outcome: 'none' } as const;

/** The same settings and targets at this instant. */
function planNow(world: World, portfolio: PortfolioRecord, { formA, plan: { settings } }: RebalanceRecord): PlanNow {
  const subject = subjectOf(world, portfolio, formA === null ? undefined : targetsOf(formA.targetWeights));
  const unpriced = findUnpricedIsin(world, subject.isins, world.kernel.nowMs);
  if (unpriced !== null) return { ...NOTHING, obstacle: `Pricing is unavailable for ${unpriced}.` };
  const result = planSubject(subject, settings);
  if (result.kind === 'worthless') return { ...NOTHING, obstacle: 'The portfolio is worth nothing.' };
  if (result.kind === 'below_threshold') return { ...NOTHING, outcome: result.kind, obstacle: null };
  const { orders, costs, navMinor } = result.plan;
  const compared = orders.map((order) => ({ ...order, costMinor: order.costs.totalMinor }));
  return { plan: { orders: compared, costMinor: costs.totalMinor, navMinor }, outcome: 'plan', obstacle: null };
}

function keptPlan(world: World, { rebalanceId, plan }: RebalanceRecord): ComparedPlan {
  const orders = world.rebalances
    .orders(rebalanceId)
    .map((order) => ({ ...order, costMinor: order.estimatedCosts.totalMinor }));
  return { orders, costMinor: plan.costs.totalMinor, navMinor: plan.navMinor };
}

function obstacleOf(world: World, { rebalanceId, portfolioId, accountId, formA }: RebalanceRecord): string | null {
  const isHeld = formA?.heldFor !== undefined;
  const refusal = refusedWhileActive(world, portfolioId) ?? (isHeld ? refusedBeyondQuota(world, accountId) : null);
  if (refusal !== null) return refusal.message;
  return findUnreachableOrder(world, world.rebalances.orders(rebalanceId));
}

function view(world: World, rebalance: RebalanceRecord, other: OtherPlan) {
  const before = keptPlan(world, rebalance);
  const changes = planChanges(before, other.plan);
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
      quantity: PLAN_TOLERANCE.valueShare,
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

function viewChange({ kind, isBeyond, before, after }: OrderChange) {
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
