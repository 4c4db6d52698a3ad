/** Advances virtual time until a condition holds; a failure says what was missing at the end. */
import type { Matcher } from '../../contract/fields/matcher.ts';
import type { UntilStep } from '../../contract/scenario/scenario-world-steps.ts';
import { isFinalOrder } from '../../domain/lifecycle/order-life-cycle.ts';
import { isFinalRebalance, type RebalanceStatus } from '../../domain/lifecycle/rebalance-life-cycle.ts';
import { formatInstant, parseDuration } from '../../domain/numbers/instant.ts';
import type { LoggedEvent } from '../../kernel/event-chain.ts';
import { nameOf } from '../properties/event-order.ts';
import { bodyMismatch } from '../run/match-value.ts';
import { checkResponse } from './check-response.ts';
import { fillMatchers } from './fill-matchers.ts';
import { requestOf } from './request-step.ts';
import type { StepRun } from './step-run.ts';

export async function waitUntil(run: StepRun, { until }: UntilStep): Promise<string[]> {
  const within = String(run.fill(until.within ?? '5d'));
  if (until.get !== undefined) return pollUntil(run, until.get, until.expect, within);
  const strideMs = until.state === undefined ? Number.POSITIVE_INFINITY : LOOK_EVERY_MS;
  const why = await advanceUntil(run, within, watchOf(run, until), strideMs);
  return why === null ? [] : [why];
}

/**
 * Resolves with `null` once the condition holds, otherwise with what is missing; `over`: it can no longer hold; `hint`:
 * a sentence.
 */
type Watch = () => Promise<null | {
  readonly missing: string;
  readonly over?: true;
  readonly hint?: string | undefined;
}>;

/** A view may change without a timer, as when an exchange closes, so it is read this often in virtual time. */
const LOOK_EVERY_MS = 5 * 60_000;

/** Advances from timer to timer, at most `strideMs` at a time; returns why the condition does not hold at the end. */
export async function advanceUntil(
  run: StepRun,
  within: string,
  watch: Watch,
  strideMs = Number.POSITIVE_INFINITY,
): Promise<string | null> {
  const { host } = run;
  const spanMs = parseDuration(within);
  if (spanMs === null) return `'${within}' is not a duration`;
  const limitMs = host.nowMs() + spanMs;
  for (;;) {
    await host.settled();
    const state = await watch();
    if (state === null) return null;
    if (state.over) return state.missing;
    const dueMs = sooner(host.nextDueMs(), host.nowMs() + strideMs);
    if (dueMs === null || dueMs > limitMs) {
      const end = dueMs === null ? 'nothing is pending' : `${within} have passed`;
      return `${state.missing} and ${end}${state.hint === undefined ? '' : `. ${state.hint}`}`;
    }
    await run.advanceTo(Math.max(dueMs, host.nowMs()));
  }
}

/** A client polls at fixed intervals, whatever is due in between. */
async function pollUntil(
  run: StepRun,
  { every = '30s', ...request }: NonNullable<UntilStep['until']['get']>,
  expected: UntilStep['until']['expect'],
  within: string,
): Promise<string[]> {
  const [spanMs, everyMs] = [parseDuration(within), parseDuration(String(run.fill(every)))];
  if (spanMs === null || everyMs === null || everyMs === 0)
    return [`'${spanMs === null ? within : every}' is not a valid time to wait`];
  const limitMs = run.host.nowMs() + spanMs;
  for (;;) {
    const response = await run.host.send(requestOf(run, { method: 'GET', ...request }));
    run.concerns({ requestId: response.headers['x-request-id'] });
    const failures = checkResponse(run, expected, undefined, response);
    if (failures.length === 0) return [];
    if (run.host.nowMs() + everyMs > limitMs) return failures.map((failure) => `${failure}; ${within} have passed`);
    await run.advanceTo(run.host.nowMs() + everyMs);
  }
}

function sooner(dueMs: number | null, nextLookMs: number): number | null {
  if (dueMs === null) return Number.isFinite(nextLookMs) ? nextLookMs : null;
  return Math.min(dueMs, nextLookMs);
}

export function describeUntil({ until }: UntilStep): string {
  if (until.rebalance !== undefined) {
    const status = until.status === undefined ? 'final' : [until.status].flat().join(' or ');
    return `until ${until.rebalance} is ${status}`;
  }
  if (until.event !== undefined) return `until the event ${until.event}`;
  if (until.webhook !== undefined) return `until the webhook ${until.webhook}`;
  if (until.deliveries !== undefined) return 'until all deliveries are settled';
  if (until.get !== undefined) return `until GET ${until.get.path} is as expected`;
  return `until ${until.state?.path} is as expected`;
}

