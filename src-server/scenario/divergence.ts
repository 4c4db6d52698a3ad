/**
 * Where two event logs part, told to people: the first event that differs, in which fields, what both logs share before
 * it, and one line that shows it again. Refuses to judge which log is right, and to know where a log comes from.
 */
import { formatInstant } from '../domain/instant.ts';
import { canonicalJson, type Json } from '../kernel/canonical-json.ts';
import { chainEvent, GENESIS_HEAD, type LoggedEvent } from '../kernel/event-chain.ts';

/** One of two logs. The report says `the <name>`; a `null` seed is not compared. */
export interface NamedLog {
  readonly name: string;
  readonly seed: number | null;
  readonly events: readonly LoggedEvent[];
}

const MOST_FIELDS = 10;
const LONGEST_VALUE = 120;
/** How much of two long values is shown before the place where they part. */
const CONTEXT_CHARS = 40;

/**
 * The first event in which two logs differ, as a heading and indented lines; `null` where they agree to the last hash.
 * Events are compared as they are written and not by their hashes alone, so that an edited log cannot hide behind old
 * hashes. `again` is the command that shows the difference once more.
 */
export function describeDivergence(expected: NamedLog, actual: NamedLog, again: string): string | null {
  const index = firstDifference(expected.events, actual.events);
  if (index === null) return null;
  const [left, right] = [expected.events[index], actual.events[index]];
  const details = [describeSide(expected, index), describeSide(actual, index)];
  let heading = `event ${index + 1} differs`;
  if (left === undefined) heading = `event ${index + 1} is in the ${actual.name} only`;
  else if (right === undefined) heading = `event ${index + 1} is in the ${expected.name} only`;
  else {
    const fields = fieldDifferences(contentOf(left), contentOf(right), expected.name, actual.name);
    if (fields.length === 0) heading += ' in nothing but its hash';
    details.push(...shift(expected, actual, index), ...fields);
    if (fields.length === 0)
      details.push(...fieldDifferences({ hash: left.hash }, { hash: right.hash }, expected.name, actual.name));
  }
  details.push(...brokenChain(expected, index), ...brokenChain(actual, index));
  if (expected.seed !== null && actual.seed !== null && expected.seed !== actual.seed)
    details.push(`the ${expected.name} has seed ${expected.seed}, the ${actual.name} seed ${actual.seed}`);
  return writeReport(heading, details, expected.events[index - 1], again);
}

/** A report: what differs, indented details, the last event that both logs share (if any), and how to see it again. */
export function writeReport(
  heading: string,
  details: readonly string[],
  shared: LoggedEvent | undefined,
  again: string,
): string {
  const common =
    shared === undefined
      ? 'nothing in common: no event comes before'
      : `last in common: event ${shared.seq}, ${label(shared)}, hash ${shared.hash.slice(0, 12)}`;
  return [heading, ...details, common, `again: ${again}`].join('\n  ');
}

/** One line for each JSON pointer at which two values differ, with both values; ten at most, then how many more. */
export function fieldDifferences(expected: Json, actual: Json, expectedName: string, actualName: string): string[] {
  const found = [...differences('', expected, actual)];
  const lines = found.slice(0, MOST_FIELDS).map(({ pointer, left, right }) => {
    const [shownLeft, shownRight] = showPair(left, right);
    return `${printable(pointer)}: ${expectedName} ${shownLeft}, ${actualName} ${shownRight}`;
  });
  if (found.length > MOST_FIELDS) lines.push(`and ${found.length - MOST_FIELDS} more`);
  return lines;
}

/** The members of an event in the order of golden logs. */
export function writtenEvent({ seq, atMs, type, data, hash }: LoggedEvent): string {
  return canonicalJson({ seq, at: atMs, type, data, hash });
}

/** `text` with everything that a terminal would act on, or XML refuse, as an escape. */
export function printable(text: string): string {
  const escapeUnit = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return text.replace(UNPRINTABLE, (part) => part.split('').map(escapeUnit).join(''));
}

/** Controls, formats (direction marks, byte order mark), half pairs, line and paragraph separators, no characters. */
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\ufffe\uffff]/gu;

