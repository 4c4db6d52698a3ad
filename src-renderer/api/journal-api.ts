/** The journal: its rows, one request whole, the trace of an entity, and the commands that empty, verify and replay it. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { answerOf, control, type Schemas } from './api-client.ts';
import { type JournalRows, withNewest, withOlder } from './journal-rows.ts';
import { KEYS } from './query-keys.ts';

/** Enough to see at once; read again with every change. */
const NEWEST_ROWS = 200;
/** Older rows are read once, by somebody who scrolls through them. */
const OLDER_ROWS = 1000;

/** Rows that match, newest first. Where they are not followed, they are read once and then stand still. */
export function useJournal(filters: JournalFilters, isFollowed: boolean) {
  const queryKey = KEYS.journal(journalSearch(filters).toString());
  return useQuery({
    queryKey,
    queryFn: async ({ client, signal }) => {
      const newest = await readRows(filters, { limit: String(NEWEST_ROWS) }, signal);
      return withNewest(client.getQueryData<JournalRows>(queryKey), newest);
    },
    enabled: (query) => isFollowed || query.state.data === undefined,
    // Comparing a hundred thousand rows with themselves would cost more than drawing those in sight.
    structuralSharing: false,
  });
}

/** Reads the next older part behind the rows that are held. */
export function useOlderRequests(filters: JournalFilters) {
  const client = useQueryClient();
  const queryKey = KEYS.journal(journalSearch(filters).toString());
  return useMutation({
    mutationFn: async () => {
      const before = client.getQueryData<JournalRows>(queryKey)?.nextBefore ?? null;
      if (before === null) return;
      const older = await readRows(filters, { limit: String(OLDER_ROWS), cursor: String(before) });
      client.setQueryData<JournalRows>(queryKey, (held) => held && withOlder(held, older));
    },
  });
}

/** The filters come from an address that anybody can write, so the service validates them. */
function readRows(filters: JournalFilters, part: Readonly<Record<string, string>>, signal?: AbortSignal) {
  const search = new URLSearchParams([...journalSearch(filters), ...Object.entries(part)]);
  const querySerializer = () => search.toString();
  return answerOf(control.GET('/journal', { querySerializer, ...(signal === undefined ? {} : { signal }) }));
}

/** A request and its answer in full, which do not change. */
export const useJournalEntry = (requestId: string) =>
  useQuery({
    queryKey: KEYS.journalEntry(requestId),
    queryFn: ({ signal }) =>
      answerOf(control.GET('/journal/{request_id}', { params: { path: { request_id: requestId } }, signal })),
    staleTime: Number.POSITIVE_INFINITY,
  });

/** What belongs to a request, a rebalance, an order, a fill, an event or a delivery, from cause to effect. */
export const useTrace = (id: string) =>
  useQuery({
    queryKey: KEYS.trace(id),
    queryFn: ({ signal }) => answerOf(control.GET('/trace/{id}', { params: { path: { id } }, signal })),
  });

/** Answers how many entries there were. The world stays as it is. */
export const clearJournal = () => answerOf(control.DELETE('/journal'));

/** Whether the expected requests came. Changes nothing. */
export const verifyRequests = (body: Schemas['VerifyRequests']) => answerOf(control.POST('/journal/verify', { body }));

/** Sends the requests of an HTTP archive to the service again, in their order, with the key of the run. */
export const replayArchive = (body: Schemas['ForeignArchive']) => answerOf(control.POST('/journal/replay', { body }));

/** Where an archive of what matches can be downloaded. */
export function archivePath(filters: JournalFilters): string {
  const search = journalSearch(filters).toString();
  return search === '' ? '/sim/journal.har' : `/sim/journal.har?${search}`;
}

export const FILTER_NAMES = ['q', 'method', 'status', 'operation', 'form', 'key', 'fault'] as const;
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
