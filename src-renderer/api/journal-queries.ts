/** What the journal holds: its rows, which follow the live stream while they are wanted to, and one request whole. */
import {
  type UseMutationResult,
  type UseQueryResult,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import type { JournalDetail, JournalList } from '../../src-server/contract/control/world/journal.ts';
import { getJson } from './api-client.ts';
import type { ApiError } from './api-error.ts';
import { type JournalFilters, journalSearch } from './journal-filters.ts';
import { type JournalRows, withNewest, withOlder } from './journal-rows.ts';
import { KEYS } from './query-keys.ts';

/** Enough to see at once; read again with every change. */
const NEWEST_ROWS = 200;
/** Older rows are read once, by somebody who scrolls through them. */
const OLDER_ROWS = 1000;

/** Rows that match, newest first. Where they are not followed, they are read once and then stand still. */
export function useJournal(filters: JournalFilters, isFollowed: boolean): UseQueryResult<JournalRows, ApiError> {
  const queryKey = KEYS.journal(journalSearch(filters).toString());
  return useQuery<JournalRows, ApiError>({
    queryKey,
    queryFn: async ({ client, signal }) => {
      const newest = await readPart(filters, { limit: NEWEST_ROWS }, signal);
      return withNewest(client.getQueryData<JournalRows>(queryKey), newest);
    },
    enabled: (query) => isFollowed || query.state.data === undefined,
    // Comparing a hundred thousand rows with themselves would cost more than drawing those in sight.
    structuralSharing: false,
  });
}

/** Reads the next older part behind the rows that are held. */
export function useOlderRequests(filters: JournalFilters): UseMutationResult<void, ApiError, void> {
  const client = useQueryClient();
  const queryKey = KEYS.journal(journalSearch(filters).toString());
  return useMutation<void, ApiError, void>({
    mutationFn: async () => {
      const before = client.getQueryData<JournalRows>(queryKey)?.nextBefore ?? null;
      if (before === null) return;
      const older = await readPart(filters, { limit: OLDER_ROWS, cursor: before });
      client.setQueryData<JournalRows>(queryKey, (held) => held && withOlder(held, older));
    },
  });
}

/** A request and its answer, word for word. What was said does not change. */
export function useJournalEntry(requestId: string): UseQueryResult<JournalDetail, ApiError> {
  return useQuery<JournalDetail, ApiError>({
    queryKey: KEYS.journalEntry(requestId),
    queryFn: ({ signal }) => getJson<JournalDetail>(`/sim/journal/${encodeURIComponent(requestId)}`, signal),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

function readPart(
  filters: JournalFilters,
  part: { readonly limit: number; readonly cursor?: number },
  signal?: AbortSignal,
): Promise<JournalList> {
  const search = journalSearch(filters);
  for (const [name, value] of Object.entries(part)) search.set(name, String(value));
  return getJson<JournalList>(`/sim/journal?${search}`, signal);
}
