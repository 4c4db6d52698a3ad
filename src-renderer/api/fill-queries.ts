/** The fills of an instrument over all portfolios, newest first, as their compliance records tell them. Reads only. */
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import type { MifidRecordList } from '../../src-server/contract/control/portfolios/mifid-list.ts';
import { getJson } from './api-client.ts';
import type { ApiError } from './api-error.ts';
import { KEYS } from './query-keys.ts';

/** As many as a chart can mark so that one is told from the other. */
const MOST_FILLS = 500;

export function useFillsOf(isin: string): UseQueryResult<MifidRecordList, ApiError> {
  const query = new URLSearchParams({ isin, limit: String(MOST_FILLS) });
  return useQuery<MifidRecordList, ApiError>({
    queryKey: KEYS.mifidRecords(`fills?${query}`),
    queryFn: ({ signal }) => getJson<MifidRecordList>(`/sim/mifid-records?${query}`, signal),
  });
}
