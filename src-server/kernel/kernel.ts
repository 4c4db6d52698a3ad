/**
 * The kernel: virtual time, timers, named id counters and the event chain. They change only inside a unit of work,
 * which is one store transaction. The kernel does not know portfolios, HTTP or the real clock; `time-driver.ts`
 * advances its time.
 */

import type { Json } from './canonical-json.ts';
import { GENESIS_HEAD, type LoggedEvent } from './event-chain.ts';
import { createIdFormatter, type IdPrefix } from './ids.ts';
import type { ClockSettings, CommitOrigin, KernelState, KernelStore } from './kernel-store.ts';
import { storageFailureOf, TimerFailedError } from './storage-failure.ts';
import { type Timer, TimerQueue } from './timer-queue.ts';
import { OpenUnit, type UnitOfWork } from './unit-of-work.ts';

type TimerHandler = (unit: UnitOfWork, payload: Json) => void;
type CommitListener = (events: readonly LoggedEvent[], origin: CommitOrigin) => void;

export interface WorldStart {
  readonly seed: number;
  readonly startAtMs: number;
  readonly clock: ClockSettings;
}

export class Kernel {
  readonly #store: KernelStore;
  readonly #handlers = new Map<string, TimerHandler>();
  readonly #listeners = new Set<CommitListener>();
  readonly #rollbackListeners = new Set<() => void>();
  readonly #failureListeners = new Set<(error: unknown) => void>();
  readonly #idFormatters = new Map<IdPrefix, (count: number) => string>();
  #queue = new TimerQueue();
  #state: KernelState;
  #counters = new Map<string, number>();
  #open: OpenUnit | null = null;
  /** The unit that commands join while a timer runs them. */
  #joined: UnitOfWork | null = null;
  /** True if memory differs from the committed state, because it could not be reloaded after a rollback. */
  #isStale = false;

  /** Opens the stored world, or creates `fresh` in an empty store. */
  constructor(store: KernelStore, fresh: WorldStart) {
    this.#store = store;
    this.#state = initialState(fresh);
    this.isNew = !this.#reload();
  }

  /** True if the store was empty: the caller may then populate the world. */
  readonly isNew: boolean;

  get nowMs(): number {
    return this.#joined?.nowMs ?? this.#state.nowMs;
  }
  get seed(): number {
    return this.#state.seed;
  }
  get clock(): ClockSettings {
    return this.#state.clock;
  }
  get head(): string {
    return this.#state.head;
  }
  get eventCount(): number {
    return this.#state.eventCount;
  }
  /** When the next timer is due; `null` if none is pending. */
  get nextDueMs(): number | null {
    return this.#queue.peek()?.dueMs ?? null;
  }
  /** The next timer; `null` if none is pending. */
  get nextTimer(): Pick<Timer, 'dueMs' | 'kind'> | null {
    return this.#queue.peek() ?? null;
  }

  /** Whether a timer is pending whose kind is not in `kinds`. */
  hasPendingBesides(kinds: ReadonlySet<string>): boolean {
    return this.#queue.hasBesides(kinds);
  }
  /** Returns when the next timer of a kind is due, or `null`. */
  nextDueMsOf(kind: string): number | null {
    return this.#queue.firstDueMsOf((each) => each === kind);
  }
  /** Returns when the next timer is due whose kind is not in `kinds`, or `null`. */
  nextDueMsBesides(kinds: ReadonlySet<string>): number | null {
    return this.#queue.firstDueMsOf((each) => !kinds.has(each));
  }

