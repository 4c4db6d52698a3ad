/**
 * Moves virtual time: flows with the host's clock (`realtime`), stands until told (`manual`), or runs after every
 * command (`instant`); and carries out advances. Only this file decides when timers run; the kernel decides in which
 * order. The host's clock is a port, so how the host sleeps or jumps never reaches the event log.
 */

import type { Json } from './canonical-json.ts';
import type { Kernel } from './kernel.ts';
import type { ClockMode, PendingAdvance } from './kernel-store.ts';

/** The host's time as the driver needs it: a clock that never goes back, a wake-up call, and a breath for other work. */
export interface HostTime {
  monotonicMs(): number;
  after(delayMs: number, run: () => void): () => void;
  breathe(): Promise<void>;
}

export interface TimeDriverOptions {
  /** Timer kinds after which outside effects must settle before time goes on (webhook attempts). */
  readonly barriers: ReadonlySet<string>;
  /** Timer kinds that are always waiting (monitors): they run on the way, but time is never moved for their sake. */
  readonly background: ReadonlySet<string>;
  /** Resolves once every effect that was started has been recorded. */
  settle(): Promise<void>;
  /** Whether the goal of an advance is reached, asked after every timer. */
  isReached(goal: Json): boolean;
  /** Called after every change of how time moves or how far an advance came. */
  onChange(): void;
}

export interface ClockStatus {
  readonly nowMs: number;
  readonly mode: ClockMode;
  readonly rate: number;
  readonly paused: boolean;
  readonly progress: AdvanceProgress | null;
  /** How the latest advance of this process ended. */
  readonly lastAdvance: EndedAdvance | null;
}

export interface AdvanceProgress {
  readonly fromMs: number;
  readonly toMs: number;
  /** Timers run so far. */
  readonly events: number;
}

export interface EndedAdvance extends AdvanceProgress {
  readonly nowMs: number;
  /** `time_limit`: it was to reach a goal and came to its end without. */
  readonly ended: 'reached' | 'stopped' | 'event_limit' | 'time_limit';
}

export interface AdvanceRequest {
  readonly toMs: number;
  /** `null` for an instant; else what `isReached` understands. */
  readonly goal: Json;
  readonly maxEvents: number;
}

/** Decision J: `instant` runs at most this far after a command. */
const INSTANT_SPAN_MS = 24 * 3_600_000;
const TIMERS_PER_TRANSACTION = 512;
/** While nothing is due, `realtime` remembers the clock this often; a crash takes back at most so much idle time. */
const REMEMBER_EVERY_MS = 1000;
const NO_BARRIERS: ReadonlySet<string> = new Set();

export class TimeDriver {
  readonly #kernel: Kernel;
  readonly #host: HostTime;
  readonly #options: TimeDriverOptions;
  #anchor = { hostMs: 0, virtualMs: 0 };
  #cancelWake: (() => void) | null = null;
  #advance: (PendingAdvance & { events: number; isStopped: boolean }) | null = null;
  #lastAdvance: EndedAdvance | null = null;
  #running: Promise<void> = Promise.resolve();
  #giveUpSettling: () => void = () => {};
  #stopped = true;
  /** How far `instant` mode may run: 24 hours after the latest command. */
  #instantLimitMs = 0;

  constructor(kernel: Kernel, host: HostTime, options: TimeDriverOptions) {
    this.#kernel = kernel;
    this.#host = host;
    this.#options = options;
  }

  /** Lets time move, finishing an advance that a crash interrupted. */
  start(): void {
    this.#stopped = false;
    this.#reanchor();
    const { advance } = this.#kernel.clock;
    if (advance !== null) this.#beginAdvance(advance);
    this.#wakeLater();
  }

  /** Virtual now, after running whatever is due by then. */
  nowMs(): number {
    this.#flow();
    return this.#kernel.nowMs;
  }

