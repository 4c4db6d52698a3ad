/**
 * Checks properties that hold at every event of a run, or eventually in time (decision K132), while the log grows. If a
 * world returns to an earlier state, the checks start again.
 */
import type { Matcher } from '../../contract/fields/matcher.ts';
import type { AlwaysProperty, EventuallyProperty } from '../../contract/scenario/event-patterns.ts';
import { parseDuration } from '../../domain/numbers/instant.ts';
import { GENESIS_HEAD, type LoggedEvent } from '../../kernel/event-chain.ts';
import { durationText, isSame } from '../references/expression-values.ts';
import { checkCondition } from '../references/fill-references.ts';
import { CannotFillIn } from '../references/fill-room.ts';
import { valueAt } from '../references/json-pointer.ts';
import { bodyMismatch } from '../run/match-value.ts';
import { fillMatchers } from '../steps/fill-matchers.ts';
import { nameOf } from './event-order.ts';
import { type EventPattern, isLike, namePattern, typesOf, unknownPaths } from './event-pattern.ts';

/** Values of names, or undefined if one has none yet. */
interface Names {
  fill<T>(value: T): T;
  get(name: string): unknown;
}

interface BrokenProperty {
  /** Pointer into the file: `/always/0`. */
  readonly pointer: string;
  /** `always 'no order is rejected'`. */
  readonly title: string;
  readonly issue: string;
  /** The event that breaks it, or after which the expected one is missing. */
  readonly event: LoggedEvent | null;
}

type Breach = Omit<BrokenProperty, 'pointer'>;

interface Property {
  /** Number of matching events since the checks last started. */
  seen: number;
  /** The breach by an event. */
  take(event: LoggedEvent): Breach | null;
  /** The breach by a missed deadline. */
  expired(nowMs: number): Breach | null;
  /** The breach, or the lack of a test, if the run ends now. */
  atEnd(
    nowMs: number,
    events: readonly LoggedEvent[],
  ): { readonly broken: Breach } | { readonly untested: string } | null;
}

type Written = { readonly always: readonly AlwaysProperty[]; readonly eventually: readonly EventuallyProperty[] };
type Make = (names: Names, beganMs: number) => Property;

interface PropertyLog {
  eventsAfter(seq: number): readonly LoggedEvent[];
  nowMs(): number;
}

export interface PropertiesAtEnd {
  readonly broken: readonly BrokenProperty[];
  /** No matching event occurred, or the run ended too early, so that they prove nothing. */
  readonly untested: readonly Untested[];
}

interface Untested {
  readonly pointer: string;
  readonly issue: string;
}

export class RunProperties {
  readonly #makes: readonly Make[];
  /** The pointer of each. */
  readonly #pointers: readonly string[];
  readonly #log: PropertyLog;
  readonly #from: number;
  readonly #beganMs: number;
  #properties: Property[] | null = null;
  #last = { seq: 0, hash: GENESIS_HEAD };

