/**
 * The state of a whole world after any of its events: the ledger of `portfolio-ledger.ts`, and the rebalances with
 * their orders, the faults, and the number of endpoints. Copies are cheap and independent.
 */
import type { EventData, LoggedEvent } from '../../kernel/event-chain.ts';
import { applyToLedger, emptyLedger, type PortfolioLedger } from '../ledger/portfolio-ledger.ts';
import { changedOrder, type HistoricalOrder, plannedOrders } from './historical-order.ts';

export interface HistoricalRebalance {
  readonly rebalanceId: string;
  readonly portfolioId: string;
  readonly status: string;
  readonly orders: readonly HistoricalOrder[];
}

export interface HistoricalFault {
  readonly faultId: string;
  readonly kind: string;
  readonly exchange: string | null;
  readonly isin: string | null;
}

export interface WorldProjection {
  readonly logged: PortfolioLedger;
  /** Ordered by their latest event; without dry runs. */
  readonly rebalances: Map<string, HistoricalRebalance>;
  /** The rebalance of each order in `rebalances`. */
  readonly rebalanceOf: Map<string, string>;
  readonly faults: Map<string, HistoricalFault>;
  readonly linesDown: Set<string>;
  readonly webhooks: Set<string>;
  fills: number;
}

/** For older rebalances only the status is stored, because they have many orders that nobody views here. */
const MOST_REBALANCES = 200;

export function emptyWorldProjection(): WorldProjection {
  return {
    logged: emptyLedger(),
    rebalances: new Map(),
    rebalanceOf: new Map(),
    faults: new Map(),
    linesDown: new Set(),
    webhooks: new Set(),
    fills: 0,
  };
}

export function copyProjection({ logged, ...books }: WorldProjection): WorldProjection {
  const portfolios = [...logged.portfolios].map(
    ([id, portfolio]) => [id, { ...portfolio, positions: new Map(portfolio.positions) }] as const,
  );
  return {
    logged: { portfolios: new Map(portfolios), rebalances: new Map(logged.rebalances), fills: [] },
    rebalances: new Map(books.rebalances),
    rebalanceOf: new Map(books.rebalanceOf),
    faults: new Map(books.faults),
    linesDown: new Set(books.linesDown),
    webhooks: new Set(books.webhooks),
    fills: books.fills,
  };
}

/** Applies one event; events come in the order of the log. */
export function applyToProjection(books: WorldProjection, event: LoggedEvent): void {
  applyToLedger(books.logged, event);
  books.fills += books.logged.fills.length;
  // Fills are only counted here; storing them would make the projection grow with the log.
  books.logged.fills.length = 0;
  const { type, data } = event;
  if (type.startsWith('rebalance.')) bookRebalance(books, type, data);
  else if (type.startsWith('order.')) bookOrder(books, type, data);
  else BOOKINGS[type]?.(books, data);
}

function bookRebalance(books: WorldProjection, type: string, data: EventData): void {
  const { rebalance_id: rebalanceId, portfolio_id: portfolioId, status } = data;
  if (typeof rebalanceId !== 'string' || type === 'rebalance.simulated') return;
  const before = books.rebalances.get(rebalanceId);
  const orders = before?.orders ?? plannedOrders(data.orders);
  for (const { orderId } of before === undefined ? orders : []) books.rebalanceOf.set(orderId, rebalanceId);
  keep(books, {
    rebalanceId,
    portfolioId: before?.portfolioId ?? String(portfolioId ?? ''),
    status: typeof status === 'string' ? status : (before?.status ?? 'executing'),
    orders,
  });
}

function bookOrder(books: WorldProjection, type: string, data: EventData): void {
  const told = data.order as EventData | undefined;
  const orderId = String(data.order_id ?? told?.order_id ?? '');
  const rebalance = books.rebalances.get(books.rebalanceOf.get(orderId) ?? '');
  if (rebalance === undefined) return;
  const orders = rebalance.orders.map((order) => (order.orderId === orderId ? changedOrder(order, type, data) : order));
  keep(books, { ...rebalance, orders });
}

/** Moves a rebalance to the end; the one without an event for the longest time makes room. */
function keep({ rebalances, rebalanceOf }: WorldProjection, rebalance: HistoricalRebalance): void {
  rebalances.delete(rebalance.rebalanceId);
  rebalances.set(rebalance.rebalanceId, rebalance);
  const [oldest] = rebalances.values();
  if (rebalances.size <= MOST_REBALANCES || oldest === undefined) return;
  rebalances.delete(oldest.rebalanceId);
  for (const { orderId } of oldest.orders) rebalanceOf.delete(orderId);
}

function textOf(value: EventData[string]): string | null {
  return typeof value === 'string' ? value : null;
}

/** The event that sets a fault describes it, and the event at its beginning activates it. */
function bookFault({ faults }: WorldProjection, data: EventData): void {
  const faultId = String(data.fault_id);
  const { exchange, isin } = data;
  faults.set(faultId, { faultId, kind: String(data.kind), exchange: textOf(exchange), isin: textOf(isin) });
}

const BOOKINGS: Readonly<Record<string, (books: WorldProjection, data: EventData) => void>> = {
  'fault.set': bookFault,
  'fault.ended': ({ faults }, data) => faults.delete(String(data.fault_id)),
  'exchange.disconnected': ({ linesDown }, data) => linesDown.add(String(data.exchange)),
  'exchange.connected': ({ linesDown }, data) => linesDown.delete(String(data.exchange)),
  'webhook.registered': ({ webhooks }, data) => webhooks.add(String(data.webhook_id)),
  'webhook.removed': ({ webhooks }, data) => webhooks.delete(String(data.webhook_id)),
};
