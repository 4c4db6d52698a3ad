/** The stored result of one job: its status, the head of its event log, its figures, and one text for a failure. */

import { basename } from 'node:path';
import type { JOB_STATUSES } from '../contract/control/scenarios/sweep-task.ts';
import type { PlayOutcome } from '../scenario/run/play-outcome.ts';
import { type FlatFigures, flatFigures } from './flat-figures.ts';

export type JobStatus = (typeof JOB_STATUSES)[number];

export interface JobResult {
  readonly status: JobStatus;
  /** Empty if nothing was run. */
  readonly head: string;
  readonly events: number;
  /** Virtual time that passed. */
  readonly simulatedMs: number;
  /** Host time; the only field that differs between two runs of the same job. */
  readonly durationMs: number;
  /** Why it did not pass, in one line; `null` if it passed. */
  readonly failure: string | null;
  /** Empty if there are none. */
  readonly figures: FlatFigures;
  /** JSON of further results for the caller; a sweep stores none. */
  readonly report?: string | undefined;
}

const LONGEST_FAILURE = 2_000;

/** Returns `null` for a run that was stopped and must be repeated. */
export function resultOf(outcome: PlayOutcome): JobResult | null {
  const { status, head, eventCount: events, simulatedMs, durationMs, figures } = outcome;
  if (status === 'stopped') return null;
  return {
    status: status !== 'failed' ? status : head === '' ? 'broken' : outcome.proof === 'unmet' ? 'unmet' : 'failed',
    head,
    events,
    simulatedMs,
    durationMs: Math.round(durationMs * 1000) / 1000,
    failure: status === 'passed' ? null : failureOf(outcome),
    figures: figures === null ? {} : flatFigures(figures),
  };
}

/** The result of a job that no worker could finish. */
export function brokenResult(reason: string): JobResult {
  const failure = reason.slice(0, LONGEST_FAILURE);
  return { status: 'broken', head: '', events: 0, simulatedMs: 0, durationMs: 0, failure, figures: {} };
}

function failureOf({ steps, faults }: PlayOutcome): string {
  const failed = steps
    .filter(({ failures }) => failures.length > 0)
    .map(({ file, line, title, failures }) => `${basename(file)}:${line} ${title}: ${failures.join('; ')}`);
  const text = [...failed, ...faults].join('; ').replace(/\s*\n\s*/g, ' ');
  return (text === '' ? 'failed without saying why' : text).slice(0, LONGEST_FAILURE);
}