  status(): ClockStatus {
    const { mode, rate, paused } = this.#kernel.clock;
    const nowMs = this.nowMs();
    return { nowMs, mode, rate, paused, progress: this.#progress(), lastAdvance: this.#lastAdvance };
  }

  #progress(): AdvanceProgress | null {
    if (this.#advance === null) return null;
    const { fromMs, toMs, events } = this.#advance;
    return { fromMs, toMs, events };
  }

  /** Changes mode, rate or pause from this instant on. */
  setMode(change: { mode?: ClockMode; rate?: number; paused?: boolean }): void {
    this.#flow();
    this.#kernel.setClock(change);
    this.#reanchor();
    this.#wakeLater();
    this.#options.onChange();
    this.afterCommand();
  }

  /** Where `by` counts from: the end of an advance under way, else now; so advances add up however they interleave. */
  get horizonMs(): number {
    return this.#advance?.toMs ?? this.nowMs();
  }

  /**
   * Starts an advance, or prolongs the one under way where both go to an instant. `backwards` when the instant lies
   * behind, `busy` when one with a goal is under way or wanted. Returns at once, `whenIdle` tells the end.
   */
  advance(request: AdvanceRequest): 'started' | 'backwards' | 'busy' {
    const underWay = this.#advance;
    if (underWay !== null && (underWay.goal !== null || request.goal !== null)) return 'busy';
    if (request.toMs < this.horizonMs) return 'backwards';
    if (underWay === null) {
      const pending = { ...request, fromMs: this.nowMs() };
      this.#kernel.setClock({ advance: pending });
      this.#beginAdvance(pending);
    } else {
      const { toMs, maxEvents } = request;
      this.#advance = Object.assign(underWay, { toMs, maxEvents: underWay.events + maxEvents });
      this.#kernel.setClock({ advance: { fromMs: underWay.fromMs, toMs, goal: null, maxEvents } });
    }
    this.#options.onChange();
    return 'started';
  }

  /** Ends an advance where it is; false when none is under way. */
  stopAdvance(): boolean {
    if (this.#advance === null) return false;
    this.#advance = Object.assign(this.#advance, { isStopped: true });
    this.#giveUpSettling();
    return true;
  }

  /** Resolves when no advance is under way. */
  whenIdle(): Promise<void> {
    return this.#running;
  }

  /** To be called after every command: runs what is due this instant and, in `instant` mode, what it set in motion. */
  afterCommand(): void {
    this.#instantLimitMs = this.#kernel.nowMs + INSTANT_SPAN_MS;
    this.afterEffect();
  }

  /** To be called after an outside effect was recorded: it may have set timers, but is no command of its own. */
  afterEffect(): void {
    this.#wakeLater();
    if (this.#stopped || this.#advance !== null) return;
    const { clock, nowMs } = this.#kernel;
    const limitMs = clock.mode === 'instant' && !clock.paused ? this.#instantLimitMs : nowMs;
    if (this.#runEverythingUntil(limitMs)) this.#options.onChange();
  }

  /** To be called before every command: none comes in the middle of an instant, so its instant alone says where it came. */
  finishInstant(): void {
    this.#flow();
    if (!this.#stopped && this.#runEverythingUntil(this.#kernel.nowMs)) this.#options.onChange();
  }

  /** Stops early where nothing is pending, so that time does not pass for nothing. */
  #runEverythingUntil(limitMs: number): boolean {
    const kernel = this.#kernel;
    if (kernel.nextDueMs === null || limitMs < kernel.nowMs) return false;
    if (kernel.nextDueMs > limitMs && limitMs === kernel.nowMs) return false;
    for (let dueMs = kernel.nextDueMs; dueMs !== null; dueMs = kernel.nextDueMs) {
      if (limitMs > kernel.nowMs && !kernel.hasPendingBesides(this.#options.background)) break;
      if (dueMs > limitMs) {
        kernel.runUntil(limitMs, TIMERS_PER_TRANSACTION, NO_BARRIERS);
        break;
      }
      kernel.runUntil(dueMs, TIMERS_PER_TRANSACTION, NO_BARRIERS);
    }
    return true;
  }

  /** Stops between two transactions; what was not reached is remembered and resumed by the next `start`. */
  async stop(): Promise<void> {
    this.#flow();
    this.#stopped = true;
    this.#cancelWake?.();
    this.#giveUpSettling();
    await this.#running;
    if (this.#kernel.eventCount > 0) this.#kernel.setClock({});
  }

  get #isFlowing(): boolean {
    const { mode, paused } = this.#kernel.clock;
    return !this.#stopped && mode === 'realtime' && !paused && this.#advance === null;
  }

  #flow(): void {
    if (!this.#isFlowing) return;
    const targetMs = this.#virtualNow();
    while (!this.#kernel.glideTo(targetMs)) this.#kernel.runUntil(targetMs, TIMERS_PER_TRANSACTION, NO_BARRIERS);
  }

  #virtualNow(): number {
    const elapsedMs = (this.#host.monotonicMs() - this.#anchor.hostMs) * this.#kernel.clock.rate;
    return Math.max(this.#kernel.nowMs, Math.floor(this.#anchor.virtualMs + elapsedMs));
  }

  #reanchor(): void {
    this.#anchor = { hostMs: this.#host.monotonicMs(), virtualMs: this.#kernel.nowMs };
  }

  #wakeLater(): void {
    this.#cancelWake?.();
    this.#cancelWake = null;
    if (!this.#isFlowing) return;
    const { nextDueMs, nowMs, clock } = this.#kernel;
    const untilDueMs = nextDueMs === null ? REMEMBER_EVERY_MS : (nextDueMs - nowMs) / clock.rate;
    this.#cancelWake = this.#host.after(Math.min(REMEMBER_EVERY_MS, Math.max(1, untilDueMs)), () => this.#wake());
  }

  #wake(): void {
    if (!this.#isFlowing) return;
    this.#kernel.runUntil(this.#virtualNow(), TIMERS_PER_TRANSACTION, NO_BARRIERS);
    this.#wakeLater();
  }

  #beginAdvance(pending: PendingAdvance): void {
    const advance = { ...pending, events: 0, isStopped: false };
    this.#advance = advance;
    this.#running = this.#runAdvance(advance);
  }

  async #runAdvance(advance: PendingAdvance & { events: number; isStopped: boolean }): Promise<void> {
    let ended: EndedAdvance['ended'] | null = null;
    while (ended === null) {
      // A breath first: the caller is answered before the work begins, and stop() is heard between two transactions.
      await this.#host.breathe();
      await this.#settledOrStopped();
      if (this.#stopped) return;
      ended = this.#stepAdvance(advance);
      if (ended === null) this.#options.onChange();
    }
    const { fromMs, toMs, events } = advance;
    this.#lastAdvance = { fromMs, toMs, events, nowMs: this.#kernel.nowMs, ended };
    this.#advance = null;
    this.#kernel.setClock({ advance: null });
    this.#reanchor();
    this.#options.onChange();
    // What a goal, a limit or a stop left due at this very instant runs as after a command.
    this.afterEffect();
  }

  /** One transaction of an advance, or why it is over. With a goal, time stops at the very timer that reached it. */
  #stepAdvance(advance: PendingAdvance & { events: number; isStopped: boolean }): EndedAdvance['ended'] | null {
    const { toMs, goal, maxEvents, events } = advance;
    if (goal !== null && this.#options.isReached(goal)) return 'reached';
    if (advance.isStopped) return 'stopped';
    const { nextDueMs } = this.#kernel;
    if (events >= maxEvents && nextDueMs !== null && nextDueMs <= toMs) return 'event_limit';
    const most = goal === null ? Math.max(1, Math.min(TIMERS_PER_TRANSACTION, maxEvents - events)) : 1;
    const { timers, barrier } = this.#kernel.runUntil(toMs, most, this.#options.barriers);
    advance.events += timers;
    if (barrier || timers === most) return null;
    if (goal === null) return 'reached';
    return this.#options.isReached(goal) ? 'reached' : 'time_limit';
  }

  /** Effects under way, also those that a restart took up again, end before time goes on; a stop does not wait for them. */
  #settledOrStopped(): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#giveUpSettling = resolve;
      this.#options.settle().then(resolve, reject);
    });
  }
}