  /** `from`: the number of the event before the first that they check. */
  constructor({ always, eventually }: Written, log: PropertyLog, from: number) {
    this.#makes = [...always.map(makeAlways), ...eventually.map(makeEventually)];
    this.#pointers = [
      ...always.map((_, index) => `/always/${index}`),
      ...eventually.map((_, index) => `/eventually/${index}`),
    ];
    this.#log = log;
    this.#from = from;
    this.#beganMs = (from === 0 ? log.eventsAfter(0)[0]?.atMs : undefined) ?? log.nowMs();
  }

  /** The first property that was broken since the last call; `null` if none was. */
  look(names: Names): BrokenProperty | null {
    if (this.#makes.length === 0) return null;
    const events = this.#newEvents(names);
    if (events === null) return null;
    for (const event of events) {
      const broken = this.#first((property) => property.expired(event.atMs) ?? property.take(event));
      if (broken !== null) return broken;
      this.#last = event;
    }
    return this.#first((property) => property.expired(this.#log.nowMs()));
  }

  /** The first property with a breach. */
  #first(find: (property: Property) => Breach | null): BrokenProperty | null {
    for (const [index, property] of (this.#properties ?? []).entries()) {
      const found = find(property);
      if (found !== null) return { pointer: this.#pointers[index] ?? '', ...found };
    }
    return null;
  }

  /** Properties that the whole run broke or never tested. */
  atEnd(names: Names): PropertiesAtEnd {
    if (this.#makes.length === 0) return { broken: [], untested: [] };
    const broken = this.look(names);
    if (broken !== null) return { broken: [broken], untested: [] };
    if (this.#properties === null)
      return {
        broken: [],
        untested: [{ pointer: '', issue: 'always and eventually use names that no step has saved' }],
      };
    const events = this.#allEvents();
    const ends = this.#properties.map((property) => property.atEnd(this.#log.nowMs(), events));
    const at = (index: number) => this.#pointers[index] ?? '';
    return {
      broken: ends.flatMap((end, index) =>
        end !== null && 'broken' in end ? [{ pointer: at(index), ...end.broken }] : [],
      ),
      untested: ends.flatMap((end, index) =>
        end !== null && 'untested' in end ? [{ pointer: at(index), issue: end.untested }] : [],
      ),
    };
  }

  /** `null` if one of their names has no value yet. */
  #newEvents(names: Names): readonly LoggedEvent[] | null {
    const [latest, ...newer] = this.#last.seq === 0 ? [] : this.#log.eventsAfter(this.#last.seq - 1);
    if (this.#properties !== null && latest?.hash === this.#last.hash) return newer;
    this.#last = { seq: 0, hash: GENESIS_HEAD };
    this.#properties = made(this.#makes, names, this.#beganMs);
    return this.#properties === null ? null : this.#allEvents();
  }

  #allEvents(): readonly LoggedEvent[] {
    const later = this.#log.eventsAfter(this.#from);
    // A reset world has none of the earlier events.
    return later.length > 0 ? later : this.#log.eventsAfter(0);
  }
}

function made(makes: readonly Make[], names: Names, beganMs: number): Property[] | null {
  try {
    return makes.map((make) => make(names, beganMs));
  } catch (error) {
    if (error instanceof CannotFillIn) return null;
    throw error;
  }
}

function patternOf(
  names: Names,
  types: string | readonly string[],
  where: Readonly<Record<string, unknown>> | undefined,
): EventPattern {
  return { types: typesOf(types), data: fillMatchers<Matcher>(names, where) };
}

function makeAlways(written: AlwaysProperty): Make {
  return (names) => {
    const isNever = 'never' in written;
    const pattern = patternOf(names, isNever ? written.never : written.event, written.where);
    const title = `always '${written.title ?? `${isNever ? 'never ' : ''}${namePattern(pattern)}`}'`;
    const faultOf = isNever ? () => 'may not come' : eventCheck(written, names);
    return {
      seen: 0,
      take(event) {
        if (!isLike(pattern, event)) return null;
        this.seen += 1;
        const fault = faultOf(event);
        return fault === null ? null : { title, issue: `${nameOf(event)}: ${fault}`, event };
      },
      expired: () => null,
      atEnd(this: Property, _nowMs, events) {
        const [unknown] = unknownPaths(pattern, events);
        if (unknown !== undefined) return { untested: `${title}: ${unknown}` };
        if (isNever || this.seen > 0) return null;
        return {
          untested: `${title} was not put to the test: no ${namePattern(pattern)} ${written.where === undefined ? 'came' : 'came that is like its where'}`,
        };
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

function makeEventually(written: EventuallyProperty): Make {
  return (names, beganMs) => {
    const pattern = patternOf(names, written.event, written.where);
    const after = written.after === undefined ? null : patternOf(names, written.after.event, written.after.where);
    const within = written.within === undefined ? null : String(names.fill(written.within));
    const spanMs = within === null ? Number.POSITIVE_INFINITY : (parseDuration(within) ?? 0);
    const title = `eventually '${written.title ?? namePattern(pattern)}'`;
    const { same = [] } = written;
    let awaited: Awaited[] = after === null ? [{ event: null, fromMs: beganMs }] : [];
    const late = ({ event }: Awaited): Breach => {
      const since = event === null ? 'the beginning' : nameOf(event);
      const limit = within === null ? '' : ` within ${within}`;
      return { title, issue: `after ${since}, no ${namePattern(pattern)} came${limit}`, event };
    };
    return {
      seen: 0,
      take(event) {
        if (isLike(pattern, event)) {
          const open = awaited.filter((each) => !matches(each.event, event, same));
          this.seen += awaited.length - open.length;
          awaited = open;
        }
        if (after !== null && isLike(after, event)) awaited.push({ event, fromMs: event.atMs });
        return null;
      },
      expired(nowMs) {
        const over = awaited.find(({ fromMs }) => nowMs > fromMs + spanMs);
        return over === undefined ? null : late(over);
      },
      atEnd(this: Property, nowMs, events) {
        const [unknown] = [pattern, ...(after === null ? [] : [after])].flatMap((each) =>
          unknownPaths(
            { ...each, data: { ...each.data, ...Object.fromEntries(same.map((pointer) => [pointer, null])) } },
            events,
          ),
        );
        if (unknown !== undefined) return { untested: `${title}: ${unknown}` };
        const [open] = awaited;
        if (open !== undefined && within === null) return { broken: late(open) };
        if (this.seen > 0) return null;
        const left = open === undefined ? '' : durationText(open.fromMs + spanMs - nowMs);
        const why =
          open === undefined
            ? `no ${namePattern(after ?? pattern)} came`
            : `the run ended ${left} before it is decided`;
        return { untested: `${title} was not put to the test: ${why}` };
      },
    };
  };
}

function matches(cause: LoggedEvent | null, event: LoggedEvent, same: readonly string[]): boolean {
  return same.every((pointer) => isSame(valueAt(cause?.data, pointer), valueAt(event.data, pointer)));
}
