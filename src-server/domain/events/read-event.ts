/**
 * Validates log entries against the schemas of their types, and reports the issue of an invalid one: the point at which
 * external data becomes typed (decision K139). Does not change entries.
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

/** Thrown for an entry that does not match the catalogue. */
export class BrokenEvent extends Error {
  override readonly name = 'BrokenEvent';
}

/** Returns the issue of an entry, as `order.filled has no /fill/price`; `null`: none. */
export function eventFault({ type, data }: Pick<ReadEvent, 'type' | 'data'>): string | null {
  if (!isEventType(type)) return `${type} is not an event type that this version knows`;
  const { error } = EVENT_SCHEMAS[type].safeParse(data);
  return error === undefined ? null : `${type} ${issueText(data, deepest(error.issues))}`;
}

/** Returns the same entry with its type, or its issue. */
export function readEvent(
  event: ReadEvent,
): { readonly ok: true; readonly event: KnownEvent } | { readonly ok: false; readonly fault: string } {
  const fault = eventFault(event);
  return fault === null ? { ok: true, event: event as KnownEvent } : { ok: false, fault };
}

/** Returns the same entry with its type. Throws `BrokenEvent` if its type is unknown or its data does not match. */
export function knownEvent(event: ReadEvent): KnownEvent {
  const read = readEvent(event);
  if (!read.ok) throw new BrokenEvent(`event ${event.seq}: ${read.fault}`);
  return read.event;
}

/** Returns the issue of the first entry that does not match the catalogue; `null`: all match. */
export function firstFault(events: Iterable<ReadEvent>): string | null {
  for (const event of events) {
    const fault = eventFault(event);
    if (fault !== null) return `event ${event.seq}: ${fault}`;
  }
  return null;
}

/** Returns the entries of one type. Throws `BrokenEvent`. */
export function entriesOf<T extends EventType>(events: readonly ReadEvent[], type: T): readonly EntryOf<T>[] {
  return events.filter((event) => event.type === type).map((event) => knownEvent(event) as EntryOf<T>);
}

/** For a choice between shapes, returns the issue of the shape that matches best. */
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
    return `has the unexpected field${issue.keys.length === 1 ? '' : 's'} ${issue.keys.map((key) => pointerTo([...path, key])).join(', ')}`;
  const value = path.reduce<unknown>((at, key) => (at as Record<PropertyKey, unknown> | undefined)?.[key], data);
  if (value === undefined) return `has no ${pointerTo(path)}`;
  return `has ${JSON.stringify(value).slice(0, LONGEST_VALUE)} at ${pointerTo(path)}: ${message.charAt(0).toLowerCase()}${message.slice(1)}`;
}

const LONGEST_VALUE = 100;

function pointerTo(path: readonly PropertyKey[]): string {
  return path.map((key) => `/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}
