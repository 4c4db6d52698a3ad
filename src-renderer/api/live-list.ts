/** A list that is read page by page, newest first, and again with every change. */
import { type InfiniteData, type QueryKey, useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';

interface LiveList<Page, Rows> {
  readonly queryKey: QueryKey;
  /** An empty cursor asks for the newest page. */
  readonly readPage: (cursor: string, signal: AbortSignal) => Promise<Page>;
  readonly select: (pages: readonly Page[]) => Rows;
  /** While the user looks further down, or has paused the list, it does not change. */
  readonly isPaused: boolean;
  readonly refetchInterval?: number | false;
}

/**
 * All pages read so far as one list; `fetchNextPage` reads an older one. When the list continues after a pause, it
 * drops the older pages: reading all of them at every change would be too many requests.
 */
export function useLiveList<Page extends { readonly next: string | null }, Rows>(list: LiveList<Page, Rows>) {
  const { queryKey, readPage, select, isPaused, refetchInterval = false } = list;
  const client = useQueryClient();
  const name = JSON.stringify(queryKey);
  useEffect(() => {
    const loaded = client.getQueryData<InfiniteData<unknown>>(JSON.parse(name) as QueryKey);
    if (isPaused || loaded === undefined || loaded.pages.length < 2) return;
    const newest = { pages: loaded.pages.slice(0, 1), pageParams: loaded.pageParams.slice(0, 1) };
    // Marked as old as possible, so that it is read at once.
    client.setQueryData(JSON.parse(name) as QueryKey, newest, { updatedAt: 1 });
  }, [client, name, isPaused]);
  return useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) => readPage(pageParam, signal),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next ?? undefined,
    select: ({ pages }: InfiniteData<Page>) => select(pages),
    enabled: !isPaused || client.getQueryData(queryKey) === undefined,
    refetchInterval,
    // A user who wants an older page requests it again; everything is read again once the stream is back.
    retry: false,
    // Comparing many thousands of rows with themselves would cost more than rendering the visible ones.
    structuralSharing: false,
  });
}
