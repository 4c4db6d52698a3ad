/**
 * The visible range of an axis, and how a drag, the wheel and keys change it. Places are shares of the visible range, 0
 * at its start and 1 at its end. Pure.
 */

export interface AxisRange {
  readonly from: number;
  readonly to: number;
}

const STEP = 1.5;
/** A tenth of the visible range. */
const PAN = 0.1;
/** The whole axis is at most this many times as long as the visible range. */
const CLOSEST = 500;
/** A shorter drag, as a share of the axis, counts as a click. */
export const MIN_DRAG = 0.01;

/** Moves the range inside the whole axis, keeping its length. */
export function clampedWithin({ from, to }: AxisRange, all: AxisRange): AxisRange {
  const length = Math.min(to - from, all.to - all.from);
  const start = Math.min(Math.max(from, all.from), all.to - length);
  return { from: start, to: start + length };
}

/** `factor` times as close; the point at `position` does not move. */
export function zoomedBy(factor: number, position: number, shown: AxisRange, all: AxisRange): AxisRange {
  const length = Math.max(leastLength(all), (shown.to - shown.from) / factor);
  const fixed = shown.from + (shown.to - shown.from) * position;
  return clampedWithin({ from: fixed - length * position, to: fixed + length * (1 - position) }, all);
}

/** Moved by this share of the visible range: to the right, or to the left if it is negative. */
export function panned(share: number, shown: AxisRange, all: AxisRange): AxisRange {
  const by = (shown.to - shown.from) * share;
  return clampedWithin({ from: shown.from + by, to: shown.to + by }, all);
}

/** The range that a drag from one position to another selects; null if it was a click. */
export function dragged(start: number, end: number, shown: AxisRange, all: AxisRange): AxisRange | null {
  const [low, high] = [Math.max(0, Math.min(start, end)), Math.min(1, Math.max(start, end))];
  if (high - low < MIN_DRAG) return null;
  const length = shown.to - shown.from;
  const from = shown.from + length * low;
  return clampedWithin({ from, to: from + Math.max(leastLength(all), length * (high - low)) }, all);
}

const leastLength = (all: AxisRange) => (all.to - all.from) / CLOSEST;

interface Turn {
  readonly deltaX: number;
  readonly deltaY: number;
  readonly shiftKey: boolean;
}

/** The wheel zooms around the pointer; sideways, or with Shift, it pans. */
export function turned(
  { deltaX, deltaY, shiftKey }: Turn,
  position: number,
  shown: AxisRange,
  all: AxisRange,
): AxisRange {
  const sideways = shiftKey ? deltaX || deltaY : deltaX;
  if (shiftKey || Math.abs(deltaX) > Math.abs(deltaY)) return panned(Math.sign(sideways) * PAN, shown, all);
  return zoomedBy(deltaY > 0 ? 1 / STEP : STEP, position, shown, all);
}

interface Press {
  readonly key: string;
  readonly shiftKey: boolean;
}

/** `+` and `−` zoom around `position`, `0` shows everything, Shift with an arrow pans; null for any other key. */
export function pressed(
  { key, shiftKey }: Press,
  position: number,
  shown: AxisRange,
  all: AxisRange,
): AxisRange | null {
  if (key === '+' || key === '=') return zoomedBy(STEP, position, shown, all);
  if (key === '-') return zoomedBy(1 / STEP, position, shown, all);
  if (key === '0') return all;
  if (!shiftKey || (key !== 'ArrowLeft' && key !== 'ArrowRight')) return null;
  return panned(key === 'ArrowLeft' ? -PAN : PAN, shown, all);
}

/** The visible rows and the next one on either side, so that lines continue to the edges. */
export function rowsInRange<Row extends { readonly atMs: number }>(rows: readonly Row[], shown: AxisRange): Row[] {
  const before = rows.findLastIndex(({ atMs }) => atMs <= shown.from);
  const after = rows.findIndex(({ atMs }) => atMs >= shown.to);
  return rows.slice(Math.max(0, before), after < 0 ? rows.length : after + 1);
}
