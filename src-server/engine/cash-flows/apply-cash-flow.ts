/** Books cash flows when they are due, and schedules recurring ones (decision O1). */
import { invariant } from '../../domain/invariant.ts';
import { fromMinor } from '../../domain/numbers/exact.ts';
import type { UnitOfWork } from '../../kernel/unit-of-work.ts';
import { scheduleAfterCashFlow } from '../policies/schedule-policy.ts';
import type { PortfolioRecord } from '../records.ts';
import { type AvailableCash, availableCash } from '../settlement/available-cash.ts';
import type { World } from '../world.ts';
import { type CashFlowRecord, deltaMinor, occurrenceMs } from './cash-flow.ts';

/** Its payload is the id of the cash flow. */
export const CASH_FLOW_TIMER = 'cash_flow.due';

/** Registers the timer; must be called once, before time advances. */
export function handleCashFlows(world: World): void {
  world.kernel.onTimer(CASH_FLOW_TIMER, (unit, payload) => {
    const flow = world.cashFlows.find(String(payload));
    invariant(flow !== null, 'a cash flow outlives its timer');
    world.cashFlows.update(applyDue(world, unit, flow));
  });
}

/**
 * Returns the cash that no working order reserves, as far as it may leave the portfolio now (decision O4): the figure
 * that the view shows and beyond which withdrawals and fees are refused, never below 0.
 */
export function freeCash(
  world: Pick<World, 'rebalances' | 'settlement' | 'kernel'>,
  portfolio: PortfolioRecord,
): Pick<AvailableCash, 'totalMinor' | 'withdrawableMinor'> {
  const active = world.rebalances.findActive(portfolio.portfolioId);
  const orders = active === null ? [] : world.rebalances.orders(active.rebalanceId);
  const { totalMinor, withdrawableMinor } = availableCash(world, world.kernel, portfolio, orders);
  return { totalMinor, withdrawableMinor: Math.max(0, withdrawableMinor) };
}

/** Books the occurrence that is due now, or refuses it, and schedules the next one. Returns the changed flow. */
export function applyDue(world: World, unit: UnitOfWork, flow: CashFlowRecord): CashFlowRecord {
  const isBooked = apply(world, unit, flow);
  return scheduleNext(world, unit, {
    ...flow,
    occurrences: flow.occurrences + 1,
    refused: flow.refused + (isBooked ? 0 : 1),
  });
}

/** Sets the timer of the next occurrence, if there is one. */
export function scheduleNext(
  { bookingDays, portfolios }: Pick<World, 'bookingDays' | 'portfolios'>,
  unit: UnitOfWork,
  flow: CashFlowRecord,
): CashFlowRecord {
  const portfolio = portfolios.find(flow.portfolioId);
  invariant(portfolio !== null, 'a cash flow is one of a portfolio');
  const nextMs = occurrenceMs(flow, flow.occurrences, bookingDays(portfolio.currency));
  const timerSeq = nextMs === null ? null : unit.schedule(nextMs, CASH_FLOW_TIMER, flow.cashFlowId);
  return { ...flow, nextMs, timerSeq };
}

function apply(world: World, unit: UnitOfWork, flow: CashFlowRecord): boolean {
  const portfolio = world.portfolios.find(flow.portfolioId);
  invariant(portfolio !== null && portfolio.deletedMs === null, 'the cash flows of a portfolio end with it');
  const amountMinor = deltaMinor(flow);
  const { cashFlowId: cash_flow_id, portfolioId: portfolio_id, kind } = flow;
  const facts = { cash_flow_id, portfolio_id, kind, amount: fromMinor(flow.amountMinor) };
  const { totalMinor, withdrawableMinor } = freeCash(world, portfolio);
  if (amountMinor < 0 && totalMinor + amountMinor < 0) {
    unit.emit('cash_flow.refused', { ...facts, reason: 'insufficient_cash', free_cash: fromMinor(totalMinor) });
    return false;
  }
  if (amountMinor < 0 && withdrawableMinor + amountMinor < 0) {
    const there = { free_cash: fromMinor(totalMinor), settled_cash: fromMinor(withdrawableMinor) };
    unit.emit('cash_flow.refused', { ...facts, reason: 'unsettled_cash', ...there });
    return false;
  }
  const cashMinor = portfolio.cashMinor + amountMinor;
  world.portfolios.update({ ...portfolio, cashMinor, updatedMs: unit.nowMs });
  unit.emit('cash_flow.booked', { ...facts, cash: fromMinor(cashMinor) });
  scheduleAfterCashFlow(world, unit, portfolio.portfolioId);
  return true;
}
