/**
 * Holds the clock while the disk refuses writes, and retries at growing intervals. Reports why and since when; the time
 * driver knows which work was refused and how to retry it.
 */
import type { ClockStop } from './clock-status.ts';
import { type StorageFailure, storageFailureOf, TimerFailedError } from './storage-failure.ts';
import type { HostTime, TimeDriverOptions } from './time-ports.ts';

interface HoldPorts {
  readonly host: Pick<HostTime, 'after'>;
  readonly disk: Pick<TimeDriverOptions, 'wallNowMs' | 'hasRoom' | 'holdsFailedTimers'>;
  /** Repeats the refused work; throws if it is refused again. */
  retry(): void;
  onChange(stop: ClockStop | null): void;
}

const FIRST_DELAY_MS = 250;
const LONGEST_DELAY_MS = 4000;

export class ClockHold {
  readonly #ports: HoldPorts;
  #stop: ClockStop | null = null;
  #error: unknown = null;
  #delayMs = FIRST_DELAY_MS;
  #cancel: (() => void) | null = null;
  #whenOver: (() => void)[] = [];

  constructor(ports: HoldPorts) {
    this.#ports = ports;
  }

  get clockStop(): ClockStop | null {
    return this.#stop;
  }

  /** Whether the hold lasts until the world is restored. */
  get isLasting(): boolean {
    return this.#stop !== null && this.#error instanceof TimerFailedError;
  }

  /** Returns `null` if the disk refused the work: none of it was done, and it must be repeated. */
  attempt<T>(work: () => T): T | null {
    try {
      return work();
    } catch (error) {
      if (!this.#holds(error)) throw error;
      return null;
    }
  }

  /** Begins or continues a hold; ignores errors that do not come from the disk. */
  begin(error: unknown): void {
    const failure = storageFailureOf(error);
    if (failure === null || !this.#holds(error)) return;
    this.#error = error;
    // A timer that failed would fail again: the world must be restored before it can continue.
    if (this.#cancel === null && !(error instanceof TimerFailedError)) this.#tryLater();
    if (!this.#isNews(failure)) return;
    const { reason, message } = failure;
    this.#stop = { reason, message, sinceMs: this.#stop?.sinceMs ?? this.#ports.disk.wallNowMs() };
    this.#ports.onChange(this.#stop);
  }

  /** Retries at once; throws the disk's error if it still refuses. */
  insist(): void {
    if (this.#stop === null) return;
    if (this.isLasting) throw this.#error;
    if (this.#stop.reason === 'disk_full' && !this.#ports.disk.hasRoom()) throw this.#error;
    this.#ports.retry();
    this.#end();
  }

  /** Resolves when the hold is over; at once if there is none. */
  over(): Promise<void> {
    if (this.#stop === null) return Promise.resolve();
    return new Promise((resolve) => this.#whenOver.push(resolve));
  }

  /** Resolves all waiting callers, and stops retrying. */
  stop(): void {
    this.#cancel?.();
    this.#cancel = () => {};
    this.#resolveWaiting();
  }

  /** In a scenario's world, a failing timer ends the run as a bug instead of holding the clock. */
  #holds(error: unknown): boolean {
    if (error instanceof TimerFailedError) return this.#ports.disk.holdsFailedTimers === true;
    return storageFailureOf(error) !== null;
  }

  #isNews({ reason, message }: StorageFailure): boolean {
    return this.#stop?.reason !== reason || this.#stop.message !== message;
  }

  #tryLater(): void {
    this.#cancel = this.#ports.host.after(this.#delayMs, () => {
      this.#cancel = null;
      this.#delayMs = Math.min(2 * this.#delayMs, LONGEST_DELAY_MS);
      this.attempt(() => this.insist());
      if (this.#stop !== null && this.#cancel === null) this.#tryLater();
    });
  }

  #end(): void {
    this.#cancel?.();
    this.#cancel = null;
    this.#delayMs = FIRST_DELAY_MS;
    this.#stop = null;
    this.#ports.onChange(null);
    this.#resolveWaiting();
  }

  #resolveWaiting(): void {
    for (const resolve of this.#whenOver.splice(0)) resolve();
  }
}
