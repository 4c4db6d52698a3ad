/** The runs that are kept, and two logs side by side. */
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import type { RunComparison, ScenarioRunList } from '../../src-server/contract/control/scenarios/run-comparison.ts';
import { getJson } from './api-client.ts';
import type { ApiError } from './api-error.ts';
import { KEYS } from './query-keys.ts';

/** Runs begin and end elsewhere. */
const RUNS_REFRESH_MS = 3_000;

export const useScenarioRuns = (): UseQueryResult<ScenarioRunList, ApiError> =>
  useQuery<ScenarioRunList, ApiError>({
    queryKey: KEYS.scenarioRunList,
    queryFn: ({ signal }) => getJson<ScenarioRunList>('/sim/scenario-runs', signal),
    refetchInterval: RUNS_REFRESH_MS,
  });

/** `first` is a run or `golden`. Runs that have ended do not change; a golden log may be written anew. */
export const useRunComparison = (first: string, second: string): UseQueryResult<RunComparison, ApiError> =>
  useQuery<RunComparison, ApiError>({
    queryKey: KEYS.runComparison(first, second),
    queryFn: ({ signal }) => {
      const path = `/sim/scenario-runs/${encodeURIComponent(second)}/comparison`;
      return getJson<RunComparison>(`${path}?${new URLSearchParams({ with: first })}`, signal);
    },
  });
