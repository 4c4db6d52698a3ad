/**
 * Executes policies (decision O6): at the instant of a trigger, after all other work of that instant, Ballast calls the
 * commands of the service as a client would. Their events in the log are marked `by: policy`.
 */

import type { EventOf } from '../../domain/events/event-catalogue.ts';
import { invariant } from '../../domain/invariant.ts';
import { formatInstant } from '../../domain/numbers/instant.ts';
import type { Json } from '../../kernel/canonical-json.ts';
import type { UnitOfWork } from '../../kernel/unit-of-work.ts';
import type { Outcome, Refusal, RefusalCode } from '../outcome.ts';
import { monthOf } from '../quota.ts';
import type { PortfolioRecord, PortfolioRecordA, RebalanceRecord } from '../records.ts';
import { requestOfFormA, ServiceCaller } from '../service-calls/service-caller.ts';
import type { World } from '../world.ts';
import { cooldownEndMs, type PolicyRecord } from './policy.ts';
import { dueFrom, exchangesOf } from './policy-days.ts';
import {
  dateTimer,
  POLICY_RUN_TIMER,
  POLICY_TIMER,
  type PolicyDue,
  scheduleNextDate,
  withState,
} from './schedule-policy.ts';

/** Delay before a policy acts again on a drift that it could not correct. */
const RETRY_MS = 24 * 3_600_000;
const RUN_KIND: ReadonlySet<string> = new Set([POLICY_RUN_TIMER]);

/** Registers the timers; must be called once, before time advances. */
export function handlePolicies(world: World): void {
  world.kernel.onTimer(POLICY_TIMER, (unit, payload) => becomeDue(world, unit, dueOf(payload)));
  world.kernel.onTimer(POLICY_RUN_TIMER, (unit, payload) => {
    const otherDueMs = world.kernel.nextDueMsBesides(RUN_KIND);
    // A client would call once the instant is over, so other due timers run first.
    if (otherDueMs !== null && otherDueMs <= unit.nowMs) requeue(world, unit, dueOf(payload));
    else runDue(world, unit, dueOf(payload));
  });
}

function dueOf(payload: Json): PolicyDue {
  return payload as PolicyDue;
}

/** Sets the next date as soon as one has come. A date that is not an open day any more moves to the next. */
function becomeDue(world: World, unit: UnitOfWork, due: PolicyDue): void {
  const policy = world.policies.find(due.portfolio_id);
  invariant(policy !== null, 'the timers of a policy end with it');
  if (due.when === 'cash_flow') {
    const timerSeq = unit.schedule(unit.nowMs, POLICY_RUN_TIMER, due);
    world.policies.put(withState(policy, { cashFlow: { timerSeq, dueMs: unit.nowMs } }));
    return;
  }
  const calendar = policy.terms.when[due.condition]?.calendar;
  invariant(calendar !== undefined, 'a date belongs to a calendar');
  const dueMs = dueFrom(exchangesOf(world, policy.portfolioId), calendar, unit.nowMs);
  if (dueMs > unit.nowMs) {
    const moved = dateTimer(unit, policy.portfolioId, { dueMs, condition: due.condition });
    world.policies.put(withState(policy, { calendar: moved }));
    return;
  }
  unit.schedule(unit.nowMs, POLICY_RUN_TIMER, due);
  world.policies.put(scheduleNextDate(world, unit, policy));
}

function requeue(world: World, unit: UnitOfWork, due: PolicyDue): void {
  const timerSeq = unit.schedule(unit.nowMs, POLICY_RUN_TIMER, due);
  const policy = world.policies.find(due.portfolio_id);
  if (policy === null || due.when !== 'cash_flow') return;
  world.policies.put(withState(policy, { cashFlow: { timerSeq, dueMs: unit.nowMs } }));
}

/** The policy may have been removed or replaced at this very instant. */
function runDue(world: World, unit: UnitOfWork, due: PolicyDue): void {
  const found = world.policies.find(due.portfolio_id);
  if (found === null || found.terms.when[due.condition]?.[due.when] === undefined) return;
  const policy = due.when === 'cash_flow' ? withState(found, { cashFlow: null }) : found;
  world.policies.put(policy);
  // Two conditions that are met at one instant cause one action.
  if (policy.state.lastTriggered?.atMs === unit.nowMs) return;
  const portfolio = world.portfolios.find(due.portfolio_id);
  invariant(portfolio !== null && portfolio.deletedMs === null, 'the policy of a portfolio ends with it');
  new PolicyRun(world, unit, due, portfolio).act(policy);
}

