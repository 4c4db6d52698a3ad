/**
 * The entry of the server: what the desktop app, the command line, tests and benchmarks start. The server is loaded with
 * this module, because loading is most of a first start; each other function loads what it runs when it is called.
 */

import type { BallastOptions, BallastServer } from './app/ballast-options.ts';
import { createScenarioServices } from './app/scenario-services.ts';
import { scenarioWorkerFile } from './app/scenario-worker-file.ts';
import { startBallastServer } from './app/start-ballast.ts';
import type { ExplorationReport } from './contract/control/explorer/explorations.ts';
import type { TaskOptions } from './runner/agents/agent-tasks.ts';
import type { AgentOptions } from './runner/agents/serve-agent.ts';
import type { DoctorOptions } from './runner/doctor/examine-folder.ts';
import type { ExploreClientOptions, ExploreCommandOptions } from './runner/explorer/explore-command.ts';
import type { ImportPortfoliosOptions, ImportPricesOptions } from './runner/imports/import-files.ts';
import type { WorkerOptions } from './runner/jobs/serve-queue.ts';
import type { LabOptions } from './runner/lab/run-lab.ts';
import type { ExplainOptions } from './runner/library/explain-events.ts';
import type { ValidateOptions } from './runner/library/validate-files.ts';
import type { ImportOptions } from './runner/recording/import-archive.ts';
import type { RecordOptions } from './runner/recording/record-live.ts';
import type { DiffOptions } from './runner/replay/diff-runs.ts';
import type { PlayedAgainstGolden } from './runner/replay/play-against-golden.ts';
import type { ReplayExit, ReplayOptions } from './runner/replay/replay-options.ts';
import type { StartWorld, WorldStarter } from './runner/replay/start-world.ts';
import type { WatchOptions } from './runner/replay/watch-scenarios.ts';
import type { SweepOptions } from './runner/sweep/sweep-options.ts';
import type { CompareOptions } from './runner/traffic/compare-traffic.ts';
import type { ProxyOptions } from './runner/traffic/proxy-traffic.ts';
import type { WorldsOptions } from './runner/worlds/manage-worlds.ts';
import type { PlayJob, PlayObserver, PlayOutcome } from './scenario/run/play-outcome.ts';

export type { BallastOptions, BallastServer } from './app/ballast-options.ts';
export { createExplorationMeter, type ExplorationProgress } from './explorer/exploration-text.ts';
export { readConfigFile } from './runner/library/read-config.ts';
export type { ProgressLine, ReplayOptions, StepChoice, Stepper } from './runner/replay/replay-options.ts';
export { createProgressMeter } from './sweep/progress-text.ts';
export type { SweepProgress } from './sweep/run-sweep.ts';
export { StartupError } from './world/startup-error.ts';

/**
 * Starts a complete Ballast: a world, its server, and the scenarios that the server offers. Rejects with `StartupError`;
 * then nothing is running and no incomplete world remains.
 */
export function createBallast(options: BallastOptions): Promise<BallastServer> {
  return startBallastServer(options, createScenarioServices);
}

/** Starts nothing, and reports what is wrong with files. */
export async function validateFiles(options: ValidateOptions): Promise<0 | 65> {
  const validate = await import('./runner/library/validate-files.ts');
  return validate.validateFiles(options);
}

/** Plays one scenario in this process, whose environment may set what its `env` names. */
export async function playScenario(job: PlayJob, observer: PlayObserver = {}): Promise<PlayOutcome> {
  const play = await import('./runner/replay/play-scenario.ts');
  return play.playScenario(await withEnvironment(job), observer, startWorld);
}

/** Plays one scenario in this process, and holds its log against the golden log beside it. */
export async function playAgainstGolden(job: PlayJob, observer: PlayObserver = {}): Promise<PlayedAgainstGolden> {
  const play = await import('./runner/replay/play-against-golden.ts');
  return play.playAgainstGolden(await withEnvironment(job), observer, startWorld);
}