function watchOf(run: StepRun, until: UntilStep['until']): Watch {
  if (until.rebalance !== undefined)
    return rebalanceWatch(run, String(run.fill(until.rebalance)), run.fill(until.status));
  if (until.event !== undefined) return eventWatch(run, until.event, fillMatchers<Matcher>(run, until.data));
  if (until.webhook !== undefined) return webhookWatch(run, until.webhook);
  if (until.state !== undefined)
    return stateWatch(run, run.fill(until.state.path), fillMatchers<Matcher>(run, until.state.body));
  return async () => {
    const [pending] = run.host.webhooks().deliveries({ ...ANY_DELIVERY, status: 'pending', limit: 1 });
    return pending === undefined ? null : { missing: `${pending.deliveryId} (${pending.type}) is still pending` };
  };
}

export const ANY_DELIVERY = {
  webhookId: null,
  status: null,
  type: null,
  eventId: null,
  text: null,
  beforeDeliveryId: null,
} as const;

function rebalanceWatch(run: StepRun, rebalanceId: string, wanted: string | string[] | undefined): Watch {
  run.concerns({ rebalanceId });
  const statuses = wanted === undefined ? null : [wanted].flat();
  return async () => {
    const status = run.host.rebalanceStatus(rebalanceId) as RebalanceStatus | null;
    if (status === null) return { missing: `there is no rebalance ${rebalanceId}`, over: true };
    const isFinal = isFinalRebalance(status);
    if (statuses === null ? isFinal : statuses.includes(status)) return null;
    if (isFinal) return { missing: `rebalance ${rebalanceId} is ${status}, and will not change`, over: true };
    return { missing: `rebalance ${rebalanceId} is still ${status}`, hint: closedExchanges(run, rebalanceId) };
  };
}

/** For the exchanges that open orders of a rebalance wait for: which are closed, and until when. */
function closedExchanges(run: StepRun, rebalanceId: string): string | undefined {
  const { world } = run.host.context();
  const nowMs = run.host.nowMs();
  const open = world.rebalances.orders(rebalanceId).filter(({ status }) => !isFinalOrder(status));
  const closed = [...new Set(open.map(({ mic }) => mic))].flatMap((mic) => {
    const calendar = world.calendars.get(mic);
    return calendar === undefined || calendar.isOpen(nowMs)
      ? []
      : [`${mic} is closed until ${formatInstant(calendar.nextOpen(nowMs))}`];
  });
  return closed.length === 0 ? undefined : `Its orders wait: ${closed.join(', ')}`;
}

function eventWatch(run: StepRun, type: string, data: Readonly<Record<string, Matcher>>): Watch {
  // A world that was restored or reset has fewer.
  const from = Math.min(run.since.seq, run.host.context().world.kernel.eventCount);
  const isLike = (event: LoggedEvent) => event.type === type && bodyMismatch(data, event.data) === null;
  const earlier = run.host.events().findLast((event) => event.seq <= from && isLike(event));
  const hint =
    earlier === undefined
      ? undefined
      : `${nameOf(earlier)} came before the last step that can cause one, so it does not count; expect_event finds it`;
  let seen = from;
  let almost = '';
  return async () => {
    const events = run.host.eventsAfter(seen);
    seen = events.at(-1)?.seq ?? seen;
    if (events.some(isLike)) return null;
    const other = events.findLast((event) => event.type === type);
    if (other !== undefined) almost = ` (of ${nameOf(other)}, ${bodyMismatch(data, other.data)})`;
    return { missing: `there is no new event ${type} as expected${almost}`, hint };
  };
}

function webhookWatch(run: StepRun, type: string): Watch {
  const now = run.host.countDelivered(type);
  const before = Math.min(now, run.since.delivered.get(type) ?? now);
  return async () =>
    run.host.countDelivered(type) > before ? null : { missing: `no new webhook ${type} was accepted` };
}

function stateWatch(run: StepRun, path: string, body: Readonly<Record<string, Matcher>>): Watch {
  return async () => {
    const response = await run.host.send({ base: 'control', method: 'GET', path });
    if (response.status !== 200) return { missing: `the response to ${path} is ${response.status}`, over: true };
    const fault = bodyMismatch(body, response.body);
    return fault === null ? null : { missing: fault };
  };
}
