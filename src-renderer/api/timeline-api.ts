/** The past of a world: that of the one that is served, which grows, or that of a run, which is over. */
import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query';
import { answerOf, control, type Schemas } from './api-client.ts';
import { KEYS } from './query-keys.ts';

/** Whose past: a run by its id, or `null` for the world that is served. */
export type HistorySource = string | null;
export type TimelineAxis = Schemas['Timeline']['over'];

/** As many as the service divides it into, so that a part of it can be zoomed. */
const COLUMNS = 1200;
export const EVENTS_PER_PAGE = 200;

export const useTimeline = (run: HistorySource, over: TimelineAxis) =>
  useQuery({
    queryKey: run === null ? KEYS.timeline(over) : KEYS.pastTimeline(run, over),
    queryFn: ({ signal }) => {
      const query = { columns: COLUMNS, over };
      return run === null
        ? answerOf(control.GET('/timeline', { params: { query }, signal }))
        : answerOf(control.GET('/scenario-runs/{id}/timeline', { params: { path: { id: run }, query }, signal }));
    },
    placeholderData: keepPreviousData,
  });

/** What was does not change, so it is read once; the one before stays on screen until it has come. */
export const useHistoricalWorld = (run: HistorySource, after: number, portfolio: string | null, isWanted = true) =>
  useQuery({
    queryKey: KEYS.pastWorld(run, after, portfolio),
    queryFn: ({ signal }) => {
      const query = { after, ...(portfolio === null ? {} : { portfolio }) };
      return run === null
        ? answerOf(control.GET('/timeline/world', { params: { query }, signal }))
        : answerOf(control.GET('/scenario-runs/{id}/world', { params: { path: { id: run }, query }, signal }));
    },
    enabled: isWanted,
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
  });

/** Pages of the log, from 0; of the last one only what is there by now. */
export const usePastEvents = (run: HistorySource, pages: readonly number[], total: number) =>
  useQueries({
    queries: pages.map((page) => {
      const after = page * EVENTS_PER_PAGE;
      const limit = Math.max(1, Math.min(EVENTS_PER_PAGE, total - after));
      return {
        queryKey: KEYS.pastEvents(run, page, limit),
        queryFn: ({ signal }: { signal: AbortSignal }) => {
          const query = { after, limit };
          return run === null
            ? answerOf(control.GET('/timeline/events', { params: { query }, signal }))
            : answerOf(control.GET('/scenario-runs/{id}/events', { params: { path: { id: run }, query }, signal }));
        },
        staleTime: Number.POSITIVE_INFINITY,
      };
    }),
  });
