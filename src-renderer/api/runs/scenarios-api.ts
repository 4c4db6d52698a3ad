/** Scenarios of the folder and their runs, which happen in worlds of their own; two logs side by side. */
import { useQuery } from '@tanstack/react-query';
import { answerOf, control, inPath, read, type Schemas } from '../api-client.ts';
import { KEYS } from '../query-keys.ts';

/** Files of the folder are edited elsewhere. */
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

/** Of a run that has ended; they do not change any more. */
export const useScenarioRunCharts = (id: string) =>
  useQuery({
    ...read(KEYS.scenarioRunCharts(id), '/scenario-runs/{id}/charts', inPath({ id })),
    staleTime: Number.POSITIVE_INFINITY,
  });

/** The runs that are kept. */
export const useScenarioRuns = () => useQuery(read(KEYS.scenarioRunList, '/scenario-runs'));

/** `first` is a run or `golden`. Runs that have ended do not change; a golden log may be written anew. */
export const useRunComparison = (first: string, second: string) =>
  useQuery(
    read(KEYS.runComparison(first, second), '/scenario-runs/{id}/comparison', {
      params: { path: { id: second }, query: { with: first } },
    }),
  );

/** The file as it is now, and what of it may be varied. */
export const useScenarioText = (file: string) =>
  useQuery({
    ...read(KEYS.scenarioText(file), '/scenarios/{file}', inPath({ file })),
    refetchInterval: FOLDER_REFRESH_MS,
  });

/** A run as it is now, with no more of its steps than the latest. */
export const readScenarioRun = (id: string) =>
  answerOf(control.GET('/scenario-runs/{id}', { params: { path: { id }, query: { steps: 1 } } }));

/** Begins a run; 404 where the file is gone. */
export const startScenarioRun = (body: Schemas['StartScenarioRun']) =>
  answerOf(control.POST('/scenario-runs', { body }));

/** Ends a run where it is; it may take a moment. */
export const stopScenarioRun = (id: string) => answerOf(control.DELETE('/scenario-runs/{id}', inPath({ id })));

/** Takes a text or a recording among the scenarios, without writing it there. */
export const openScenario = (body: Schemas['OpenScenario']) => answerOf(control.POST('/opened-scenarios', { body }));

/** Keeps a recording in the folder of scenarios. 400 for a name that is taken, unless it is to be replaced. */
export const saveScenario = (body: Schemas['SaveScenario']) => answerOf(control.POST('/scenarios', { body }));

/** Only files of one's own folder are renamed or deleted; `to` is below it. */
export const renameScenario = (file: string, to: string) =>
  answerOf(control.PATCH('/scenarios/{file}', { ...inPath({ file }), body: { file: to } }));

export const deleteScenario = (file: string) => answerOf(control.DELETE('/scenarios/{file}', inPath({ file })));

/** Takes back a deletion. */
export const restoreScenario = (file: string) => answerOf(control.POST('/scenarios/{file}/restore', inPath({ file })));
