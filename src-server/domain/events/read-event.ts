/**
 * Holds entries of a log against the schemas of their types, and tells what is wrong with one: the place where data that
 * comes from outside becomes typed (decision K139). Changes nothing of it.
 */
import type { z } from 'zod';
import { type EntryOf, EVENT_SCHEMAS, type EventType, isEventType, type KnownEvent } from './event-catalogue.ts';

/** An entry as a log has it. */
interface ReadEvent {
  readonly seq: number;
  readonly atMs: number;
  readonly type: string;
  readonly data: Readonly<Record<string, unknown>>;
  readonly hash: string;
}

/** An entry that is not what the catalogue says. */
export class BrokenEvent extends Error {
  override readonly name = 'BrokenEvent';
}

/** What is wrong with an entry, as `order.filled has no /fill/price`; `null`: nothing. */
export function eventFault({ type, data }: Pick<ReadEvent, 'type' | 'data'>): string | null {
  if (!isEventType(type)) return `${type} is no type of event that this version knows`;
  const { error } = EVENT_SCHEMAS[type].safeParse(data);
  return error === undefined ? null : `${type} ${issueText(data, deepest(error.issues))}`;
}

/** The same entry with its type, or what is wrong with it. */
export function readEvent(
  event: ReadEvent,
): { readonly ok: true; readonly event: KnownEvent } | { readonly ok: false; readonly fault: string } {
  const fault = eventFault(event);
  return fault === null ? { ok: true, event: event as KnownEvent } : { ok: false, fault };
}

/** The same entry with its type. Throws `BrokenEvent` for one of an unknown type or with other data. */
export function knownEvent(event: ReadEvent): KnownEvent {
  const read = readEvent(event);
  if (!read.ok) throw new BrokenEvent(`event ${event.seq}: ${read.fault}`);
  return read.event;
}

/** What is wrong with the first entry that is not as the catalogue says; `null`: all are. */
export function firstFault(events: Iterable<ReadEvent>): string | null {
  for (const event of events) {
    const fault = eventFault(event);
    if (fault !== null) return `event ${event.seq}: ${fault}`;
  }
  return null;
}

/** Those of one type. Throws `BrokenEvent`. */
export function entriesOf<T extends EventType>(events: readonly ReadEvent[], type: T): readonly EntryOf<T>[] {
  return events.filter((event) => event.type === type).map((event) => knownEvent(event) as EntryOf<T>);
}

/** Of a choice between shapes, the fault of the one that fits best. */
function deepest(issues: readonly z.core.$ZodIssue[], base: readonly PropertyKey[] = []): z.core.$ZodIssue {
  const found = issues.map((issue): z.core.$ZodIssue => {
    const path = [...base, ...issue.path];
    if (issue.code === 'invalid_union' && issue.errors.length > 0) return deepest(issue.errors.flat(), path);
    return { ...issue, path };
  });
  return found.reduce((best, issue) => (issue.path.length > best.path.length ? issue : best));
}

function issueText(data: unknown, { code, path, message, ...issue }: z.core.$ZodIssue): string {
  if (code === 'unrecognized_keys' && 'keys' in issue)
    return `has ${issue.keys.map((key) => pointerTo([...path, key])).join(', ')}, which it cannot have`;
  const value = path.reduce<unknown>((at, key) => (at as Record<PropertyKey, unknown> | undefined)?.[key], data);
  if (value === undefined) return `has no ${pointerTo(path)}`;
  return `has ${JSON.stringify(value).slice(0, LONGEST_VALUE)} at ${pointerTo(path)}: ${message.charAt(0).toLowerCase()}${message.slice(1)}`;
}

const LONGEST_VALUE = 100;

function pointerTo(path: readonly PropertyKey[]): string {
  return path.map((key) => `/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}
