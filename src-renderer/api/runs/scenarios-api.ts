/** Scenarios of the folder and their runs, which happen in worlds of their own; two logs side by side. */
import { useQuery } from '@tanstack/react-query';
import { answerOf, control, inPath, read, type Schemas } from '../api-client.ts';
import { KEYS } from '../query-keys.ts';

/** Files of the folder may be edited outside the app. */
const FOLDER_REFRESH_MS = 4_000;
const SHOWN_STEPS = 500;

export const isUnderWay = (status: Schemas['ScenarioRun']['status'] | undefined) =>
  status === 'queued' || status === 'running';

export const useScenarios = () =>
  useQuery({
    ...read(KEYS.scenarios, '/scenarios'),
    refetchInterval: FOLDER_REFRESH_MS,
  });

export const useScenarioRun = (id: string) =>
  useQuery(
    read(KEYS.scenarioRun(id), '/scenario-runs/{id}', { params: { path: { id }, query: { steps: SHOWN_STEPS } } }),
  );

/** The charts of a run that has ended; they do not change any more. */
export const useScenarioRunCharts = (id: string) =>
  useQuery({
    ...read(KEYS.scenarioRunCharts(id), '/scenario-runs/{id}/charts', inPath({ id })),
    staleTime: Number.POSITIVE_INFINITY,
  });

/** All stored runs. */
export const useScenarioRuns = () => useQuery(read(KEYS.scenarioRunList, '/scenario-runs'));

/** `first` is a run or `golden`. Runs that have ended do not change; a golden log may be rewritten. */
export const useRunComparison = (first: string, second: string) =>
  useQuery(
    read(KEYS.runComparison(first, second), '/scenario-runs/{id}/comparison', {
      params: { path: { id: second }, query: { with: first } },
    }),
  );

/** The current text of the file, and which of its values can be varied. */
export const useScenarioText = (file: string) =>
  useQuery({
    ...read(KEYS.scenarioText(file), '/scenarios/{file}', inPath({ file })),
    refetchInterval: FOLDER_REFRESH_MS,
  });

/** The current state of a run, with its latest steps only. */
export const readScenarioRun = (id: string) =>
  answerOf(control.GET('/scenario-runs/{id}', { params: { path: { id }, query: { steps: 1 } } }));

/** Starts a run; 404 if the file is gone. */
export const startScenarioRun = (body: Schemas['StartScenarioRun']) =>
  answerOf(control.POST('/scenario-runs', { body }));

/** Ends a run where it is; this may take a moment. */
export const stopScenarioRun = (id: string) => answerOf(control.DELETE('/scenario-runs/{id}', inPath({ id })));

/** Adds a text or a recording to the scenarios, without writing it to the folder. */
export const openScenario = (body: Schemas['OpenScenario']) => answerOf(control.POST('/opened-scenarios', { body }));

/** Saves a recording to the folder of scenarios. 400 for a name in use, unless it is to be replaced. */
export const saveScenario = (body: Schemas['SaveScenario']) => answerOf(control.POST('/scenarios', { body }));

/** Only files of the user's own folder can be renamed or deleted; `to` is a path below it. */
export const renameScenario = (file: string, to: string) =>
  answerOf(control.PATCH('/scenarios/{file}', { ...inPath({ file }), body: { file: to } }));

export const deleteScenario = (file: string) => answerOf(control.DELETE('/scenarios/{file}', inPath({ file })));

/** Undoes a deletion. */
export const restoreScenario = (file: string) => answerOf(control.POST('/scenarios/{file}/restore', inPath({ file })));
