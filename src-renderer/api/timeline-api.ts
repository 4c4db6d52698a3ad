/** The history of a world: of the live one, which grows, or of a run that has ended. */
import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query';
import type { TimelineWire } from '../../src-server/contract/control/world/history.ts';
import { ask } from './api-client.ts';
import { KEYS } from './query-keys.ts';

/** A run's id, or `null` for the live world. */
export type HistorySource = string | null;
export type TimelineAxis = TimelineWire['over'];

/** As many columns as the service divides it into, so that a part of it can be zoomed. */
const COLUMNS = 1200;
export const EVENTS_PER_PAGE = 200;

export const useTimeline = (run: HistorySource, over: TimelineAxis) =>
  useQuery({
    queryKey: run === null ? KEYS.timeline(over) : KEYS.pastTimeline(run, over),
    queryFn: ({ signal }) => {
      const query = { columns: COLUMNS, over };
      return run === null
        ? ask('GET /timeline', { query, signal })
        : ask('GET /scenario-runs/{id}/timeline', { params: { id: run }, query, signal });
    },
    placeholderData: keepPreviousData,
  });

/** Past states do not change, so each is read once; the previous one stays on screen until it has arrived. */
export const useHistoricalWorld = (run: HistorySource, after: number, portfolio: string | null, isWanted = true) =>
  useQuery({
    queryKey: KEYS.pastWorld(run, after, portfolio),
    queryFn: ({ signal }) => {
      const query = { after, ...(portfolio === null ? {} : { portfolio }) };
      return run === null
        ? ask('GET /timeline/world', { query, signal })
        : ask('GET /scenario-runs/{id}/world', { params: { id: run }, query, signal });
    },
    enabled: isWanted,
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
  });

/** Pages of the log, from 0; the last one has only the events so far. */
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
            ? ask('GET /timeline/events', { query, signal })
            : ask('GET /scenario-runs/{id}/events', { params: { id: run }, query, signal });
        },
        staleTime: Number.POSITIVE_INFINITY,
      };
    }),
  });
