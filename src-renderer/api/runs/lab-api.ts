/** Lab runs, which compare policies beside the world. No message tells of them, so one that is under way is read again. */
import { useQuery } from '@tanstack/react-query';
import { answerOf, control, inPath, read, type Schemas } from '../api-client.ts';
import { KEYS } from '../query-keys.ts';
import { isSweeping } from './sweeps-api.ts';

const REFRESH_MS = 700;

export type LabRun = Schemas['LabRun'];
export type LabRunFacts = Schemas['LabRunFacts'];
export type LabPortfolioResult = Schemas['LabPortfolioResult'];
export type LabPolicyResult = Schemas['LabPolicyResult'];
export type LabFigures = Schemas['LabMeasure'];
export type StartLabRun = Schemas['StartLabRun'];

/** The latest, oldest first. */
export const useLabRuns = () =>
  useQuery({
    ...read(KEYS.labRuns, '/lab-runs'),
    refetchInterval: ({ state }) =>
      state.data?.lab_runs.some(({ status }) => isSweeping(status)) ? 2 * REFRESH_MS : false,
  });

/** Followed until it has ended. */
export const useLabRun = (id: string) =>
  useQuery({
    ...read(KEYS.labRun(id), '/lab-runs/{id}', inPath({ id })),
    refetchInterval: ({ state }) => (isSweeping(state.data?.status) ? REFRESH_MS : false),
  });

/** Begins a lab run, or lets it wait for its turn. 400 at the field for what contradicts itself. */
export const startLabRun = (body: StartLabRun) => answerOf(control.POST('/lab-runs', { body }));

/** What is over stays. */
export const stopLabRun = (id: string) => answerOf(control.DELETE('/lab-runs/{id}', inPath({ id })));

export const labCsvPath = (id: string) => `/sim/lab-runs/${encodeURIComponent(id)}/results.csv`;
export const labReportPath = (id: string) => `/sim/lab-runs/${encodeURIComponent(id)}/report.html`;
