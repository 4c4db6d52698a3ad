/** Bars of a listing over the time in which an order was executed; asked anew while that goes on. Reads only. */
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import type { BarList } from '../../src-server/contract/control/market/market-prices.ts';
import { getJson } from './api-client.ts';
import type { ApiError } from './api-error.ts';
import { KEYS } from './query-keys.ts';

const REFRESH_MS = 4_000;

export interface BarSpan {
  readonly isin: string;
  readonly exchange: string;
  readonly interval: BarList['interval'];
  readonly fromMs: number;
  /** Null: up to now. */
  readonly untilMs: number | null;
}

export function useExecutionBars({
  isin,
  exchange,
  interval,
  fromMs,
  untilMs,
}: BarSpan): UseQueryResult<BarList, ApiError> {
  const query = new URLSearchParams({ isin, exchange, interval, from: new Date(fromMs).toISOString() });
  if (untilMs !== null) query.set('to', new Date(untilMs).toISOString());
  return useQuery<BarList, ApiError>({
    queryKey: [...KEYS.bars(isin, exchange, interval), fromMs, untilMs],
    queryFn: ({ signal }) => getJson<BarList>(`/sim/bars?${query}`, signal),
    refetchInterval: untilMs === null ? REFRESH_MS : false,
    placeholderData: (before) => (before?.isin === isin && before.exchange === exchange ? before : undefined),
  });
}
