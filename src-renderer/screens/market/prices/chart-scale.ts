/** What the axes of the chart show: round prices with some air around the bars, and times no longer than they need be. */
import type { BarList } from '../../../../src-server/contract/control/market/market-prices.ts';

export type PriceBar = BarList['bars'][number];

export interface PriceScale {
  readonly domain: [number, number];
  /** Round prices inside the domain, rising. */
  readonly ticks: readonly number[];
  /** As many decimals as their distance needs. */
  readonly decimals: number;
}

const WANTED_TICKS = 8;

/** Lowest and highest price with air around them, more of it beneath, where the volume stands. */
export function priceScale(bars: readonly PriceBar[]): PriceScale {
  const low = Math.min(...bars.map((bar) => bar.low));
  const high = Math.max(...bars.map((bar) => bar.high));
  // A price that is held moves nowhere: a thousandth of it keeps the axis from having no length.
  const height = Math.max(high - low, high / 1000);
  const domain: [number, number] = [low - height * 0.25, high + height * 0.05];
  const step = roundStep((domain[1] - domain[0]) / WANTED_TICKS);
  const ticks: number[] = [];
  for (let count = Math.ceil(domain[0] / step); count * step <= domain[1]; count += 1) ticks.push(count * step);
  return { domain, ticks, decimals: Math.max(0, -Math.floor(Math.log10(step) + 1e-9)) };
}

/** The next 1, 2 or 5 times a power of ten that is no smaller. */
function roundStep(least: number): number {
  const power = 10 ** Math.floor(Math.log10(least));
  const factor = [1, 2, 5].find((each) => each * power >= least * (1 - 1e-9)) ?? 10;
  return factor * power;
}

/** `10:35:07` for seconds, `03-02 10:35` within days, since sessions follow without a gap, `2026-03-02` above; all UTC. */
export function formatTick(at: string, interval: BarList['interval']): string {
  if (interval === '1d' || interval === '1w') return at.slice(0, 10);
  if (interval.endsWith('s')) return at.slice(11, 19);
  return `${at.slice(5, 10)} ${at.slice(11, 16)}`;
}
