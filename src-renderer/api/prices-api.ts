/** Prices of listings: quotes, order books, and bars for charts. */
import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query';
import type { BarList, QuoteList } from '../../src-server/contract/control/market/market-prices.ts';
import { ask, controlQuery } from './api-client.ts';
import { useClockPace } from './clock-api.ts';
import { KEYS } from './query-keys.ts';

export type QuoteRow = QuoteList['quotes'][number];

/** Prices move with the clock and send no event. */
const REFRESH_MS = 4_000;
/** Nobody can read numbers that change faster than this. */
const QUOTES_REFRESH_MS = 1_000;

export interface BarQuestion {
  readonly isin: string;
  readonly exchange: string;
  readonly interval: BarList['interval'];
  /** Only bars that begin before; null: up to now. */
  readonly to: string | null;
  readonly limit: number;
}

function barsQuery({ isin, exchange, interval, to, limit }: BarQuestion) {
  return controlQuery([...KEYS.bars(isin, exchange, interval), to, limit], 'GET /bars', {
    query: { isin, exchange, interval, limit, ...(to === null ? {} : { to }) },
  });
}

/** While another range or interval of the same listing is read, the bars shown before stay. */
const previousBarsOf =
  ({ isin, exchange }: Pick<BarQuestion, 'isin' | 'exchange'>) =>
  (before: BarList | undefined) =>
    before?.isin === isin && before.exchange === exchange ? before : undefined;

export const useBarRange = (question: BarQuestion) =>
  useQuery({
    ...barsQuery(question),
    refetchInterval: useClockPace(REFRESH_MS),
    placeholderData: previousBarsOf(question),
  });

/** One result for each range, in their order; undefined if it has not arrived yet. */
export function useBarRanges(questions: readonly BarQuestion[]) {
  const refetchInterval = useClockPace(REFRESH_MS);
  return useQueries({
    queries: questions.map((question) => ({
      ...barsQuery(question),
      refetchInterval,
      placeholderData: keepPreviousData,
    })),
    combine: (results) => ({
      lists: results.map(({ data }) => data),
      error: results.find(({ isLoadingError }) => isLoadingError)?.error ?? null,
    }),
  });
}

interface BarSpan extends Pick<BarQuestion, 'isin' | 'exchange' | 'interval'> {
  readonly fromMs: number;
  /** Null: up to now. */
  readonly untilMs: number | null;
}

/** Bars over the time in which an order was executed; read again while it is executing. */
export function useExecutionBars({ isin, exchange, interval, fromMs, untilMs }: BarSpan) {
  const pace = useClockPace(REFRESH_MS);
  const until = untilMs === null ? {} : { to: new Date(untilMs).toISOString() };
  const query = { isin, exchange, interval, from: new Date(fromMs).toISOString(), ...until };
  return useQuery({
    ...controlQuery([...KEYS.bars(isin, exchange, interval), fromMs, untilMs], 'GET /bars', { query }),
    refetchInterval: untilMs === null ? pace : false,
    placeholderData: previousBarsOf({ isin, exchange }),
  });
}

export const depthQuery = (isin: string, exchange: string) =>
  controlQuery(KEYS.depth(isin, exchange), 'GET /depth', { query: { isin, exchange } });

export const useDepth = (isin: string, exchange: string) =>
  useQuery({ ...depthQuery(isin, exchange), refetchInterval: useClockPace(REFRESH_MS) });

export interface Watched {
  /** `null` requests all listings that portfolios hold; an empty list requests nothing. */
  readonly listings: readonly string[] | null;
  /** False until it is known which of the chosen listings exist in this world. */
  readonly isKnown: boolean;
}

/** Many listings in one request. While others are read, the previous ones are shown. */
export function useQuotes({ listings, isKnown }: Watched) {
  const requested = listings?.join(',') ?? '';
  return useQuery({
    queryKey: KEYS.quotes(listings === null ? 'held' : requested),
    queryFn: ({ signal }): Promise<QuoteList> | QuoteList => {
      if (listings?.length === 0) return { at: '', quotes: [], left_out: 0 };
      const query = listings === null ? {} : { listings: requested };
      return ask('GET /market/quotes', { query, signal });
    },
    refetchInterval: useClockPace(QUOTES_REFRESH_MS),
    enabled: isKnown,
    placeholderData: keepPreviousData,
  });
}
