/** The changes since a plan was made, read again while virtual time moves and when an event affects prices. */
import { useQuery } from '@tanstack/react-query';
import { useClock } from '../../api/clock-api.ts';
import { KEYS } from '../../api/query-keys.ts';
import { readPlanChanges } from '../../api/rebalances-api.ts';

/** Prices move with the clock and send no event. */
const ASK_MS = 4_000;

/** Undefined: there is no plan to compare. */
export function usePlanChanges(rebalanceId: string | undefined) {
  const now = useClock().data?.now;
  return useQuery({
    queryKey: KEYS.planChanges(rebalanceId ?? ''),
    queryFn: ({ signal }) => readPlanChanges(rebalanceId ?? '', null, signal),
    enabled: rebalanceId !== undefined,
    retry: false,
    // Planning is expensive: while the clock is stopped, the result stays the same.
    refetchInterval: ({ state }) => (state.data !== undefined && state.data.as_of !== now ? ASK_MS : false),
  });
}
