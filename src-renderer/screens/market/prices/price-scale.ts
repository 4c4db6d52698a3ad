/** The axes of the price chart: prices with some air around the bars, and times no longer than they need be. */
import type { BarList } from '../../../../src-server/contract/control/market/market-prices.ts';
import { scaleBetween, type ValueScale } from '../../../components/charts/chart-scales.ts';

export type PriceBar = BarList['bars'][number];

/** Lowest and highest price with air around them, more of it beneath, where the volume stands. */
export function priceScale(bars: readonly PriceBar[]): ValueScale {
  const low = Math.min(...bars.map((bar) => bar.low));
  const high = Math.max(...bars.map((bar) => bar.high));
  // A price that is held moves nowhere: a thousandth of it keeps the axis from having no length.
  const height = Math.max(high - low, high / 1000);
  return scaleBetween(low - height * 0.25, high + height * 0.05);
}

/** `10:35:07` for seconds, `03-02 10:35` within days, since sessions follow without a gap, `2026-03-02` above; all UTC. */
export function formatTick(at: string, interval: BarList['interval']): string {
  if (interval === '1d' || interval === '1w') return at.slice(0, 10);
  if (interval.endsWith('s')) return at.slice(11, 19);
  return `${at.slice(5, 10)} ${at.slice(11, 16)}`;
}
