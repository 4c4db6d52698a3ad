/** Updates a rebalance to the status of its orders (specification section 3, decision G6) and announces it. */
import { invariant } from '../../domain/invariant.ts';
import { isFinalOrder } from '../../domain/lifecycle/order-life-cycle.ts';
import {
  isFinalRebalance,
  type RebalanceEvent,
  transitionRebalance,
} from '../../domain/lifecycle/rebalance-life-cycle.ts';
import type { UnitOfWork } from '../../kernel/unit-of-work.ts';
import { announce } from '../announce.ts';
import { finishInBulk } from '../bulk/finish-bulk.ts';
import { viewTimesA } from '../event-payloads.ts';
import { ratesAt } from '../planning/take-market-snapshot.ts';
import type { Notice, OrderRecord, RebalanceRecord } from '../records.ts';
import type { World } from '../world.ts';
import type { Sent } from './send-orders.ts';

/**
 * Must be called after any change of an order, with the present state of all orders; notices are added to the warnings.
 */
export function settleRebalance(
  world: World,
  unit: UnitOfWork,
  rebalance: RebalanceRecord,
  { orders, notices }: Sent,
): RebalanceRecord {
  const event = eventOf(orders, rebalance.plan.navMinor);
  const changed = { warnings: [...rebalance.warnings, ...notices], ...updated(rebalance, unit) };
  const warned = notices.length === 0 ? rebalance : { ...rebalance, ...changed };
  if (event === null) return save(world, rebalance, warned);
  const transition = transitionRebalance(rebalance.status, event);
  invariant(transition.ok, `rebalance ${rebalance.rebalanceId}: ${event} while ${rebalance.status}`);
  if (transition.next === rebalance.status) return save(world, rebalance, warned);

  const isFinal = isFinalRebalance(transition.next);
  const moved: RebalanceRecord = {
    ...warned,
    ...updated(rebalance, unit),
    status: transition.next,
    completedMs: isFinal ? unit.nowMs : null,
    failure: transition.next === 'failed' ? failureOf(orders) : null,
  };
  world.rebalances.update(moved);
  if (moved.status === 'complete') saveReferenceRates(world, unit, moved.portfolioId);
  announceStatus(world, unit, moved);
  if (isFinal) finishInBulk(world, unit, moved);
  return moved;
}

/** Announces `rebalance.<status>`; for Form A with its times, like its responses (decision F11). */
export function announceStatus(world: World, unit: UnitOfWork, rebalance: RebalanceRecord): void {
  const { status } = rebalance;
  invariant(status !== 'plan_ready', 'a plan is announced as it is created');
  const data = {
    rebalance_id: rebalance.rebalanceId,
    portfolio_id: rebalance.portfolioId,
    status,
    failure: rebalance.failure === null ? null : { ...rebalance.failure },
    ...(rebalance.formA === null ? {} : viewTimesA(rebalance)),
  };
  // No webhook announces a dry run (decision G27), and so none its cancellation.
  announce(world, unit, `rebalance.${status}`, data, { isOnlyLogged: rebalance.simulation });
}

/** Form A shows when a rebalance last changed. */
function updated({ formA }: RebalanceRecord, { nowMs }: UnitOfWork): { updatedMs: number | null } {
  return { updatedMs: formA === null ? null : nowMs };
}

/**
 * Returns the event that follows from the orders: all filled, all final with something unfilled, or some filled while
 * others are open.
 */
function eventOf(orders: readonly OrderRecord[], navMinor: number): RebalanceEvent | null {
  if (orders.every(({ status }) => status === 'filled') || isFilledButForLittle(orders, navMinor)) return 'all_filled';
  if (orders.every(({ status }) => isFinalOrder(status))) return 'final_with_unfilled';
  return orders.some(({ filledMicro }) => filledMicro > 0) ? 'fill_with_open_orders' : null;
}

/**
 * Whether all unfilled orders are buys that the cash no longer covered, of so little value that the portfolio reached
 * its targets nevertheless (decision G50). False if nothing was filled.
 */
function isFilledButForLittle(orders: readonly OrderRecord[], navMinor: number): boolean {
  const unfilled = orders.filter(({ status }) => status !== 'filled');
  const isGivenUp = unfilled.every(
    ({ side, status, termination }) => side === 'buy' && status === 'cancelled' && termination === null,
  );
  const unfilledMinor = unfilled.reduce((sum, { estimatedValueMinor }) => sum + estimatedValueMinor, 0);
  return isGivenUp && unfilled.length < orders.length && unfilledMinor <= MAX_GIVEN_UP * navMinor;
}

/** Share of the portfolio's value when the plan was made. */
const MAX_GIVEN_UP = 0.01;

function save(world: World, before: RebalanceRecord, after: RebalanceRecord): RebalanceRecord {
  if (after !== before) world.rebalances.update(after);
  return after;
}

/** FX drift is measured from the last completed rebalance on (decision G9). */
function saveReferenceRates(world: World, unit: UnitOfWork, portfolioId: string): void {
  const portfolio = world.portfolios.find(portfolioId);
  invariant(portfolio, 'a portfolio is not deleted while a rebalance of it is executing');
  world.portfolios.update({ ...portfolio, referenceRates: ratesAt(world, unit.nowMs) });
}

function failureOf(orders: readonly OrderRecord[]): Notice {
  const unfilled = orders.filter(({ status }) => status !== 'filled');
  const list = unfilled.map(describe).join('; ');
  return {
    code: 'orders_unfilled',
    message: `${unfilled.length} of ${orders.length} orders were not filled: ${list}`,
  };
}

function describe({ sequence, side, isin, status, termination }: OrderRecord): string {
  return `${sequence} (${side} ${isin}) ${status}: ${termination?.message ?? GIVEN_UP[side]}`;
}

/** Why an order without a termination by its exchange was given up (`send-orders.ts`). */
const GIVEN_UP = { buy: 'Cash ran short.', sell: 'Less than one lot of it is held.' } as const;