  /** Registers the handler of a timer kind. Every kind has exactly one, registered before time advances. */
  onTimer(kind: string, handler: TimerHandler): void {
    if (this.#handlers.has(kind)) throw new Error(`timer kind ${kind} has a handler already`);
    this.#handlers.set(kind, handler);
  }

  /** Kinds of pending timers without a handler, which means that another version of this program created the world. */
  unhandledKinds(): string[] {
    return this.#queue.kinds().filter((kind) => !this.#handlers.has(kind));
  }

  /** Calls `listener` after a rollback, so that caches drop what they read in the transaction. */
  onRollback(listener: () => void): void {
    this.#rollbackListeners.add(listener);
  }

  /** Calls `listener` with the error of a transaction that was rolled back, after the committed state was reloaded. */
  onFailure(listener: (error: unknown) => void): void {
    this.#failureListeners.add(listener);
  }

  /**
   * Calls `listener` after every commit with its events (possibly none) and its origin. Returns a function that removes
   * it.
   */
  onCommit(listener: CommitListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /**
   * Advances virtual time to `limitMs` if no timer is due before; otherwise returns false. Only the next transaction
   * stores the new time, so a crash loses nothing but idle time.
   */
  glideTo(limitMs: number): boolean {
    const nextDueMs = this.nextDueMs;
    if (nextDueMs !== null && nextDueMs <= limitMs) return false;
    if (limitMs > this.nowMs) this.#state = { ...this.#state, nowMs: limitMs };
    return true;
  }

  /** Runs a command at the present virtual time, in one transaction. */
  execute<T>(work: (unit: UnitOfWork) => T): T {
    if (this.#joined !== null) return work(this.#joined);
    return this.#transact('command', (unit) => work(unit));
  }

  /**
   * Runs commands from a timer's handler, at its instant and in its transaction: the commands join `unit`, which is the
   * handler's own unit or one that delegates to it (decision O6).
   */
  joinUnit<T>(unit: UnitOfWork, commands: () => T): T {
    if (this.#open === null || this.#joined !== null) throw new Error('only the handler of a timer runs commands');
    this.#joined = unit;
    try {
      return commands();
    } finally {
      this.#joined = null;
    }
  }

  /** Changes how time advances; stored across restarts. */
  setClock(change: Partial<ClockSettings>): void {
    this.#transact('timers', (unit) => {
      unit.state = { ...unit.state, clock: { ...unit.state.clock, ...change } };
    });
  }

  /**
   * Runs timers due at or before `limitMs` in one transaction: at most `maxTimers`, none after `isEnough` returns true,
   * and none past the instant of a timer whose kind is in `barriers`. Advances virtual time to `limitMs` if no more
   * were due. Returns what it did.
   */
  runUntil(
    limitMs: number,
    maxTimers: number,
    barriers: ReadonlySet<string>,
    isEnough: () => boolean = () => false,
  ): { timers: number; barrier: boolean } {
    if (limitMs < this.nowMs) return { timers: 0, barrier: false };
    return this.#transact('timers', (unit) => {
      let barrierAtMs: number | null = null;
      let timers = 0;
      for (;;) {
        if (timers === maxTimers || (timers > 0 && isEnough())) return { timers, barrier: barrierAtMs !== null };
        const next = this.#queue.peek();
        if (next === undefined || next.dueMs > (barrierAtMs ?? limitMs)) break;
        this.#queue.pop();
        unit.consumed(next);
        unit.state = { ...unit.state, nowMs: Math.max(unit.state.nowMs, next.dueMs) };
        this.#run(next, unit);
        if (barriers.has(next.kind)) barrierAtMs = unit.state.nowMs;
        timers += 1;
      }
      if (barrierAtMs === null) unit.state = { ...unit.state, nowMs: limitMs };
      return { timers, barrier: barrierAtMs !== null };
    });
  }

  /**
   * Runs a timer. Failures of the disk are thrown unchanged; any other error is reported as a failure of this timer.
   */
  #run(timer: Timer, unit: UnitOfWork): void {
    try {
      this.#handlerOf(timer)(unit, timer.payload);
    } catch (error) {
      if (storageFailureOf(error) !== null) throw error;
      const what = error instanceof Error ? error.message : String(error);
      throw new TimerFailedError(`its timer ${timer.seq} (${timer.kind}) fails: ${what}`, { cause: error });
    }
  }

  #handlerOf(timer: Timer): TimerHandler {
    const handler = this.#handlers.get(timer.kind);
    if (handler === undefined) throw new Error(`no handler for timers of kind ${timer.kind}`);
    return handler;
  }

  #transact<T>(origin: CommitOrigin, work: (unit: OpenUnit) => T): T {
    if (this.#open !== null) throw new Error('a unit of work is open already: commands do not nest');
    if (this.#isStale) this.#recover();
    const unit = new OpenUnit(this.#state, this.#counters, this.#queue, (prefix) => this.#idFormatterOf(prefix));
    this.#open = unit;
    let result: T;
    try {
      result = this.#store.transaction(() => {
        const value = work(unit);
        this.#store.save(unit.changes(), origin);
        return value;
      });
    } catch (error) {
      this.#open = null;
      this.#undo(error);
      throw error;
    }
    this.#open = null;
    this.#state = unit.state;
    for (const listener of this.#listeners) listener(unit.events, origin);
    return result;
  }

  /**
   * Undoes a transaction. A failing disk may refuse reads, too; state that cannot be reloaded now is reloaded before
   * the next transaction.
   */
  #undo(error: unknown): void {
    this.#isStale = true;
    try {
      this.#recover();
    } catch (unreadable) {
      if (storageFailureOf(unreadable) === null) throw unreadable;
    }
    for (const listener of this.#failureListeners) listener(error);
  }

  /** Reloads all state from the last commit, because the queue and the counters were changed in place. */
  #recover(): void {
    const nowMs = this.nowMs;
    this.#reload();
    this.#state = { ...this.#state, nowMs };
    for (const listener of this.#rollbackListeners) listener();
    this.#isStale = false;
  }

  #idFormatterOf(prefix: IdPrefix): (count: number) => string {
    let formatId = this.#idFormatters.get(prefix);
    if (formatId === undefined) {
      formatId = createIdFormatter(this.#state.seed, prefix);
      this.#idFormatters.set(prefix, formatId);
    }
    return formatId;
  }

  #reload(): boolean {
    const loaded = this.#store.load();
    this.#queue = new TimerQueue();
    this.#counters = new Map(loaded?.state.counters);
    if (loaded === null) return false;
    this.#state = { ...loaded.state, counters: this.#counters };
    for (const timer of loaded.timers) this.#queue.push(timer);
    return true;
  }
}

function initialState(fresh: WorldStart): KernelState {
  return {
    seed: fresh.seed,
    nowMs: fresh.startAtMs,
    clock: fresh.clock,
    timerSeq: 0,
    eventCount: 0,
    head: GENESIS_HEAD,
    counters: new Map(),
  };
}
