/** Reads the rows of the kernel at the start: an invalid clock or timer is damage, and the error names it. */
import { CLOCK_MODES } from '../../domain/world-choices.ts';
import type { Json } from '../../kernel/canonical-json.ts';
import type { ClockSettings } from '../../kernel/kernel-store.ts';
import type { Timer } from '../../kernel/timer-queue.ts';

/** The content of a row is not what the kernel wrote. */
class DamagedRowError extends Error {
  readonly code = 'SQLITE_CORRUPT_ROW';
}

export interface TimerRow {
  seq: number;
  due_ms: number;
  kind: string;
  payload: string;
}

/** Later than any clock; a later instant cannot be formatted. */
const MAX_MS = 8.64e15;

export function toTimer({ seq, due_ms: dueMs, kind, payload }: TimerRow): Timer {
  const where = `ballast.db, table timers, row ${seq}`;
  if (!isInstant(dueMs) || typeof kind !== 'string') throw new DamagedRowError(`${where} is not a timer`);
  return { seq, dueMs, kind, payload: parse(payload, `${where}: its payload`) };
}

export function toClock(text: string, nowMs: number): ClockSettings {
  const where = 'ballast.db, table world';
  const clock = parse(text, `${where}: the clock`) as unknown as ClockSettings | null;
  const isClock = clock !== null && CLOCK_MODES.includes(clock.mode) && clock.rate > 0 && clock.rate <= 1_000_000;
  if (!isClock || !isInstant(nowMs)) throw new DamagedRowError(`${where} has an invalid clock`);
  return clock;
}

function isInstant(value: unknown): boolean {
  return Number.isSafeInteger(value) && Math.abs(Number(value)) <= MAX_MS;
}

function parse(text: string, what: string): Json {
  try {
    return JSON.parse(text) as Json;
  } catch (error) {
    if (error instanceof SyntaxError) throw new DamagedRowError(`${what} is not JSON`);
    throw error;
  }
}
