/** Stores a plan of either form as a rebalance with its orders and their reasons. Publishes nothing. */

import { boundText, constraintList } from '../../domain/explain/constraint-text.ts';
import { explainOrder } from '../../domain/explain/explain-order.ts';
import { explainPlan } from '../../domain/explain/explain-plan.ts';
import { fromMicro } from '../../domain/numbers/exact.ts';
import { formatPercent } from '../../domain/numbers/format-number.ts';
import type { Plan, PlanInput, PlannedOrder, PlanResult, PlanSettings } from '../../domain/plan/plan.ts';
import type { UnitOfWork } from '../../kernel/unit-of-work.ts';
import { estimateGains } from '../lots/estimate-gains.ts';
import { type Refusal, refused } from '../outcome.ts';
import {
  type FormATerms,
  type Notice,
  type OrderRecord,
  type PortfolioRecord,
  type RebalanceRecord,
  type StoredPlan,
  UNSENT,
} from '../records.ts';
import type { World } from '../world.ts';
import { unavailability } from './check-availability.ts';
import { wrapperWarnings } from './check-wrapper.ts';
import { taxTermsOf } from './take-market-snapshot.ts';

/** A plan to be stored. */
interface PlanToStore {
  readonly portfolio: PortfolioRecord;
  readonly input: PlanInput;
  readonly plan: Plan;
  readonly simulation: boolean;
  /** `null` for Form B. */
  readonly formA: FormATerms | null;
  /** Further notices for its owner. */
  readonly notices: readonly Notice[];
}

export interface PlannedRebalance {
  readonly rebalance: RebalanceRecord;
  readonly orders: readonly OrderRecord[];
}

/** Writes the rebalance, `plan_ready`, and its orders, `new`. */
export function storePlan(world: World, unit: UnitOfWork, toStore: PlanToStore): PlannedRebalance {
  const { portfolio, input, plan, formA } = toStore;
  const isins = plan.driftBefore.positions.map(({ isin }) => isin);
  const rebalance: RebalanceRecord = {
    rebalanceId: unit.nextId('rb'),
    portfolioId: portfolio.portfolioId,
    accountId: portfolio.accountId,
    status: 'plan_ready',
    simulation: toStore.simulation,
    plan: {
      ...storedPlan(plan, input.settings),
      gains: estimateGains(world, portfolio, plan.orders, formA?.taxMethod ?? null, unit.nowMs),
      explanation: explainPlan(plan, input, (isin, mic) => unavailability(world, isin, mic, unit.nowMs)),
    },
    warnings: [
      ...plan.warnings,
      ...haltWarnings(world, plan),
      ...wrapperWarnings(world, { ...taxTermsOf(portfolio), currency: portfolio.currency, isins }),
      ...toStore.notices,
    ],
    failure: null,
    createdMs: unit.nowMs,
    executedMs: null,
    completedMs: null,
    formA,
    updatedMs: formA === null ? null : unit.nowMs,
  };
  const orders = plan.orders.map((order) => orderRecord(unit, rebalance, order, explainOrder(order, plan, input)));
  world.rebalances.insert(rebalance, orders);
  return { rebalance, orders };
}

/** 422 with the largest drift and the band it was compared with (decision C7). */
export function belowThreshold(result: Extract<PlanResult, { kind: 'below_threshold' }>): Refusal {
  const what = result.trigger === 'portfolio' ? 'The portfolio drift' : `The largest ${result.bandType} drift`;
  const where = result.largestIsin === null ? '' : ` (${result.largestIsin})`;
  const message = `${what} is ${formatPercent(result.largestDrift)}${where}, not beyond the band of ${formatPercent(result.threshold)}: no rebalance is needed.`;
  return refused('drift_below_threshold', message, [
    {
      path: '/drift_threshold',
      issue: `largest drift ${result.largestDrift}, band ${result.threshold} ${result.bandType}`,
    },
  ]);
}

/** 422 with the drift and one detail for each constraint that leaves nothing to trade (decision O5). */
export function refusedByConstraints(
  { breach, bound, driftWithout }: Extract<PlanResult, { kind: 'constrained' }>,
  input: PlanInput,
): Refusal {
  const names = constraintList(bound.map(({ constraint }) => constraint));
  const message = `The portfolio’s constraints prevent every trade: ${names}. Without them the portfolio drift would fall to ${formatPercent(driftWithout)}.`;
  const { driftThreshold, bandType } = input.settings;
  const band = { path: '/drift_threshold', issue: `largest drift ${breach.drift}, band ${driftThreshold} ${bandType}` };
  const details = bound.map((each) => ({ path: `/constraints/${each.constraint}`, issue: boundText(each, input) }));
  return refused('drift_below_threshold', message, [band, ...details]);
}

/** Formats the orders of a plan for the event log. */
export function refusedWhileActive(world: Pick<World, 'rebalances'>, portfolioId: string): Refusal | null {
  const active = world.rebalances.findActive(portfolioId);
  if (active === null) return null;
  return refused('already_executing', `Rebalance ${active.rebalanceId} of this portfolio is ${active.status}.`);
}

/** An order for a halted instrument is accepted and waits. */
export function plannedOrders(orders: readonly OrderRecord[]) {
  return orders.map(({ orderId, side, isin, mic, quantityMicro }) => ({
    order_id: orderId,
    side,
    isin,
    exchange: mic,
    quantity: fromMicro(quantityMicro),
  }));
}

/** An order for a halted instrument is taken and waits. */
function haltWarnings({ faults, kernel }: World, { orders }: Plan): Notice[] {
  const halted = orders.filter(({ mic, isin }) => faults.active('halt_instrument', mic, isin, kernel.nowMs) !== null);
  return halted.map(({ isin, mic }) => ({
    code: 'instrument_halted',
    message: `${isin} is halted at ${mic}: its order will wait until it trades again.`,
  }));
}

function storedPlan(plan: Plan, settings: PlanSettings): StoredPlan {
  const { costs, navMinor, driftBefore, driftAfter, cashBeforeMinor, cashAfterMinor, fx } = plan;
  const { totalBps } = costs;
  return { settings, costs, totalBps, navMinor, driftBefore, driftAfter, cashBeforeMinor, cashAfterMinor, fx };
}

function orderRecord(unit: UnitOfWork, rebalance: RebalanceRecord, order: PlannedOrder, why: string): OrderRecord {
  const { costs, reasonCode, ...planned } = order;
  return {
    ...planned,
    reason: { code: reasonCode, text: why },
    orderId: unit.nextId('or'),
    rebalanceId: rebalance.rebalanceId,
    portfolioId: rebalance.portfolioId,
    estimatedCosts: costs,
    ...UNSENT,
  };
}
