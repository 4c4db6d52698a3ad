/** The progress of a long advance of the clock. Most advances end at once, and nothing is shown of them. */
import { useEffect, useState } from 'react';
import type { ClockWire } from '../../../src-server/contract/control/world/clock.ts';
import { useClock } from '../../api/clock-api.ts';
import { useAwaitedAdvance } from '../../state/awaited-advance-store.ts';
import { plural } from '../format/format-number.ts';
import { formatInstant, formatTimeOfDay } from '../format/format-time.ts';

/** An advance that ends within this time is not shown. */
const SHOWN_AFTER_MS = 1_000;

export interface LongAdvance {
  /** Share of the requested virtual time, from 0 to 1; null if it may end earlier, as soon as a rebalance is final. */
  readonly share: number | null;
  /** The requested end: `to 2026-03-02 10:30:00 UTC`. */
  readonly goal: string;
  /** The current position: `09:33:12, 4 120 log entries`, with the day if it differs from the day of the start. */
  readonly reached: string;
}

/** Null: the clock is stopped or runs by itself, or the advance is less than a second old. */
export function useLongAdvance(): LongAdvance | null {
  const progress = useClock().data?.progress ?? null;
  const isAwaited = useAwaitedAdvance((state) => state.advanceTo === progress?.to);
  const from = progress?.from ?? null;
  const [longFrom, setLongFrom] = useState<string | null>(null);
  useEffect(() => {
    setLongFrom(null);
    if (from === null) return;
    const timer = window.setTimeout(() => setLongFrom(from), SHOWN_AFTER_MS);
    return () => window.clearTimeout(timer);
  }, [from]);
  return progress === null || longFrom !== from ? null : describeAdvance(progress, isAwaited);
}

/** For an advance until a rebalance is final, the end is only the latest possible one: a share of it would mislead. */
function describeAdvance(progress: NonNullable<ClockWire['progress']>, isAwaited: boolean): LongAdvance {
  const { from, to, now, events } = progress;
  const [begin, end, at] = [Date.parse(from), Date.parse(to), Date.parse(now)];
  const isSameDay = now.slice(0, 10) === from.slice(0, 10);
  return {
    share: isAwaited ? null : (at - begin) / Math.max(1, end - begin),
    goal: isAwaited ? 'until the rebalance is final' : `to ${formatInstant(to)} UTC`,
    reached: `${isSameDay ? formatTimeOfDay(now) : formatInstant(now)}, ${plural(events, 'log entry', 'log entries')}`,
  };
}
