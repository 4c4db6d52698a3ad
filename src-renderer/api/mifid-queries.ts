/** MiFID II records: page by page, newest first, narrowed down by the service; and one whole. Reads only. */
import { type UseInfiniteQueryResult, type UseQueryResult, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type {
  MifidRecordList,
  MifidRecordRow,
  MifidRecordView,
} from '../../src-server/contract/control/portfolios/mifid-list.ts';
import { getJson } from './api-client.ts';
import type { ApiError } from './api-error.ts';
import { KEYS } from './query-keys.ts';
import { type RecordFilters, recordQuery } from './record-filters.ts';
import { usePausedList } from './use-paused-list.ts';

const PER_PAGE = 200;
/** Retention ends by the clock alone, which no event tells of. */
const RETENTION_REFRESH_MS = 4_000;

export interface MifidRecords {
  readonly records: readonly MifidRecordRow[];
  /** How many match in all, counted to 10 000. */
  readonly total: number;
}

/** All pages read so far as one list; `fetchNextPage` reads older ones. `isAway`: they are looked at and stand still. */
export function useMifidRecords(
  filters: RecordFilters,
  isScrolledAway: boolean,
): UseInfiniteQueryResult<MifidRecords, ApiError> {
  const queryKey = KEYS.mifidRecords(recordQuery(filters).toString());
  return useInfiniteQuery({
    queryKey,
    ...usePausedList(queryKey, isScrolledAway),
    queryFn: ({ pageParam, signal }) => getJson<MifidRecordList>(pagePath(filters, pageParam), signal),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next ?? undefined,
    select: ({ pages }) => ({ records: pages.flatMap(({ records }) => records), total: pages.at(-1)?.total ?? 0 }),
    refetchInterval: filters.status === undefined ? false : RETENTION_REFRESH_MS,
  });
}

export function useMifidRecord(mifidRecordId: string): UseQueryResult<MifidRecordView, ApiError> {
  return useQuery<MifidRecordView, ApiError>({
    queryKey: KEYS.mifidRecord(mifidRecordId),
    queryFn: ({ signal }) =>
      getJson<MifidRecordView>(`/sim/mifid-records/${encodeURIComponent(mifidRecordId)}`, signal),
  });
}

/** Where a file of all that match can be downloaded. */
export function recordsFilePath(filters: RecordFilters): string {
  const query = recordQuery(filters);
  query.set('format', 'csv');
  return `/sim/mifid-records?${query}`;
}

function pagePath(filters: RecordFilters, cursor: string): string {
  const query = recordQuery(filters);
  query.set('limit', String(PER_PAGE));
  if (cursor !== '') query.set('cursor', cursor);
  return `/sim/mifid-records?${query}`;
}