async function withEnvironment(job: PlayJob): Promise<PlayJob> {
  const { environmentValues } = await import('./runner/library/environment-values.ts');
  return { ...job, vary: { ...environmentValues(job.file), ...job.vary } };
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

/** Writes what types of events of the log say. */
export async function explainEvents(options: ExplainOptions): Promise<void> {
  const explain = await import('./runner/library/explain-events.ts');
  explain.explainEvents(options);
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

/** Speaks the Model Context Protocol for a server; starts one of its own where none is named. */
export async function serveAgent({ own, ...options }: AgentOptions & { own: BallastOptions | null }): Promise<0> {
  const agent = await import('./runner/agents/serve-agent.ts');
  if (own === null) return agent.serveAgent(options);
  const ballast = await createBallast(own);
  const server = { url: new URL(ballast.baseUrl).origin, adminToken: ballast.adminToken };
  return agent.serveAgent({ ...options, server }).finally(() => ballast.stop());
}

/** Holds an HTTP archive of a real service against Ballast. */
export async function compareTraffic(options: CompareOptions): Promise<0 | 1 | 65> {
  const traffic = await import('./runner/traffic/compare-traffic.ts');
  return traffic.compareTraffic(options, startWorld);
}

/** Passes requests on to a real service, and reports where it answers otherwise. */
export async function proxyTraffic(options: ProxyOptions): Promise<0 | 1 | 65> {
  const traffic = await import('./runner/traffic/proxy-traffic.ts');
  return traffic.proxyTraffic(options, startWorld);
}

/** Makes the world of a task for agents, or verifies what came of it. */
export async function verifyTask(options: TaskOptions): Promise<0 | 1> {
  const tasks = await import('./runner/agents/agent-tasks.ts');
  return tasks.verifyTask(options);
}

/** Lists, copies, exports, imports or ends worlds of a server that runs elsewhere. */
export async function manageWorlds(options: WorldsOptions): Promise<0> {
  const worlds = await import('./runner/worlds/manage-worlds.ts');
  return worlds.manageWorlds(options);
}

/** Says whether the worlds and snapshots of a data folder are sound. */
export async function examineFolder(options: DoctorOptions): Promise<0 | 65 | 74> {
  const doctor = await import('./runner/doctor/examine-folder.ts');
  return doctor.examineFolder(options);
}

/** Makes a draft of a scenario from an HTTP archive. */
export async function importArchive(options: ImportOptions): Promise<0> {
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
export async function sweepScenario(options: SweepOptions): Promise<0 | 1 | 65 | 130> {
  const sweep = await import('./runner/sweep/sweep-scenario.ts');
  return sweep.sweepScenario(options, scenarioWorkerFile());
}

/** Compares policies over years. */
export async function runLab(options: LabOptions): Promise<0 | 1 | 65 | 130> {
  const lab = await import('./runner/lab/run-lab.ts');
  return lab.runLab(options, scenarioWorkerFile());
}

/** Looks for the faults that break a client. */
export async function exploreCommand(options: ExploreCommandOptions): Promise<0 | 1 | 65 | 130> {
  const explore = await import('./runner/explorer/explore-command.ts');
  return explore.exploreCommand(options, scenarioWorkerFile());
}

/** The same for tests, with its report. */
export async function exploreClient(options: ExploreClientOptions): Promise<ExplorationReport> {
  const explore = await import('./runner/explorer/explore-command.ts');
  return explore.exploreClient(options, scenarioWorkerFile());
}

/** Plays the jobs of sweeps, lab runs and explorations that come through a queue. */
export async function serveQueue(options: WorkerOptions): Promise<0> {
  const serve = await import('./runner/jobs/serve-queue.ts');
  return serve.serveQueue(options, scenarioWorkerFile());
}

const startWorld: StartWorld = async (options) => {
  const start = await import('./app/start-scenario-world.ts');
  return start.startScenarioWorld(options);
};

function starter(): WorldStarter {
  return { startWorld, workerFile: scenarioWorkerFile() };
}
