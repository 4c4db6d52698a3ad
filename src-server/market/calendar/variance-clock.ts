/**
 * Trading time: one clock for all factors, so that their correlations hold. Every weekday carries one day of variance,
 * most of it between 09:00 and 17:30 in Berlin in a U-shape, the rest spread over the night; weekends carry none.
 * Addition and multiplication only. Holidays of single venues count as weekdays, because other markets trade.
 */
import { DAY_MS, dayNumberOf } from './civil-date.ts';
import { type TimeZone, timeZone } from './time-zone.ts';
import { uShapeShare } from './u-shape.ts';

/** One weekday of variance. */
export const TAU_PER_DAY = 2 ** 26;

/** The clock runs from 0 to just below this: 16 384 weekdays, from 2000-01-03 into October 2062. */
export const TAU_END = 2 ** 40;

export interface VarianceClock {
  /**
   * Returns the trading time at an instant: strictly increasing on weekdays, constant over weekends. Instants outside
   * the clock's range are clamped to its ends, so prices are constant there.
   */
  tauAt(instantMs: number): number;
}

/** Shared by all worlds. */
let dailyShift: ReturnType<typeof createDailyShift> | null = null;

/** `overnightShare` is the part of a weekday's variance outside the session, between 0 and 1. */
export function createVarianceClock(overnightShare: number): VarianceClock {
  dailyShift ??= createDailyShift(timeZone('Europe/Berlin'));
  const shiftAt = dailyShift;
  const nightPerMs = overnightShare / (DAY_MS - (SESSION_CLOSE_MS - SESSION_OPEN_MS));
  const shareAtOpen = nightPerMs * SESSION_OPEN_MS;
  const shareAtClose = shareAtOpen + (1 - overnightShare);

  function shareOfDay(wallMs: number): number {
    if (wallMs < SESSION_OPEN_MS) return nightPerMs * wallMs;
    if (wallMs >= SESSION_CLOSE_MS) return shareAtClose + nightPerMs * (wallMs - SESSION_CLOSE_MS);
    const fraction = (wallMs - SESSION_OPEN_MS) / (SESSION_CLOSE_MS - SESSION_OPEN_MS);
    return shareAtOpen + (1 - overnightShare) * uShapeShare(fraction);
  }

  return {
    tauAt(instantMs) {
      const sinceOriginMs = instantMs + shiftAt(instantMs) - ORIGIN_DAY * DAY_MS;
      const day = Math.floor(sinceOriginMs / DAY_MS);
      const week = Math.floor(day / 7);
      const dayOfWeek = day - 7 * week;
      const weekdays = 5 * week + (dayOfWeek < 5 ? dayOfWeek + shareOfDay(sinceOriginMs - day * DAY_MS) : 5);
      return Math.min(Math.max(weekdays * TAU_PER_DAY, 0), TAU_END - 1);
    },
  };
}

const SESSION_OPEN_MS = 9 * 3_600_000;
const SESSION_CLOSE_MS = 17.5 * 3_600_000;

// A Monday: day zero of the clock.
const ORIGIN_DAY = dayNumberOf(2000, 1, 3);

/** Prices are constant before this instant. */
export const CLOCK_ORIGIN_MS = ORIGIN_DAY * DAY_MS;

const BLOCK_DAYS = 512;

/**
 * Creates Berlin's offsets, one entry per UTC day. Berlin changes its offset on Sundays, when the clock does not
 * advance, so the offset at the end of the UTC day is right at every instant that carries variance.
 */
function createDailyShift(zone: TimeZone): (instantMs: number) => number {
  const blocks = new Map<number, Float64Array>();
  let latestBlock = Number.NaN;
  let latest: Float64Array = new Float64Array(BLOCK_DAYS);
  return (instantMs) => {
    const day = Math.floor(instantMs / DAY_MS);
    const block = Math.floor(day / BLOCK_DAYS);
    if (block !== latestBlock) {
      latest = blocks.get(block) ?? buildBlock(zone, block * BLOCK_DAYS);
      latestBlock = block;
      blocks.set(block, latest);
    }
    return latest[day - block * BLOCK_DAYS] as number;
  };
}

function buildBlock(zone: TimeZone, firstDay: number): Float64Array {
  return new Float64Array(BLOCK_DAYS).map((_, slot) => zone.offsetMs((firstDay + slot + 1) * DAY_MS - 1));
}
