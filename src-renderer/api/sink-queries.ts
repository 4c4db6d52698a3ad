/** The built-in receivers of webhooks and what they received. Anybody may send there, which no message tells of. */
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import type { SinkList, SinkView } from '../../src-server/contract/control/webhooks/sinks.ts';
import { getAllPages, getJson } from './api-client.ts';
import type { ApiError } from './api-error.ts';
import { KEYS } from './query-keys.ts';

const REFRESH_MS = 2_000;
const SHOWN_REQUESTS = 500;

type AllSinks = Pick<SinkList, 'sinks'>;

export const useSinks = (): UseQueryResult<AllSinks, ApiError> =>
  useQuery<AllSinks, ApiError>({
    queryKey: KEYS.sinks,
    queryFn: ({ signal }) => getAllPages('/sim/sinks', 'sinks', signal),
    refetchInterval: REFRESH_MS,
  });

/** Its latest requests, oldest first. */
export const useSink = (name: string): UseQueryResult<SinkView, ApiError> =>
  useQuery<SinkView, ApiError>({
    queryKey: KEYS.sink(name),
    queryFn: ({ signal }) =>
      getJson<SinkView>(`/sim/sinks/${encodeURIComponent(name)}?limit=${SHOWN_REQUESTS}`, signal),
    refetchInterval: REFRESH_MS,
  });
