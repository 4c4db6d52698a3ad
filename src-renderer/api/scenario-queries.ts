/** The scenarios of the folder and their runs. No message tells of either, so what may change is asked again. */
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import type {
  ScenarioList,
  ScenarioRunCharts,
  ScenarioRunState,
  ScenarioRunWire,
} from '../../src-server/contract/control/scenarios/scenario-runs.ts';
import { getJson } from './api-client.ts';
import type { ApiError } from './api-error.ts';
import { KEYS } from './query-keys.ts';

/** Files of the folder are edited elsewhere. */
const FOLDER_REFRESH_MS = 4_000;
const RUN_REFRESH_MS = 400;
const SHOWN_STEPS = 500;

export const isUnderWay = (status: ScenarioRunState | undefined) => status === 'queued' || status === 'running';

export const useScenarios = (): UseQueryResult<ScenarioList, ApiError> =>
  useQuery<ScenarioList, ApiError>({
    queryKey: KEYS.scenarios,
    queryFn: ({ signal }) => getJson<ScenarioList>('/sim/scenarios', signal),
    refetchInterval: ({ state }) =>
      state.data?.scenarios.some((each) => isUnderWay(each.last_run?.status)) ? 2 * RUN_REFRESH_MS : FOLDER_REFRESH_MS,
  });

/** Followed until it has ended. */
export const useScenarioRun = (runId: string): UseQueryResult<ScenarioRunWire, ApiError> =>
  useQuery<ScenarioRunWire, ApiError>({
    queryKey: KEYS.scenarioRun(runId),
    queryFn: ({ signal }) => getJson<ScenarioRunWire>(`${runPath(runId)}?steps=${SHOWN_STEPS}`, signal),
    refetchInterval: ({ state }) => (isUnderWay(state.data?.status) ? RUN_REFRESH_MS : false),
  });

/** Of a run that has ended; they do not change any more. */
export const useScenarioRunCharts = (runId: string): UseQueryResult<ScenarioRunCharts, ApiError> =>
  useQuery<ScenarioRunCharts, ApiError>({
    queryKey: KEYS.scenarioRunCharts(runId),
    queryFn: ({ signal }) => getJson<ScenarioRunCharts>(`${runPath(runId)}/charts`, signal),
    staleTime: Number.POSITIVE_INFINITY,
  });

function runPath(runId: string): string {
  return `/sim/scenario-runs/${encodeURIComponent(runId)}`;
}
