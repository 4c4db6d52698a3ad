/** What belongs to a request, a rebalance, an order, a fill, an event or a delivery, from cause to effect. */
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import type { Trace } from '../../src-server/contract/control/world/trace.ts';
import { getJson } from './api-client.ts';
import type { ApiError } from './api-error.ts';
import { KEYS } from './query-keys.ts';

export function useTrace(traceId: string): UseQueryResult<Trace, ApiError> {
  return useQuery<Trace, ApiError>({
    queryKey: KEYS.trace(traceId),
    queryFn: ({ signal }) => getJson<Trace>(`/sim/trace/${encodeURIComponent(traceId)}`, signal),
  });
}
