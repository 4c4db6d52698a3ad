/** Bars of a listing around what a chart shows, of one exchange or of several side by side. Reads only. */
import { keepPreviousData, type UseQueryResult, useQueries, useQuery } from '@tanstack/react-query';
import type { BarList } from '../../src-server/contract/control/market/market-prices.ts';
import { getJson } from './api-client.ts';
import type { ApiError } from './api-error.ts';
import { KEYS } from './query-keys.ts';

const BARS_REFRESH_MS = 4_000;

export interface BarQuestion {
  readonly isin: string;
  readonly exchange: string;
  readonly interval: BarList['interval'];
  /** Bars that begin before; null: up to now. */
  readonly to: string | null;
  readonly limit: number;
}

/** While another stretch or interval of the same listing is read, the bars shown before stay. */
export function useBarRange(question: BarQuestion): UseQueryResult<BarList, ApiError> {
  return useQuery<BarList, ApiError>({
    ...barQuery(question),
    placeholderData: (before) =>
      before?.isin === question.isin && before.exchange === question.exchange ? before : undefined,
  });
}

/** One after the other, in the order of the questions; undefined for what is not there yet. */
export function useBarRanges(questions: readonly BarQuestion[]): readonly (BarList | undefined)[] {
  return useQueries({
    queries: questions.map((question) => ({ ...barQuery(question), placeholderData: keepPreviousData })),
    combine: (reads) => reads.map(({ data }) => data),
  });
}

function barQuery({ isin, exchange, interval, to, limit }: BarQuestion) {
  const query = new URLSearchParams({ isin, exchange, interval, limit: String(limit) });
  if (to !== null) query.set('to', to);
  return {
    queryKey: [...KEYS.bars(isin, exchange, interval), to, limit],
    queryFn: ({ signal }: { readonly signal: AbortSignal }) => getJson<BarList>(`/sim/bars?${query}`, signal),
    refetchInterval: BARS_REFRESH_MS,
  };
}
