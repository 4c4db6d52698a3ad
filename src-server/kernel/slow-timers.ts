/**
 * Runs timers of slow kinds one at a time outside of an advance, and lets other work have its turn between two of them
 * (decision P6). While one of them is due, virtual time stands still. It decides nothing of when they are due.
 */
import type { ClockHold } from './clock-hold.ts';
import type { Kernel } from './kernel.ts';
import type { HostTime } from './time-ports.ts';

interface SlowTimerPorts {
  readonly host: Pick<HostTime, 'breathe'>;
  readonly hold: Pick<ClockHold, 'attempt' | 'over' | 'isLasting'>;
  readonly kinds: ReadonlySet<string>;
  /** False where time is stopped, or an advance runs them as its own steps. */
  mayRun(): boolean;
  /** How far virtual time may come by now. */
  limitMs(): number;
  /** Runs one of them, and what is due until the next of them. */
  runOne(limitMs: number): void;
  /** Called once none of them is due any more. */
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

  /** Whether the very next timer is one of them, and due by then. */
  isDue(limitMs: number): boolean {
    const next = this.#kernel.nextTimer;
    return next !== null && next.dueMs <= limitMs && this.#ports.kinds.has(next.kind);
  }

  /** Returns at once; the first runs after others had their turn. */
  begin(): void {
    this.#running ??= this.#run();
  }

  /** Resolves when none is due any more, or none may run. */
  over(): Promise<void> {
    return this.#running ?? Promise.resolve();
  }

  async #run(): Promise<void> {
    const { host, hold } = this.#ports;
    for (;;) {
      await host.breathe();
      // Callers that wait for these timers get the error.
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
