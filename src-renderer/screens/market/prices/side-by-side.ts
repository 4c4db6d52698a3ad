/**
 * Several listings in one chart: the gain or loss of each since the first visible bar, on the bars of the first. Pure.
 */
import type { BarList } from '../../../../src-server/contract/control/market/market-prices.ts';
import type { PriceBar } from './price-scale.ts';

export interface SideBySideRow {
  readonly at: string;
  /** One for each listing, as a share: 0.01 is one per cent up. Null if it did not trade. */
  readonly changes: readonly (number | null)[];
}

/**
 * `others` may be undefined while they are read. Each is in its own currency, so exchange rates do not affect the
 * lines.
 */
export function sideBySide(bars: readonly PriceBar[], others: readonly (BarList | undefined)[]): SideBySideRow[] {
  const closes = [bars, ...others.map((list) => list?.bars ?? [])].map(
    (list) => new Map(list.map(({ at, close }) => [at, close])),
  );
  const bases = closes.map((byInstant) => firstOf(bars, byInstant));
  return bars.map(({ at }) => ({
    at,
    changes: closes.map((byInstant, index) => {
      const close = byInstant.get(at);
      const base = bases[index];
      return close === undefined || base === undefined ? null : close / base - 1;
    }),
  }));
}

function firstOf(bars: readonly PriceBar[], closes: ReadonlyMap<string, number>): number | undefined {
  const first = bars.find(({ at }) => closes.has(at));
  return first === undefined ? undefined : closes.get(first.at);
}
