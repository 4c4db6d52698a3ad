/** Checks of a rebalance once it is entirely over, and the fills that its receivers got. */
import { expect } from 'vitest';
import { cashDeltaMinor } from '../../../src-server/domain/costs/cost-parts.ts';
import type { OrderRecord } from '../../../src-server/engine/records.ts';
import type { LoggedEvent } from '../../../src-server/kernel/event-chain.ts';
import { cashMinorOf, eventsOf, fillsOf, NO_ROWS, rowsLeft, type StartedWorld } from './exchange-world.ts';

/** Nothing is pending or delayed, orders equal their fills, and cash balances to the cent. */
export function expectSettled(test: StartedWorld, rebalanceId: string, cashBeforeMinor: number): void {
  const orders = test.world.rebalances.orders(rebalanceId);
  const fills = fillsOf(test, rebalanceId);
  expect(rowsLeft(test)).toEqual(NO_ROWS);
  let cashMinor = cashBeforeMinor;
  for (const { orderId, side, filledMicro, workingMicro, reservedMinor } of orders) {
    const own = fills.filter((fill) => fill.orderId === orderId);
    expect([workingMicro, reservedMinor]).toEqual([0, 0]);
    expect(own.reduce((sum, { quantityMicro }) => sum + quantityMicro, 0)).toBe(filledMicro);
    for (const { valueMinor, costs } of own) cashMinor += cashDeltaMinor(side, valueMinor, costs);
  }
  expect(cashMinorOf(test, test.portfolioId)).toBe(cashMinor);
  expect(reportedFills(test).map(({ fillId }) => fillId)).toEqual(fills.map(({ fillId }) => fillId));
}

/**
 * Whether a rebalance is complete: all is filled, or all except buys for at most 1 % of its value that the cash no
 * longer paid for.
 */
export function isReached(orders: readonly OrderRecord[], navMinor: number): boolean {
  const unfilled = orders.filter(({ status }) => status !== 'filled');
  const unfilledMinor = unfilled.reduce((sum, { estimatedValueMinor }) => sum + estimatedValueMinor, 0);
  const isGivenUp = unfilled.every(
    ({ side, status, termination }) => [side, status, termination].join() === 'buy,cancelled,',
  );
  return unfilled.length === 0 || (isGivenUp && unfilled.length < orders.length && unfilledMinor * 100 <= navMinor);
}

/** The fills that receivers got, in that order. */
export function reportedFills(test: StartedWorld): { fillId: string; filledMs: number; reportedMs: number }[] {
  return eventsOf(test, 'order.filled').map(({ atMs, data }: LoggedEvent) => {
    const fill = data.fill as { fill_id: string; filled_at: string };
    return { fillId: fill.fill_id, filledMs: Date.parse(fill.filled_at), reportedMs: atMs };
  });
}
