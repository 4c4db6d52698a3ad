/** Outcomes of runs that could not report their own: stopped before they started, or ended by a bug. */
import type { PlayJob, PlayOutcome } from '../../scenario/run/play-outcome.ts';
import type { ScenarioResult } from '../../scenario/run/scenario-result.ts';
import { machineFailureOf } from '../../system/machine-failure.ts';
import { replayCommandLine } from './replay-command-line.ts';
import { shellQuote } from './shell-quote.ts';

export function stoppedOutcome(job: PlayJob): PlayOutcome {
  return outcomeWithout(job, 'stopped', []);
}

/** A file that cannot be run; nothing was started. */
export function badOutcome(job: PlayJob, faults: readonly string[]): PlayOutcome {
  return outcomeWithout(job, 'bad', [...faults]);
}

/** A bug in Ballast or a failure of the machine: the report says that the scenario is not the cause. */
export function brokenOutcome(job: PlayJob, error: unknown): PlayOutcome {
  const machine = machineFailureOf(error);
  if (machine !== null) {
    const { line } = machine;
    return { ...outcomeWithout(job, 'failed', [`stopped by the machine: ${line}`]), machine: line };
  }
  const message = error instanceof Error ? error.message : String(error);
  return outcomeWithout(job, 'failed', [`stopped by a bug in Ballast: ${message}`]);
}

/** The result of a file that cannot be run. */
export function badResult(job: PlayJob, faults: readonly string[]): ScenarioResult {
  // The varied values may be the error, and `validate` varies nothing.
  const isAsWritten = Object.keys(job.vary).length === 0;
  const again = isAsWritten ? `npx ballast validate ${shellQuote(job.file)}` : replayCommandLine(job, job.seed, []);
  return bareResult(badOutcome(job, faults), again);
}

/** The result of a run that did not reach an end. */
export function bareResult(outcome: PlayOutcome, again: string): ScenarioResult {
  return {
    outcome,
    passed: false,
    golden: 'not compared',
    uncompared: null,
    divergences: [],
    stepDurationsMs: [],
    faults: [],
    provesNothing: false,
    again,
  };
}

function outcomeWithout(job: PlayJob, status: PlayOutcome['status'], faults: string[]): PlayOutcome {
  return {
    status,
    file: job.file,
    name: job.file,
    description: null,
    seed: job.seed ?? 0,
    vary: job.vary,
    proof: 'checked',
    faults,
    steps: [],
    events: [],
    eventCount: 0,
    head: '',
    figures: null,
    series: null,
    trace: null,
    durationMs: 0,
    simulatedMs: 0,
  };
}
