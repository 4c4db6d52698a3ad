/**
 * Adjusts prices for dividends, as if each had been reinvested at the close of its ex-date: every price before an
 * ex-date is divided by 1 + dividend / price of that date. The last price stays as it is.
 */
import type { DatedPrice } from './collect-series.ts';

/** `prices` ascending. Millionths, rounded half up; without dividends the same prices. */
export function withDividendsReinvested(prices: readonly DatedPrice[]): DatedPrice[] {
  let divisor = 1;
  return [...prices]
    .reverse()
    .map((row) => {
      const adjusted = { ...row, priceMicro: Math.max(1, Math.round(row.priceMicro / divisor)) };
      divisor *= 1 + row.dividendMicro / row.priceMicro;
      return adjusted;
    })
    .reverse();
}
