/**
 * A child process: a real server in its own folder, built as by `createBallast`, whose parent may inspect what no
 * client sees: the head of the event log, the rows of every table, the heap after a collection. Never changes any of
 * it.
 */

import { createScenarioServices } from '../../src-server/app/scenario-services.ts';
import { ballastOf, hostServer } from '../../src-server/app/start-service.ts';
import type { WorldDatabase } from '../../src-server/store/database/open-database.ts';
import { createSqliteSettingsStore } from '../../src-server/store/world/sqlite-settings-store.ts';
import { loadLinearSolver } from '../../src-server/system/highs-solver.ts';
import { listen } from '../../src-server/system/http/listen.ts';
import { packageRoot } from '../../src-server/system/package-root.ts';
import { chooseContents, makeNewWorld } from '../../src-server/world/contents/world-contents.ts';
import { readMarketFacts } from '../../src-server/world/market-facts.ts';
import { openWorld } from '../../src-server/world/open-world.ts';
import { applyRunAccount } from '../../src-server/world/run-account.ts';
import { openWorldDatabase } from '../../src-server/world/world-database.ts';
import { applyOptions } from '../support/ballast-defaults.ts';

export const FUZZ_KEY = 'ak_fuzz';
export const FUZZ_TOKEN = 'fuzz';

/** The child's report when it starts, and whenever its parent asks for one. */
export interface ReadyMessage {
  readonly origin: string;
}
export interface StateMessage {
  /** Head of the event log and number of rows by table, as one text: two are equal exactly if both parts are. */
  readonly state: string;
  /** After a garbage collection; `null` if it was not requested. */
  readonly heapBytes: number | null;
}

/** The source of recordings also contains refused requests; that is its purpose. */
const TABLES_OF_TRAFFIC = new Set(['commands', 'sink_requests']);

async function serveFuzz(dataDir: string): Promise<void> {
  const root = packageRoot();
  // No webhook endpoints: no request decides when their attempts are recorded.
  const options = applyOptions({ dataDir, apiKey: FUZZ_KEY, adminToken: FUZZ_TOKEN, tier: 'enterprise' });
  const facts = readMarketFacts(root);
  const contents = await chooseContents(options, root, facts.market);
  const database = openWorldDatabase(dataDir, root);
  const solver = await loadLinearSolver();
  const settings = createSqliteSettingsStore(database);
  const opened = { ...openWorld(options, facts.market, database, solver), database, settings };
  database.atomically(() => makeNewWorld(opened.world, opened.webhooks, settings, contents, () => null));
  applyRunAccount(options, opened);
  const server = await listen(0);
  const createScenarios = createScenarioServices;
  const hosting = await hostServer({ options, root, facts, solver, server, opened, createScenarios });
  const service = ballastOf(hosting);
  const { host } = hosting;
  // A question during the restoration of a world waits for the restored world.
  process.on('message', (wish) =>
    host.exclusive(() => {
      const state = `${host.live.world.kernel.head} ${countRows(host.live.database)}`;
      process.send?.({ state, heapBytes: wish === 'heap' ? heapAfterCollection() : null } satisfies StateMessage);
    }),
  );
  process.once('disconnect', async () => {
    await service.stop();
    process.exit(0);
  });
  process.send?.({ origin: new URL(service.baseUrl).origin } satisfies ReadyMessage);
}

/** One statement for all tables. */
function countRows({ sqlite }: WorldDatabase): string {
  const tables = sqlite
    .prepare("select name from sqlite_schema where type = 'table' and name not like 'sqlite_%'")
    .pluck()
    .all() as string[];
  const counts = tables
    .filter((name) => !TABLES_OF_TRAFFIC.has(name))
    .map((name) => `'${name}=' || (select count(*) from "${name}")`);
  const statement = sqlite.prepare(`select ${counts.join(` || ' ' || `)}`).pluck();
  return String(statement.get());
}

function heapAfterCollection(): number {
  globalThis.gc?.();
  globalThis.gc?.();
  return process.memoryUsage().heapUsed;
}

if (import.meta.main) await serveFuzz(process.argv[2] ?? '');
