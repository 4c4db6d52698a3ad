/** One request of a sink by its key, in a list that is read page by page: older pages are read until it is found. */
import { useEffect, useEffectEvent } from 'react';
import type { SinkRequestView } from '../../../src-server/contract/control/webhooks/sinks.ts';
import { useSink } from '../../api/sinks-api.ts';
import { keyedRequests } from './sink-request-key.ts';

/** `request` is undefined if the sink does not have it any more, and while it is being searched for. */
export function useSinkRequest(name: string, requestKey: string) {
  // Paused, because the list beside it shows how far it is read.
  const query = useSink(name, true);
  const request = findRequest(query.data?.requests ?? [], requestKey);
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError } = query;
  const isLookedFor = request === undefined && hasNextPage && !isFetchNextPageError;
  const readOlder = useEffectEvent(() => void query.fetchNextPage());
  useEffect(() => {
    if (isLookedFor && !isFetchingNextPage) readOlder();
  }, [isLookedFor, isFetchingNextPage]);
  return { query, request, isLookedFor };
}

function findRequest(requests: readonly SinkRequestView[], requestKey: string): SinkRequestView | undefined {
  return keyedRequests(requests).find(({ key }) => key === requestKey)?.request;
}
