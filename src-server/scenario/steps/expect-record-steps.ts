/** Steps that check records of the world: views of the control plane, the journal of requests, the event log. */

import { minOf, type Verification } from '../../contract/control/world/journal.ts';
import type { Matcher } from '../../contract/fields/matcher.ts';
import {
  type ExpectEventStep,
  type ExpectJournalStep,
  type ExpectStateStep,
  STATE_VIEWS,
  type StateView,
} from '../../contract/scenario/scenario-check-steps.ts';
import { countOf } from '../../domain/numbers/count-of.ts';
import { formatInstant, parseDuration, parseInstant } from '../../domain/numbers/instant.ts';
import type { LoggedEvent } from '../../kernel/event-chain.ts';
import { hasType, unknownPaths } from '../properties/event-pattern.ts';
import { controlOf } from '../run/ask-control.ts';
import { bodyMismatch, mismatchAt } from '../run/match-value.ts';
import type { ScenarioResponse } from '../run/scenario-host.ts';
import { unmetFaults } from '../run/unmet-faults.ts';
import { fillMatchers } from './fill-matchers.ts';
import { countFault } from './how-many.ts';
import type { StepRun } from './step-run.ts';
import { advanceUntil } from './until-step.ts';
import { refusals } from './world-steps.ts';

export async function expectState(run: StepRun, { expect_state: expected }: ExpectStateStep): Promise<string[]> {
  const view = viewOf(expected);
  const subject = String(run.fill(expected[view]));
  if (view === 'rebalance') run.concerns({ rebalanceId: subject });
  const path = STATE_VIEWS[view].replace('{}', encodeURIComponent(subject));
  const response = await run.host.send({ base: 'control', method: 'GET', path });
  const refused = refusals(response);
  if (refused.length > 0) return refused;
  return Object.entries(fillMatchers<Matcher>(run, expected.body)).flatMap(([pointer, matcher]) => {
    const fault = mismatchAt(response.body, pointer, matcher);
    return fault === null ? [] : [fault];
  });
}

export function describeExpectState({ expect_state: expected }: ExpectStateStep): string {
  const view = viewOf(expected);
  const what = expected[view] === true ? view : `${view} ${expected[view]}`;
  const status = Object.entries(expected.body).find(([pointer]) => pointer.endsWith('/status'))?.[1];
  return typeof status === 'string' ? `expect ${what} to be ${status.replaceAll('_', ' ')}` : `expect state of ${what}`;
}

export async function expectJournal(run: StepRun, step: ExpectJournalStep): Promise<string[]> {
  const { within_virtual: span, ...body } = run.fill(step.expect_journal);
  const ask = (within?: string) => verifyJournal(run, { ...body, within });
  if (span !== undefined) {
    // In a scenario only its own steps move the clock.
    await advanceUntil(run, span, async () => {
      const { status, body: found } = await ask();
      const isOver = status !== 200 || (found as Verification).matched >= minOf(body);
      return isOver ? null : { missing: 'too few have arrived' };
    });
  }
  const response = await ask(body.within);
  const refused = refusals(response);
  if (refused.length > 0) return refused;
  const { satisfied, explanation, warning, near_misses: misses } = response.body as Verification;
  if (satisfied) return [];
  const near = misses.map(
    ({ entry, differences }) => `almost: ${entry.method} ${entry.path}: ${differences.join('; ')}`,
  );
  const waited = span === undefined ? [] : [`waited for ${span} of virtual time (within_virtual)`];
  return [explanation, ...(warning === null ? [] : [warning]), ...waited, ...near];
}

function verifyJournal(
  { host }: StepRun,
  body: Omit<ExpectJournalStep['expect_journal'], 'within_virtual'>,
): Promise<ScenarioResponse> {
  const waitMs = body.within === undefined ? 0 : (parseDuration(body.within) ?? 0);
  const timeoutMs = waitMs + RESPONSE_MS;
  return host.send({ ...controlOf('POST /journal/verify', { body }), timeoutMs });
}

/** Host time beyond the wait. */
const RESPONSE_MS = 30_000;

export function describeExpectJournal({ expect_journal: { match } }: ExpectJournalStep): string {
  return `expect in the journal ${[match.method, match.operation].filter(Boolean).join(' ') || 'requests'}`;
}

export function expectAllMet({ host }: StepRun): Promise<string[]> {
  return unmetFaults(host);
}

export async function expectEvent(run: StepRun, { expect_event: expected }: ExpectEventStep): Promise<string[]> {
  const { type, since, ...howMany } = run.fill({ ...expected, data: undefined });
  const data = fillMatchers<Matcher>(run, expected.data);
  const later = eventsSince(run, since);
  if (typeof later === 'string') return [later];
  const pattern = { types: [type], data };
  const ofType = later.events.filter((event) => hasType(pattern, event));
  const misses = ofType.map((event) => bodyMismatch(data, event.data));
  const fault = countFault(howMany, misses.filter((miss) => miss === null).length);
  if (fault === null) return unknownPaths(pattern, later.events);
  const almost = misses.findLast((miss) => miss !== null);
  if (almost === undefined) return [fault];
  const hasNone = misses.every((miss) => miss !== null);
  const counted = `${fault} of ${countOf(ofType.length, `${type} entry`, `${type} entries`)}`;
  const isAnyWanted = hasNone && howMany.count === undefined && (howMany.at_least ?? 1) === 1;
  return [`${isAnyWanted ? `no ${type} entry matches` : counted}; the latest that does not match has ${almost}`];
}

interface LaterEvents {
  /** The instant of the entry, the instant itself, or the beginning of the span. */
  readonly fromMs: number;
  readonly events: readonly LoggedEvent[];
}

/**
 * The events after an entry by its number, from an instant on, or of the latest span of virtual time; or why `since` is
 * invalid.
 */
export function eventsSince({ host }: StepRun, since: unknown): LaterEvents | string {
  const text = String(since ?? 0);
  if (/^\d{1,15}$/.test(text)) {
    const { eventCount } = host.context().world.kernel;
    const seq = Number(text);
    // Nothing can follow an entry that does not exist.
    if (seq > eventCount) return `since: there is no event ${text} yet; the last one is ${eventCount}`;
    const [entry] = host.eventsAfter(Math.max(0, seq - 1));
    return { fromMs: entry?.atMs ?? host.nowMs(), events: host.eventsAfter(seq) };
  }
  const spanMs = parseDuration(text);
  const fromMs = spanMs === null ? parseInstant(text) : host.nowMs() - spanMs;
  if (fromMs === null) return `since: '${text}' is neither the number of an event, an instant nor a duration`;
  if (fromMs > host.nowMs())
    return `since: ${formatInstant(fromMs)} is in the future: virtual time is at ${formatInstant(host.nowMs())}`;
  return { fromMs, events: host.events().filter(({ atMs }) => atMs >= fromMs) };
}

function viewOf(expected: ExpectStateStep['expect_state']): StateView {
  return Object.keys(STATE_VIEWS).find((name) => Object.hasOwn(expected, name)) as StateView;
}
