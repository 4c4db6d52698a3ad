/**
 * Checks properties that hold at every event of a run, or eventually in time (decision K132), while the log grows. If a
 * world returns to an earlier state, the checks start again; what was tested before stays so.
 */
import type { AlwaysProperty, EventuallyProperty } from '../../contract/scenario/event-patterns.ts';
import { GENESIS_HEAD, type LoggedEvent } from '../../kernel/event-chain.ts';
import { CannotFillIn } from '../references/fill-room.ts';
import {
  type Breach,
  type MakeProperty,
  makeAlways,
  makeEventually,
  type Names,
  type Property,
} from './make-properties.ts';

export interface BrokenProperty extends Breach {
  /** Pointer into the file: `/always/0`. */
  readonly pointer: string;
}

type Written = { readonly always: readonly AlwaysProperty[]; readonly eventually: readonly EventuallyProperty[] };

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
  readonly #makes: readonly MakeProperty[];
  /** The pointer of each. */
  readonly #pointers: readonly string[];
  readonly #log: PropertyLog;
  readonly #from: number;
  readonly #beganMs: number;
  #properties: Property[] | null = null;
  #last = { seq: 0, hash: GENESIS_HEAD };
  /** Indices of the properties that were tested before the world returned to an earlier state. */
  readonly #tested = new Set<number>();
  /** The first issue that a branch left undecided, by the index of its property. */
  readonly #undecided = new Map<number, string>();
  /** Where the world is again after all of its branches. */
  #rejoined = NOWHERE;

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

  /** Begins a branch, in which the world may return to where it was. */
  beginBranch(): void {
    this.#rejoined = NOWHERE;
  }

  /** Ends a branch, from which the world then returns: the first property that the branch broke. */
  endBranch(names: Names): BrokenProperty | null {
    return this.look(names) ?? this.#conclude()[0] ?? null;
  }

  /** The world is as before its branches. They are concluded, so that an end here decides nothing else. */
  rejoin(): void {
    this.#rejoined = { hash: this.#last.hash, nowMs: this.#log.nowMs() };
  }

  /** Properties that the whole run broke or never tested. */
  atEnd(names: Names): PropertiesAtEnd {
    if (this.#makes.length === 0) return { broken: [], untested: [] };
    const first = this.look(names);
    if (first !== null) return { broken: [first], untested: [] };
    if (this.#properties === null)
      return {
        broken: [],
        untested: [{ pointer: '', issue: 'always and eventually use names that no step has saved' }],
      };
    const broken = this.#conclude();
    const untested = this.#properties.flatMap((property, index) => {
      const issue = this.#undecided.get(index) ?? (this.#tested.has(index) ? null : property.untested());
      return issue === null ? [] : [{ pointer: this.#pointers[index] ?? '', issue }];
    });
    const pointers = new Set(broken.map(({ pointer }) => pointer));
    return { broken, untested: untested.filter(({ pointer }) => !pointers.has(pointer)) };
  }

  /** The properties that are broken if the world ends here; notes those that are undecided. */
  #conclude(): BrokenProperty[] {
    const nowMs = this.#log.nowMs();
    if (this.#last.hash === this.#rejoined.hash && nowMs === this.#rejoined.nowMs) return [];
    const events = this.#allEvents();
    return (this.#properties ?? []).flatMap((property, index) => {
      const end = property.atEnd(nowMs, events);
      if (end !== null && 'broken' in end) return [{ pointer: this.#pointers[index] ?? '', ...end.broken }];
      if (end !== null && !this.#undecided.has(index)) this.#undecided.set(index, end.undecided);
      return [];
    });
  }

  /** `null` if one of their names has no value yet. */
  #newEvents(names: Names): readonly LoggedEvent[] | null {
    const [latest, ...newer] = this.#last.seq === 0 ? [] : this.#log.eventsAfter(this.#last.seq - 1);
    if (this.#properties !== null && latest?.hash === this.#last.hash) return newer;
    this.#last = { seq: 0, hash: GENESIS_HEAD };
    for (const [index, property] of (this.#properties ?? []).entries())
      if (property.untested() === null) this.#tested.add(index);
    this.#properties = made(this.#makes, names, this.#beganMs);
    return this.#properties === null ? null : this.#allEvents();
  }

  #allEvents(): readonly LoggedEvent[] {
    const later = this.#log.eventsAfter(this.#from);
    // A reset world has none of the earlier events.
    return later.length > 0 ? later : this.#log.eventsAfter(0);
  }
}

const NOWHERE = { hash: '', nowMs: Number.NaN };

function made(makes: readonly MakeProperty[], names: Names, beganMs: number): Property[] | null {
  try {
    return makes.map((make) => make(names, beganMs));
  } catch (error) {
    if (error instanceof CannotFillIn) return null;
    throw error;
  }
}
