/**
 * Advances virtual time: with the host's clock (`realtime`), only on request (`manual`), or after every command
 * (`instant`). Also runs advances. This file decides when timers run; the kernel decides their order. The host's clock
 * is a port, so its jumps never reach the event log.
 */

import { type OpenAdvance, stepAdvance, TIMERS_PER_TRANSACTION } from './advance-step.ts';
import { ClockHold } from './clock-hold.ts';
import type { AdvanceProgress, AdvanceRequest, ClockStatus, ClockStop, EndedAdvance } from './clock-status.ts';
import type { Kernel } from './kernel.ts';
import type { ClockMode, PendingAdvance } from './kernel-store.ts';
import { SlowTimers } from './slow-timers.ts';
import type { HostTime, TimeDriverOptions } from './time-ports.ts';

/** Longest virtual time that `instant` runs after a command (decision J). */
const INSTANT_SPAN_MS = 24 * 3_600_000;
/** While nothing is due, `realtime` stores the clock this often: a crash loses at most this much idle time. */
const STORE_EVERY_MS = 1000;
const NO_BARRIERS: ReadonlySet<string> = new Set();

export class TimeDriver {
  readonly #kernel: Kernel;
  readonly #host: HostTime;
  readonly #options: TimeDriverOptions;
  readonly #hold: ClockHold;
  readonly #slow: SlowTimers;
  #anchor = { hostMs: 0, virtualMs: 0 };
  #cancelWake: (() => void) | null = null;
  #advance: OpenAdvance | null = null;
  #lastAdvance: EndedAdvance | null = null;
  #running: Promise<void> = Promise.resolve();
  #giveUpSettling: () => void = () => {};
  #stopped = true;
  /** `instant` mode ends 24 hours after the latest command; the second field is the instant that the disk refused. */
  #instantLimitMs = 0;
  #refusedMs = 0;

