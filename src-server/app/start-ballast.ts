/** Starts a world and its server; the caller supplies the scenarios and sweeps that the server offers. */
import { gateRules } from '../api/http/gate-rules.ts';
import { handleProbe } from '../api/http/health.ts';
import { isFolder } from '../system/files/file-stamp.ts';
import { shownPath } from '../system/files/read-source.ts';
import { sweepTemporaryFolders } from '../system/files/temporary-folder.ts';
import { loadLinearSolver } from '../system/highs-solver.ts';
import { type EarlyHandler, type ListeningHost, type ListeningServer, listen } from '../system/http/listen.ts';
import { NoSuchHostError, PortInUseError } from '../system/http/take-address.ts';
import { packageRoot } from '../system/package-root.ts';
import { checkWebhookUrls, chooseContents } from '../world/contents/world-contents.ts';
import { readMarketFacts } from '../world/market-facts.ts';
import { asStartupError, StartupError } from '../world/startup-error.ts';
import type { BallastOptions, BallastServer } from './ballast-options.ts';
import { withOwnKey } from './own-key.ts';
import { type PreparedWorld, prepareWorld } from './prepare-world.ts';
import type { CreateScenarioServices } from './scenario-services.ts';
import { startService } from './start-service.ts';

/** Rejects with `StartupError`; then nothing is running and no incomplete world remains. */
export async function startBallastServer(
  given: BallastOptions,
  createScenarios: CreateScenarioServices,
): Promise<BallastServer> {
  const options = withOwnKey(given);
  sweepTemporaryFolders();
  const root = packageRoot();
  const solverLoading = loadLinearSolver();
  checkWebhookUrls(options, options.port);
  checkFolders(options);
  const facts = readMarketFacts(root);
  const contents = await chooseContents(options, root, facts.market);
  const server = await takePort(options);
  let prepared: PreparedWorld | null = null;
  try {
    const solver = await solverLoading;
    prepared = prepareWorld(options, { root, facts, solver }, contents, server.port);
    const { opened, aliases } = prepared;
    const service = await startService({ options, root, facts, solver, server, opened, createScenarios });
    return { ...service, aliases };
  } catch (error) {
    prepared?.opened.database.close();
    await server.close();
    throw asStartupError(error, options.dataDir);
  }
}

/** Throws with exit code 64 if a flag names a folder that does not exist. */
function checkFolders({ scenarios, stubFiles }: BallastOptions): void {
  const folders = Object.entries({ '--scenarios': scenarios, '--stub-files': stubFiles });
  const missing = folders.flatMap(([flag, folder]) =>
    typeof folder === 'string' && !isFolder(folder) ? [`${flag} ${shownPath(folder)}: is not a folder`] : [],
  );
  if (missing.length > 0) throw new StartupError(64, missing);
}

/**
 * Maximum number of ports that the system chooses before it gives up, if the other loopback address is taken on each.
 */
const MAX_TRIES = 20;

/**
 * Listens on the requested port, at every loopback address that the app's name resolves to (decision L132): otherwise
 * another program at the other address would receive a browser's requests first.
 */
async function takePort(options: BallastOptions): Promise<ListeningServer> {
  const { port, appAddress = 'random' } = options;
  for (let tries = 1; ; tries += 1) {
    const server = await listenAt(options);
    try {
      if (appAddress === 'random') await takeOtherLoopback(server, options.host);
      return server;
    } catch (error) {
      await server.close();
      if (!(error instanceof PortInUseError)) throw error;
      if (port === 0 && tries < MAX_TRIES) continue;
      const requested = port === 0 ? '--port 0' : `port ${port}`;
      throw new StartupError(2, [
        `${requested}: another program uses ${otherLoopback(options.host)} there, where browsers also look for the app. ` +
          'Choose another port with --port, or use --app-address plain',
      ]);
    }
  }
}

/** Does nothing if this machine has no such address. */
async function takeOtherLoopback(server: ListeningServer, host: ListeningHost = '127.0.0.1'): Promise<void> {
  // This address includes both.
  if (host === '::') return;
  try {
    await server.alsoAt(otherLoopback(host));
  } catch (error) {
    if (!(error instanceof NoSuchHostError)) throw error;
  }
}

const otherLoopback = (host: ListeningHost = '127.0.0.1') => (host === '::1' ? '127.0.0.1' : '::1');

async function listenAt({ port, host, ...names }: BallastOptions): Promise<ListeningServer> {
  const { allowedHosts = [], allowedOrigins = [] } = names;
  const handle: EarlyHandler['handle'] = (...call) => handleProbe(...call, () => 'opening');
  try {
    return await listen(port, host, undefined, { gate: gateRules(allowedHosts, allowedOrigins), handle });
  } catch (error) {
    if (error instanceof NoSuchHostError)
      throw new StartupError(2, [`--host ${host}: this machine has no such address`]);
    if (!(error instanceof PortInUseError)) throw error;
    throw new StartupError(2, [`port ${port} is taken; choose another with --port, or --port 0 for any free one`]);
  }
}
