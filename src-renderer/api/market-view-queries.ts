/** Rates of exchange and calendars to look at. Reads only; rates are asked again as the clock moves, a month only when it is new. */
import { keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query';
import type { CalendarList } from '../../src-server/contract/control/market/market-calendars.ts';
import type { RatePath, RateSpan, RateTable } from '../../src-server/contract/control/market/market-rates.ts';
import { getJson } from './api-client.ts';
import type { ApiError } from './api-error.ts';
import { KEYS } from './query-keys.ts';

const REFRESH_MS = 4_000;

export function useRateTable(): UseQueryResult<RateTable, ApiError> {
  return useQuery<RateTable, ApiError>({
    queryKey: [...KEYS.rates, 'table'],
    queryFn: ({ signal }) => getJson<RateTable>('/sim/market/fx/table', signal),
    refetchInterval: REFRESH_MS,
  });
}

export function useRatePath(currency: string, span: RateSpan): UseQueryResult<RatePath, ApiError> {
  return useQuery<RatePath, ApiError>({
    queryKey: [...KEYS.rates, 'path', currency, span],
    queryFn: ({ signal }) =>
      getJson<RatePath>(`/sim/market/fx/path?${new URLSearchParams({ currency, span })}`, signal),
    refetchInterval: REFRESH_MS,
    placeholderData: keepPreviousData,
  });
}

/** Empty: the month that holds the present. What is open now and next moves with the clock. */
export function useCalendars(month: string): UseQueryResult<CalendarList, ApiError> {
  return useQuery<CalendarList, ApiError>({
    queryKey: ['calendars', month],
    queryFn: ({ signal }) =>
      getJson<CalendarList>(`/sim/market/calendars${month === '' ? '' : `?${new URLSearchParams({ month })}`}`, signal),
    refetchInterval: REFRESH_MS,
    placeholderData: keepPreviousData,
  });
}
