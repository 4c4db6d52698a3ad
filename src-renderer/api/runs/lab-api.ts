/** Lab runs, which compare policies in worlds of their own; the live stream reports their progress. */
import { useQuery } from '@tanstack/react-query';
import type { ControlBody } from '../../../src-server/contract/control/control-routes.ts';
import type { LabMeasureWire, LabRunWire } from '../../../src-server/contract/control/lab/lab-runs.ts';
import { ask, controlQuery } from '../api-client.ts';
import { KEYS } from '../query-keys.ts';
import { openScenario, startScenarioRun } from './scenarios-api.ts';

export type LabRun = LabRunWire;
export type LabFigures = LabMeasureWire;
export type StartLabRun = ControlBody<'POST /lab-runs'>;

/** The latest, oldest first. */
export const useLabRuns = () => useQuery(controlQuery(KEYS.labRuns, 'GET /lab-runs'));

export const useLabRun = (id: string) =>
  useQuery(controlQuery(KEYS.labRun(id), 'GET /lab-runs/{id}', { params: { id } }));

/** Starts a lab run, or queues it. 400 at the field if the request contradicts itself. */
export const startLabRun = (body: StartLabRun) => ask('POST /lab-runs', { body });

/** Stops a lab run; finished results stay. */
export const stopLabRun = (id: string) => ask('DELETE /lab-runs/{id}', { params: { id } });

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
  const text = await ask('GET /lab-runs/{id}/scenario.yaml', { params: { id: labRunId }, query: life, as: 'text' });
  const { file } = await openScenario({ name: `${labRunId}-${life.seed}.yaml`, text });
  return { file, runId: (await startScenarioRun({ file })).scenario_run_id };
}

export const labCsvPath = (id: string) => `/sim/lab-runs/${encodeURIComponent(id)}/results.csv`;
export const labReportPath = (id: string) => `/sim/lab-runs/${encodeURIComponent(id)}/report.html`;
