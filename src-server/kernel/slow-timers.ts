/**
 * Runs timers of slow kinds one at a time outside of an advance, with other work between two of them (decision P6).
 * While one of them is due, virtual time does not advance. Does not decide when they are due.
 */
import type { ClockHold } from './clock-hold.ts';
import type { Kernel } from './kernel.ts';
import type { HostTime } from './time-ports.ts';

interface SlowTimerPorts {
  readonly host: Pick<HostTime, 'breathe'>;
  readonly hold: Pick<ClockHold, 'attempt' | 'over' | 'isLasting'>;
  readonly kinds: ReadonlySet<string>;
  /** False if time is stopped, or if an advance runs the slow timers as its own steps. */
  mayRun(): boolean;
  /** How far virtual time may have advanced by now. */
  limitMs(): number;
  /** Runs one slow timer, and the timers that are due before the next slow one. */
  runOne(limitMs: number): void;
  /** Called once no slow timer is due any more. */
  onOver(): void;
}

export class SlowTimers {
  readonly #kernel: Kernel;
  readonly #ports: SlowTimerPorts;
  #running: Promise<void> | null = null;

  constructor(kernel: Kernel, ports: SlowTimerPorts) {
    this.#kernel = kernel;
    this.#ports = ports;
  }

  get isRunning(): boolean {
    return this.#running !== null;
  }

  /** Whether the very next timer is a slow one that is due. */
  isDue(limitMs: number): boolean {
    const next = this.#kernel.nextTimer;
    return next !== null && next.dueMs <= limitMs && this.#ports.kinds.has(next.kind);
  }

  /** Returns at once; the first slow timer runs after other work had its turn. */
  begin(): void {
    this.#running ??= this.#run();
  }

  /** Resolves when no slow timer is due any more, or none may run. */
  over(): Promise<void> {
    return this.#running ?? Promise.resolve();
  }

  async #run(): Promise<void> {
    const { host, hold } = this.#ports;
    for (;;) {
      await host.breathe();
      // Callers that wait for slow timers receive the error.
      if (hold.isLasting) break;
      await hold.over();
      if (!this.#ports.mayRun()) break;
      const limitMs = this.#ports.limitMs();
      if (!this.isDue(limitMs)) break;
      hold.attempt(() => this.#ports.runOne(limitMs));
    }
    this.#running = null;
    if (this.#ports.mayRun()) this.#ports.onOver();
  }
}
