/** The advance of the clock that takes long, and how far it is. Most are over at once, and nothing is shown of them. */
import { useEffect, useState } from 'react';
import type { ClockWire } from '../../../src-server/contract/control/world/clock.ts';
import { useClock } from '../../api/clock-api.ts';
import { useAwaitedAdvance } from '../../state/awaited-advance-store.ts';
import { plural } from '../format/format-number.ts';
import { formatInstant, formatTimeOfDay } from '../format/format-time.ts';

/** An advance that is over within this time is not shown. */
const SHOWN_AFTER_MS = 1_000;

export interface LongAdvance {
  /** From 0 to 1 of the virtual time that was asked for; null where it ends earlier, as soon as a rebalance is final. */
  readonly share: number | null;
  /** What was asked for: `to 2026-03-02 10:30:00 UTC`. */
  readonly goal: string;
  /** Where it is: `09:33:12, 4 120 log entries`, with the day where it is another one than at the beginning. */
  readonly reached: string;
}

/** Null: the clock stands or flows by itself, or the advance is not yet a second old. */
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

/** Of an advance until a rebalance is final, the end is only the latest that it may take: a share of it would mislead. */
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
