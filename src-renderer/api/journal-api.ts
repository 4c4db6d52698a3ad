/** The journal: its rows, whole requests, the trace of an entity, and the commands that clear, verify and replay it. */
import { hashKey, type InfiniteData, type QueryClient, useQuery } from '@tanstack/react-query';
import type { ControlBody } from '../../src-server/contract/control/control-routes.ts';
import type { JournalList, JournalNotice } from '../../src-server/contract/control/world/journal.ts';
import { addressOfWorld } from '../../src-server/contract/control/worlds/world-address.ts';
import { ask, askAt, controlQuery } from './api-client.ts';
import { useLiveList } from './live-list.ts';
import { KEYS, type QueryGroup } from './query-keys.ts';

/** Enough for the first screen. */
const NEWEST_ROWS = 200;
/** Older rows are read once, when the user scrolls to them. */
const OLDER_ROWS = 1000;

/** Rows that match, newest first. */
export function useJournal(filters: JournalFilters, isPaused: boolean) {
  const search = journalSearch(filters);
  return useLiveList({
    queryKey: KEYS.journal(search.toString()),
    readPage: (cursor, signal) => {
      const query = cursor === '' ? { limit: NEWEST_ROWS } : { limit: OLDER_ROWS, cursor };
      return ask('GET /journal', { query, search, signal });
    },
    select: (pages) => ({ entries: pages.flatMap(({ entries }) => entries), total: pages[0]?.total ?? 0 }),
    isPaused,
  });
}

/**
 * Adds the requests that the stream reported to the list of all requests. A list with filters, and one that is not on
 * screen, is marked stale. Returns false while a list is being read, because its response may be older: the caller must
 * add them again later.
 */
export function takeRequests(client: QueryClient, notices: readonly JournalNotice[]): boolean {
  const group: QueryGroup = 'journal';
  if (client.isFetching({ queryKey: [group] }) > 0) return false;
  for (const query of client.getQueryCache().findAll({ queryKey: [group] })) {
    const isFollowed = query.isActive() && hashKey(query.queryKey) === hashKey(KEYS.journal(''));
    const rows = isFollowed ? withRequests(client.getQueryData(query.queryKey), notices) : null;
    if (rows !== null) client.setQueryData(query.queryKey, rows);
    else void client.invalidateQueries({ queryKey: query.queryKey, exact: true });
  }
  return true;
}

/** A request and its response in full, which do not change. */
export const useJournalEntry = (requestId: string) =>
  useQuery({
    ...controlQuery(KEYS.journalEntry(requestId), 'GET /journal/{request_id}', { params: { request_id: requestId } }),
    staleTime: Number.POSITIVE_INFINITY,
  });

export const readJournalEntry = (requestId: string) =>
  ask('GET /journal/{request_id}', { params: { request_id: requestId } });

const LOOKED_AT_FOR_HEADERS = 200;
/** Headers that every client can send, before any has been recorded. */
const KNOWN_HEADERS = ['accept', 'authorization', 'content-type', 'user-agent'];

/** The request headers of the interface, and those that clients have sent lately. */
export function useHeaderNames(): readonly string[] {
  const query = { full: true, limit: LOOKED_AT_FOR_HEADERS };
  const { data } = useQuery(controlQuery(KEYS.journalHeaders, 'GET /journal', { query }));
  const sent = data?.entries.flatMap(({ request_headers: headers = {} }) => Object.keys(headers)) ?? [];
  return [...new Set([...KNOWN_HEADERS, ...sent.map((name) => name.toLowerCase())])].sort();
}

/** Everything related to a request, a rebalance, an order, a fill, an event or a delivery, from cause to effect. */
export const useTrace = (id: string) => useQuery(controlQuery(KEYS.trace(id), 'GET /trace/{id}', { params: { id } }));

/** Returns the number of entries removed. The world does not change. */
export const clearJournal = () => ask('DELETE /journal');

/** Checks whether the expected requests were received. Changes nothing. */
export const verifyRequests = (body: ControlBody<'POST /journal/verify'>) => ask('POST /journal/verify', { body });

/** Sends the requests of an HTTP archive to this world again, in their order, with the key of its run. */
export const replayArchive = (body: ControlBody<'POST /journal/replay'>) => ask('POST /journal/replay', { body });

/** The same in another world, whose clock advances to the time of each request. */
export const replayArchiveWithTimes = (body: ControlBody<'POST /journal/replay'>, world: string) =>
  askAt(addressOfWorld(world))('POST /journal/replay', { body, query: { with_times: true } });

/** One request and its response as an HTTP archive. */
export const readArchiveOf = (requestId: string) => ask('GET /journal.har', { query: { request_id: requestId } });

/** The download path of an archive of the matching requests. */
export function archivePath(filters: JournalFilters): string {
  const search = journalSearch(filters).toString();
  return search === '' ? '/sim/journal.har' : `/sim/journal.har?${search}`;
}

const FILTER_NAMES = ['q', 'method', 'status', 'operation', 'form', 'key', 'fault', 'idempotency'] as const;
export type FilterName = (typeof FILTER_NAMES)[number];
/** Contains only the filters that are set. */
export type JournalFilters = Readonly<Partial<Record<FilterName, string>>>;

/** The filters in an address; other parameters and empty ones are left out. */
export function filtersIn(search: URLSearchParams): JournalFilters {
  const pairs = FILTER_NAMES.map((name) => [name, search.get(name)?.trim() ?? ''] as const);
  return Object.fromEntries(pairs.filter(([, value]) => value !== ''));
}

/** The same filters as a query, always in one order, so that equal filters are one address and one cache entry. */
export function journalSearch(filters: JournalFilters): URLSearchParams {
  const search = new URLSearchParams();
  for (const name of FILTER_NAMES) {
    const value = filters[name];
    if (value !== undefined && value !== '') search.set(name, value);
  }
  return search;
}

/** Keeps a page that is left open during a load test from growing without limit. */
const MAX_ROWS = 2_000;
/** The service counts up to this number. */
const MAX_COUNTED = 1_000_000;

/**
 * Adds requests that the live stream reported in front of those that were read. `notices` are ordered by response, like
 * their numbers. Requests that were read already are left out. `null` if there is no row to number them by, so that the
 * list has to be read.
 */
export function withRequests(
  loaded: InfiniteData<JournalList> | undefined,
  notices: readonly JournalNotice[],
): InfiniteData<JournalList> | null {
  const [newest, ...older] = loaded?.pages ?? [];
  const last = newest?.entries[0]?.seq;
  if (loaded === undefined || newest === undefined || last === undefined) return null;
  const known = new Set(newest.entries.map((entry) => entry.request_id));
  // Requests before one that was read were read too, though possibly on an older page.
  const since = notices.findLastIndex((notice) => known.has(notice.request_id)) + 1;
  const added = notices.slice(since).map((notice, index) => ({ seq: last + 1 + index, ...notice }));
  const entries = [...added.reverse(), ...newest.entries];
  const total = Math.min(MAX_COUNTED, newest.total + added.length);
  if (entries.length <= MAX_ROWS) return { ...loaded, pages: [{ ...newest, entries, total }, ...older] };
  const retained = entries.slice(0, MAX_ROWS);
  const page = { entries: retained, total, next: String(retained.at(-1)?.seq ?? '') };
  return { pages: [page], pageParams: loaded.pageParams.slice(0, 1) };
}
