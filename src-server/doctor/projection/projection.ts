/**
 * Computes the tables of a world from its event log, event by event. Fields that an event of an earlier release lacks
 * are not checked.
 */
import type { EventOf, EventType, KnownEvent } from '../../domain/events/event-catalogue.ts';
import { type EventTable, handleEvent } from '../../domain/events/handle-event.ts';
import {
  applyToLedger,
  emptyLedger,
  type LedgerFill,
  type LedgerPortfolio,
} from '../../scenario/ledger/portfolio-ledger.ts';
import { type Columns, ExpectedTable } from '../expected-table.ts';

/** The tables that are determined by the log, with the columns of their keys. */
export const PROJECTED_TABLES = {
  world: ['id'],
  settings: ['name'],
  portfolios: ['portfolio_id'],
  positions: ['portfolio_id', 'isin', 'mic'],
  targets: ['portfolio_id', 'isin'],
  rebalances: ['rebalance_id'],
  plans: ['rebalance_id'],
  orders: ['order_id'],
  fills: ['fill_id'],
  lot_trades: ['portfolio_id', 'trade_id', 'side'],
  idempotency_keys: ['key', 'rebalance_id'],
  desk_orders: ['client_order_id'],
  exchange_orders: ['client_order_id'],
  outages: ['outage_id'],
  market_faults: ['fault_id'],
  cash_flows: ['cash_flow_id'],
  corporate_actions: ['corporate_action_id'],
  dividends: ['dividend_id'],
  trade_settlements: ['fill_id'],
  policies: ['portfolio_id'],
  bulk_rebalances: ['bulk_id'],
  bulk_portfolios: ['bulk_id', 'portfolio_id'],
  exchange_settings: ['mic'],
  pins: ['seq'],
  market_events: ['market_event_id'],
  price_series: ['seq'],
  accounts: ['account_id'],
  tier_limits: ['tier'],
  api_keys: ['key_id'],
  webhook_endpoints: ['webhook_id'],
  deliveries: ['event_id', 'webhook_id'],
} as const;
export type ProjectedTable = keyof typeof PROJECTED_TABLES;

/** An order of a plan, as in the log. */
export interface ProjectedOrder {
  readonly orderId: string;
  readonly side: 'buy' | 'sell';
  readonly isin: string;
  readonly mic: string;
  readonly quantityMicro: number;
}

/** A purchase, a sale or a split of a portfolio; the ISIN changes with that of its instrument. */
export interface RecordedTrade {
  isin: string;
  readonly tradeId: string;
  readonly side: 'buy' | 'sell' | 'split';
  readonly columns: Columns;
  readonly isOptional: boolean;
}

interface KnownEndpoint {
  events: ReadonlySet<string> | null;
  readonly urls: Set<string>;
}

/** An effect that comes after the orders that an action on an instrument closes. */
interface PendingEffect {
  readonly atMs: number;
  apply(): void;
}

/** Applies events of one type, or of any of several. */
export type Fold<T extends EventType> = (data: EventOf<T>, projection: Projection, event: KnownEvent) => void;
export type Folds = EventTable<readonly [Projection, KnownEvent], void>;

export class Projection {
  readonly tables = Object.fromEntries(
    Object.keys(PROJECTED_TABLES).map((name) => [name, new ExpectedTable()]),
  ) as Record<ProjectedTable, ExpectedTable>;
  /** Including deleted ones. */
  readonly portfolios = new Map<string, LedgerPortfolio>();
  readonly deleted = new Set<string>();
  /** By portfolio, as in the log. */
  readonly constraints = new Map<string, EventOf<'constraints.set'>['constraints']>();
  readonly trades = new Map<string, RecordedTrade[]>();
  readonly planned = new Map<string, readonly ProjectedOrder[]>();
  /** The rebalance of each order that was ever planned. */
  readonly rebalanceOf = new Map<string, string>();
  /** Rebalance in progress, by portfolio. */
  readonly active = new Map<string, string>();
  /** Fills that have not settled, and the splits and renames that their shares have had since. */
  readonly unsettled = new Set<string>();
  readonly endpoints = new Map<string, KnownEndpoint>();
  /** Endpoints that may have been disabled at some time, which is not in the log. */
  readonly mayHaveBeenDisabled = new Set<string>();
  /** Number of ids of each kind in the log. */
  readonly ids = new Map<string, number>();
  readonly #ledger = emptyLedger();
  readonly #folds: readonly Folds[];
  #pending: PendingEffect | null = null;
  #events = 0;
  /** The fill of the event that is being applied. */
  fill: LedgerFill | null = null;
  heldBefore = 0;

  constructor(folds: readonly Folds[]) {
    this.#folds = folds;
  }

  get isSettlementSimulated(): boolean {
    return this.#ledger.isSettlementSimulated;
  }

  get events(): number {
    return this.#events;
  }

  apply(event: KnownEvent): void {
    if (this.#pending !== null && !isClosing(event, this.#pending)) this.endPending();
    this.#events += 1;
    if (event.type === 'corporate_action.applied')
      this.heldBefore = this.#held(event.data.portfolio_id, event.data.isin);
    applyToLedger(this.#ledger, event);
    this.fill = this.#ledger.fills.pop() ?? null;
    for (const folds of this.#folds) handleEvent(folds, event, this, event);
  }

  /** Call it with `portfolio.created`. */
  addPortfolio(portfolioId: string): void {
    const created = this.#ledger.portfolios.get(portfolioId);
    if (created !== undefined) this.portfolios.set(portfolioId, created);
  }

  /** Runs the effect before the next event that is not about closing orders. */
  after(effect: PendingEffect): void {
    this.#pending = effect;
  }

  endPending(): void {
    const pending = this.#pending;
    this.#pending = null;
    pending?.apply();
  }

  countId(prefix: string, by = 1): number {
    const count = (this.ids.get(prefix) ?? 0) + by;
    this.ids.set(prefix, count);
    return count;
  }

  #held(portfolioId: string, isin: string): number {
    const positions = this.portfolios.get(portfolioId)?.positions ?? new Map<string, number>();
    return [...positions].reduce((sum, [place, micro]) => (place.startsWith(`${isin} `) ? sum + micro : sum), 0);
  }
}

/** Events that may be written while the open orders of an instrument are closed. */
const CLOSING = /^(?:order\.|rebalance\.|gains\.|bulk\.|fault\.ended)/;

function isClosing({ atMs, type }: KnownEvent, pending: PendingEffect): boolean {
  return atMs === pending.atMs && CLOSING.test(type);
}
