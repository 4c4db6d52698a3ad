/**
 * The composition root: with the files of `app/`, the only place that creates adapters. The desktop app, the command
 * line, tests and scenarios all make their world here.
 */
import type { Ballast, BallastOptions } from './app/ballast-options.ts';
import { openWorld, openWorldDatabase, readMarketFacts } from './app/open-world.ts';
import type { ReplayOptions } from './app/replay-scenarios.ts';
import { applyRunAccount } from './app/run-account.ts';
import { startService } from './app/start-service.ts';
import { StartupError } from './app/startup-error.ts';
import { createUrlJudge } from './app/webhook-gate.ts';
import { checkWebhookUrls, chooseContents, makeNewWorld, registerWebhooks, resumeWorld } from './app/world-contents.ts';
import type { WorldDatabase } from './store/open-database.ts';
import { createSqliteSettingsStore } from './store/sqlite-settings-store.ts';
import { loadLinearSolver } from './system/highs-solver.ts';
import { type ListeningServer, listen, PortInUseError } from './system/listen.ts';
import { packageRoot } from './system/package-root.ts';

export type { Ballast, BallastOptions } from './app/ballast-options.ts';
export type { ReplayOptions } from './app/replay-scenarios.ts';
export { StartupError } from './app/startup-error.ts';

/** Starts a world and its server; rejects with `StartupError` and leaves nothing running and no world half made. */
export async function createBallast(options: BallastOptions): Promise<Ballast> {
  const root = packageRoot();
  const solverLoading = loadLinearSolver();
  checkWebhookUrls(options);
  const contents = await chooseContents(options, root);
  const facts = readMarketFacts(root);
  const server = await takePort(options.port);
  let database: WorldDatabase | null = null;
  try {
    database = openWorldDatabase(options.dataDir, root);
    const settings = createSqliteSettingsStore(database);
    const solver = await solverLoading;
    const opened = { ...openWorld(options, facts.market, database, solver), database, settings };
    const { world, webhooks } = opened;
    if (!world.kernel.isNew) resumeWorld(options, world, settings, contents);
    const aliases = world.kernel.isNew
      ? database.atomically(() =>
          makeNewWorld(world, webhooks, settings, contents, createUrlJudge(options, server.port)),
        )
      : new Map<string, string>();
    applyRunAccount(options, world);
    registerWebhooks(world, webhooks, options.webhookUrls);
    return { ...startService({ options, root, facts, solver, server, opened }), aliases };
  } catch (error) {
    database?.close();
    await server.close();
    throw error;
  }
}

/** Replays scenarios (`app/replay-scenarios.ts`), which are loaded for it alone: most starts have no use for them. */
export async function replayScenarios(options: ReplayOptions): Promise<0 | 1 | 65> {
  const replay = await import('./app/replay-scenarios.ts');
  return replay.replayScenarios(options);
}

async function takePort(port: number): Promise<ListeningServer> {
  try {
    return await listen(port);
  } catch (error) {
    if (!(error instanceof PortInUseError)) throw error;
    throw new StartupError(2, [`port ${port} is taken; choose another with --port, or --port 0 for any free one`]);
  }
}
