/**
 * Runs one transaction of an advance of virtual time, and reports whether it ended the advance. The driver decides when
 * the next one runs.
 */
import type { EndedAdvance } from './clock-status.ts';
import type { Kernel } from './kernel.ts';
import type { PendingAdvance } from './kernel-store.ts';
import type { HostTime, TimeDriverOptions } from './time-ports.ts';

export type OpenAdvance = PendingAdvance & { events: number; isStopped: boolean };

interface AdvanceStepPorts {
  readonly kernel: Kernel;
  readonly host: Pick<HostTime, 'monotonicMs'>;
  readonly options: Pick<TimeDriverOptions, 'barriers' | 'isReached'>;
}

/** Largest number of timers in one transaction. */
export const TIMERS_PER_TRANSACTION = 512;
/** Largest wall-clock duration of a step, so that requests that arrive meanwhile get a response at once. */
const STEP_MS = 12;

/** Returns why the advance ended, or null while it continues. A goal stops time at the timer that reached it. */
export function stepAdvance(ports: AdvanceStepPorts, advance: OpenAdvance): EndedAdvance['ended'] | null {
  const ended = runStep(ports, advance);
  if (ended !== null) ports.kernel.setClock({ advance: null });
  return ended;
}

function runStep({ kernel, host, options }: AdvanceStepPorts, advance: OpenAdvance): EndedAdvance['ended'] | null {
  const { toMs, goal, maxEvents, events } = advance;
  if (goal !== null && options.isReached(goal)) return 'reached';
  if (advance.isStopped) return 'stopped';
  const { nextDueMs } = kernel;
  if (events >= maxEvents && nextDueMs !== null && nextDueMs <= toMs) return 'event_limit';
  const most = goal === null ? Math.max(1, Math.min(TIMERS_PER_TRANSACTION, maxEvents - events)) : 1;
  const enoughMs = host.monotonicMs() + STEP_MS;
  const isEnough = () => host.monotonicMs() >= enoughMs;
  const { timers, barrier } = kernel.runUntil(toMs, most, options.barriers, isEnough);
  advance.events += timers;
  if (barrier || !isOverUntil(kernel, toMs)) return null;
  if (goal === null) return 'reached';
  return options.isReached(goal) ? 'reached' : 'time_limit';
}

/** Whether virtual time has reached `toMs` and nothing is due any more. */
function isOverUntil({ nowMs, nextDueMs }: Kernel, toMs: number): boolean {
  return nowMs >= toMs && (nextDueMs === null || nextDueMs > toMs);
}
