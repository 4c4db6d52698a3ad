/** Quotes of many listings in one question. Reads only; asked again once a second at most, however fast the clock runs. */
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import type { QuoteList } from '../../src-server/contract/control/market/market-prices.ts';
import { getJson } from './api-client.ts';
import type { ApiError } from './api-error.ts';
import { KEYS } from './query-keys.ts';

/** Prices move with the clock and send no event. Faster than this nobody reads numbers. */
const RUNNING_REFRESH_MS = 1_000;
const STANDING_REFRESH_MS = 4_000;

export type QuoteRow = QuoteList['quotes'][number];

export interface Watched {
  /** `null` asks for all that portfolios hold; an empty list asks for nothing. */
  readonly listings: readonly string[] | null;
  /** False until it is known which of the chosen listings this world has. */
  readonly isKnown: boolean;
}

/** While others are read, those before stay. */
export function useQuotes({ listings, isKnown }: Watched, isRunning: boolean): UseQueryResult<QuoteList, ApiError> {
  const asked = listings?.join(',') ?? '';
  const query = listings === null ? '' : `?${new URLSearchParams({ listings: asked })}`;
  return useQuery<QuoteList, ApiError>({
    queryKey: KEYS.quotes(listings === null ? 'held' : asked),
    queryFn: ({ signal }) =>
      listings?.length === 0
        ? { at: '', quotes: [], left_out: 0 }
        : getJson<QuoteList>(`/sim/market/quotes${query}`, signal),
    refetchInterval: isRunning ? RUNNING_REFRESH_MS : STANDING_REFRESH_MS,
    enabled: isKnown,
    placeholderData: (before) => before,
  });
}
