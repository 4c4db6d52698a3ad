/**
 * The entry of the server: what the desktop app, the command line, tests and benchmarks start. The server is loaded with
 * this module, because loading is most of a first start; each other function loads what it runs when it is called.
 */
import { scenarioWorkerFile } from './app/scenario-worker-file.ts';
import type { ImportPortfoliosOptions, ImportPricesOptions } from './runner/imports/import-files.ts';
import type { LabOptions } from './runner/lab/run-lab.ts';
import type { ValidateOptions } from './runner/library/validate-files.ts';
import type { ImportOptions } from './runner/recording/import-archive.ts';
import type { RecordOptions } from './runner/recording/record-live.ts';
import type { DiffOptions } from './runner/replay/diff-runs.ts';
import type { ReplayExit, ReplayOptions } from './runner/replay/replay-options.ts';
import type { StartWorld, WorldStarter } from './runner/replay/start-world.ts';
import type { WatchOptions } from './runner/replay/watch-scenarios.ts';
import type { WorkerOptions } from './runner/sweep/serve-queue.ts';
import type { SweepOptions } from './runner/sweep/sweep-options.ts';
import type { PlayJob, PlayObserver, PlayOutcome } from './scenario/run/play-outcome.ts';

export type { Ballast, BallastOptions } from './app/ballast-options.ts';
export { createBallast } from './app/create-ballast.ts';
export type { ProgressLine, ReplayOptions, Stepper } from './runner/replay/replay-options.ts';
export { createProgressMeter } from './sweep/progress-text.ts';
export { StartupError } from './world/startup-error.ts';
export type { ImportPortfoliosOptions, ImportPricesOptions };

/** Starts nothing, and reports what is wrong with files. */
export async function validateFiles(options: ValidateOptions): Promise<0 | 65> {
  const validate = await import('./runner/library/validate-files.ts');
  return validate.validateFiles(options);
}

/** Plays one scenario in this process. */
export async function playScenario(job: PlayJob, observer: PlayObserver = {}): Promise<PlayOutcome> {
  const play = await import('./runner/replay/play-scenario.ts');
  return play.playScenario(job, observer, startWorld);
}

export async function replayScenarios(options: ReplayOptions): Promise<ReplayExit> {
  const replay = await import('./runner/replay/replay-scenarios.ts');
  return replay.replayScenarios(options, starter());
}

/** Replays scenarios again and again as their files change, until `options.signal` ends it. */
export async function watchScenarios(options: WatchOptions): Promise<ReplayExit> {
  const watch = await import('./runner/replay/watch-scenarios.ts');
  return watch.watchScenarios(options, starter());
}

/** Compares two runs. */
export async function diffRuns(options: DiffOptions): Promise<0 | 1 | 65> {
  const diff = await import('./runner/replay/diff-runs.ts');
  return diff.diffRuns(options, startWorld);
}

/** Records a server that runs elsewhere. */
export async function recordLive(options: RecordOptions): Promise<0 | 1> {
  const record = await import('./runner/recording/record-live.ts');
  return record.recordLive(options, startWorld);
}

/** Makes a draft of a scenario from an HTTP archive. */
export async function importArchive(options: ImportOptions): Promise<0 | 65> {
  const archive = await import('./runner/recording/import-archive.ts');
  return archive.importArchive(options);
}

/** Reads files of prices into a world file or a file of series. */
export async function importPriceFiles(options: ImportPricesOptions): Promise<0 | 65> {
  const files = await import('./runner/imports/import-files.ts');
  return files.importPriceFiles(options);
}

/** Reads files of portfolios into a world file. */
export async function importPortfolioFiles(options: ImportPortfoliosOptions): Promise<0 | 65> {
  const files = await import('./runner/imports/import-files.ts');
  return files.importPortfolioFiles(options);
}

/** Plays a scenario with many seeds and values. */
export async function sweepScenario(options: SweepOptions): Promise<0 | 1 | 130> {
  const sweep = await import('./runner/sweep/sweep-scenario.ts');
  return sweep.sweepScenario(options, scenarioWorkerFile());
}

/** Compares policies over years. */
export async function runLab(options: LabOptions): Promise<0 | 1 | 130> {
  const lab = await import('./runner/lab/run-lab.ts');
  return lab.runLab(options, scenarioWorkerFile());
}

/** Plays the jobs of sweeps and lab runs that come through a queue. */
export async function serveQueue(options: WorkerOptions): Promise<0> {
  const serve = await import('./runner/sweep/serve-queue.ts');
  return serve.serveQueue(options, scenarioWorkerFile());
}

const startWorld: StartWorld = async (options) => {
  const start = await import('./app/start-scenario-world.ts');
  return start.startScenarioWorld(options);
};

function starter(): WorldStarter {
  return { startWorld, workerFile: scenarioWorkerFile() };
}
