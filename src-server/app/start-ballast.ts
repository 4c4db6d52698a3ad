/** Starts a world and its server; the scenarios and sweeps that the server offers are the caller's. */
import type { WorldDatabase } from '../store/database/open-database.ts';
import { createSqliteSettingsStore } from '../store/world/sqlite-settings-store.ts';
import { isFolder } from '../system/files/file-stamp.ts';
import { shownPath } from '../system/files/read-source.ts';
import { randomSecret } from '../system/files/world-files.ts';
import { loadLinearSolver } from '../system/highs-solver.ts';
import { type ListeningServer, listen, NoSuchHostError, PortInUseError } from '../system/http/listen.ts';
import { packageRoot } from '../system/package-root.ts';
import { readMarketFacts } from '../world/market-facts.ts';
import { openWorld } from '../world/open-world.ts';
import { applyRunAccount } from '../world/run-account.ts';
import { openStartDatabase } from '../world/snapshots/start-from-snapshot.ts';
import { asStartupError, StartupError } from '../world/startup-error.ts';
import { createUrlValidator } from '../world/webhook-addresses.ts';
import {
  type ChosenContents,
  checkWebhookUrls,
  chooseContents,
  makeNewWorld,
  registerWebhooks,
  resumeWorld,
  storeContents,
} from '../world/world-contents.ts';
import type { Ballast, BallastOptions } from './ballast-options.ts';
import type { CreateScenarioServices } from './scenario-services.ts';
import { startService } from './start-service.ts';

/** Rejects with `StartupError` and leaves nothing running and no world half made. */
export async function startBallast(given: BallastOptions, createScenarios: CreateScenarioServices): Promise<Ballast> {
  const options = withOwnKey(given);
  const root = packageRoot();
  const solverLoading = loadLinearSolver();
  checkWebhookUrls(options, options.port);
  checkScenarioFolder(options);
  const facts = readMarketFacts(root);
  const contents = await chooseContents(options, root, facts.market);
  const server = await takePort(options);
  let database: WorldDatabase | null = null;
  try {
    database = openStartDatabase(options, root);
    const settings = createSqliteSettingsStore(database);
    const solver = await solverLoading;
    const own = contents?.own ?? null;
    const opened = {
      ...openWorld(withContents(options, contents), facts.market, database, solver, own),
      database,
      settings,
    };
    const { world, webhooks } = opened;
    if (!world.kernel.isNew) resumeWorld(options, world, settings, contents);
    const aliases = world.kernel.isNew
      ? database.atomically(() =>
          makeNewWorld(world, webhooks, settings, contents, createUrlValidator(options, server.port)),
        )
      : new Map<string, string>();
    applyRunAccount(options, opened);
    registerWebhooks(opened, options.webhookUrls);
    if (world.kernel.isNew && opened.commands !== null) storeContents(settings, contents);
    const service = await startService({ options, root, facts, solver, server, opened, createScenarios });
    return { ...service, aliases };
  } catch (error) {
    database?.close();
    await server.close();
    throw asStartupError(error, options.dataDir);
  }
}

/** A key that follows from the seed is known to everybody, which is harmless on loopback alone. */
function withOwnKey(options: BallastOptions): BallastOptions {
  const isOpen = options.host !== undefined && options.host !== '127.0.0.1';
  return isOpen && options.apiKey === null ? { ...options, apiKey: randomSecret() } : options;
}

/** What the options do not say of a new world, its contents may. */
function withContents(options: BallastOptions, contents: ChosenContents | null): BallastOptions {
  const { dividends = null, settlement = null } = contents?.world ?? {};
  return {
    ...options,
    dividends: options.dividends ?? dividends,
    settlement: options.settlement ?? settlement,
  };
}

/** Exit 64 where the folder of `--scenarios` is none. */
function checkScenarioFolder({ scenarios }: BallastOptions): void {
  if (scenarios === undefined || isFolder(scenarios)) return;
  throw new StartupError(64, [`--scenarios ${shownPath(scenarios)}: is no folder`]);
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
