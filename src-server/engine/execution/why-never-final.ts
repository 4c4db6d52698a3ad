/**
 * Finds why a rebalance can never become final without an intervention (decision J11): a plan that was not executed, or
 * an outage, a halt or stale prices without an end. Reports nothing that time alone could change.
 */

import type { Fate } from '../../domain/identifiers/fate.ts';
import { isFinalOrder } from '../../domain/lifecycle/order-life-cycle.ts';
import { fromMicro } from '../../domain/numbers/exact.ts';
import type { FaultKind, MarketFault } from '../../market/faults/fault.ts';
import { faultEndMs, isAbout, isActiveFault } from '../../market/faults/fault.ts';
import type { OrderRecord, RebalanceRecord } from '../records.ts';
import type { World } from '../world.ts';

type FaultyWorld = Pick<World, 'rebalances' | 'connections' | 'faults' | 'venues' | 'kernel' | 'market'>;

/** Returns sentences, one for each order that cannot end; none if the rebalance is final or may become so. */
export function whyNeverFinal(world: FaultyWorld, rebalance: RebalanceRecord): string[] {
  const { status, simulation, rebalanceId } = rebalance;
  if (status === 'plan_ready') {
    const why = simulation ? 'is a dry run, which cannot be executed' : 'is a plan that nobody has executed';
    return [`${rebalanceId} ${why}.`];
  }
  return world.rebalances.orders(rebalanceId).flatMap((order) => {
    const why = obstacleOf(world, order);
    return why === null ? [] : [`Order ${order.sequence} (${order.side} ${order.isin} at ${order.mic}) ${why}.`];
  });
}

/**
 * Returns why a portfolio's orders remain in progress for ever: only a halt, because orders that wait for a connection
 * have nothing pending (decision K72).
 */
export function whyNeverSettled(world: FaultyWorld & Pick<World, 'portfolios'>): string[] {
  const isHalt = (fault: MarketFault) => isEndless(fault, world.kernel.nowMs) && fault.kind === 'halt_instrument';
  if (world.market.fates.size === 0 && !world.faults.all().some(isHalt)) return [];
  return world.portfolios.list().flatMap(({ portfolioId }) => {
    const rebalance = world.rebalances.findActive(portfolioId);
    if (rebalance === null) return [];
    return world.rebalances.orders(rebalance.rebalanceId).flatMap((order) => {
      const why = isFinalOrder(order.status) ? null : (haltOf(world, order) ?? fateOf(world, order));
      return why === null ? [] : [`Order ${order.orderId} (${order.side} ${order.isin} at ${order.mic}) ${why}.`];
    });
  });
}

function obstacleOf(world: FaultyWorld, order: OrderRecord): string | null {
  if (isFinalOrder(order.status)) return null;
  return outageOf(world, order) ?? stalenessOf(world, order) ?? haltOf(world, order) ?? fateOf(world, order);
}

const FATES_WITHOUT_END: Readonly<Partial<Record<Fate, string>>> = {
  half_then_silent: 'is a test instrument whose orders are only ever half filled',
  never_acknowledged: 'is a test instrument whose orders are never acknowledged',
};

/**
 * Returns why an order of a test instrument never ends: its exchange holds it (decision O8). A halt takes precedence.
 */
function fateOf({ market, connections }: FaultyWorld, { mic, isin, orderId }: OrderRecord): string | null {
  const fate = market.fates.get(isin);
  const why = fate && FATES_WITHOUT_END[fate];
  return why !== undefined && connections.workingOrder(mic, orderId)?.isHeld === true ? `waits: ${isin} ${why}` : null;
}

/** While a connection is down, nothing is sent or received. */
function outageOf(world: FaultyWorld, { mic, isin }: OrderRecord): string | null {
  const down = endless(world, 'exchange_down', mic, isin);
  if (down !== null) return `waits for ${mic}, whose outage (fault ${down.faultId}) has no end`;
  const { connected, isHeld: isHeldDown } = world.connections.status(mic, world.kernel.nowMs);
  return !connected && isHeldDown
    ? `waits for the connection to ${mic}, which stays disconnected until you connect it`
    : null;
}

/** An instrument without a price is not traded. */
function stalenessOf(world: FaultyWorld, { side, mic, isin, workingMicro, termination }: OrderRecord): string | null {
  if (side !== 'buy' || workingMicro > 0 || termination !== null) return null;
  const stale = endless(world, 'stale_prices', mic, isin);
  return stale === null ? null : `waits for prices of ${mic}, which are frozen (fault ${stale.faultId}) without end`;
}

/** An order that the exchange holds and carries from day to day, and that nothing there may end or trade. */
function haltOf(world: FaultyWorld, order: OrderRecord): string | null {
  const { mic, isin, termination, lastSubmission, workingMicro } = order;
  if (termination !== null || workingMicro === 0 || lastSubmission?.dayEnd !== 'carry') return null;
  const isSentAgain = lastSubmission.limitPriceMicro !== null;
  if (isSentAgain && world.venues.get(mic)?.dayEnd !== 'carry') return null;
  const halt = endless(world, 'halt_instrument', mic, isin);
  if (halt === null || world.connections.workingOrder(mic, order.orderId) === null || mayBeEnded(world, order))
    return null;
  const left = fromMicro(workingMicro);
  return `has ${left} left to trade, and the halt of ${isin} (fault ${halt.faultId}) has no end`;
}

/** Whether there are faults that end orders, now or once they begin. */
function mayBeEnded(world: FaultyWorld, { mic, isin }: OrderRecord): boolean {
  return world.faults.all().some((fault) => {
    const ends = fault.kind === 'reject_orders' || (fault.kind === 'exchange_down' && fault.cancelsOrders);
    return ends && isAbout(fault, mic, isin) && world.kernel.nowMs < faultEndMs(fault);
  });
}

function endless({ faults, kernel }: FaultyWorld, kind: FaultKind, mic: string, isin: string): MarketFault | null {
  const active = faults.active(kind, mic, isin, kernel.nowMs);
  if (active !== null && isEndless(active, kernel.nowMs)) return active;
  const found = faults
    .all()
    .find((fault) => fault.kind === kind && isAbout(fault, mic, isin) && isEndless(fault, kernel.nowMs));
  return found ?? null;
}

/** Whether a fault is active and ends only on request. */
function isEndless(fault: MarketFault, nowMs: number): boolean {
  return isActiveFault(fault, nowMs) && faultEndMs(fault) === Number.POSITIVE_INFINITY;
}
