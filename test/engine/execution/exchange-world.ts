/**
 * A world whose exchanges are broken on purpose: one portfolio, its rebalances, faults, and their entries in the event
 * log. In memory, or in a folder so that it can be closed and reopened. Has no expectations.
 */

import { afterEach } from 'vitest';
import type { BallastOptions } from '../../../src-server/app.ts';
import { changeExchange, type ExchangeChange } from '../../../src-server/engine/commands/market/change-exchange.ts';
import { type FaultRequest, setFault } from '../../../src-server/engine/commands/market/set-fault.ts';
import {
  createPortfolioB,
  type PortfolioRequestB,
} from '../../../src-server/engine/commands/portfolios/create-portfolio-b.ts';
import { createPlan } from '../../../src-server/engine/commands/rebalances/create-plan.ts';
import { executePlan } from '../../../src-server/engine/commands/rebalances/execute-plan.ts';
import type { Outcome, Refusal } from '../../../src-server/engine/outcome.ts';
import type { FillRecord, OrderRecord, RebalanceRecord } from '../../../src-server/engine/records.ts';
import { DEFAULT_ACCOUNT } from '../../../src-server/engine/world.ts';
import type { LoggedEvent } from '../../../src-server/kernel/event-chain.ts';
import type { FaultKind, MarketFault } from '../../../src-server/market/faults/fault.ts';
import type { WorldDatabase } from '../../../src-server/store/database/open-database.ts';
import { loadLinearSolver } from '../../../src-server/system/highs-solver.ts';
import { packageRoot } from '../../../src-server/system/package-root.ts';
import { readMarketFacts } from '../../../src-server/world/market-facts.ts';
import { openWorld } from '../../../src-server/world/open-world.ts';
import { openWorldDatabase } from '../../../src-server/world/world-database.ts';
import { applyOptions, TEST_START_MS } from '../../support/ballast-defaults.ts';
import type { TestWorld } from '../../support/make-world.ts';

const solver = await loadLinearSolver();

export const SAP = 'DE0007164600';
export const ALLIANZ = 'DE0008404005';
export const SECOND_MS = 1000;
export const MINUTE_MS = 60 * SECOND_MS;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

const facts = readMarketFacts(packageRoot());
const TIMERS_AT_ONCE = 512;
const NO_BARRIERS: ReadonlySet<string> = new Set();
const open = new Set<OpenTestWorld>();

export interface OpenTestWorld extends TestWorld {
  readonly database: WorldDatabase;
}

export interface StartedWorld extends OpenTestWorld {
  readonly portfolioId: string;
}

/** To be called once in a test file: no world outlives its test. */
export function closeWorldsAfterEach(): void {
  afterEach(() => {
    for (const each of [...open]) each.close();
  });
}

/** `dataDir` of `null`: in memory. A folder with a world resumes it. */
export function openTestWorld(
  seed: number,
  startAt: number,
  dataDir: string | null = null,
  options: Partial<BallastOptions> = {},
): OpenTestWorld {
  const database = openWorldDatabase(dataDir, packageRoot());
  const opened = openWorld(applyOptions({ seed, startAt, ...options }), facts.market, database, solver);
  const { kernel } = opened.world;
  const testWorld: OpenTestWorld = {
    ...opened,
    database,
    advanceTo(targetMs) {
      while (kernel.runUntil(targetMs, TIMERS_AT_ONCE, NO_BARRIERS).timers === TIMERS_AT_ONCE);
    },
    close() {
      if (open.delete(testWorld)) database.close();
    },
  };
  open.add(testWorld);
  return testWorld;
}

export interface StartOptions {
  readonly startAt?: number;
  readonly dataDir?: string | null;
}

/** By default 3 000 SAP and no cash, half of which is to become Allianz: one sell, and a buy that waits for it. */
export function start(portfolio: Partial<PortfolioRequestB> = {}, options: StartOptions = {}): StartedWorld {
  const test = openTestWorld(3, options.startAt ?? TEST_START_MS, options.dataDir ?? null);
  return { ...test, portfolioId: addPortfolio(test, portfolio) };
}

export function addPortfolio({ world }: TestWorld, portfolio: Partial<PortfolioRequestB> = {}): string {
  const created = createPortfolioB(world, DEFAULT_ACCOUNT, {
    external_id: 'broken',
    currency: 'EUR',
    tax_wrapper: 'Depot',
    holdings: [{ isin: SAP, exchange: 'XETR', quantity: 3000 }],
    targets: [SAP, ALLIANZ].map((isin) => ({ isin, weight: 0.49 })),
    cash: 0,
    ...portfolio,
  });
  return accept(created).portfolioId;
}

