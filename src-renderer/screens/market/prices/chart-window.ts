/**
 * The range of visible bars: their length, their number, and their end. Moves and widens it over the bars that were
 * read, and determines what to read for it. Pure; independent of pixels and prices.
 */
import type { BAR_INTERVALS, BarList } from '../../../../src-server/contract/control/market/market-prices.ts';
import type { BarQuestion } from '../../../api/prices-api.ts';
import { MIN_DRAG } from '../../../components/charts/chart-zoom.ts';

type BarInterval = BarList['interval'];

// Its type is checked against the contract, without importing its schemas here.
export const INTERVALS: typeof BAR_INTERVALS = ['1s', '5s', '15s', '1m', '5m', '15m', '30m', '1h', '1d', '1w'];

export interface ChartWindow {
  readonly interval: BarInterval;
  /** Number of visible bars. */
  readonly bars: number;
  /** Bars that begin before this instant are visible (ISO 8601); null: up to now, following the clock. */
  readonly to: string | null;
}

export interface TimedBar {
  readonly at: string;
}

export const MIN_BARS = 20;
export const MAX_BARS = 300;
export const DEFAULT_BARS = 120;

const SECOND_MS = 1_000;
const DAY_MS = 86_400_000;
export const INTERVAL_MS: Readonly<Record<BarInterval, number>> = {
  '1s': SECOND_MS,
  '5s': 5 * SECOND_MS,
  '15s': 15 * SECOND_MS,
  '1m': 60 * SECOND_MS,
  '5m': 300 * SECOND_MS,
  '15m': 900 * SECOND_MS,
  '30m': 1_800 * SECOND_MS,
  '1h': 3_600 * SECOND_MS,
  '1d': DAY_MS,
  '1w': 7 * DAY_MS,
};

/**
 * More than the visible range, in powers of two, so that moving and widening a little needs no new request: at least
 * the same amount again is available on either side.
 */
export function rangeFor({ interval, bars, to }: ChartWindow): Pick<BarQuestion, 'to' | 'limit'> {
  const chunk = 2 ** Math.ceil(Math.log2(Math.max(MIN_BARS, bars)));
  if (to === null) return { to: null, limit: 2 * chunk };
  const stepMs = chunk * INTERVAL_MS[interval];
  return { to: new Date(Math.ceil(Date.parse(to) / stepMs) * stepMs).toISOString(), limit: 3 * chunk };
}

/** The visible bars among those that were read. */
export function visibleBars<Bar extends TimedBar>(loaded: readonly Bar[], window: ChartWindow): readonly Bar[] {
  const end = endIndex(loaded, window);
  return loaded.slice(Math.max(0, end - window.bars), end);
}

/** The window `by` bars later, or earlier if it is negative; limited to the bars that were read. */
export function moved(loaded: readonly TimedBar[], window: ChartWindow, by: number, nowMs: number): ChartWindow {
  const least = Math.min(window.bars, loaded.length);
  const end = Math.min(loaded.length, Math.max(least, endIndex(loaded, window) + by));
  return { ...window, to: boundAt(loaded, window, end, nowMs) };
}

/** Multiplies the number of bars; the bar at `position` (0: left edge, 1: right edge) does not move. */
export function widened(
  loaded: readonly TimedBar[],
  window: ChartWindow,
  factor: number,
  position: number,
  nowMs: number,
): ChartWindow {
  const bars = Math.min(MAX_BARS, Math.max(MIN_BARS, Math.round(window.bars * factor)));
  if (window.to === null) return { ...window, bars };
  const end = Math.round(endIndex(loaded, window) + (bars - window.bars) * (1 - position));
  return { ...window, bars, to: boundAt(loaded, window, Math.min(loaded.length, Math.max(1, end)), nowMs) };
}

/** The range selected by a drag from one position to another, widened to the minimum of a window; null for a click. */
export function selected(
  loaded: readonly TimedBar[],
  window: ChartWindow,
  positions: readonly [number, number],
  nowMs: number,
): ChartWindow | null {
  const [low, high] = [Math.min(...positions), Math.max(...positions)];
  if (high - low < MIN_DRAG) return null;
  const shown = visibleBars(loaded, window).length;
  const first = endIndex(loaded, window) - shown;
  const [from, to] = [first + Math.floor(low * shown), first + Math.ceil(high * shown)];
  const bars = Math.max(MIN_BARS, to - from);
  const end = Math.min(loaded.length, Math.max(bars, to + Math.floor((bars - (to - from)) / 2)));
  return { ...window, bars, to: boundAt(loaded, window, end, nowMs) };
}

function endIndex(loaded: readonly TimedBar[], { to }: ChartWindow): number {
  if (to === null) return loaded.length;
  const after = loaded.findIndex(({ at }) => at >= to);
  return after < 0 ? loaded.length : after;
}

/** The instant that ends a window after `end` bars; null if that is now. */
function boundAt(loaded: readonly TimedBar[], window: ChartWindow, end: number, nowMs: number): string | null {
  const next = loaded[end];
  if (next !== undefined) return next.at;
  const { to } = rangeFor(window);
  if (to === null || Date.parse(to) > nowMs) return null;
  const last = loaded.at(-1);
  return last === undefined ? null : new Date(Date.parse(last.at) + INTERVAL_MS[window.interval]).toISOString();
}
