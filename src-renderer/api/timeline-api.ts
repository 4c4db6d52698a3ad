/** The past of a world: that of the one that is served, which grows, or that of a run, which is over. */
import { keepPreviousData, type UseQueryResult, useQueries, useQuery } from '@tanstack/react-query';
import type { HistoricalWorld, PastEvents, Timeline } from '../../src-server/contract/control/world/history.ts';
import { getJson } from './api-client.ts';
import type { ApiError } from './api-error.ts';
import { KEYS } from './query-keys.ts';

/** Whose past: a run by its id, or `null` for the world that is served. */
export type HistorySource = string | null;
export type TimelineAxis = Timeline['over'];

/** What happens meanwhile is drawn at this pace. */
const GROWTH_REFRESH_MS = 2_000;
/** As many as can be told apart on the screen. */
const COLUMNS = 600;
export const EVENTS_PER_PAGE = 200;

export const useTimeline = (past: HistorySource, axis: TimelineAxis): UseQueryResult<Timeline, ApiError> =>
  useQuery<Timeline, ApiError>({
    queryKey: KEYS.pastTimeline(past, axis),
    queryFn: ({ signal }) => {
      const query = new URLSearchParams({ columns: String(COLUMNS), over: axis });
      return getJson<Timeline>(`${pathOf(past)}${past === null ? '' : '/timeline'}?${query}`, signal);
    },
    placeholderData: keepPreviousData,
    refetchInterval: past === null ? GROWTH_REFRESH_MS : false,
  });

/** What was does not change, so it is asked once; the one before stays on screen until it has come. */
export const useWorldThen = (
  past: HistorySource,
  after: number,
  portfolio: string | null,
  isWanted = true,
): UseQueryResult<HistoricalWorld, ApiError> =>
  useQuery<HistoricalWorld, ApiError>({
    queryKey: KEYS.pastWorld(past, after, portfolio),
    queryFn: ({ signal }) => {
      const query = new URLSearchParams({ after: String(after), ...(portfolio === null ? {} : { portfolio }) });
      return getJson<HistoricalWorld>(`${pathOf(past)}/world?${query}`, signal);
    },
    enabled: isWanted,
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
  });

/** Pages of the log, from 0; of the last one only what is there by now. */
export function usePastEvents(past: HistorySource, pages: readonly number[], total: number) {
  return useQueries({
    queries: pages.map((page) => {
      const after = page * EVENTS_PER_PAGE;
      const limit = Math.max(1, Math.min(EVENTS_PER_PAGE, total - after));
      return {
        queryKey: KEYS.pastEvents(past, page, limit),
        queryFn: ({ signal }: { signal: AbortSignal }) =>
          getJson<PastEvents>(`${pathOf(past)}/events?after=${after}&limit=${limit}`, signal),
        staleTime: Number.POSITIVE_INFINITY,
      };
    }),
  });
}

function pathOf(past: HistorySource): string {
  return past === null ? '/sim/timeline' : `/sim/scenario-runs/${encodeURIComponent(past)}`;
}
