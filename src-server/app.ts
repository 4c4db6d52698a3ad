/**
 * The composition root: with the files of `app/`, the only place that creates adapters. The desktop app, the command
 * line, tests and scenarios all make their world here.
 */
import type { Ballast, BallastOptions } from './app/ballast-options.ts';
import { startService } from './app/start-service.ts';
import { checkScenarios } from './runner/library/scenario-library.ts';
import type { ValidateOptions } from './runner/library/validate-files.ts';
import type { ImportOptions } from './runner/recording/import-archive.ts';
import type { RecordOptions } from './runner/recording/record-live.ts';
import type { DiffOptions } from './runner/replay/diff-runs.ts';
import type { ReplayExit, ReplayOptions } from './runner/replay/replay-options.ts';
import type { WatchOptions } from './runner/replay/watch-scenarios.ts';
import type { WorldDatabase } from './store/database/open-database.ts';
import { createSqliteSettingsStore } from './store/world/sqlite-settings-store.ts';
import { randomSecret } from './system/files/world-files.ts';
import { loadLinearSolver } from './system/highs-solver.ts';
import { type ListeningServer, listen, NoSuchHostError, PortInUseError } from './system/http/listen.ts';
import { packageRoot } from './system/package-root.ts';
import { readMarketFacts } from './world/market-facts.ts';
import { openWorld } from './world/open-world.ts';
import { applyRunAccount } from './world/run-account.ts';
import { openStartDatabase } from './world/snapshots/start-from-snapshot.ts';
import { asStartupError, StartupError } from './world/startup-error.ts';
import { createUrlValidator } from './world/webhook-addresses.ts';
import {
  checkWebhookUrls,
  chooseContents,
  keepContents,
  makeNewWorld,
  registerWebhooks,
  resumeWorld,
} from './world/world-contents.ts';

export type { Ballast, BallastOptions } from './app/ballast-options.ts';
export type { ValidateOptions } from './runner/library/validate-files.ts';
export type { ImportOptions } from './runner/recording/import-archive.ts';
export type { RecordOptions } from './runner/recording/record-live.ts';
export type { DiffOptions } from './runner/replay/diff-runs.ts';
export type { ProgressLine, ReplayOptions, Stepper } from './runner/replay/replay-options.ts';
export type { WatchOptions } from './runner/replay/watch-scenarios.ts';
export { StartupError } from './world/startup-error.ts';

/** Starts a world and its server; rejects with `StartupError` and leaves nothing running and no world half made. */
export async function createBallast(given: BallastOptions): Promise<Ballast> {
  const options = withOwnKey(given);
  const root = packageRoot();
  const solverLoading = loadLinearSolver();
  checkWebhookUrls(options);
  checkScenarios(options);
  const facts = readMarketFacts(root);
  const contents = await chooseContents(options, root, facts.market);
  const server = await takePort(options);
  let database: WorldDatabase | null = null;
  try {
    database = openStartDatabase(options, root);
    const settings = createSqliteSettingsStore(database);
    const solver = await solverLoading;
    const opened = { ...openWorld(options, facts.market, database, solver, contents?.own ?? null), database, settings };
    const { world, webhooks } = opened;
    if (!world.kernel.isNew) resumeWorld(options, world, settings, contents);
    const aliases = world.kernel.isNew
      ? database.atomically(() =>
          makeNewWorld(world, webhooks, settings, contents, createUrlValidator(options, server.port)),
        )
      : new Map<string, string>();
    applyRunAccount(options, opened);
    registerWebhooks(opened, options.webhookUrls);
    if (world.kernel.isNew && opened.commands !== null) keepContents(settings, contents);
    const service = await startService({ options, root, facts, solver, server, opened });
    return { ...service, aliases };
  } catch (error) {
    database?.close();
    await server.close();
    throw asStartupError(error, options.dataDir);
  }
}

/** Says of files what is wrong with them, and starts nothing. */
export async function validateFiles(options: ValidateOptions): Promise<0 | 65> {
  const validate = await import('./runner/library/validate-files.ts');
  return validate.validateFiles(options);
}

/** Replays scenarios (`app/replay-scenarios.ts`), which are loaded for it alone: most starts have no use for them. */
export async function replayScenarios(options: ReplayOptions): Promise<ReplayExit> {
  const replay = await import('./runner/replay/replay-scenarios.ts');
  return replay.replayScenarios(options);
}

/** Replays scenarios again and again as their files change, until `options.signal` ends it. */
export async function watchScenarios(options: WatchOptions): Promise<ReplayExit> {
  const watch = await import('./runner/replay/watch-scenarios.ts');
  return watch.watchScenarios(options);
}

/** Compares two runs (`app/diff-runs.ts`). */
export async function diffRuns(options: DiffOptions): Promise<0 | 1 | 65> {
  const diff = await import('./runner/replay/diff-runs.ts');
  return diff.diffRuns(options);
}

/** Records a server that runs elsewhere (`app/record-live.ts`). */
export async function recordLive(options: RecordOptions): Promise<0 | 1> {
  const record = await import('./runner/recording/record-live.ts');
  return record.recordLive(options);
}

/** Makes a draft of a scenario from an HTTP archive (`app/import-archive.ts`). */
export async function importArchive(options: ImportOptions): Promise<0 | 65> {
  const archive = await import('./runner/recording/import-archive.ts');
  return archive.importArchive(options);
}

/** A key that follows from the seed is known to everybody, which is harmless on loopback alone. */
function withOwnKey(options: BallastOptions): BallastOptions {
  const isOpen = options.host !== undefined && options.host !== '127.0.0.1';
  return isOpen && options.apiKey === null ? { ...options, apiKey: randomSecret() } : options;
}

async function takePort({ port, host }: BallastOptions): Promise<ListeningServer> {
  try {
    return await listen(port, host);
  } catch (error) {
    if (error instanceof NoSuchHostError)
      throw new StartupError(2, [`--host ${host}: this machine has no such address`]);
    if (!(error instanceof PortInUseError)) throw error;
    throw new StartupError(2, [`port ${port} is taken; choose another with --port, or --port 0 for any free one`]);
  }
}
