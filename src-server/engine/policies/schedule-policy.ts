/** Sets the timers of policies (decision O6): one for the next date of a calendar, one after a cash flow. */
import type { UnitOfWork } from '../../kernel/unit-of-work.ts';
import type { World } from '../world.ts';
import type { PolicyCause, PolicyRecord, PolicyState } from './policy.ts';
import { exchangesOf, nextDate, openFrom, sameDate } from './policy-days.ts';

/** Timer of a calendar date, or of the opening after a cash flow: pending although nothing is in progress. */
export const POLICY_TIMER = 'policy.due';
/** Timer of a policy's action at this instant, after all other work. */
export const POLICY_RUN_TIMER = 'policy.run';

/** The payload of both timers. `condition`: its index among those of the policy. */
export type PolicyDue = {
  readonly portfolio_id: string;
  readonly when: PolicyCause;
  readonly condition: number;
};

type ScheduleWorld = Pick<World, 'calendars' | 'portfolios' | 'market' | 'policies'>;

/** Returns when a calendar of the policy is due next, and which; `null` if it has none. */
function nextCalendarDate(world: Omit<ScheduleWorld, 'policies'>, policy: PolicyRecord, afterMs: number) {
  const exchanges = exchangesOf(world, policy.portfolioId);
  const dates = policy.terms.when.flatMap(({ calendar }, condition) =>
    calendar === undefined ? [] : [{ dueMs: nextDate(exchanges, calendar, afterMs), condition }],
  );
  return dates.reduce<(typeof dates)[number] | null>(
    (first, date) => (first === null || date.dueMs < first.dueMs ? date : first),
    null,
  );
}

/** Sets the timer of the next date; the previous one must be over. Returns the policy afterwards. */
export function scheduleNextDate(world: ScheduleWorld, unit: UnitOfWork, policy: PolicyRecord): PolicyRecord {
  const next = nextCalendarDate(world, policy, unit.nowMs);
  if (next === null) return policy;
  return withState(policy, { calendar: dateTimer(unit, policy.portfolioId, next) });
}

/** To be called once positions or targets were set: other exchanges have other open days. */
export function moveDate(world: ScheduleWorld, unit: UnitOfWork, portfolioId: string): void {
  const policy = world.policies.find(portfolioId);
  const date = policy?.state.calendar ?? null;
  const calendar = date === null ? undefined : policy?.terms.when[date.condition]?.calendar;
  // A date that has come stays, although other timers of its instant run first.
  if (policy === null || date === null || calendar === undefined || date.dueMs <= unit.nowMs) return;
  const dueMs = sameDate(exchangesOf(world, portfolioId), calendar, date.dueMs);
  if (dueMs <= unit.nowMs || dueMs === date.dueMs) return;
  unit.cancel(date.timerSeq);
  const moved = dateTimer(unit, portfolioId, { dueMs, condition: date.condition });
  world.policies.put(withState(policy, { calendar: moved }));
}

export function dateTimer(unit: UnitOfWork, portfolioId: string, date: { dueMs: number; condition: number }) {
  const due: PolicyDue = { portfolio_id: portfolioId, when: 'calendar', condition: date.condition };
  return { ...date, timerSeq: unit.schedule(date.dueMs, POLICY_TIMER, due) };
}

/**
 * Must be called when a cash flow was booked: the policy acts at this instant, or at the next opening, once for all
 * flows.
 */
export function scheduleAfterCashFlow(world: ScheduleWorld, unit: UnitOfWork, portfolioId: string): void {
  const policy = world.policies.find(portfolioId);
  const condition = policy?.terms.when.findIndex((each) => each.cash_flow !== undefined) ?? -1;
  if (policy === null || condition < 0 || policy.state.cashFlow !== null) return;
  const dueMs = openFrom(exchangesOf(world, portfolioId), unit.nowMs);
  const due: PolicyDue = { portfolio_id: portfolioId, when: 'cash_flow', condition };
  const kind = dueMs === unit.nowMs ? POLICY_RUN_TIMER : POLICY_TIMER;
  const timerSeq = unit.schedule(dueMs, kind, due);
  world.policies.put(withState(policy, { cashFlow: { timerSeq, dueMs } }));
}

/** Returns the next known due time: a date, or the opening after a cash flow; `null`: none. */
export function nextPolicyMs({ state: { calendar, cashFlow } }: PolicyRecord): number | null {
  const dates = [calendar, cashFlow].flatMap((each) => (each === null ? [] : [each.dueMs]));
  return dates.length === 0 ? null : Math.min(...dates);
}

/** Cancels the pending timers of a policy. */
export function cancelTimers(unit: UnitOfWork, { state }: PolicyRecord): void {
  for (const timer of [state.calendar, state.cashFlow]) if (timer !== null) unit.cancel(timer.timerSeq);
}

export function withState(policy: PolicyRecord, change: Partial<PolicyState>): PolicyRecord {
  return { ...policy, state: { ...policy.state, ...change } };
}
