/** Opens a world: kernel, market and stores on one database, with the simulated exchanges connected to the engine. */

import type { LinearSolver } from '../domain/budget/linear-solver.ts';
import { handleBulkRebalances } from '../engine/bulk/plan-bulk.ts';
import { handleCashFlows } from '../engine/cash-flows/apply-cash-flow.ts';
import { type CommandLog, createCommandLog } from '../engine/command-log.ts';
import { handleCorporateActions } from '../engine/corporate-actions/apply-corporate-action.ts';
import { handleDividends } from '../engine/dividends/pay-dividends.ts';
import { trackChanges } from '../engine/drift-monitor/changed-portfolios.ts';
import { DEFAULT_DRIFT_CHECK_MS, DriftMonitor } from '../engine/drift-monitor/drift-monitor.ts';
import { advanceRebalance, resumeWaiting } from '../engine/execution/advance-rebalance.ts';
import { applyFill } from '../engine/execution/apply-fill.ts';
import { applyAcknowledged, applyTermination } from '../engine/execution/apply-termination.ts';
import { HttpFaultRegistry } from '../engine/http-faults/http-fault-registry.ts';
import { LotLedger } from '../engine/lots/lot-ledger.ts';
import { createTaxDays } from '../engine/lots/tax-terms-of.ts';
import { handlePolicies } from '../engine/policies/run-policy.ts';
import { handleHeldBuys } from '../engine/settlement/hold-buys.ts';
import { handleSettlement } from '../engine/settlement/settle-trades.ts';
import type { WorldSettlement } from '../engine/settlement/world-settlement.ts';
import type { World } from '../engine/world.ts';
import { Kernel } from '../kernel/kernel.ts';
import type { KernelStore } from '../kernel/kernel-store.ts';
import { createBookingDays, UTC_DAYS } from '../market/calendar/booking-days.ts';
import { createSettlementDays } from '../market/calendar/settlement-days.ts';
import type { CustomMarket } from '../market/data/custom-market.ts';
import type { MarketData } from '../market/data/market-data.ts';
import { createSimulatedConnectors } from '../market/exchange/simulated-connectors.ts';
import type { WorldDatabase } from '../store/database/open-database.ts';
import {
  CASH_FLOW_DAYS_SETTING,
  DIVIDENDS_SETTING,
  DRIFT_CHECK_SETTING,
  RUN_TERMS_SETTING,
  SETTLEMENT_SETTING,
} from '../store/database/setting-keys.ts';
import { createSqliteBulkStore } from '../store/portfolio-life/sqlite-bulk-store.ts';
import { createSqliteCashFlowStore, createSqliteDividendStore } from '../store/portfolio-life/sqlite-cash-stores.ts';
import { createSqlitePolicyStore } from '../store/portfolio-life/sqlite-policy-store.ts';
import {
  createSqliteHeldBuyStore,
  createSqliteSettlementStore,
} from '../store/portfolio-life/sqlite-settlement-store.ts';
import {
  createSqliteAccountStore,
  createSqliteIdempotencyStore,
  createSqliteKeyStore,
} from '../store/world/sqlite-account-stores.ts';
import { createSqliteCommandStore } from '../store/world/sqlite-command-store.ts';
import {
  createSqliteExchangeOrderStore,
  createSqliteGatewayOrderStore,
  createSqliteOutageStore,
} from '../store/world/sqlite-exchange-stores.ts';
import { createSqliteHttpFaultStore } from '../store/world/sqlite-http-fault-store.ts';
import { createSqliteKernelStore } from '../store/world/sqlite-kernel-store.ts';
import { createSqliteLotTradeStore } from '../store/world/sqlite-lot-trade-store.ts';
import { createSqliteMifidStore } from '../store/world/sqlite-mifid-store.ts';
import { createSqlitePortfolioStore } from '../store/world/sqlite-portfolio-store.ts';
import { createSqliteRebalanceStore } from '../store/world/sqlite-rebalance-store.ts';
import { createSqliteSettingsStore, type SettingsStore } from '../store/world/sqlite-settings-store.ts';
import { createSqliteWebhookStore } from '../store/world/sqlite-webhook-store.ts';
import { createOutbox } from '../webhooks/outbox.ts';
import { marketOfWorld, storeCustomMarket, storedCustomMarket } from './contents/custom-market.ts';
import { observedPrices, openMarket } from './open-market.ts';
import type { OpenedWorld } from './opened-world.ts';
import { makeDefaultAccount } from './run-account.ts';
import type { WorldOptions } from './world-options.ts';

