/** Executes one run of the control plane from its file to its result. Does not know other runs, and never rejects. */
import { MAX_REPORTED_STEPS } from '../../contract/control/scenarios/scenario-runs.ts';
import type { RunProgress } from '../../contract/control/world/stream.ts';
import type { PlayJob, PlayOutcome, StepResult } from '../../scenario/run/play-outcome.ts';
import type { ScenarioResult } from '../../scenario/run/scenario-result.ts';
import type { ScenarioRun } from '../../scenario/run/scenario-service.ts';
import type { PacedProgress } from '../jobs/paced-progress.ts';
import type { LibraryFile } from '../library/scenario-library.ts';
import { badOutcome, bareResult, brokenOutcome } from './broken-outcome.ts';
import { playPasses } from './play-passes.ts';
import { replayCommandLine } from './replay-command-line.ts';
import type { ScenarioPool } from './scenario-pool.ts';
import { shellQuote } from './shell-quote.ts';

/** A run in progress: it changes while clients read it. */
export type RunUnderWay = { -readonly [Name in keyof ScenarioRun]: ScenarioRun[Name] } & {
  steps: StepResult[];
  readonly found: LibraryFile;
  readonly stopping: AbortController;
  /** The world at its end; `null` before, and if it is not stored. */
  image: Uint8Array | null;
};

export async function playRun(
  run: RunUnderWay,
  openPool: () => Promise<ScenarioPool>,
  progress: PacedProgress,
): Promise<void> {
  run.status = 'running';
  progress.report(progressOf(run));
  const result = await resultOf(run, openPool, () => progress.reportStep(progressOf(run)));
  const { outcome } = result;
  // A run that was stopped by force or failed cannot return its steps; they were collected from events.
  if (outcome.steps.length > 0) {
    run.steps = outcome.steps.slice(-MAX_REPORTED_STEPS);
    run.done = outcome.steps.length;
  }
  // The log is stored once, in the image of the world. Steps are only stored if they are reported.
  const { image = null, ...rest } = outcome;
  run.image = image;
  run.result = { ...result, outcome: { ...rest, events: [], steps: [] } };
  run.status = result.passed ? 'passed' : outcome.status === 'passed' ? 'failed' : outcome.status;
  progress.report(progressOf(run));
}

export function progressOf({ runId: id, status, done, total }: RunUnderWay): RunProgress {
  return { kind: 'scenario_run', id, status, done, total };
}

/** Never rejects: any error is the failure of this run. */
async function resultOf(
  run: RunUnderWay,
  openPool: () => Promise<ScenarioPool>,
  onStep: () => void,
): Promise<ScenarioResult> {
  const { found, seed, vary, stopping } = run;
  const { path: file, root, declinesGolden, entry } = found;
  const job: PlayJob = {
    file,
    root,
    seed,
    vary,
    dataDir: null,
    untilMs: null,
    restoreAfterStep: null,
    retain: 'history',
  };
  const named = (outcome: PlayOutcome) => ({ ...outcome, name: entry.name, description: entry.description });
  if (entry.faults.length > 0 || entry.seed === null)
    return bareResult(named(badOutcome(job, entry.faults)), `npx ballast validate ${shellQuote(file)}`);
  const scenario = { name: entry.name, seed: entry.seed, ...(declinesGolden ? { golden: 'none' as const } : {}) };
  const passes = { update: false, twice: false, restoreMidway: false, requireGolden: false, flags: [] };
  const observer = {
    signal: stopping.signal,
    onStep(done: number, total: number, step: StepResult) {
      run.done = done;
      run.total = total;
      run.steps.push(step);
      if (run.steps.length > MAX_REPORTED_STEPS) run.steps.shift();
      onStep();
    },
  };
  try {
    const { play } = await openPool();
    return await playPasses({ scenario }, job, passes, play, observer);
  } catch (error) {
    const again = replayCommandLine(job, seed ?? scenario.seed, []);
    return bareResult(named(brokenOutcome(job, error)), again);
  }
}
