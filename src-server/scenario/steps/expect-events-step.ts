/** The step that checks the order of events (decision K131). */
import type { Matcher } from '../../contract/fields/matcher.ts';
import type { ExpectEventsStep } from '../../contract/scenario/event-patterns.ts';
import { parseDuration } from '../../domain/numbers/instant.ts';
import { type OrderEntry, orderFault } from '../properties/event-order.ts';
import { namePattern, typesOf, unknownPaths } from '../properties/event-pattern.ts';
import { eventsSince } from './expect-record-steps.ts';
import { fillMatchers } from './fill-matchers.ts';
import type { StepRun } from './step-run.ts';

type Written = ExpectEventsStep['expect_events'][number];

export async function expectEvents(run: StepRun, step: ExpectEventsStep): Promise<string[]> {
  const later = eventsSince(run, run.fill(step.since));
  if (typeof later === 'string') return [later];
  const { events, fromMs } = later;
  const shared = fillMatchers<Matcher>(run, step.data);
  const entries: OrderEntry[] = [];
  for (const written of step.expect_events) {
    const entry = orderEntry(run, written, shared);
    if (typeof entry === 'string') return [entry];
    entries.push(entry);
  }
  const fault = orderFault(entries, events, { fromMs, nowMs: run.host.nowMs() });
  if (fault !== null) return [fault];
  return [...new Set(entries.flatMap(({ pattern }) => unknownPaths(pattern, events)))];
}

/** Returns why an entry has no limit that it should have. */
function orderEntry(run: StepRun, entry: Written, shared: Readonly<Record<string, Matcher>>): OrderEntry | string {
  const { data, within, ...which } = typeof entry === 'string' ? { event: entry } : entry;
  const isNever = 'never' in which;
  const types = typesOf(run.fill(isNever ? which.never : which.event));
  const pattern = { types, data: { ...shared, ...fillMatchers<Matcher>(run, data) } };
  if (within === undefined) return { pattern, isNever, withinMs: null };
  const span = String(run.fill(within));
  const withinMs = parseDuration(span);
  return withinMs === null ? `within: '${span}' is not a duration` : { pattern, isNever, withinMs };
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
