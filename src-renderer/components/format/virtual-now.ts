/**
 * The clock between two messages of the server: extrapolated at its rate for a moment, never far ahead of the last
 * known time.
 */
import { useEffect, useState } from 'react';
import type { ClockWire } from '../../../src-server/contract/control/world/clock.ts';
import { useClock } from '../../api/clock-api.ts';

const REDRAW_EVERY_MS = 100;
/** This long after the last message the display stops: later time would be invented. */
const CARRY_AT_MOST_MS = 2_000;

/**
 * Virtual time in milliseconds since 1970; null before the first response. Re-renders its caller while the clock runs.
 */
export function useVirtualNow(): number | null {
  const { data, dataUpdatedAt } = useClock();
  const [, redraw] = useState(0);
  const runs = data !== undefined && isRunning(data);
  useEffect(() => {
    if (!runs) return;
    const timer = window.setInterval(() => redraw((count) => count + 1), REDRAW_EVERY_MS);
    return () => window.clearInterval(timer);
  }, [runs]);
  if (data === undefined) return null;
  const known = Date.parse(data.now);
  if (!runs) return known;
  const elapsedMs = Math.min(Math.max(0, Date.now() - dataUpdatedAt), CARRY_AT_MOST_MS);
  return known + elapsedMs * data.rate;
}

/** True while nothing happens until somebody moves the clock. Instant mode moves by itself after every command. */
export function standsStill(clock: ClockWire): boolean {
  return clock.status === 'ready' && (clock.mode === 'manual' || (clock.mode === 'realtime' && clock.paused));
}

/** True while virtual time passes by itself. */
export function isRunning(clock: ClockWire): boolean {
  return clock.mode === 'realtime' && !clock.paused && clock.status === 'ready';
}

/** Virtual day, `2026-03-02`; empty before the first response. */
export function useVirtualDay(): string {
  return (useClock().data?.now ?? '').slice(0, 10);
}
