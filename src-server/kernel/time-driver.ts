/**
 * Moves virtual time: flows with the host's clock (`realtime`), stands until told (`manual`), or runs after every
 * command (`instant`); and carries out advances. Only this file decides when timers run; the kernel decides in which
 * order. The host's clock is a port, so how the host sleeps or jumps never reaches the event log.
 */

import type { Kernel } from './kernel.ts';
import type { ClockMode } from './kernel-store.ts';

/** The host's time as the driver needs it: a clock that never goes back, a wake-up call, and a breath for other work. */
export interface HostTime {
  monotonicMs(): number;
  after(delayMs: number, run: () => void): () => void;
  breathe(): Promise<void>;
}

export interface TimeDriverOptions {
  /** Timer kinds after which outside effects must settle before time goes on (webhook attempts). */
  readonly barriers: ReadonlySet<string>;
  /** Resolves once every effect that was started has been recorded. */
  settle(): Promise<void>;
  /** Called after every change of how time moves or how far an advance came. */
  onChange(): void;
}

export interface ClockStatus {
  readonly nowMs: number;
  readonly mode: ClockMode;
  readonly rate: number;
  readonly paused: boolean;
  readonly progress: { readonly fromMs: number; readonly toMs: number; readonly events: number } | null;
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
  #advance: { fromMs: number; toMs: number; events: number } | null = null;
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
    const { advanceToMs } = this.#kernel.clock;
    if (advanceToMs !== null) this.#beginAdvance(advanceToMs);
    this.#wakeLater();
  }

  /** Virtual now, after running whatever is due by then. */
  nowMs(): number {
    this.#flow();
    return this.#kernel.nowMs;
  }

  status(): ClockStatus {
    const { mode, rate, paused } = this.#kernel.clock;
    const progress = this.#advance;
    return { nowMs: this.nowMs(), mode, rate, paused, progress: progress === null ? null : { ...progress } };
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

  /** Starts moving to `targetMs`; false when that lies behind. Returns at once, `whenIdle` tells the end. */
  advanceTo(targetMs: number): boolean {
    if (targetMs < this.horizonMs) return false;
    this.#kernel.setClock({ advanceToMs: targetMs });
    if (this.#advance === null) this.#beginAdvance(targetMs);
    else this.#advance.toMs = targetMs;
    this.#options.onChange();
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

  /** Stops early where nothing is pending, so that time does not pass for nothing. */
  #runEverythingUntil(limitMs: number): boolean {
    const kernel = this.#kernel;
    if (kernel.nextDueMs === null || limitMs < kernel.nowMs) return false;
    if (kernel.nextDueMs > limitMs && limitMs === kernel.nowMs) return false;
    for (let dueMs = kernel.nextDueMs; dueMs !== null; dueMs = kernel.nextDueMs) {
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

  #beginAdvance(toMs: number): void {
    this.#advance = { fromMs: this.#kernel.nowMs, toMs, events: 0 };
    this.#running = this.#runAdvance(this.#advance);
  }

  async #runAdvance(advance: { toMs: number; events: number }): Promise<void> {
    for (;;) {
      // A breath first: the caller is answered before the work begins, and stop() is heard between two transactions.
      await this.#host.breathe();
      await this.#settledOrStopped();
      if (this.#stopped) return;
      const { timers, barrier } = this.#kernel.runUntil(advance.toMs, TIMERS_PER_TRANSACTION, this.#options.barriers);
      advance.events += timers;
      if (!barrier && timers < TIMERS_PER_TRANSACTION) break;
      this.#options.onChange();
    }
    this.#advance = null;
    this.#kernel.setClock({ advanceToMs: null });
    this.#reanchor();
    this.#wakeLater();
    this.#options.onChange();
  }

  /** Effects under way, also those that a restart took up again, end before time goes on; a stop does not wait for them. */
  #settledOrStopped(): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#giveUpSettling = resolve;
      this.#options.settle().then(resolve, reject);
    });
  }
}