  constructor(kernel: Kernel, host: HostTime, options: TimeDriverOptions) {
    this.#kernel = kernel;
    this.#host = host;
    this.#options = options;
    this.#hold = new ClockHold({
      host,
      disk: options,
      retry: () => this.#retry(),
      onChange: (stop) => this.#stopChanged(stop),
    });
    this.#slow = new SlowTimers(kernel, {
      host,
      hold: this.#hold,
      kinds: options.slow,
      mayRun: () => !this.#stopped && this.#advance === null,
      limitMs: () => this.#reachMs,
      runOne: (limitMs) => this.#runSome(limitMs),
      onOver: () => this.afterEffect(),
    });
    kernel.onFailure((error) => this.#hold.begin(error));
  }

  /** Starts time, and finishes an advance that a crash interrupted. */
  start(): void {
    this.#stopped = false;
    this.#reanchor();
    const { advance } = this.#kernel.clock;
    if (advance !== null) this.#beginAdvance(advance);
    else if (this.#slow.isDue(this.#kernel.nowMs)) this.#slow.begin();
    this.#wakeLater();
  }

  /** Returns the present virtual time, after running all timers that are due by then. */
  nowMs(): number {
    this.#flow();
    return this.#kernel.nowMs;
  }

  status(): ClockStatus {
    const { mode, rate, paused } = this.#kernel.clock;
    const nowMs = this.nowMs();
    const [progress, lastAdvance, { clockStop: stop }] = [this.#progress(), this.#lastAdvance, this.#hold];
    return { nowMs, mode, rate, paused, progress, lastAdvance, stop };
  }

  #progress(): AdvanceProgress | null {
    const advance = this.#advance;
    return advance && { fromMs: advance.fromMs, toMs: advance.toMs, events: advance.events };
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

  /**
   * The instant from which `by` counts: the end of the advance in progress, else now. So advances add up however they
   * interleave.
   */
  get horizonMs(): number {
    return this.#advance?.toMs ?? this.nowMs();
  }

  /**
   * Starts an advance, or extends the one in progress if both end at an instant. Returns `backwards` if the instant is
   * in the past, `busy` if an advance with a goal is in progress or requested. Returns at once; `whenIdle` resolves at
   * the end.
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
      this.#kernel.setClock({ advance: { fromMs: underWay.fromMs, toMs, goal: null, maxEvents } });
      this.#advance = Object.assign(underWay, { toMs, maxEvents: underWay.events + maxEvents });
    }
    this.#options.onChange();
    return 'started';
  }

  /** Ends an advance at the present instant; returns false if none is in progress. */
  stopAdvance(): boolean {
    if (this.#advance === null) return false;
    this.#advance = Object.assign(this.#advance, { isStopped: true });
    this.#giveUpSettling();
    return true;
  }

  /** Resolves when no advance is in progress. */
  whenIdle(): Promise<void> {
    return this.#running;
  }

  /** Whether a timer of a slow kind is due: commands wait for `whenSlowOver`, reads do not. */
  get isSlow(): boolean {
    return this.#slow.isRunning;
  }

  /** Resolves when no timer of a slow kind is due any more, and also when the driver ends. */
  whenSlowOver(): Promise<void> {
    return this.#slow.over();
  }

  /** Resolves once the disk accepts writes again. */
  whenTaken = (): Promise<void> => this.#hold.over();

  /**
   * Must be called after every command: runs the timers due now and, in `instant` mode, those that the command caused.
   */
  afterCommand(): void {
    this.#instantLimitMs = this.#kernel.nowMs + INSTANT_SPAN_MS;
    this.afterEffect();
  }

  /** Must be called after an outside effect was recorded, which is not a command but may have set timers. */
  afterEffect(): void {
    this.#wakeLater();
    if (this.#stopped || this.#advance !== null || this.#hold.clockStop !== null) return;
    if (this.#hold.attempt(() => this.#runEverythingUntil(this.#limitMs))) this.#options.onChange();
  }

  /**
   * Must be called before every command: finishes the present instant, so that the instant of a command defines its
   * order. Throws the error of a disk that refuses writes.
   */
  finishInstant(): void {
    this.#hold.insist();
    this.#flow();
    this.#hold.insist();
    if (!this.#stopped && this.#runEverythingUntil(this.#kernel.nowMs, true)) this.#options.onChange();
  }

  /** How far virtual time runs after a command. */
  get #limitMs(): number {
    const { clock, nowMs } = this.#kernel;
    return clock.mode === 'instant' && !clock.paused ? this.#instantLimitMs : nowMs;
  }

  /** Repeats the work that the disk refused. For an advance a small write suffices: its next step follows at once. */
  #retry(): void {
    this.#kernel.setClock({});
    if (this.#stopped || this.#advance !== null) return;
    this.#runTo(this.#refusedMs);
    this.#runEverythingUntil(this.#limitMs);
  }

  /** Ensures that time which passed during a hold does not pass in the world. */
  #stopChanged(stop: ClockStop | null): void {
    if (stop === null) this.#reanchor();
    this.#wakeLater();
    this.#options.onStop(stop);
    this.#options.onChange();
  }

  /** Stops early if nothing is pending, so that no idle time passes; and, unless `isAtOnce`, at slow timers. */
  #runEverythingUntil(limitMs: number, isAtOnce = this.#kernel.clock.mode === 'instant'): boolean {
    const kernel = this.#kernel;
    if (kernel.nextDueMs === null || limitMs < kernel.nowMs) return false;
    if (kernel.nextDueMs > limitMs && limitMs === kernel.nowMs) return false;
    for (let dueMs = kernel.nextDueMs; dueMs !== null; dueMs = kernel.nextDueMs) {
      if (limitMs > kernel.nowMs && !kernel.hasPendingBesides(this.#options.background)) break;
      if (dueMs > limitMs) {
        kernel.runUntil(limitMs, TIMERS_PER_TRANSACTION, NO_BARRIERS);
        break;
      }
      if (!isAtOnce && this.#slow.isDue(limitMs)) {
        this.#slow.begin();
        break;
      }
      if (isAtOnce) kernel.runUntil(dueMs, TIMERS_PER_TRANSACTION, NO_BARRIERS);
      else this.#runSome(dueMs);
    }
    return true;
  }

  /** Stops between two transactions; the next `start` resumes an unfinished advance. */
  async stop(): Promise<void> {
    this.#flow();
    this.#stopped = true;
    this.#cancelWake?.();
    this.#giveUpSettling();
    this.#hold.stop();
    await this.#running;
    await this.#slow.over();
    // If the disk refuses this, at most idle time is lost, as in a crash.
    if (this.#kernel.eventCount > 0) this.#hold.attempt(() => this.#kernel.setClock({}));
  }

  get #isFlowing(): boolean {
    const { mode, paused } = this.#kernel.clock;
    const isFree = !this.#stopped && this.#advance === null && this.#hold.clockStop === null && !this.#slow.isRunning;
    return isFree && mode === 'realtime' && !paused;
  }

  #flow(): void {
    if (!this.#isFlowing) return;
    this.#refusedMs = this.#virtualNow();
    this.#hold.attempt(() => this.#runTo(this.#refusedMs));
  }

  #runTo(targetMs: number): void {
    while (!this.#slow.isRunning && !this.#kernel.glideTo(targetMs)) this.#runUnlessSlow(targetMs);
  }

  /** Does not advance time if a slow timer is due. */
  #runUnlessSlow(targetMs: number): void {
    if (this.#slow.isDue(targetMs)) this.#slow.begin();
    else this.#runSome(targetMs);
  }

  /** Runs timers up to the next one of a slow kind; the first may be slow. */
  #runSome(targetMs: number): void {
    this.#kernel.runUntil(targetMs, TIMERS_PER_TRANSACTION, NO_BARRIERS, () => this.#slow.isDue(targetMs));
  }

  /** The instant that time may have reached without a request. */
  get #reachMs(): number {
    const { mode, paused } = this.#kernel.clock;
    return mode === 'realtime' && !paused ? this.#virtualNow() : this.#kernel.nowMs;
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
    const untilDueMs = nextDueMs === null ? STORE_EVERY_MS : (nextDueMs - nowMs) / clock.rate;
    this.#cancelWake = this.#host.after(Math.min(STORE_EVERY_MS, Math.max(1, untilDueMs)), () => this.#wake());
  }

  #wake(): void {
    if (!this.#isFlowing) return;
    this.#refusedMs = this.#virtualNow();
    this.#hold.attempt(() => this.#runUnlessSlow(this.#refusedMs));
    this.#wakeLater();
  }

  #beginAdvance(pending: PendingAdvance): void {
    const advance = { ...pending, events: 0, isStopped: false };
    this.#advance = advance;
    this.#running = this.#runAdvance(advance);
  }

  async #runAdvance(advance: OpenAdvance): Promise<void> {
    const ports = { kernel: this.#kernel, host: this.#host, options: this.#options };
    let ended: EndedAdvance['ended'] | null = null;
    while (ended === null) {
      // Yields first: the caller gets its response before the work begins, and stop() takes effect between two
      // transactions.
      await this.#host.breathe();
      if (this.#stopped) return;
      await this.#hold.over();
      await this.#settledOrStopped();
      if (this.#stopped) return;
      ended = this.#hold.attempt(() => stepAdvance(ports, advance));
      if (ended === null) this.#options.onChange();
    }
    const { fromMs, toMs, events } = advance;
    this.#lastAdvance = { fromMs, toMs, events, nowMs: this.#kernel.nowMs, ended };
    this.#advance = null;
    this.#reanchor();
    this.#options.onChange();
    // Timers that a goal, a limit or a stop left due at this instant run as they do after a command.
    this.afterEffect();
  }

  /** Waits for outside effects in progress, also resumed ones, before time continues; a stop does not wait for them. */
  #settledOrStopped(): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#giveUpSettling = resolve;
      this.#options.settle().then(resolve, reject);
    });
  }
}
