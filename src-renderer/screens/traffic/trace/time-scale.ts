/** A scale of virtual time on which both milliseconds and days are visible: logarithmic, linear near zero. Pure. */
import { scaleSymlog } from 'd3-scale';

/** Below this duration the scale is nearly linear. */
const KNEE_MS = 1_000;

/** The position of an offset on a scale that ends with `spanMs`: a share of its width, 0 to 1. */
export function positionOf(offsetMs: number, spanMs: number): number {
  if (spanMs <= 0) return 0;
  return scaleSymlog().constant(KNEE_MS).domain([0, spanMs]).clamp(true)(offsetMs);
}

/**
 * The ticks of a scale, as shares of its width: its start, and every round duration that is not too close to the
 * previous one.
 */
export function ticksFor(spanMs: number) {
  const ticks = [{ label: '0', at: 0 }];
  for (const [label, lengthMs] of ROUND) {
    const at = positionOf(lengthMs, spanMs);
    if (lengthMs < spanMs && at - (ticks.at(-1)?.at ?? 0) >= MIN_GAP && at < 1) ticks.push({ label, at });
  }
  return ticks;
}

const MIN_GAP = 0.06;

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;

const ROUND: readonly (readonly [string, number])[] = [
  ['10 ms', 10],
  ['100 ms', 100],
  ['1 s', 1_000],
  ['10 s', 10_000],
  ['1 m', MINUTE_MS],
  ['10 m', 10 * MINUTE_MS],
  ['1 h', HOUR_MS],
  ['6 h', 6 * HOUR_MS],
  ['1 d', DAY_MS],
  ['7 d', 7 * DAY_MS],
  ['30 d', 30 * DAY_MS],
];

/** The two largest units of an offset: `+0`, `+45 ms`, `+5.2 s`, `+30 m 4 s`, `+2 h 30 m`, `+1 d 3 h`. */
export function formatOffset(offsetMs: number): string {
  if (offsetMs === 0) return '+0';
  if (offsetMs < 1_000) return `+${offsetMs} ms`;
  if (offsetMs < MINUTE_MS) return `+${Math.floor(offsetMs / 100) / 10} s`;
  if (offsetMs < HOUR_MS) return `+${pair(offsetMs, MINUTE_MS, 'm', 1_000, 's')}`;
  if (offsetMs < DAY_MS) return `+${pair(offsetMs, HOUR_MS, 'h', MINUTE_MS, 'm')}`;
  return `+${pair(offsetMs, DAY_MS, 'd', HOUR_MS, 'h')}`;
}

function pair(lengthMs: number, largeMs: number, large: string, smallMs: number, small: string): string {
  return `${Math.floor(lengthMs / largeMs)} ${large} ${Math.floor((lengthMs % largeMs) / smallMs)} ${small}`;
}
