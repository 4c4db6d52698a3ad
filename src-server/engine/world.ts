/** The dependencies of commands: kernel, market, stores, outbox. The composition root creates it once. */

import type { LinearSolver } from '../domain/budget/linear-solver.ts';
import type { RULE_MODES } from '../domain/server-choices.ts';
import type { Kernel } from '../kernel/kernel.ts';
import type { UnitOfWork } from '../kernel/unit-of-work.ts';
import type { BookingDays } from '../market/calendar/booking-days.ts';
import type { Calendars } from '../market/calendar/calendar.ts';
import type { InstrumentChanges } from '../market/corporate-actions/instrument-changes.ts';
import type { CustomMarket } from '../market/data/custom-market.ts';
import type { MarketData, VenueSettings } from '../market/data/market-data.ts';
import type { DividendSchedule } from '../market/dividends/dividend-schedule.ts';
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
  BulkStore,
  CashFlowStore,
  CorporateActionStore,
  DividendStore,
  ExchangeSettingsStore,
  IdempotencyStore,
  MarketEventStore,
  MifidStore,
  Outbox,
  PinStore,
  PolicyStore,
  PortfolioStore,
  RebalanceStore,
  SeriesStore,
} from './ports/stores.ts';
import type { WorldSettlement } from './settlement/world-settlement.ts';

/** How rules that the specification does not state are applied (decision M). */
export type RulesMode = (typeof RULE_MODES)[number];

export interface World {
  readonly kernel: Kernel;
  readonly market: MarketData;
  /** The part of `market` that is not shared by all worlds; `null`: nothing. */
  readonly customMarket: CustomMarket | null;
  readonly calendars: Calendars;
  /** Observed prices, with overlays, pins, halts and stale feeds; all pricing reads these. */
  readonly prices: PriceModel;
  /** Inputs of `prices`; commands change them after their transaction is committed. */
  readonly pins: PinRegistry;
  readonly overlays: OverlayRegistry;
  readonly series: SeriesRegistry;
  /** Dividends by the seed, by the instruments' first ISIN; `null` in a world without dividends. */
  readonly dividends: DividendSchedule | null;
  /** Accounts, with the limits of their tiers. */
  readonly accounts: AccountStore;
  readonly apiKeys: KeyStore;
  readonly portfolios: PortfolioStore;
  readonly cashFlows: CashFlowStore;
  /** By base currency; UTC days in a world that was created before cash flows had business days (decision O1). */
  readonly bookingDays: (currency: string) => BookingDays;
  readonly corporateActions: CorporateActionStore;
  /** The present instruments after corporate actions; `market.instruments` are those that still exist. */
  readonly instrumentChanges: InstrumentChanges;
  readonly dividendStore: DividendStore;
  readonly policies: PolicyStore;
  readonly bulks: BulkStore;
  readonly rebalances: RebalanceStore;
  /** When trades settle, and which have not. */
  readonly settlement: WorldSettlement;
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
  /** Connections and market faults for the control plane; trading uses `connectors`. */
  readonly connections: ConnectionControl;
  readonly faults: FaultScheduler;
  /** Faults of HTTP responses and of webhooks; the event log does not contain them. */
  readonly httpFaults: HttpFaultRegistry;
  /** The map behind `market.venues`; commands change it, and restore it if their transaction fails. */
  readonly venues: Map<string, VenueSettings>;
  readonly exchangeSettings: ExchangeSettingsStore;
  readonly outbox: Outbox;
  /** Starts the drift monitor if it is not running; must be called after creating a portfolio or setting targets. */
  readonly watchDrift: (unit: UnitOfWork) => void;
  readonly rules: RulesMode;
}

/** The account that every world has; the key of the run belongs to it (decision E1). */
export const DEFAULT_ACCOUNT = 'default';
