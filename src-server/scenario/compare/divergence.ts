/**
 * The divergence of two event logs: the first event that differs, its differing fields, the events that both logs share
 * before it, the next events of each, and its causes. Does not decide which log is right, nor know where a log comes
 * from.
 */
import { canonicalJson, type Json } from '../../kernel/canonical-json.ts';
import { chainEvent, GENESIS_HEAD, type LoggedEvent } from '../../kernel/event-chain.ts';
import { eventsLeadingTo } from './event-causes.ts';
import { type FieldDifference, fieldDifferences } from './field-differences.ts';

/** One of two logs. The report calls it `the <name>`; a `null` seed is not compared. */
export interface NamedLog {
  readonly name: string;
  readonly seed: number | null;
  readonly events: readonly LoggedEvent[];
}

/** One side of a divergence. */
export interface DivergentSide {
  readonly name: string;
  /** `null`: the log ends before. */
  readonly event: LoggedEvent | null;
  /** The next events of the log, at most three. */
  readonly next: readonly LoggedEvent[];
  /** The number of events in the log. */
  readonly length: number;
}

export interface Divergence {
  readonly heading: string;
  /** The sequence number of the event, from 1; `null`: all events are equal, or cannot be compared. */
  readonly seq: number | null;
  readonly sides: readonly [expected: DivergentSide, actual: DivergentSide] | null;
  readonly fields: readonly FieldDifference[];
  readonly names: readonly [expected: string, actual: string];
  /** Whether one log only lacks the event, or has it in another order. */
  readonly shift: string | null;
  /** Sentences about both logs, and texts of lines that cannot be read. */
  readonly notes: readonly string[];
  /** The last events that both logs share, oldest first; at most three. */
  readonly common: readonly LoggedEvent[];
  /** Earlier events of the same order, rebalance or other subject, oldest first; at most five. */
  readonly ledThere: readonly LoggedEvent[];
  /** The command that repeats the run. */
  readonly again: string;
}

const CONTEXT_EVENTS = 3;

/**
 * The first event in which two logs differ; `null` if they are equal to the last hash. Whole events are compared, not
 * only their hashes, so that old hashes cannot hide an edited event.
 */
export function findDivergence(expected: NamedLog, actual: NamedLog, again: string): Divergence | null {
  const index = firstDifference(expected.events, actual.events);
  if (index === null) return null;
  const [left, right] = [expected.events[index], actual.events[index]];
  const { heading, fields } = compareEvents(expected, actual, index);
  const notes = [...brokenChain(expected, index), ...brokenChain(actual, index)];
  if (expected.seed !== null && actual.seed !== null && expected.seed !== actual.seed)
    notes.push(`the ${expected.name} has seed ${expected.seed}, the ${actual.name} seed ${actual.seed}`);
  const common = lastEvents(actual.events.slice(0, index));
  return {
    heading,
    seq: index + 1,
    sides: [sideOf(expected, index), sideOf(actual, index)],
    fields,
    names: [expected.name, actual.name],
    shift: left && right ? shiftOf(expected, actual, index) : null,
    notes,
    common,
    ledThere: eventsLeadingTo((right ?? left) as LoggedEvent, actual.events.slice(0, index)),
    again,
  };
}

/** The last three events of a log. */
export function lastEvents(events: readonly LoggedEvent[]): readonly LoggedEvent[] {
  return events.slice(-CONTEXT_EVENTS);
}

/** The members of an event in the order of golden logs. */
export function writtenEvent({ seq, atMs, type, data, hash }: LoggedEvent): string {
  return canonicalJson({ seq, at: atMs, type, data, hash });
}

function compareEvents(expected: NamedLog, actual: NamedLog, index: number) {
  const [left, right] = [expected.events[index], actual.events[index]];
  if (left === undefined) return { heading: `event ${index + 1} is only in the ${actual.name}`, fields: [] };
  if (right === undefined) return { heading: `event ${index + 1} is only in the ${expected.name}`, fields: [] };
  // Events of different types have no fields worth comparing.
  const isOneKind = left.type === right.type;
  const fields = fieldDifferences(contentOf(left, isOneKind), contentOf(right, isOneKind));
  if (fields.length > 0) return { heading: `event ${index + 1} differs`, fields };
  const hashes = fieldDifferences({ hash: left.hash }, { hash: right.hash });
  return { heading: `event ${index + 1} differs in nothing but its hash`, fields: hashes };
}

function sideOf({ name, events }: NamedLog, index: number): DivergentSide {
  const next = events.slice(index + 1, index + 1 + CONTEXT_EVENTS);
  return { name, event: events[index] ?? null, next, length: events.length };
}

function firstDifference(expected: readonly LoggedEvent[], actual: readonly LoggedEvent[]): number | null {
  const length = Math.max(expected.length, actual.length);
  for (let index = 0; index < length; index += 1) {
    const [left, right] = [expected[index], actual[index]];
    if (left === undefined || right === undefined || writtenEvent(left) !== writtenEvent(right)) return index;
  }
  return null;
}

/** Everything but the hash, which differs whenever anything else does. The most informative fields come first. */
function contentOf({ seq, atMs, type, data }: LoggedEvent, withData: boolean): { readonly [key: string]: Json } {
  return { type, at: atMs, seq, ...(withData ? { data } : {}) };
}

function shiftOf(expected: NamedLog, actual: NamedLog, index: number): string | null {
  const what = ({ events }: NamedLog, place: number) => {
    const event = events[place];
    return event && canonicalJson({ type: event.type, at: event.atMs, data: event.data });
  };
  const [left, right] = [what(expected, index), what(actual, index)];
  if (left === right) return null;
  const isLeftNext = left === what(actual, index + 1);
  const isRightNext = right === what(expected, index + 1);
  if (isLeftNext && isRightNext) return `events ${index + 1} and ${index + 2} are in the opposite order`;
  if (isLeftNext) return `the ${expected.name} lacks this event of the ${actual.name}, but has the next one`;
  if (isRightNext) return `the ${actual.name} lacks this event of the ${expected.name}, but has the next one`;
  return null;
}

/** All events before `index` are equal in both logs, so their hashes form the chain up to here. */
function brokenChain({ name, events }: NamedLog, index: number): string[] {
  const event = events[index];
  const head = events[index - 1]?.hash ?? GENESIS_HEAD;
  if (event === undefined || chainEvent(head, event).hash === event.hash) return [];
  return [
    `the chain of the ${name} is broken here: this hash does not follow from this event and the hash before, so the log was changed after it was written`,
  ];
}
