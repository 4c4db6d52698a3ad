/** Deliveries page by page, latest first, narrowed down by the service. Reads only. */
import { type UseInfiniteQueryResult, useInfiniteQuery } from '@tanstack/react-query';
import type { DeliveryList, DeliverySummary } from '../../src-server/contract/control/webhooks/webhooks.ts';
import { getJson } from './api-client.ts';
import type { ApiError } from './api-error.ts';
import { KEYS } from './query-keys.ts';
import { usePausedList } from './use-paused-list.ts';

const PER_PAGE = 200;

/** Empty: not narrowed down by it. */
export interface DeliveryFilter {
  readonly webhookId: string;
  readonly status: string;
  readonly type: string;
}

/** All pages read so far as one list; `fetchNextPage` reads older ones. `isAway`: they are looked at and stand still. */
export function useDeliveryPages(
  filter: DeliveryFilter,
  isScrolledAway: boolean,
): UseInfiniteQueryResult<DeliverySummary[], ApiError> {
  const queryKey = KEYS.deliveryPages(filter.webhookId, filter.status, filter.type);
  return useInfiniteQuery({
    queryKey,
    ...usePausedList(queryKey, isScrolledAway),
    queryFn: ({ pageParam, signal }) => getJson<DeliveryList>(`/sim/deliveries?${queryOf(filter, pageParam)}`, signal),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next ?? undefined,
    select: ({ pages }) => pages.flatMap(({ deliveries }) => deliveries),
  });
}

function queryOf({ webhookId, status, type }: DeliveryFilter, cursor: string): URLSearchParams {
  const query = new URLSearchParams({ limit: String(PER_PAGE) });
  for (const [name, value] of Object.entries({ webhook_id: webhookId, status, type, cursor })) {
    if (value !== '') query.set(name, value);
  }
  return query;
}
