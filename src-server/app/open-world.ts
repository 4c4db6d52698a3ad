/** Puts a world together: kernel, market and stores on one database, with the simulated exchanges wired to the engine. */
import { join } from 'node:path';
import type { LinearSolver } from '../domain/budget/linear-solver.ts';
import { noteChanges } from '../engine/drift-monitor/changed-portfolios.ts';
import { DriftMonitor } from '../engine/drift-monitor/drift-monitor.ts';
import { applyAcknowledged, applyEnded } from '../engine/execution/apply-ending.ts';
import { applyFill } from '../engine/execution/apply-fill.ts';
import { resumeWaiting } from '../engine/execution/go-on.ts';
import { LotBook } from '../engine/lots/lot-book.ts';
import { createTaxDays } from '../engine/lots/tax-terms-of.ts';
import type { EventStore } from '../engine/ports.ts';
import type { WebhookStore } from '../engine/webhook-ports.ts';
import { WireFaultBook } from '../engine/wire-faults/wire-fault-book.ts';
import type { World } from '../engine/world.ts';
import { Kernel } from '../kernel/kernel.ts';
import { createSimulatedConnectors } from '../market/exchange/simulated-connectors.ts';
import type { MarketData } from '../market/market-data.ts';
import { MARKET_FILES, parseMarketData } from '../market/parse-market-data.ts';
import { DatabaseInUseError, openDatabase, type WorldDatabase } from '../store/open-database.ts';
import { createSqliteAccountStore, createSqliteKeyStore } from '../store/sqlite-account-stores.ts';
import { createSqliteDeskBook } from '../store/sqlite-desk-book.ts';
import { createSqliteExchangeBook } from '../store/sqlite-exchange-book.ts';
import { createSqliteIdempotencyStore, createSqliteMifidStore } from '../store/sqlite-form-a-stores.ts';
import { createSqliteKernelStore } from '../store/sqlite-kernel-store.ts';
import { createSqliteLotTradeStore } from '../store/sqlite-lot-trade-store.ts';
import { createSqliteOutageStore } from '../store/sqlite-outage-store.ts';
import { createSqlitePortfolioStore } from '../store/sqlite-portfolio-store.ts';
import { createSqliteRebalanceStore } from '../store/sqlite-rebalance-store.ts';
import { createSqliteSettingsStore, type SettingsStore } from '../store/sqlite-settings-store.ts';
import { createSqliteWebhookStore } from '../store/sqlite-webhook-store.ts';
import { createSqliteWireFaultStore } from '../store/sqlite-wire-fault-store.ts';
import { databaseFile, readJsonFiles } from '../system/world-files.ts';
import { createOutbox } from '../webhooks/outbox.ts';
import type { BallastOptions } from './ballast-options.ts';
import { asSeen, openMarket } from './open-market.ts';
import { makeDefaultAccount } from './run-account.ts';
import { StartupError } from './startup-error.ts';

const DEFAULT_SEED = 1;
/** Decision J: Monday 2 March 2026, 09:30 UTC, when every exchange is open. */
const DEFAULT_START_MS = 1_772_443_800_000;
/** How often drift is looked at, virtual time. */
const DRIFT_CHECK_MS = 15 * 60_000;
const DRIFT_CHECK_SETTING = 'drift_check_ms';
/** Decision F3: 100 000.00 of the base currency. */
const FORM_A_INITIAL_CASH_MINOR = 10_000_000;

export interface MarketFacts {
  readonly market: MarketData;
  /** SHA-256 of each file, for the fingerprint. */
  readonly hashes: Readonly<Record<string, string>>;
}

export function readMarketFacts(root: string): MarketFacts {
  const { values, hashes } = readJsonFiles(join(root, 'fixtures/market'), MARKET_FILES);
  return { market: parseMarketData(values), hashes };
}

/** Exit 2 where another process holds the folder. */
export function openWorldDatabase(dataDir: string | null, root: string): WorldDatabase {
  try {
    const file = dataDir === null ? null : databaseFile(dataDir);
    return openDatabase(file, migrationsFolder(root));
  } catch (error) {
    if (error instanceof DatabaseInUseError) {
      throw new StartupError(2, [`the data folder ${dataDir} is in use by another Ballast`]);
    }
    if (error instanceof Error && 'code' in error) {
      throw new StartupError(64, [`--data ${dataDir}: ${error.message}`]);
    }
    throw error;
  }
}

export function migrationsFolder(root: string): string {
  return join(root, 'src-server/store/migrations');
}

export interface OpenedWorld {
  readonly world: World;
  readonly events: EventStore;
  readonly webhooks: WebhookStore;
}

/** A world and the database it is on. */
export interface OpenedDatabase extends OpenedWorld {
  readonly database: WorldDatabase;
  readonly settings: SettingsStore;
}

export function openWorld(
  options: BallastOptions,
  market: MarketData,
  database: WorldDatabase,
  solver: LinearSolver,
): OpenedWorld {
  const kernelStore = createSqliteKernelStore(database);
  const webhooks = createSqliteWebhookStore(database);
  const kernel = new Kernel(kernelStore, {
    seed: options.seed ?? DEFAULT_SEED,
    startAtMs: options.startAt ?? DEFAULT_START_MS,
    clock: { mode: options.clockMode ?? 'realtime', rate: options.clockRate ?? 1, paused: false, advance: null },
  });
  const { opened, ...parts } = openMarket(kernel.seed, market, database);
  const { exchangePrices, faultBook } = parts;
  const simulated = createSimulatedConnectors(
    kernel,
    {
      ...parts,
      data: opened.market,
      calendars: opened.calendars,
      exchangeBook: createSqliteExchangeBook(database),
      deskBook: createSqliteDeskBook(database),
      outageStore: createSqliteOutageStore(database),
    },
    {
      onAcknowledged: (unit, orderId, reconciled) => applyAcknowledged(world, unit, orderId, reconciled),
      onFill: (unit, report) => applyFill(world, unit, report),
      onEnded: (unit, orderId, ending) => applyEnded(world, unit, orderId, ending),
      onAvailable: (unit, mic) => resumeWaiting(world, unit, mic),
    },
  );
  const portfolios = noteChanges(createSqlitePortfolioStore(database));
  const wireFaults = new WireFaultBook(createSqliteWireFaultStore(database), kernel.seed);
  kernel.onRollback(() => wireFaults.reload());
  const world: World = {
    kernel,
    wireFaults,
    ...opened,
    ...simulated,
    prices: asSeen(exchangePrices, faultBook, simulated.lines),
    accounts: createSqliteAccountStore(database),
    apiKeys: createSqliteKeyStore(database),
    portfolios,
    rebalances: createSqliteRebalanceStore(database),
    solver,
    lots: new LotBook(kernel, createSqliteLotTradeStore(database), createTaxDays(market)),
    mifid: createSqliteMifidStore(database),
    idempotency: createSqliteIdempotencyStore(database),
    outbox: createOutbox(webhooks),
    watchDrift: (unit) => monitor.watch(unit),
    rules: options.rules,
    formAInitialCashMinor: FORM_A_INITIAL_CASH_MINOR,
  };
  makeDefaultAccount(world);
  const settings = createSqliteSettingsStore(database);
  const driftCheckMs = options.driftCheckMs ?? Number(settings.get(DRIFT_CHECK_SETTING) ?? DRIFT_CHECK_MS);
  if (options.driftCheckMs !== null) settings.set(DRIFT_CHECK_SETTING, String(driftCheckMs));
  const monitor = new DriftMonitor(world, portfolios, driftCheckMs);
  return { world, events: kernelStore, webhooks };
}
