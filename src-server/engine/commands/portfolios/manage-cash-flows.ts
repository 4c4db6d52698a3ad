/** Creates and ends cash flows (decision O1). */
import { fromMinor } from '../../../domain/numbers/exact.ts';
import { formatMoney } from '../../../domain/numbers/format-number.ts';
import { formatInstant } from '../../../domain/numbers/instant.ts';
import type { UnitOfWork } from '../../../kernel/unit-of-work.ts';
import { applyDue, freeCash, scheduleNext } from '../../cash-flows/apply-cash-flow.ts';
import { type CashFlowRecord, deltaMinor, occurrenceMs } from '../../cash-flows/cash-flow.ts';
import { findAnyPortfolio } from '../../find-owned.ts';
import { accepted, type Outcome, refused, refusedFor, type ValidationIssue } from '../../outcome.ts';
import type { PortfolioRecord } from '../../records.ts';
import type { World } from '../../world.ts';

/** `firstMs` null: now. */
type CashFlowRequest = Pick<CashFlowRecord, 'kind' | 'amountMinor' | 'every' | 'untilMs'> & {
  readonly firstMs: number | null;
};

/** The number is limited, because recurring flows take timers and permanent rows. */
const MAX_SCHEDULED = 100;

/**
 * Refused with 404 for an unknown portfolio; 400 for an instant that has passed, for an end before the beginning, and
 * for an outflow now of more than the free cash.
 */
export function createCashFlow(world: World, portfolioId: string, request: CashFlowRequest): Outcome<CashFlowRecord> {
  const found = findAnyPortfolio(world, portfolioId);
  if (!found.ok) return found;
  const { nowMs } = world.kernel;
  const firstMs = request.firstMs ?? nowMs;
  const dates = { ...request, firstMs, createdMs: nowMs };
  const bookedMs = occurrenceMs({ ...dates, untilMs: null }, 0, world.bookingDays(found.value.currency)) ?? firstMs;
  const issues = [...timeIssues(nowMs, { firstMs, bookedMs, untilMs: request.untilMs })];
  if (firstMs === nowMs) issues.push(...cashIssues(world, found.value, deltaMinor(request)));
  if (issues.length > 0) return refusedFor('The cash flow cannot be booked', issues);
  if (world.cashFlows.scheduled(portfolioId).length >= MAX_SCHEDULED) {
    return refused(
      'invalid_request',
      `${MAX_SCHEDULED} cash flows of this portfolio are scheduled, the maximum; end some first.`,
    );
  }
  return world.kernel.execute((unit) => {
    const flow: CashFlowRecord = {
      ...dates,
      cashFlowId: unit.nextId('cf'),
      portfolioId,
      occurrences: 0,
      refused: 0,
      nextMs: null,
      timerSeq: null,
      endedMs: null,
    };
    if (firstMs > nowMs || flow.every !== null) emitScheduled(unit, flow);
    const started = firstMs === nowMs ? applyDue(world, unit, flow) : scheduleNext(world, unit, flow);
    world.cashFlows.insert(started);
    return accepted(started);
  });
}

/** Refused with 404 for an unknown portfolio or cash flow; a flow with nothing left to book is not changed. */
export function endCashFlow(world: World, portfolioId: string, cashFlowId: string): Outcome<CashFlowRecord> {
  const found = findAnyPortfolio(world, portfolioId);
  if (!found.ok) return found;
  const flow = world.cashFlows.find(cashFlowId);
  if (flow === null || flow.portfolioId !== portfolioId) {
    return refused('not_found', `There is no cash flow ${cashFlowId} of this portfolio.`);
  }
  if (flow.timerSeq === null) return accepted(flow);
  return world.kernel.execute((unit) => accepted(end(world, unit, flow)));
}

/** Must be called when a portfolio is deleted. */
export function endCashFlowsOf(world: World, unit: UnitOfWork, portfolioId: string): void {
  for (const flow of world.cashFlows.scheduled(portfolioId)) end(world, unit, flow);
}

function end(world: World, unit: UnitOfWork, flow: CashFlowRecord): CashFlowRecord {
  if (flow.timerSeq !== null) unit.cancel(flow.timerSeq);
  const ended = { ...flow, nextMs: null, timerSeq: null, endedMs: unit.nowMs };
  world.cashFlows.update(ended);
  unit.emit('cash_flow.ended', { cash_flow_id: flow.cashFlowId, portfolio_id: flow.portfolioId });
  return ended;
}

function emitScheduled(unit: UnitOfWork, flow: CashFlowRecord): void {
  const { cashFlowId: cash_flow_id, portfolioId: portfolio_id, kind, every, untilMs } = flow;
  unit.emit('cash_flow.scheduled', {
    cash_flow_id,
    portfolio_id,
    kind,
    amount: fromMinor(flow.amountMinor),
    at: formatInstant(flow.firstMs),
    every,
    until: untilMs === null ? null : formatInstant(untilMs),
  });
}

function* cashIssues(world: World, portfolio: PortfolioRecord, changeMinor: number): Generator<ValidationIssue> {
  if (changeMinor >= 0) return;
  const { totalMinor, withdrawableMinor } = freeCash(world, portfolio);
  if (withdrawableMinor + changeMinor >= 0) return;
  const whose = withdrawableMinor < totalMinor ? ' of available cash that has settled' : ' available';
  yield { path: '/amount', issue: `is more than the ${formatMoney(withdrawableMinor, portfolio.currency)}${whose}` };
}

function* timeIssues(
  nowMs: number,
  { firstMs, bookedMs, untilMs }: Pick<CashFlowRecord, 'firstMs' | 'untilMs'> & { readonly bookedMs: number },
): Generator<ValidationIssue> {
  if (firstMs < nowMs) yield { path: '/at', issue: `is before the current time, ${formatInstant(nowMs)}` };
  if (untilMs !== null && untilMs < bookedMs) {
    yield { path: '/until', issue: `is before the first booking, ${formatInstant(bookedMs)}` };
  }
}