function firstDifference(expected: readonly LoggedEvent[], actual: readonly LoggedEvent[]): number | null {
  const length = Math.max(expected.length, actual.length);
  for (let index = 0; index < length; index += 1) {
    const [left, right] = [expected[index], actual[index]];
    if (left === undefined || right === undefined || writtenEvent(left) !== writtenEvent(right)) return index;
  }
  return null;
}

/** Everything but the hash, which differs whenever anything else does. What tells most comes first. */
function contentOf({ seq, atMs, type, data }: LoggedEvent): { readonly [key: string]: Json } {
  return { type, at: atMs, seq, data };
}

function describeSide({ name, events }: NamedLog, index: number): string {
  const event = events[index];
  return `${name}: ${event === undefined ? `ends after ${events.length} events` : label(event)}`;
}

function label({ type, atMs }: LoggedEvent): string {
  return `${printable(type)} at ${formatInstant(atMs)}`;
}

/** Whether one log merely lacks this event, or has it and the next in the other order. */
function shift(expected: NamedLog, actual: NamedLog, index: number): string[] {
  const what = ({ events }: NamedLog, place: number) => {
    const event = events[place];
    return event && canonicalJson({ type: event.type, at: event.atMs, data: event.data });
  };
  const [left, right] = [what(expected, index), what(actual, index)];
  if (left === right) return [];
  const isLeftNext = left === what(actual, index + 1);
  const isRightNext = right === what(expected, index + 1);
  if (isLeftNext && isRightNext) return [`events ${index + 1} and ${index + 2} come in the other order`];
  if (isLeftNext) return [`the ${expected.name} lacks this event of the ${actual.name} and has the one after it`];
  if (isRightNext) return [`the ${actual.name} lacks this event of the ${expected.name} and has the one after it`];
  return [];
}

/** All events before `index` are the same in both logs, so their hashes are the chain up to here. */
function brokenChain({ name, events }: NamedLog, index: number): string[] {
  const event = events[index];
  const head = events[index - 1]?.hash ?? GENESIS_HEAD;
  if (event === undefined || chainEvent(head, event).hash === event.hash) return [];
  return [
    `the chain of the ${name} is broken here: this hash does not follow from this event and the hash before, so the log was changed after it was written`,
  ];
}

interface Difference {
  readonly pointer: string;
  readonly left: Json | undefined;
  readonly right: Json | undefined;
}

function* differences(pointer: string, left: Json | undefined, right: Json | undefined): Generator<Difference> {
  const [leftMembers, rightMembers] = [membersOf(left), membersOf(right)];
  if (leftMembers === null || rightMembers === null || Array.isArray(left) !== Array.isArray(right)) {
    if (textOf(left) !== textOf(right)) yield { pointer, left, right };
    return;
  }
  for (const key of new Set([...leftMembers.keys(), ...rightMembers.keys()])) {
    const token = key.replaceAll('~', '~0').replaceAll('/', '~1');
    yield* differences(`${pointer}/${token}`, leftMembers.get(key), rightMembers.get(key));
  }
}

function membersOf(value: Json | undefined): ReadonlyMap<string, Json | undefined> | null {
  return typeof value === 'object' && value !== null ? new Map(Object.entries(value)) : null;
}

function textOf(value: Json | undefined): string {
  return value === undefined ? 'nothing' : canonicalJson(value);
}

/** Both values, cut where they are long, but never before the place where they part. */
function showPair(left: Json | undefined, right: Json | undefined): [string, string] {
  const [leftText, rightText] = [textOf(left), textOf(right)];
  const longest = Math.max(leftText.length, rightText.length);
  let same = 0;
  while (leftText[same] === rightText[same] && same < longest) same += 1;
  const from = longest > LONGEST_VALUE ? Math.max(0, same - CONTEXT_CHARS) : 0;
  return [cut(leftText, from), cut(rightText, from)];
}

function cut(text: string, from: number): string {
  const part = text.slice(from, from + LONGEST_VALUE);
  return `${from > 0 ? '…' : ''}${printable(part)}${from + LONGEST_VALUE < text.length ? '…' : ''}`;
}
