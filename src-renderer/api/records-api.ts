/** MiFID II records: page by page, narrowed down by the service; one whole; and the fills of an instrument that they tell. */
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { answerOf, control, type Schemas } from './api-client.ts';
import { KEYS } from './query-keys.ts';
import { type RecordFilters, recordQuery } from './record-filters.ts';
import { usePausedList } from './use-paused-list.ts';

const PER_PAGE = 200;
/** Retention ends by the clock alone, which no event tells of. */
const RETENTION_REFRESH_MS = 4_000;
/** As many as a chart can mark so that one is told from the other. */
const MOST_FILLS = 500;

export interface MifidRecords {
  readonly records: readonly Schemas['MifidRecordRow'][];
  /** How many match in all, counted to 10 000. */
  readonly total: number;
}

/** All pages read so far as one list; `fetchNextPage` reads older ones, which stand still while they are looked at. */
export function useMifidRecords(filters: RecordFilters, isScrolledAway: boolean) {
  const queryKey = KEYS.mifidRecords(recordQuery(filters).toString());
  return useInfiniteQuery({
    queryKey,
    ...usePausedList(queryKey, isScrolledAway),
    queryFn: ({ pageParam, signal }) => {
      // The filters come from an address that anybody can write, so the service validates them.
      const query = recordQuery(filters);
      query.set('limit', String(PER_PAGE));
      if (pageParam !== '') query.set('cursor', pageParam);
      return answerOf(control.GET('/mifid-records', { querySerializer: () => query.toString(), signal }));
    },
    initialPageParam: '',
    getNextPageParam: ({ next }) => next ?? undefined,
    select: ({ pages }): MifidRecords => ({
      records: pages.flatMap(({ records }) => records),
      total: pages.at(-1)?.total ?? 0,
    }),
    refetchInterval: filters.status === undefined ? false : RETENTION_REFRESH_MS,
  });
}

export const useMifidRecord = (id: string) =>
  useQuery({
    queryKey: KEYS.mifidRecord(id),
    queryFn: ({ signal }) => answerOf(control.GET('/mifid-records/{id}', { params: { path: { id } }, signal })),
  });

/** Over all portfolios, newest first. */
export const useFillsOf = (isin: string) =>
  useQuery({
    queryKey: KEYS.fills(isin),
    queryFn: ({ signal }) =>
      answerOf(control.GET('/mifid-records', { params: { query: { isin, limit: MOST_FILLS } }, signal })),
  });

/** Where a file of all that match can be downloaded. */
export function recordsFilePath(filters: RecordFilters): string {
  const query = recordQuery(filters);
  query.set('format', 'csv');
  return `/sim/mifid-records?${query}`;
}
