/** Makes the properties of a run that each hold at every event, or eventually in time (decision K132). */
import type { Matcher } from '../../contract/fields/matcher.ts';
import type { AlwaysProperty, EventuallyProperty } from '../../contract/scenario/event-patterns.ts';
import { parseDuration } from '../../domain/numbers/instant.ts';
import type { LoggedEvent } from '../../kernel/event-chain.ts';
import { durationText, isSame } from '../references/expression-values.ts';
import { checkCondition } from '../references/fill-references.ts';
import { CannotFillIn } from '../references/fill-room.ts';
import { valueAt } from '../references/json-pointer.ts';
import { bodyMismatch } from '../run/match-value.ts';
import { fillMatchers } from '../steps/fill-matchers.ts';
import { nameOf } from './event-order.ts';
import { type EventPattern, isLike, namePattern, typesOf, unknownPaths } from './event-pattern.ts';

/** Values of names, or undefined if one has none yet. */
export interface Names {
  fill<T>(value: T): T;
  get(name: string): unknown;
}

export interface Breach {
  /** `always 'no order is rejected'`. */
  readonly title: string;
  readonly issue: string;
  /** The event that breaks it, or after which the expected one is missing. */
  readonly event: LoggedEvent | null;
}

export interface Property {
  /** The breach by an event. */
  take(event: LoggedEvent): Breach | null;
  /** The breach by a missed deadline. */
  expired(nowMs: number): Breach | null;
  /** The breach, or what remains undecided, if the run ends now. */
  atEnd(
    nowMs: number,
    events: readonly LoggedEvent[],
  ): { readonly broken: Breach } | { readonly undecided: string } | null;
  /** Why no event has tested it so far; `null` if one has. */
  untested(): string | null;
}

export type MakeProperty = (names: Names, beganMs: number) => Property;

function patternOf(
  names: Names,
  types: string | readonly string[],
  where: Readonly<Record<string, unknown>> | undefined,
): EventPattern {
  return { types: typesOf(types), data: fillMatchers<Matcher>(names, where) };
}

export function makeAlways(written: AlwaysProperty): MakeProperty {
  return (names) => {
    const isNever = 'never' in written;
    const pattern = patternOf(names, isNever ? written.never : written.event, written.where);
    const title = `always '${written.title ?? `${isNever ? 'never ' : ''}${namePattern(pattern)}`}'`;
    const faultOf = isNever ? () => 'must not occur' : eventCheck(written, names);
    let seen = 0;
    return {
      take(event) {
        if (!isLike(pattern, event)) return null;
        seen += 1;
        const fault = faultOf(event);
        return fault === null ? null : { title, issue: `${nameOf(event)}: ${fault}`, event };
      },
      expired: () => null,
      atEnd(_nowMs, events) {
        const [unknown] = unknownPaths(pattern, events);
        return unknown === undefined ? null : { undecided: `${title}: ${unknown}` };
      },
      untested() {
        if (isNever || seen > 0) return null;
        const occurred = written.where === undefined ? 'occurred' : 'occurred that matches its where';
        return `${title} was not tested: no ${namePattern(pattern)} ${occurred}`;
      },
    };
  };
}

type Each = Extract<AlwaysProperty, { event: unknown }>;

function eventCheck({ data, assert }: Each, names: Names): (event: LoggedEvent) => string | null {
  const wanted = fillMatchers<Matcher>(names, data);
  return (event) => {
    const fault = bodyMismatch(wanted, event.data);
    if (fault !== null || assert === undefined) return fault;
    try {
      return checkCondition(assert, { get: (name) => (name === 'event' ? event.data : names.get(name)) });
    } catch (error) {
      if (error instanceof CannotFillIn) return error.message;
      throw error;
    }
  };
}

/** An event that must follow another one, or the start. */
interface Awaited {
  readonly event: LoggedEvent | null;
  readonly fromMs: number;
}

function sinceOf({ event }: Awaited): string {
  return event === null ? 'the beginning' : nameOf(event);
}

export function makeEventually(written: EventuallyProperty): MakeProperty {
  return (names, beganMs) => {
    const pattern = patternOf(names, written.event, written.where);
    const after = written.after === undefined ? null : patternOf(names, written.after.event, written.after.where);
    const within = written.within === undefined ? null : String(names.fill(written.within));
    const spanMs = within === null ? Number.POSITIVE_INFINITY : (parseDuration(within) ?? 0);
    const title = `eventually '${written.title ?? namePattern(pattern)}'`;
    const { same = [] } = written;
    let awaited: Awaited[] = after === null ? [{ event: null, fromMs: beganMs }] : [];
    const late = (awaiting: Awaited): Breach => {
      const limit = within === null ? '' : ` within ${within}`;
      return {
        title,
        issue: `after ${sinceOf(awaiting)}, no ${namePattern(pattern)} occurred${limit}`,
        event: awaiting.event,
      };
    };
    let seen = 0;
    return {
      take(event) {
        if (isLike(pattern, event)) {
          const open = awaited.filter((each) => !matches(each.event, event, same));
          seen += awaited.length - open.length;
          awaited = open;
        }
        if (after !== null && isLike(after, event)) awaited.push({ event, fromMs: event.atMs });
        return null;
      },
      expired(nowMs) {
        const over = awaited.find(({ fromMs }) => nowMs > fromMs + spanMs);
        return over === undefined ? null : late(over);
      },
      atEnd(nowMs, events) {
        const [unknown] = [pattern, ...(after === null ? [] : [after])].flatMap((each) =>
          unknownPaths(
            { ...each, data: { ...each.data, ...Object.fromEntries(same.map((pointer) => [pointer, null])) } },
            events,
          ),
        );
        if (unknown !== undefined) return { undecided: `${title}: ${unknown}` };
        const [open] = awaited;
        if (open === undefined) return null;
        if (within === null) return { broken: late(open) };
        const left = durationText(open.fromMs + spanMs - nowMs);
        return { undecided: `${title} is not decided for ${sinceOf(open)}: the run ended ${left} too early` };
      },
      untested: () => (seen > 0 ? null : `${title} was not tested: no ${namePattern(after ?? pattern)} occurred`),
    };
  };
}

function matches(cause: LoggedEvent | null, event: LoggedEvent, same: readonly string[]): boolean {
  return same.every((pointer) => isSame(valueAt(cause?.data, pointer), valueAt(event.data, pointer)));
}
