/** Scenarios of the folder and their runs, which happen in worlds of their own; two logs side by side. */
import { useQuery } from '@tanstack/react-query';
import { answerOf, control, type Schemas } from './api-client.ts';
import { KEYS } from './query-keys.ts';

/** Files of the folder are edited elsewhere. */
const FOLDER_REFRESH_MS = 4_000;
const RUN_REFRESH_MS = 400;
const SHOWN_STEPS = 500;

export const isUnderWay = (status: Schemas['ScenarioRun']['status'] | undefined) =>
  status === 'queued' || status === 'running';

export const useScenarios = () =>
  useQuery({
    queryKey: KEYS.scenarios,
    queryFn: ({ signal }) => answerOf(control.GET('/scenarios', { signal })),
    refetchInterval: ({ state }) =>
      state.data?.scenarios.some((each) => isUnderWay(each.last_run?.status)) ? 2 * RUN_REFRESH_MS : FOLDER_REFRESH_MS,
  });

/** Followed until it has ended. */
export const useScenarioRun = (id: string) =>
  useQuery({
    queryKey: KEYS.scenarioRun(id),
    queryFn: ({ signal }) =>
      answerOf(control.GET('/scenario-runs/{id}', { params: { path: { id }, query: { steps: SHOWN_STEPS } }, signal })),
    refetchInterval: ({ state }) => (isUnderWay(state.data?.status) ? RUN_REFRESH_MS : false),
  });

/** Of a run that has ended; they do not change any more. */
export const useScenarioRunCharts = (id: string) =>
  useQuery({
    queryKey: KEYS.scenarioRunCharts(id),
    queryFn: ({ signal }) => answerOf(control.GET('/scenario-runs/{id}/charts', { params: { path: { id } }, signal })),
    staleTime: Number.POSITIVE_INFINITY,
  });

/** The runs that are kept. */
export const useScenarioRuns = () =>
  useQuery({
    queryKey: KEYS.scenarioRunList,
    queryFn: ({ signal }) => answerOf(control.GET('/scenario-runs', { signal })),
    refetchInterval: ({ state }) =>
      state.data?.runs.some(({ status }) => isUnderWay(status)) ? 2 * RUN_REFRESH_MS : false,
  });

/** `first` is a run or `golden`. Runs that have ended do not change; a golden log may be written anew. */
export const useRunComparison = (first: string, second: string) =>
  useQuery({
    queryKey: KEYS.runComparison(first, second),
    queryFn: ({ signal }) =>
      answerOf(
        control.GET('/scenario-runs/{id}/comparison', {
          params: { path: { id: second }, query: { with: first } },
          signal,
        }),
      ),
  });

/** Begins a run; 404 where the file is gone. */
export const startScenarioRun = (body: Schemas['StartScenarioRun']) =>
  answerOf(control.POST('/scenario-runs', { body }));

/** Ends a run where it is; it may take a moment. */
export const stopScenarioRun = (id: string) =>
  answerOf(control.DELETE('/scenario-runs/{id}', { params: { path: { id } } }));

/** Takes a text or a recording among the scenarios, without writing it there. */
export const openScenario = (body: Schemas['OpenScenario']) => answerOf(control.POST('/opened-scenarios', { body }));

/** Keeps a recording in the folder of scenarios. 400 for a name that is taken, unless it is to be replaced. */
export const saveScenario = (body: Schemas['SaveScenario']) => answerOf(control.POST('/scenarios', { body }));
