/** What the engine asks of the rooms around it. The store implements the first part, webhooks the outbox, market the connectors. */
import type { EventData, LoggedEvent } from '../kernel/event-chain.ts';
import type { UnitOfWork } from '../kernel/kernel.ts';
import type {
  FillRecord,
  OrderRecord,
  PortfolioRecord,
  PositionRecord,
  RebalanceRecord,
  TargetRecord,
} from './records.ts';

/** Portfolios with their positions and targets. Writing happens inside the kernel's open transaction only. */
export interface PortfolioStore {
  insert(portfolio: PortfolioRecord, positions: readonly PositionRecord[], targets: readonly TargetRecord[]): void;
  update(portfolio: PortfolioRecord): void;
  /** `null` where none has this id; deleted ones are found too, with `deletedMs` set. */
  find(portfolioId: string): PortfolioRecord | null;
  /** Every portfolio that is not deleted, oldest first. */
  list(): PortfolioRecord[];
  positions(portfolioId: string): PositionRecord[];
  targets(portfolioId: string): TargetRecord[];
  /** Sets one position; a quantity of 0 removes it. */
  setPosition(portfolioId: string, position: PositionRecord): void;
  replacePositions(portfolioId: string, positions: readonly PositionRecord[]): void;
}

/** Rebalances with their orders and fills. */
export interface RebalanceStore {
  insert(rebalance: RebalanceRecord, orders: readonly OrderRecord[]): void;
  update(rebalance: RebalanceRecord): void;
  find(rebalanceId: string): RebalanceRecord | null;
  /** Newest first; of one portfolio where given. */
  list(filter: { portfolioId?: string; limit: number }): RebalanceRecord[];
  /** The rebalance of a portfolio that is `executing` or `partially_filled`, if any. */
  findActive(portfolioId: string): RebalanceRecord | null;
  /** The newest rebalance of a portfolio that is not a dry run, if any. */
  findLatest(portfolioId: string): RebalanceRecord | null;
  /** By sequence. */
  orders(rebalanceId: string): OrderRecord[];
  findOrder(orderId: string): OrderRecord | null;
  updateOrder(order: OrderRecord): void;
  insertFill(fill: FillRecord): void;
  /** In the order they happened. */
  fills(rebalanceId: string): FillRecord[];
}

/** The event log, for reading. */
export interface EventStore {
  after(seq: number, limit: number): LoggedEvent[];
}

/** An order on its way to an exchange. `limitPriceMicro` protects the cash that was reserved for it. */
export interface RoutedOrder {
  readonly orderId: string;
  readonly isin: string;
  readonly mic: string;
  readonly side: 'buy' | 'sell';
  readonly quantityMicro: number;
  /** Quantities are multiples of this. */
  readonly stepMicro: number;
  readonly limitPriceMicro: number | null;
}

/** An exchange's word that part of an order was done. Prices in the listing's currency. */
export interface FillReport {
  readonly orderId: string;
  readonly quantityMicro: number;
  readonly priceMicro: number;
  readonly midMicro: number;
  readonly touchMicro: number;
  readonly executedMs: number;
}

/** The way to the exchanges: one connector each, chosen by the order's MIC. Reports come back through `onFill`. */
export interface ExchangeConnectors {
  isConnected(mic: string): boolean;
  submit(unit: UnitOfWork, order: RoutedOrder): void;
}

/** Where events leave for webhook receivers: written in the same transaction as what they tell of (decision I). */
export interface Outbox {
  publish(unit: UnitOfWork, eventId: string, type: string, data: EventData): void;
}