class PolicyRun {
  readonly #world: World;
  readonly #unit: UnitOfWork;
  readonly #due: PolicyDue;
  readonly #portfolio: PortfolioRecord;
  readonly #service: ServiceCaller;

  constructor(world: World, unit: UnitOfWork, due: PolicyDue, portfolio: PortfolioRecord) {
    this.#world = world;
    this.#unit = unit;
    this.#due = due;
    this.#portfolio = portfolio;
    this.#service = new ServiceCaller(world, unit, 'policy');
  }

  act(policy: PolicyRecord): void {
    const untilMs = cooldownEndMs(policy);
    if (this.#unit.nowMs < untilMs) {
      this.#skip(policy, 'cooldown', `The cooldown ends at ${formatInstant(untilMs)}.`, untilMs);
      return;
    }
    const planned = this.#portfolio.form === 'A' ? this.#rebalanceA(policy, this.#portfolio) : this.#plan(policy);
    // A rebalance of Form A sets positions and targets, and so may move the date of its policy.
    const after = this.#world.policies.find(policy.portfolioId);
    invariant(after !== null, 'no command of a policy removes it');
    if (!planned.ok) {
      this.#skipRefused(after, planned);
      return;
    }
    const { rebalanceId } = planned.value;
    const triggered = this.#trigger(after, rebalanceId);
    if (this.#portfolio.form === 'A' || !policy.terms.execute) return;
    const executed = this.#service.execute(this.#portfolio, rebalanceId);
    if (!executed.ok) this.#skipRefused(triggered, executed);
  }

  #plan({ terms }: PolicyRecord): Outcome<RebalanceRecord> {
    return this.#service.plan(this.#portfolio, terms, terms.when[this.#due.condition]?.drift);
  }

  /** Form A has no plan that waits for its execution: unless it is executed, it is a dry run. */
  #rebalanceA({ terms }: PolicyRecord, portfolio: PortfolioRecordA): Outcome<RebalanceRecord> {
    const request = requestOfFormA(this.#world, portfolio, terms, terms.when[this.#due.condition]?.drift);
    if (!request.ok) return request;
    if (!terms.execute) return this.#service.preview(portfolio, request.value);
    return this.#service.rebalance(portfolio, request.value);
  }

  #trigger(policy: PolicyRecord, rebalanceId: string): PolicyRecord {
    const { nowMs } = this.#unit;
    const { portfolio_id, when } = this.#due;
    const { execute } = policy.terms;
    this.#unit.emit('policy.triggered', { portfolio_id, when, rebalance_id: rebalanceId, execute });
    const triggered = withState(policy, {
      triggered: policy.state.triggered + 1,
      lastTriggered: { atMs: nowMs, when, rebalanceId },
    });
    return this.#put(triggered, Math.max(nowMs + RETRY_MS, cooldownEndMs(triggered)));
  }

  #skipRefused(policy: PolicyRecord, { code, message }: Refusal): void {
    this.#skip(policy, REASONS[code] ?? code, message, this.#retryMs(code));
  }

  #skip(policy: PolicyRecord, reason: SkipReason, message: string, retryMs: number | null): void {
    const { portfolio_id, when } = this.#due;
    this.#unit.emit('policy.skipped', { portfolio_id, when, reason, message });
    const lastSkipped = { atMs: this.#unit.nowMs, when, reason, message };
    this.#put(withState(policy, { skipped: policy.state.skipped + 1, lastSkipped }), retryMs);
  }

  #retryMs(code: RefusalCode): number | null {
    if (code === 'already_executing') return null;
    return code === 'quota_exceeded' ? monthOf(this.#unit.nowMs).untilMs : this.#unit.nowMs + RETRY_MS;
  }

  /** `retryMs`: when the policy acts again on the same drift. */
  #put(policy: PolicyRecord, retryMs: number | null): PolicyRecord {
    const isOfDrift = this.#due.when === 'drift';
    const next = isOfDrift ? withState(policy, { isOutside: true, retryMs }) : policy;
    this.#world.policies.put(next);
    return next;
  }
}

type SkipReason = EventOf<'policy.skipped'>['reason'];

const REASONS: Partial<Record<RefusalCode, SkipReason>> = {
  already_executing: 'in_progress',
  drift_below_threshold: 'below_threshold',
  quota_exceeded: 'quota',
};
