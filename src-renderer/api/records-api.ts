/**
 * MiFID II records: page by page, filtered by the service; whole ones; and an instrument's fills that they document.
 */
import { useQueries, useQuery } from '@tanstack/react-query';
import type { MifidRecordRow } from '../../src-server/contract/control/portfolios/mifid-list.ts';
import { ask, controlQuery } from './api-client.ts';
import { useClockPace } from './clock-api.ts';
import { useLiveList } from './live-list.ts';
import { KEYS } from './query-keys.ts';

const PER_PAGE = 200;
/** Retention ends by the clock alone, which no event reports. */
const RETENTION_REFRESH_MS = 4_000;
/** As many as can be distinguished in a chart. */
const MAX_FILLS = 500;

export interface MifidRecords {
  readonly records: readonly MifidRecordRow[];
  /** Total number of matches, counted to 10 000 if there is a filter. */
  readonly total: number;
}

export function useMifidRecords(filters: RecordFilters, isPaused: boolean) {
  const pace = useClockPace(RETENTION_REFRESH_MS);
  return useLiveList({
    queryKey: KEYS.mifidRecords(recordQuery(filters).toString()),
    readPage: (cursor, signal) => {
      const query = { limit: PER_PAGE, ...(cursor === '' ? {} : { cursor }) };
      return ask('GET /mifid-records', { query, search: recordQuery(filters), signal });
    },
    select: (pages): MifidRecords => ({
      records: pages.flatMap(({ records }) => records),
      total: pages.at(-1)?.total ?? 0,
    }),
    isPaused,
    refetchInterval: filters.status === undefined ? false : pace,
  });
}

export const useMifidRecord = (id: string) =>
  useQuery(controlQuery(KEYS.mifidRecord(id), 'GET /mifid-records/{id}', { params: { id } }));

/** Several whole records, in the order of their ids; `failed`: the error of a read that failed. */
export function useMifidRecordsOf(ids: readonly string[]) {
  return useQueries({
    queries: ids.map((id) => controlQuery(KEYS.mifidRecord(id), 'GET /mifid-records/{id}', { params: { id } })),
    combine: (results) => ({
      records: results.flatMap(({ data }) => data ?? []),
      failed: results.find(({ error }) => error !== null),
    }),
  });
}

export const readMifidRecord = (id: string) => ask('GET /mifid-records/{id}', { params: { id } });

/** The fills of an instrument in all portfolios, newest first. */
export const useFillsOf = (isin: string) =>
  useQuery(controlQuery(KEYS.fills(isin), 'GET /mifid-records', { query: { isin, limit: MAX_FILLS } }));

/** The download path of a file of all matches. */
export function recordsFilePath(filters: RecordFilters): string {
  const query = recordQuery(filters);
  query.set('format', 'csv');
  return `/sim/mifid-records?${query}`;
}

/** Parameter names of the page's address, each with the service's query parameter. */
const PARAMETERS = {
  portfolio: 'portfolio_id',
  rebalance: 'rebalance_id',
  isin: 'isin',
  account: 'account_id',
  status: 'status',
} as const;

export type RecordFilterName = keyof typeof PARAMETERS;
/** Contains only the filters that are set. */
export type RecordFilters = Readonly<Partial<Record<RecordFilterName, string>>>;

const NAMES = Object.keys(PARAMETERS) as RecordFilterName[];

/** The filters in an address; other parameters and empty ones are left out. */
export function recordFiltersIn(search: URLSearchParams): RecordFilters {
  const pairs = NAMES.map((name) => [name, search.get(name)?.trim() ?? ''] as const);
  return Object.fromEntries(pairs.filter(([, value]) => value !== ''));
}

/** The same filters as the service's query parameters. */
function recordQuery(filters: RecordFilters): URLSearchParams {
  const set = NAMES.flatMap((name) => (filters[name] === undefined ? [] : [[PARAMETERS[name], filters[name]]]));
  return new URLSearchParams(set);
}