const DEFAULT_SEED = 1;
/** Decision J: Monday 2 March 2026, 09:30 UTC, when every exchange is open. */
const DEFAULT_START_MS = 1_772_443_800_000;

/** `shared` is the market of all worlds; a new world stores its custom market beside it. */
export function openWorld(
  options: WorldOptions,
  shared: MarketData,
  database: WorldDatabase,
  solver: LinearSolver,
  own: CustomMarket | null = null,
): OpenedWorld {
  const kernelStore = createSqliteKernelStore(database);
  const commandLog = options.recordCommands === false ? null : openCommandLog(database, () => kernel);
  const kernel: Kernel = new Kernel(commandLog === null ? kernelStore : notingCommands(kernelStore, commandLog), {
    seed: options.seed ?? DEFAULT_SEED,
    startAtMs: options.startAt ?? DEFAULT_START_MS,
    clock: { mode: options.clockMode ?? 'realtime', rate: options.clockRate ?? 1, paused: false, advance: null },
  });
  const settings = createSqliteSettingsStore(database);
  if (kernel.isNew) storeBeginning(options, settings, kernel, own);
  const market = marketOfWorld(shared, settings);
  const webhooks = createSqliteWebhookStore(kernel, database);
  const openedMarket = openMarket(kernel, market, database, dividendsSinceMs(settings));
  const { exchangePrices, faultRegistry } = openedMarket;
  const { instrumentChanges } = openedMarket.opened;
  const simulated = connectExchanges(kernel, openedMarket, database, () => world);
  const portfolios = trackChanges(createSqlitePortfolioStore(kernel, database));
  const httpFaults = new HttpFaultRegistry(createSqliteHttpFaultStore(database), kernel.seed);
  kernel.onRollback(() => httpFaults.reload());
  kernel.onRollback(() => instrumentChanges.reload());
  const world: World = {
    kernel,
    httpFaults,
    ...openedMarket.opened,
    customMarket: storedCustomMarket(settings),
    ...simulated,
    prices: observedPrices(exchangePrices, faultRegistry, simulated.connections, instrumentChanges),
    accounts: createSqliteAccountStore(database),
    apiKeys: createSqliteKeyStore(database),
    portfolios,
    cashFlows: createSqliteCashFlowStore(database),
    bookingDays: repeatsInUtc(settings) ? () => UTC_DAYS : createBookingDays(market),
    dividendStore: createSqliteDividendStore(database),
    policies: createSqlitePolicyStore(kernel, database),
    bulks: createSqliteBulkStore(kernel, database),
    rebalances: createSqliteRebalanceStore(kernel, database),
    settlement: openSettlement(kernel, settings, openedMarket, database),
    solver,
    lots: new LotLedger(kernel, createSqliteLotTradeStore(database), createTaxDays(market)),
    mifid: createSqliteMifidStore(database),
    idempotency: createSqliteIdempotencyStore(database),
    outbox: createOutbox(webhooks),
    watchDrift: (unit) => monitor.watch(unit),
    rules: options.rules,
  };
  handleTimers(world);
  makeDefaultAccount(world);
  const driftCheckMs = options.driftCheckMs ?? Number(settings.get(DRIFT_CHECK_SETTING) ?? DEFAULT_DRIFT_CHECK_MS);
  if (options.driftCheckMs !== null) settings.set(DRIFT_CHECK_SETTING, String(driftCheckMs));
  const monitor = new DriftMonitor(world, portfolios, driftCheckMs);
  if (commandLog !== null) storeRunTerms(commandLog, settings, kernel, { rules: options.rules, driftCheckMs });
  return { world, events: kernelStore, webhooks, commands: commandLog };
}

