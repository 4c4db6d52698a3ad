/**
 * One unit of work: the changes of a command or a timer to the kernel, collected until its transaction saves them. The
 * queue and the counters are changed at once; a rollback reloads those.
 */
import type { EventOf, EventType } from '../domain/events/event-catalogue.ts';
import type { ExactData } from '../domain/events/exact-data.ts';
import type { Json } from './canonical-json.ts';
import { chainEvent, type EventData, type LoggedEvent } from './event-chain.ts';
import type { IdPrefix } from './ids.ts';
import type { KernelChanges, KernelState } from './kernel-store.ts';
import type { Timer, TimerQueue } from './timer-queue.ts';

/** The actions of a command or timer handler on the world, apart from changes to its own tables. */
export interface UnitOfWork {
  /** Virtual time in ms; it does not advance within a unit of work. */
  readonly nowMs: number;
  readonly seed: number;
  /**
   * Appends an event to the hash-chained log: exactly the data that the catalogue defines for the type (decision K139).
   */
  emit<T extends EventType, const Data extends EventOf<T>>(type: T, data: Data & ExactData<Data, EventOf<T>>): void;
  /** Sets a timer at or after now; returns the number by which it can be cancelled. */
  schedule(dueMs: number, kind: string, payload: Json): number;
  cancel(timerSeq: number): void;
  /** Whether a timer of this kind is pending. */
  isPending(kind: string): boolean;
  /** Returns the next identifier of a kind. */
  nextId(prefix: IdPrefix): string;
}

/** The open unit of work; only for use by the kernel. */
export class OpenUnit implements UnitOfWork {
  readonly events: LoggedEvent[] = [];
  readonly #counters: Map<string, number>;
  readonly #queue: TimerQueue;
  readonly #idFormatterOf: (prefix: IdPrefix) => (count: number) => string;
  readonly #changedCounters = new Set<string>();
  readonly #timersSet = new Map<number, Timer>();
  readonly #timersGone: number[] = [];
  state: KernelState;

  constructor(
    state: KernelState,
    counters: Map<string, number>,
    queue: TimerQueue,
    idFormatterOf: (prefix: IdPrefix) => (count: number) => string,
  ) {
    this.state = state;
    this.#counters = counters;
    this.#queue = queue;
    this.#idFormatterOf = idFormatterOf;
  }

  get nowMs(): number {
    return this.state.nowMs;
  }
  get seed(): number {
    return this.state.seed;
  }

  emit<T extends EventType, const Data extends EventOf<T>>(type: T, data: Data & ExactData<Data, EventOf<T>>): void {
    const { eventCount, nowMs, head } = this.state;
    const event = chainEvent(head, { seq: eventCount + 1, atMs: nowMs, type, data: data as EventData });
    this.events.push(event);
    this.state = { ...this.state, eventCount: event.seq, head: event.hash };
  }

  schedule(dueMs: number, kind: string, payload: Json): number {
    if (!Number.isSafeInteger(dueMs)) throw new RangeError(`timer due at ${dueMs}: not an instant in ms`);
    const timer = { seq: this.state.timerSeq + 1, dueMs: Math.max(dueMs, this.state.nowMs), kind, payload };
    this.state = { ...this.state, timerSeq: timer.seq };
    this.#timersSet.set(timer.seq, timer);
    this.#queue.push(timer);
    return timer.seq;
  }

  cancel(timerSeq: number): void {
    this.#queue.cancel(timerSeq);
    this.#forget(timerSeq);
  }

  isPending(kind: string): boolean {
    return this.#queue.has(kind);
  }

  nextId(prefix: IdPrefix): string {
    const name = `id:${prefix}`;
    const count = this.#counters.get(name) ?? 0;
    this.#counters.set(name, count + 1);
    this.#changedCounters.add(name);
    return this.#idFormatterOf(prefix)(count);
  }

  consumed(timer: Timer): void {
    this.#forget(timer.seq);
  }

  changes(): KernelChanges {
    return {
      state: { ...this.state, counters: this.#counters },
      changedCounters: this.#changedCounters,
      events: this.events,
      timersSet: [...this.#timersSet.values()],
      timersGone: this.#timersGone,
    };
  }

  #forget(timerSeq: number): void {
    if (!this.#timersSet.delete(timerSeq)) this.#timersGone.push(timerSeq);
  }
}
