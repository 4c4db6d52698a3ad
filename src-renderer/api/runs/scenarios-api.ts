/** Scenarios of the folder and their runs, which happen in worlds of their own; two logs side by side. */
import { useQuery } from '@tanstack/react-query';
import type { ControlBody } from '../../../src-server/contract/control/control-routes.ts';
import type { ScenarioRunWire } from '../../../src-server/contract/control/scenarios/scenario-runs.ts';
import { ask, controlQuery } from '../api-client.ts';
import { KEYS } from '../query-keys.ts';

/** Files of the folder may be edited outside the app. */
const FOLDER_REFRESH_MS = 4_000;
const SHOWN_STEPS = 500;

export const isUnderWay = (status: ScenarioRunWire['status'] | undefined) =>
  status === 'queued' || status === 'running';

export const useScenarios = () =>
  useQuery({
    ...controlQuery(KEYS.scenarios, 'GET /scenarios'),
    refetchInterval: FOLDER_REFRESH_MS,
  });

export const useScenarioRun = (id: string) =>
  useQuery(
    controlQuery(KEYS.scenarioRun(id), 'GET /scenario-runs/{id}', { params: { id }, query: { steps: SHOWN_STEPS } }),
  );

/** The charts of a run that has ended; they do not change any more. */
export const useScenarioRunCharts = (id: string) =>
  useQuery({
    ...controlQuery(KEYS.scenarioRunCharts(id), 'GET /scenario-runs/{id}/charts', { params: { id } }),
    staleTime: Number.POSITIVE_INFINITY,
  });

/** All stored runs. */
export const useScenarioRuns = () => useQuery(controlQuery(KEYS.scenarioRunList, 'GET /scenario-runs'));

/** `first` is a run or `golden`. Runs that have ended do not change; a golden log may be rewritten. */
export const useRunComparison = (first: string, second: string) =>
  useQuery(
    controlQuery(KEYS.runComparison(first, second), 'GET /scenario-runs/{id}/comparison', {
      params: { id: second },
      query: { with: first },
    }),
  );

/** The current text of the file, and which of its values can be varied. */
export const useScenarioText = (file: string) =>
  useQuery({
    ...controlQuery(KEYS.scenarioText(file), 'GET /scenarios/{file}', { params: { file } }),
    refetchInterval: FOLDER_REFRESH_MS,
  });

/** The current state of a run, with its latest steps only. */
export const readScenarioRun = (id: string) => ask('GET /scenario-runs/{id}', { params: { id }, query: { steps: 1 } });

/** Starts a run; 404 if the file is gone. */
export const startScenarioRun = (body: ControlBody<'POST /scenario-runs'>) => ask('POST /scenario-runs', { body });

/** Ends a run where it is; this may take a moment. */
export const stopScenarioRun = (id: string) => ask('DELETE /scenario-runs/{id}', { params: { id } });

/** Adds a text or a recording to the scenarios, without writing it to the folder. */
export const openScenario = (body: ControlBody<'POST /opened-scenarios'>) => ask('POST /opened-scenarios', { body });

/** Saves a recording to the folder of scenarios. 400 for a name in use, unless it is to be replaced. */
export const saveScenario = (body: ControlBody<'POST /scenarios'>) => ask('POST /scenarios', { body });

/** Only files of the user's own folder can be renamed or deleted; `to` is a path below it. */
export const renameScenario = (file: string, to: string) =>
  ask('PATCH /scenarios/{file}', { params: { file }, body: { file: to } });

export const deleteScenario = (file: string) => ask('DELETE /scenarios/{file}', { params: { file } });

/** Undoes a deletion. */
export const restoreScenario = (file: string) => ask('POST /scenarios/{file}/restore', { params: { file } });
