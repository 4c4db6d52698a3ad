/** The journal: its rows, one request whole, the trace of an entity, and the commands that empty, verify and replay it. */
import { hashKey, type QueryClient, useQuery } from '@tanstack/react-query';
import type { JournalNotice } from '../../src-server/contract/control/world/journal.ts';
import { addressOfWorld } from '../../src-server/contract/control/worlds/world-address.ts';
import { ownWorld } from '../state/own-world.ts';
import { answerOf, control, controlAt, inPath, read, type Schemas } from './api-client.ts';
import { withRequests } from './journal-rows.ts';
import { useLiveList } from './live-list.ts';
import { KEYS, type QueryGroup } from './query-keys.ts';

/** Enough to see at once. */
const NEWEST_ROWS = 200;
/** Older rows are read once, by somebody who scrolls through them. */
const OLDER_ROWS = 1000;

/** Rows that match, newest first. */
export function useJournal(filters: JournalFilters, isPaused: boolean) {
  const search = journalSearch(filters);
  return useLiveList({
    queryKey: KEYS.journal(search.toString()),
    readPage: (cursor, signal) => {
      // The filters come from an address that anybody can write, so the service validates them.
      const part = cursor === '' ? { limit: `${NEWEST_ROWS}` } : { limit: `${OLDER_ROWS}`, cursor };
      const querySerializer = () => new URLSearchParams([...search, ...Object.entries(part)]).toString();
      return answerOf(control.GET('/journal', { querySerializer, signal }));
    },
    select: (pages) => ({ entries: pages.flatMap(({ entries }) => entries), total: pages[0]?.total ?? 0 }),
    isPaused,
  });
}

/**
 * Takes what the stream reported into the list of all requests. A list with filters, and one that is not on screen, is marked
 * stale. False while a list is being read, which may have been answered before: they are to be taken again then.
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

/** A request and its answer in full, which do not change. */
export const useJournalEntry = (requestId: string) =>
  useQuery({
    ...read(KEYS.journalEntry(requestId), '/journal/{request_id}', inPath({ request_id: requestId })),
    staleTime: Number.POSITIVE_INFINITY,
  });

export const readJournalEntry = (requestId: string) =>
  answerOf(control.GET('/journal/{request_id}', inPath({ request_id: requestId })));

const LOOKED_AT_FOR_HEADERS = 200;
/** What every client can send, before any has. */
const KNOWN_HEADERS = ['accept', 'authorization', 'content-type', 'user-agent'];

/** The request headers of the interface, and those that clients sent lately. */
export function useHeaderNames(): readonly string[] {
  const query = { full: true, limit: LOOKED_AT_FOR_HEADERS };
  const { data } = useQuery(read(KEYS.journalHeaders, '/journal', { params: { query } }));
  const sent = data?.entries.flatMap(({ request_headers: headers = {} }) => Object.keys(headers)) ?? [];
  return [...new Set([...KNOWN_HEADERS, ...sent.map((name) => name.toLowerCase())])].sort();
}

/** What belongs to a request, a rebalance, an order, a fill, an event or a delivery, from cause to effect. */
export const useTrace = (id: string) => useQuery(read(KEYS.trace(id), '/trace/{id}', inPath({ id })));

/** Answers how many entries there were. The world stays as it is. */
export const clearJournal = () => answerOf(control.DELETE('/journal'));

/** Whether the expected requests came. Changes nothing. */
export const verifyRequests = (body: Schemas['VerifyRequests']) => answerOf(control.POST('/journal/verify', { body }));

/** Sends the requests of an HTTP archive to a world again, in their order, with the key of its run. */
export const replayArchive = (body: Schemas['ForeignArchive'], world: string = ownWorld) =>
  answerOf(controlAt(addressOfWorld(world)).POST('/journal/replay', { body }));

/** One request and its answer as an HTTP archive. */
export const readArchiveOf = (requestId: string) =>
  answerOf(control.GET('/journal.har', { params: { query: { request_id: requestId } } }));

/** Where an archive of what matches can be downloaded. */
export function archivePath(filters: JournalFilters): string {
  const search = journalSearch(filters).toString();
  return search === '' ? '/sim/journal.har' : `/sim/journal.har?${search}`;
}

export const FILTER_NAMES = ['q', 'method', 'status', 'operation', 'form', 'key', 'fault', 'idempotency'] as const;
export type FilterName = (typeof FILTER_NAMES)[number];
/** Only what is asked for is in it. */
export type JournalFilters = Readonly<Partial<Record<FilterName, string>>>;

/** What an address asks for; parameters that are no filters, and empty ones, are left out. */
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
