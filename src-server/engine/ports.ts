/** What the engine asks of the rooms around it: the store keeps, webhooks take the outbox. Exchanges are market's port. */
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

/** Where events leave for webhook receivers: written in the same transaction as what they tell of (decision I). */
export interface Outbox {
  publish(unit: UnitOfWork, eventId: string, type: string, data: EventData): void;
}