/** Cash with a target in one instrument: one buy and nothing else. */
export function allCash(isin = ALLIANZ, cash = 1_000_000): Partial<PortfolioRequestB> {
  return { holdings: [], cash, targets: [{ isin, weight: 0.9 }] };
}

export function tryPlan({ world, portfolioId }: StartedWorld, threshold = 0.01): Outcome<RebalanceRecord> {
  return createPlan(world, DEFAULT_ACCOUNT, {
    portfolio_id: portfolioId,
    drift_threshold: threshold,
    band_type: 'absolute',
    rebalance_trigger: 'any_position',
    simulation: false,
    fractional_precision: 4,
    fx_overlay: false,
  });
}

export function plan(test: StartedWorld): string {
  return accept(tryPlan(test)).rebalanceId;
}

export function tryExecute({ world }: TestWorld, rebalanceId: string): Outcome<RebalanceRecord> {
  return executePlan(world, DEFAULT_ACCOUNT, rebalanceId);
}

export function planAndExecute(test: StartedWorld): string {
  const rebalanceId = plan(test);
  accept(tryExecute(test, rebalanceId));
  return rebalanceId;
}

/** By default from now on, at Xetra, hitting everything, until it is ended. */
export function faultRequest(kind: FaultKind, named: Partial<FaultRequest> = {}): FaultRequest {
  const everything = { isin: null, share: 1, amount: null, cancelsOrders: false, count: null };
  return { kind, mic: 'XETR', ...everything, fromMs: null, untilMs: null, ...named };
}

export function breakMarket({ world }: TestWorld, kind: FaultKind, named: Partial<FaultRequest> = {}): MarketFault {
  return accept(setFault(world, faultRequest(kind, named)));
}

/** Xetra's settings, from now on; the connection does not change unless it is named. */
export function change({ world }: TestWorld, named: Partial<ExchangeChange>, mic = 'XETR'): void {
  accept(changeExchange(world, mic, { connected: null, settings: {}, latency: {}, ...named }));
}

export function accept<T>(outcome: Outcome<T>): T {
  if (!outcome.ok) throw new Error(`refused: ${JSON.stringify(outcome)}`);
  return outcome.value;
}

export function refusal(outcome: Outcome<unknown>): Refusal {
  if (outcome.ok) throw new Error('was not refused');
  return outcome;
}

export function rebalanceOf({ world }: TestWorld, rebalanceId: string): RebalanceRecord {
  const rebalance = world.rebalances.find(rebalanceId);
  if (rebalance === null) throw new Error(`no rebalance ${rebalanceId}`);
  return rebalance;
}

/** Every order as `side status`, by sequence. */
export function statuses({ world }: TestWorld, rebalanceId: string): string[] {
  return world.rebalances.orders(rebalanceId).map(({ side, status }) => `${side} ${status}`);
}

export function orderOf({ world }: TestWorld, rebalanceId: string, side: OrderRecord['side']): OrderRecord {
  const order = world.rebalances.orders(rebalanceId).find((each) => each.side === side);
  if (order === undefined) throw new Error(`no ${side} in ${rebalanceId}`);
  return order;
}

export function fillsOf({ world }: TestWorld, rebalanceId: string): FillRecord[] {
  return world.rebalances.fills(rebalanceId);
}

/** Every event so far, or those of one type. */
export function eventsOf({ world, events }: TestWorld, type?: string): LoggedEvent[] {
  const all = events.after(0, world.kernel.eventCount);
  return type === undefined ? all : all.filter((event) => event.type === type);
}

export function cashMinorOf({ world }: TestWorld, portfolioId: string): number {
  const portfolio = world.portfolios.find(portfolioId);
  if (portfolio === null) throw new Error(`no portfolio ${portfolioId}`);
  return portfolio.cashMinor;
}

/** Rows of the exchanges and of the gateway: everything pending between them and us. */
export function rowsLeft({ database }: Pick<OpenTestWorld, 'database'>): Record<string, number> {
  const count = (table: string) => database.sqlite.prepare(`select count(*) from ${table}`).pluck().get() as number;
  return {
    desk_orders: count('desk_orders'),
    exchange_orders: count('exchange_orders'),
    exchange_executions: count('exchange_executions'),
  };
}

export const NO_ROWS = { desk_orders: 0, exchange_orders: 0, exchange_executions: 0 };
