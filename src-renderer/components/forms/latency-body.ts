import type { ExchangeView } from '../../../src-server/contract/control/market/exchange-control.ts';
import type { LatencyDraft } from './latency-fields.tsx';
import { numberOf } from './number-text.ts';

type Latency = ExchangeView['settings']['latency_ms']['submit'];

/** The request fields of a latency: the numbers of its shape. */
export function latencyBody({ shape, fixed, min, max, median, sigma }: LatencyDraft): Latency {
  switch (shape) {
    case 'fixed':
      return { fixed: numberOf(fixed) };
    case 'span':
      return { min: numberOf(min), max: numberOf(max) };
    case 'median':
      return { median: numberOf(median), sigma: numberOf(sigma), max: numberOf(max) };
  }
}
