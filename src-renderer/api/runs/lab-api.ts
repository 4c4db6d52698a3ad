/** Lab runs, which compare policies in worlds of their own; the live stream reports their progress. */
import { useQuery } from '@tanstack/react-query';
import { answerOf, control, inPath, read, type Schemas } from '../api-client.ts';
import { KEYS } from '../query-keys.ts';
import { openScenario, startScenarioRun } from './scenarios-api.ts';

export type LabRun = Schemas['LabRun'];
export type LabRunFacts = Schemas['LabRunFacts'];
export type LabPortfolioResult = Schemas['LabPortfolioResult'];
export type LabPolicyResult = Schemas['LabPolicyResult'];
export type LabFigures = Schemas['LabMeasure'];
export type StartLabRun = Schemas['StartLabRun'];

/** The latest, oldest first. */
export const useLabRuns = () => useQuery(read(KEYS.labRuns, '/lab-runs'));

export const useLabRun = (id: string) => useQuery(read(KEYS.labRun(id), '/lab-runs/{id}', inPath({ id })));

/** Starts a lab run, or queues it. 400 at the field if the request contradicts itself. */
export const startLabRun = (body: StartLabRun) => answerOf(control.POST('/lab-runs', { body }));

/** Stops a lab run; finished results stay. */
export const stopLabRun = (id: string) => answerOf(control.DELETE('/lab-runs/{id}', inPath({ id })));

/** One life: a portfolio under a policy on a path of prices. */
export interface LabLife {
  readonly portfolio: string;
  readonly policy: string;
  readonly seed: number;
}

/**
 * Starts a scenario run that plays a life in full, with exchanges and fills, in a world of its own; returns the
 * scenario and its run.
 */
export async function replayLife(labRunId: string, life: LabLife): Promise<{ file: string; runId: string }> {
  const place = { params: { path: { id: labRunId }, query: { ...life } }, parseAs: 'text' } as const;
  const text = await answerOf(control.GET('/lab-runs/{id}/scenario.yaml', place));
  const { file } = await openScenario({ name: `${labRunId}-${life.seed}.yaml`, text });
  return { file, runId: (await startScenarioRun({ file })).scenario_run_id };
}

export const labCsvPath = (id: string) => `/sim/lab-runs/${encodeURIComponent(id)}/results.csv`;
export const labReportPath = (id: string) => `/sim/lab-runs/${encodeURIComponent(id)}/report.html`;
