/** The step that checks the order of events (decision K131). */
import type { Matcher } from '../../contract/fields/matcher.ts';
import type { ExpectEventsStep } from '../../contract/scenario/event-patterns.ts';
import { parseDuration, parseInstant } from '../../domain/numbers/instant.ts';
import { type OrderEntry, orderFault } from '../properties/event-order.ts';
import { namePattern, typesOf, unknownPaths } from '../properties/event-pattern.ts';
import { eventsSince } from './expect-record-steps.ts';
import { fillMatchers } from './fill-matchers.ts';
import type { StepRun } from './step-run.ts';

type Written = ExpectEventsStep['expect_events'][number];

export async function expectEvents(run: StepRun, step: ExpectEventsStep): Promise<string[]> {
  const since = run.fill(step.since);
  const events = eventsSince(run, since);
  if (typeof events === 'string') return [events];
  const shared = fillMatchers<Matcher>(run, step.data);
  const entries = step.expect_events.map((entry) => orderEntry(run, entry, shared));
  const [first] = events;
  const fromMs = (typeof since === 'string' ? parseInstant(since) : null) ?? first?.atMs ?? run.host.nowMs();
  const fault = orderFault(entries, events, { fromMs, nowMs: run.host.nowMs() });
  if (fault !== null) return [fault];
  return [...new Set(entries.flatMap(({ pattern }) => unknownPaths(pattern, events)))];
}

function orderEntry(run: StepRun, entry: Written, shared: Readonly<Record<string, Matcher>>): OrderEntry {
  const { data, within, ...which } = typeof entry === 'string' ? { event: entry } : entry;
  const isNever = 'never' in which;
  const types = typesOf(run.fill(isNever ? which.never : which.event));
  const pattern = { types, data: { ...shared, ...fillMatchers<Matcher>(run, data) } };
  return { pattern, isNever, withinMs: within === undefined ? null : parseDuration(String(run.fill(within))) };
}

export function describeExpectEvents({ expect_events: entries }: ExpectEventsStep): string {
  const names = entries.map((entry) => {
    const which = typeof entry === 'string' ? { event: entry } : entry;
    return 'never' in which ? `never ${namePattern(shown(which.never))}` : namePattern(shown(which.event));
  });
  return `expect events ${names.join(', ')}`;
}

function shown(types: string | readonly string[]) {
  return { types: typesOf(types), data: {} };
}
