/**
 * Lets a list that is read page by page stand still while older pages are looked at, and drops them afterwards: a list
 * that is read again reads all of its pages, which for thousands of rows would be a rush at every change.
 */
import { type InfiniteData, type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';

/** Options for `useInfiniteQuery`. */
export function usePausedList(queryKey: QueryKey, isScrolledAway: boolean) {
  const client = useQueryClient();
  const name = JSON.stringify(queryKey);
  useEffect(() => {
    if (isScrolledAway) return;
    client.setQueryData<InfiniteData<unknown>>(JSON.parse(name) as QueryKey, (held) =>
      held === undefined || held.pages.length < 2
        ? held
        : { pages: held.pages.slice(0, 1), pageParams: held.pageParams.slice(0, 1) },
    );
  }, [client, name, isScrolledAway]);
  return {
    enabled: !isScrolledAway || client.getQueryData(queryKey) === undefined,
    // Comparing many thousands of rows with themselves would cost more than drawing those in sight.
    structuralSharing: false,
  };
}
