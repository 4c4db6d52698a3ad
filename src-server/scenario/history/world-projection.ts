/**
 * The state of a whole world after any of its events: the ledger of `portfolio-ledger.ts`, and the rebalances with
 * their orders, the faults, and the number of endpoints. Copies are cheap and independent.
 */
import type { EventOf, EventType } from '../../domain/events/event-catalogue.ts';
import { type EventTable, handleEvent } from '../../domain/events/handle-event.ts';
import { knownEvent } from '../../domain/events/read-event.ts';
import type { OrderStatus } from '../../domain/lifecycle/order-life-cycle.ts';
import type { RebalanceStatus } from '../../domain/lifecycle/rebalance-life-cycle.ts';
import type { LoggedEvent } from '../../kernel/event-chain.ts';
import { applyToLedger, emptyLedger, type PortfolioLedger } from '../ledger/portfolio-ledger.ts';

export interface HistoricalRebalance {
  readonly rebalanceId: string;
  readonly portfolioId: string;
  readonly status: RebalanceStatus;
  readonly orders: readonly HistoricalOrder[];
}

interface HistoricalFault {
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
const MAX_REBALANCES = 200;

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
          ...portfolio,
          positions: new Map(portfolio.positions),
          rests: new Map(portfolio.rests),
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

/**
 * Applies one event; events come in the order of the log. Throws `BrokenEvent` for one that does not match the
 * catalogue.
 */
export function applyToProjection(projection: WorldProjection, event: LoggedEvent): void {
  const known = knownEvent(event);
  applyToLedger(projection.logged, known);
  projection.fills += projection.logged.fills.length;
  // Fills are only counted here; storing them would make the projection grow with the log.
  projection.logged.fills.length = 0;
  handleEvent(HANDLERS, known, projection);
}

interface PlannedData {
  readonly rebalance_id: string;
  readonly portfolio_id: string;
  readonly orders: EventOf<'rebalance.created'>['orders'];
}

function addRebalance(projection: WorldProjection, data: PlannedData, status: RebalanceStatus): void {
  const { rebalance_id: rebalanceId, portfolio_id: portfolioId } = data;
  const orders = plannedOrders(data.orders);
  for (const { orderId } of orders) projection.rebalanceOf.set(orderId, rebalanceId);
  moveToEnd(projection, { rebalanceId, portfolioId, status, orders });
}

/** The orders of a rebalance from before the log had plans are unknown. */
function changeStatus(
  {
    rebalance_id: rebalanceId,
    portfolio_id: portfolioId,
    status,
  }: Omit<PlannedData, 'orders'> & { readonly status: RebalanceStatus },
  projection: WorldProjection,
): void {
  const before = projection.rebalances.get(rebalanceId) ?? { rebalanceId, portfolioId, orders: [] };
  moveToEnd(projection, { ...before, status });
}

function changeOrder(
  projection: WorldProjection,
  orderId: string,
  change: (order: HistoricalOrder) => HistoricalOrder,
): void {
  const rebalance = projection.rebalances.get(projection.rebalanceOf.get(orderId) ?? '');
  if (rebalance === undefined) return;
  const orders = rebalance.orders.map((order) => (order.orderId === orderId ? change(order) : order));
  moveToEnd(projection, { ...rebalance, orders });
}

/** Moves a rebalance to the end; the one without an event for the longest time is dropped. */
function moveToEnd({ rebalances, rebalanceOf }: WorldProjection, rebalance: HistoricalRebalance): void {
  rebalances.delete(rebalance.rebalanceId);
  rebalances.set(rebalance.rebalanceId, rebalance);
  const [oldest] = rebalances.values();
  if (rebalances.size <= MAX_REBALANCES || oldest === undefined) return;
  rebalances.delete(oldest.rebalanceId);
  for (const { orderId } of oldest.orders) rebalanceOf.delete(orderId);
}

type Handler<T extends EventType> = (data: EventOf<T>, projection: WorldProjection) => void;

const reported: Handler<'order.filled' | 'order.rejected' | 'order.expired' | 'order.cancelled'> = (
  { order: { order_id: orderId, quantity, filled_quantity: filled, status } },
  projection,
) => changeOrder(projection, orderId, (order) => ({ ...order, quantity, filled, status }));

/** Its rebalance has an event, but the order does not change. */
const touched = ({ order_id: orderId }: { readonly order_id: string }, projection: WorldProjection) =>
  changeOrder(projection, orderId, (order) => order);

const HANDLERS: EventTable<readonly [WorldProjection], void> = {
  'rebalance.created': (data, projection) => addRebalance(projection, data, data.status),
  'rebalance.requested': (data, projection) => addRebalance(projection, data, 'executing'),
  'rebalance.executing': changeStatus,
  'rebalance.partially_filled': changeStatus,
  'rebalance.complete': changeStatus,
  'rebalance.failed': changeStatus,
  'rebalance.cancelled': changeStatus,
  'rebalance.cancel_requested': ({ rebalance_id: rebalanceId }, projection) => {
    const rebalance = projection.rebalances.get(rebalanceId);
    if (rebalance !== undefined) moveToEnd(projection, rebalance);
  },
  'order.sent': ({ order_id: orderId, quantity }, projection) =>
    changeOrder(projection, orderId, (order) => sentOrder(order, quantity)),
  'order.sent_again': touched,
  'order.acknowledged': touched,
  'order.unacknowledged': touched,
  'order.awaits_settlement': touched,
  'order.report_ignored': touched,
  'order.returned': touched,
  'order.action_taken': touched,
  'order.filled': reported,
  'order.rejected': reported,
  'order.expired': reported,
  'order.cancelled': reported,
  'order.amended': ({ order_id: orderId, quantity, status }, projection) =>
    changeOrder(projection, orderId, (order) => ({ ...order, quantity, status })),
  'fault.set': ({ fault_id: faultId, kind, exchange, isin }, { faults }) => {
    faults.set(faultId, { faultId, kind, exchange, isin });
  },
  'fault.ended': ({ fault_id: faultId }, { faults }) => void faults.delete(faultId),
  'exchange.disconnected': ({ exchange }, { linesDown }) => void linesDown.add(exchange),
  'exchange.connected': ({ exchange }, { linesDown }) => void linesDown.delete(exchange),
  'webhook.registered': ({ webhook_id: webhookId }, { webhooks }) => void webhooks.add(webhookId),
  'webhook.removed': ({ webhook_id: webhookId }, { webhooks }) => void webhooks.delete(webhookId),
};

/** The state of one order after an event, and how the next event changes it. */
interface HistoricalOrder {
  readonly orderId: string;
  readonly side: string;
  readonly isin: string;
  readonly exchange: string;
  readonly quantity: number;
  /** Shares last sent, which may be fewer than the remaining ones; `null`: none yet. */
  readonly sent: number | null;
  readonly filled: number;
  readonly status: OrderStatus;
}

/** The orders of a plan. */
function plannedOrders(rows: EventOf<'rebalance.created'>['orders']): readonly HistoricalOrder[] {
  return rows.map(({ order_id: orderId, side, isin, exchange, quantity }) => {
    return { orderId, side, isin, exchange, quantity, sent: null, filled: 0, status: 'new' };
  });
}

/** An order whose remainder is sent again stays partially filled. */
function sentOrder(order: HistoricalOrder, sent: number): HistoricalOrder {
  return { ...order, sent, status: order.status === 'new' ? 'sent' : order.status };
}
