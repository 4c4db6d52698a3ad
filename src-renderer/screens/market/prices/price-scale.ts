/** The axes of the price chart: prices with some margin around the bars, and times as short as possible. */
import type { BarList } from '../../../../src-server/contract/control/market/market-prices.ts';
import { scaleBetween, type ValueScale } from '../../../components/charts/chart-scales.ts';

export type PriceBar = BarList['bars'][number];

/** Lowest and highest price with a margin around them, more of it at the bottom, for the volume. */
export function priceScale(bars: readonly PriceBar[]): ValueScale {
  const low = Math.min(...bars.map((bar) => bar.low));
  const high = Math.max(...bars.map((bar) => bar.high));
  // A pinned price does not move: a thousandth of it keeps the axis from having no height.
  const height = Math.max(high - low, high / 1000);
  return scaleBetween(low - height * 0.25, high + height * 0.05);
}

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** 1970 began on a Thursday. */
const FIRST_MONDAY_MS = 4 * DAY_MS;
const MAX_TICKS = 8;

/** Intervals within a day that begin at round times. */
const STEPS_MS = [5, 15, 30, 60, 300, 900, 1_800, 3_600, 7_200, 14_400].map((seconds) => seconds * SECOND_MS);
/** From a day up: the period of an instant. */
const PERIODS: readonly ((atMs: number, at: string) => string)[] = [
  (_, at) => at.slice(0, 10),
  (atMs) => String(Math.floor((atMs - FIRST_MONDAY_MS) / (7 * DAY_MS))),
  (_, at) => at.slice(0, 7),
  (_, at) => `${at.slice(0, 4)} ${Math.floor((Number(at.slice(5, 7)) - 1) / 3)}`,
  (_, at) => at.slice(0, 4),
];

/**
 * The bars labelled on the time axis: those at round times, or the first of a day, a week, a month and so on, at the
 * closest spacing with at most eight. Bars follow one another without the time in which nothing is traded.
 */
export function barTicks(bars: readonly { readonly at: string }[]): string[] {
  const within = STEPS_MS.map((step) => bars.filter(({ at }) => Date.parse(at) % step === 0));
  const first = PERIODS.map((periodOf) =>
    bars.filter(({ at }, index) => {
      const before = bars[index - 1]?.at;
      return before !== undefined && periodOf(Date.parse(before), before) !== periodOf(Date.parse(at), at);
    }),
  );
  const days = new Set(bars.map(({ at }) => at.slice(0, 10))).size;
  const found = [...(days < bars.length ? within : []), ...first].find(
    (named) => named.length > 1 && named.length <= MAX_TICKS,
  );
  return (found ?? bars.slice(0, 1)).map(({ at }) => at);
}

/**
 * `10:35:07` for seconds, `03-02 10:35` within days, since sessions follow without a gap, otherwise `2026-03-02`; all
 * UTC.
 */
export function formatTick(at: string, interval: BarList['interval']): string {
  if (interval === '1d' || interval === '1w') return at.slice(0, 10);
  if (interval.endsWith('s')) return at.slice(11, 19);
  return `${at.slice(5, 10)} ${at.slice(11, 16)}`;
}
