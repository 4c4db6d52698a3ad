/**
 * The simulated exchanges alone: real connections, gateways and exchanges on a database in memory, with a recorder in
 * place of the engine. Owns what a test may change in the market; each test states its expectations.
 */

import type { LoggedEvent } from '../../../src-server/kernel/event-chain.ts';
import type { UnitOfWork } from '../../../src-server/kernel/unit-of-work.ts';
import type { MarketData, SimulationInputs, VenueSettings } from '../../../src-server/market/data/market-data.ts';
import { createSimulatedConnectors } from '../../../src-server/market/exchange/simulated-connectors.ts';
import type { RoutedOrder } from '../../../src-server/market/exchange-connectors.ts';
import type { FaultInput } from '../../../src-server/market/faults/fault-scheduler.ts';
import type { WorldDatabase } from '../../../src-server/store/database/open-database.ts';
import {
  createSqliteExchangeOrderStore,
  createSqliteGatewayOrderStore,
  createSqliteOutageStore,
} from '../../../src-server/store/world/sqlite-exchange-stores.ts';
import { createSqliteKernelStore } from '../../../src-server/store/world/sqlite-kernel-store.ts';
import { openMarket } from '../../../src-server/world/open-market.ts';
import { openKernel, openMemory } from '../../kernel/open-kernel.ts';
import { at, makeMarket } from '../market-fixture.ts';
import { ReportRecorder } from './report-recorder.ts';

/** Monday noon in Frankfurt, when every exchange is open. */
export const NOON = at('2026-03-02T11:00:00Z');
export const SAP = 'DE0007164600';

/** Three fixed latencies, so that a test can say when a message arrives. */
export const TEN_MS = {
  submit: { kind: 'fixed', ms: 10 },
  acknowledge: { kind: 'fixed', ms: 10 },
  report: { kind: 'fixed', ms: 10 },
} as const;

export interface ExchangeChoices {
  readonly seed: number;
  readonly startAtMs: number;
  readonly venue: Partial<VenueSettings>;
  readonly simulation: Partial<SimulationInputs>;
  /** The database of a world that is to continue. */
  readonly database: WorldDatabase;
}

const { data: FACTS } = makeMarket(1);

/** The facts of the fixtures, with other settings for every venue and the whole market. */
export function changedFacts(venue: Partial<VenueSettings>, simulation: Partial<SimulationInputs> = {}): MarketData {
  const venues = new Map([...FACTS.venues].map(([mic, settings]) => [mic, { ...settings, ...venue }]));
  return { ...FACTS, venues, simulation: { ...FACTS.simulation, ...simulation } };
}

/** A market order for 100 SAP on Xetra that is carried into the next day, by default. */
export function anOrder(order: Partial<RoutedOrder> = {}): RoutedOrder {
  return {
    clientOrderId: `${order.orderId ?? 'or_1'}/1`,
    orderId: 'or_1',
    isin: SAP,
    mic: 'XETR',
    side: 'buy',
    quantityMicro: 100_000_000,
    stepMicro: 1_000_000,
    limitPriceMicro: null,
    dayEnd: 'carry',
    ...order,
  };
}

/** A fault that hits everything on Xetra from now until it is ended, by default. */
export function aFault(kind: FaultInput['kind'], fault: Partial<FaultInput> = {}): FaultInput {
  return {
    kind,
    mic: 'XETR',
    isin: null,
    share: 1,
    amount: null,
    cancelsOrders: false,
    fromMs: NOON,
    untilMs: null,
    count: null,
    ...fault,
  };
}

export type Exchanges = ReturnType<typeof openExchanges>;

/** Exchanges whose messages take 10 ms each way and that should reply within 10 s, by default. */
export function openExchanges(choices: Partial<ExchangeChoices> = {}) {
  const { seed = 7, startAtMs = NOON, venue, simulation, database = openMemory() } = choices;
  const kernel = openKernel(database, { seed, startAtMs });
  const facts = changedFacts({ latency: TEN_MS, ...venue }, simulation);
  const { opened, ...parts } = openMarket(kernel, facts, database);
  const stores = {
    exchangeOrders: createSqliteExchangeOrderStore(kernel, database),
    gatewayOrders: createSqliteGatewayOrderStore(kernel, database),
    outageStore: createSqliteOutageStore(database),
  };
  const recorder = new ReportRecorder();
  const { calendars, overlays } = opened;
  const wired = createSimulatedConnectors(kernel, { ...parts, ...stores, data: facts, calendars, overlays }, recorder);
  const run = <T>(work: (unit: UnitOfWork) => T): T => kernel.execute(work);
  const rowsOf = (table: string): number =>
    Number(database.sqlite.prepare(`select count(*) from ${table}`).pluck().get());
  return {
    database,
    kernel,
    recorder,
    data: facts,
    calendars,
    run,
    ...parts,
    ...stores,
    ...wired,
    submit: (order: Partial<RoutedOrder> = {}) => run((unit) => wired.connectors.submit(unit, anOrder(order))),
    cancel: (orderId = 'or_1') => run((unit) => wired.connectors.cancel(unit, orderId)),
    disconnect: (mic = 'XETR') => run((unit) => wired.connections.disconnect(unit, mic)),
    connect: (mic = 'XETR') => run((unit) => wired.connections.connect(unit, mic)),
    setFault: (kind: FaultInput['kind'], fault: Partial<FaultInput> = {}) =>
      run((unit) => wired.faults.set(unit, aFault(kind, { fromMs: unit.nowMs, ...fault }))),
    endFault: (faultId: string) =>
      run((unit) => {
        const fault = wired.faults.find(faultId);
        if (fault !== null) wired.faults.end(unit, fault);
      }),
    /** Advances time by a number of ms. */
    pass: (ms: number) => void kernel.runUntil(kernel.nowMs + ms, 1_000_000, new Set()),
    passTo: (iso: string) => void kernel.runUntil(at(iso), 1_000_000, new Set()),
    /** Advances time until nothing is due; returns false if that takes more than `longestMs`. */
    settle(longestMs = 60 * 86_400_000): boolean {
      kernel.runUntil(kernel.nowMs + longestMs, 1_000_000, new Set());
      return kernel.nextDueMs === null;
    },
    events: (type: string): readonly LoggedEvent[] =>
      createSqliteKernelStore(database)
        .after(0, 1_000_000)
        .filter((event) => event.type === type),
    /** Remaining rows of orders on either side of the connections. */
    rowsLeft: () => ({
      desk: rowsOf('desk_orders'),
      exchange: rowsOf('exchange_orders'),
      executions: rowsOf('exchange_executions'),
    }),
  };
}

export const NOTHING_LEFT = { desk: 0, exchange: 0, executions: 0 };
