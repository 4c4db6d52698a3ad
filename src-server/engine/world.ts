/** Everything a command may reach: the kernel, the market, the stores, the ways out. Made once, by the composition root. */
import type { LinearSolver } from '../domain/budget/linear-solver.ts';
import type { Kernel } from '../kernel/kernel.ts';
import type { UnitOfWork } from '../kernel/unit-of-work.ts';
import type { Calendars } from '../market/calendar/calendar.ts';
import type { MarketData, VenueSettings } from '../market/data/market-data.ts';
import type { ConnectionControl } from '../market/exchange/simulated-connectors.ts';
import type { ExchangeConnectors } from '../market/exchange-connectors.ts';
import type { FaultScheduler } from '../market/faults/fault-scheduler.ts';
import type { OverlayRegistry } from '../market/prices/overlay-registry.ts';
import type { PinRegistry } from '../market/prices/pin-registry.ts';
import type { PriceModel } from '../market/prices/price-model.ts';
import type { SeriesRegistry } from '../market/prices/series-registry.ts';
import type { HttpFaultRegistry } from './http-faults/http-fault-registry.ts';
import type { LotLedger } from './lots/lot-ledger.ts';
import type { AccountStore, KeyStore } from './ports/account-ports.ts';
import type {
  ExchangeSettingsStore,
  IdempotencyStore,
  MarketEventStore,
  MifidStore,
  Outbox,
  PinStore,
  PortfolioStore,
  RebalanceStore,
  SeriesStore,
} from './ports/stores.ts';

/** What happens to rules that the specification does not state (decision M). */
export type RulesMode = 'warn' | 'enforce' | 'off';

export interface World {
  readonly kernel: Kernel;
  readonly market: MarketData;
  readonly calendars: Calendars;
  /** Every price as it is seen from here, with what is laid over, held, halted or stale; all pricing asks here. */
  readonly prices: PriceModel;
  /** What `prices` reads; changed by commands only, once their transaction is committed. */
  readonly pins: PinRegistry;
  readonly overlays: OverlayRegistry;
  readonly series: SeriesRegistry;
  /** Whose everything is, and what their tiers allow. */
  readonly accounts: AccountStore;
  readonly apiKeys: KeyStore;
  readonly portfolios: PortfolioStore;
  readonly rebalances: RebalanceStore;
  /** For plans under a cost budget. */
  readonly solver: LinearSolver;
  /** Lots and realised gains by portfolio and ISIN. */
  readonly lots: LotLedger;
  /** Compliance records of fills. */
  readonly mifid: MifidStore;
  readonly idempotency: IdempotencyStore;
  readonly pinStore: PinStore;
  readonly marketEvents: MarketEventStore;
  readonly seriesStore: SeriesStore;
  readonly connectors: ExchangeConnectors;
  /** The connections to the exchanges and what is broken on purpose: for the control plane, not for trading. */
  readonly connections: ConnectionControl;
  readonly faults: FaultScheduler;
  /** What is broken on purpose between this service and its clients and receivers; nothing of it is logged. */
  readonly httpFaults: HttpFaultRegistry;
  /** What `market.venues` reads; changed by commands only, and put back where their transaction fails. */
  readonly venues: Map<string, VenueSettings>;
  readonly exchangeSettings: ExchangeSettingsStore;
  readonly outbox: Outbox;
  /** Begins to watch drift where there is something to watch; to be called where a portfolio was created. */
  readonly watchDrift: (unit: UnitOfWork) => void;
  readonly rules: RulesMode;
  /** Cash a Form A portfolio starts with, base currency (decision F3). */
  readonly formAInitialCashMinor: number;
}

/** The account that every world has, and to which the key of the run belongs (decision E1). */
export const DEFAULT_ACCOUNT = 'default';
