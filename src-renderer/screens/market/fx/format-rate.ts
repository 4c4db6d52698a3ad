/** The spans for which a rate is drawn: the contract's, held to it by their type, without bringing its schemas here. */
import type { RATE_SPANS } from '../../../../src-server/contract/control/market/market-rates.ts';

export type { RateSpan } from '../../../../src-server/contract/control/market/market-rates.ts';

export const RATE_SPAN_LABELS: Readonly<Record<(typeof RATE_SPANS)[number], string>> = {
  '1d': 'a day',
  '1w': 'a week',
  '1m': 'a month',
  '1y': 'a year',
  '5y': 'five years',
};

export const RATE_SPAN_LIST: typeof RATE_SPANS = ['1d', '1w', '1m', '1y', '5y'];

/** A rate with five significant figures at least and as many decimals as its pair is dealt in: `0.86200`, `11.0500`. */
export function rateText(rate: number): string {
  if (rate === 1) return '1';
  return rate.toFixed(rate >= 10 ? 4 : 5);
}
