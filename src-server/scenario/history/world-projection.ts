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

export function copyProjection({ logged, ...projection }: WorldProjection): WorldProjection {
  const portfolios = [...logged.portfolios].map(
    ([id, portfolio]) =>
      [
        id,
        {
          ...{ ...portfolio, positions: new Map(portfolio.positions), rests: new Map(portfolio.rests) },
          receivables: new Map(portfolio.receivables),
        },
      ] as const,
  );
  return {
    logged: { ...logged, portfolios: new Map(portfolios), rebalances: new Map(logged.rebalances), fills: [] },
    rebalances: new Map(projection.rebalances),
    rebalanceOf: new Map(projection.rebalanceOf),
    faults: new Map(projection.faults),
    linesDown: new Set(projection.linesDown),
    webhooks: new Set(projection.webhooks),
    fills: projection.fills,
  };
}

/** Applies one event; events come in the order of the log. */
export function applyToProjection(projection: WorldProjection, event: LoggedEvent): void {
  applyToLedger(projection.logged, event);
  projection.fills += projection.logged.fills.length;
  // Fills are only counted here; storing them would make the projection grow with the log.
  projection.logged.fills.length = 0;
  const { type, data } = event;
  if (type.startsWith('rebalance.')) applyRebalance(projection, type, data);
  else if (type.startsWith('order.')) applyOrder(projection, type, data);
  else HANDLERS[type]?.(projection, data);
}

function applyRebalance(projection: WorldProjection, type: string, data: EventData): void {
  const { rebalance_id: rebalanceId, portfolio_id: portfolioId, status } = data;
  if (typeof rebalanceId !== 'string' || type === 'rebalance.simulated') return;
  const before = projection.rebalances.get(rebalanceId);
  const orders = before?.orders ?? plannedOrders(data.orders);
  for (const { orderId } of before === undefined ? orders : []) projection.rebalanceOf.set(orderId, rebalanceId);
  moveToEnd(projection, {
    rebalanceId,
    portfolioId: before?.portfolioId ?? String(portfolioId ?? ''),
    status: typeof status === 'string' ? status : (before?.status ?? 'executing'),
    orders,
  });
}

function applyOrder(projection: WorldProjection, type: string, data: EventData): void {
  const reported = data.order as EventData | undefined;
  const orderId = String(data.order_id ?? reported?.order_id ?? '');
  const rebalance = projection.rebalances.get(projection.rebalanceOf.get(orderId) ?? '');
  if (rebalance === undefined) return;
  const orders = rebalance.orders.map((order) => (order.orderId === orderId ? changedOrder(order, type, data) : order));
  moveToEnd(projection, { ...rebalance, orders });
}

/** Moves a rebalance to the end; the one without an event for the longest time makes room. */
function moveToEnd({ rebalances, rebalanceOf }: WorldProjection, rebalance: HistoricalRebalance): void {
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
function applyFault({ faults }: WorldProjection, data: EventData): void {
  const faultId = String(data.fault_id);
  const { exchange, isin } = data;
  faults.set(faultId, { faultId, kind: String(data.kind), exchange: textOf(exchange), isin: textOf(isin) });
}

const HANDLERS: Readonly<Record<string, (projection: WorldProjection, data: EventData) => void>> = {
  'fault.set': applyFault,
  'fault.ended': ({ faults }, data) => faults.delete(String(data.fault_id)),
  'exchange.disconnected': ({ linesDown }, data) => linesDown.add(String(data.exchange)),
  'exchange.connected': ({ linesDown }, data) => linesDown.delete(String(data.exchange)),
  'webhook.registered': ({ webhooks }, data) => webhooks.add(String(data.webhook_id)),
  'webhook.removed': ({ webhooks }, data) => webhooks.delete(String(data.webhook_id)),
};