/** Stores what never changes in a new world, apart from its seed and its start. */
function storeBeginning(
  { settlement, dividends }: WorldOptions,
  settings: SettingsStore,
  { nowMs }: Kernel,
  own: CustomMarket | null,
): void {
  storeCustomMarket(settings, own);
  settings.set(SETTLEMENT_SETTING, settlement ?? 'immediate');
  settings.set(CASH_FLOW_DAYS_SETTING, 'business');
  if (dividends === 'on') settings.set(DIVIDENDS_SETTING, String(nowMs));
}

/** Returns when the world began to pay dividends; null: it pays none. */
function dividendsSinceMs(settings: SettingsStore): number | null {
  const since = settings.get(DIVIDENDS_SETTING);
  return since === null ? null : Number(since);
}

function handleTimers(world: World): void {
  handleCashFlows(world);
  handleCorporateActions(world);
  handleDividends(world);
  handleSettlement(world);
  handleHeldBuys(world, advanceRebalance);
  handlePolicies(world);
  handleBulkRebalances(world);
}

/** Creates the simulated exchanges, whose reports change the world. */
function connectExchanges(
  kernel: Kernel,
  { opened, knownMarket: data, ...parts }: ReturnType<typeof openMarket>,
  database: WorldDatabase,
  world: () => World,
) {
  const stores = {
    exchangeOrders: createSqliteExchangeOrderStore(kernel, database),
    gatewayOrders: createSqliteGatewayOrderStore(kernel, database),
    outageStore: createSqliteOutageStore(database),
  };
  const { calendars, overlays } = opened;
  return createSimulatedConnectors(
    kernel,
    { ...parts, ...stores, data, calendars, overlays },
    {
      onAcknowledged: (unit, orderId, reconciled) => applyAcknowledged(world(), unit, orderId, reconciled),
      onFill: (unit, report) => applyFill(world(), unit, report),
      onTerminated: (unit, orderId, termination) => applyTermination(world(), unit, orderId, termination),
      onAvailable: (unit, mic) => resumeWaiting(world(), unit, mic),
    },
  );
}

/** A world older than this setting settles at once. */
function openSettlement(
  kernel: Kernel,
  settings: SettingsStore,
  { opened: { market, calendars } }: ReturnType<typeof openMarket>,
  database: WorldDatabase,
): WorldSettlement {
  return {
    mode: settings.get(SETTLEMENT_SETTING) === 'simulated' ? 'simulated' : 'immediate',
    days: createSettlementDays(market, calendars),
    trades: createSqliteSettlementStore(kernel, database),
    heldBuys: createSqliteHeldBuyStore(database),
  };
}

function openCommandLog(database: WorldDatabase, kernel: () => Kernel) {
  return createCommandLog(createSqliteCommandStore(database), kernel);
}

/** Writes commands in the transaction in which they are executed. */
function notingCommands(store: KernelStore, log: Pick<KernelStore, 'save'> & Pick<CommandLog, 'whole'>): KernelStore {
  return {
    ...store,
    transaction: (work) => log.whole(() => store.transaction(work)),
    save(changes, origin) {
      store.save(changes, origin);
      log.save(changes, origin);
    },
  };
}

/**
 * Commands can be executed again only under the same terms: when these change, or when the latest run was before
 * commands were stored, earlier commands are forgotten. Cash flows that repeat in UTC are part of the terms, because in
 * a new world such commands end differently.
 */
function storeRunTerms(log: CommandLog, settings: SettingsStore, kernel: Kernel, terms: object): void {
  const whole = repeatsInUtc(settings) ? { ...terms, cashFlowDays: 'utc' } : terms;
  const [before, now] = [settings.get(RUN_TERMS_SETTING), JSON.stringify(whole)];
  if (before === now) return;
  settings.set(RUN_TERMS_SETTING, now);
  if (!kernel.isNew) log.store.forgetBefore(kernel.eventCount);
}

/** Whether the world is older than cash flows with business days (decision O1). */
function repeatsInUtc(settings: SettingsStore): boolean {
  return settings.get(CASH_FLOW_DAYS_SETTING) === null;
}
