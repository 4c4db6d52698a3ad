/** Rebalances with their plans and orders, until an exchange reports on them. */
import type { EventOf, KnownEvent } from '../../domain/events/event-catalogue.ts';
import { isFinalOrder, type OrderStatus } from '../../domain/lifecycle/order-life-cycle.ts';
import { isFinalRebalance } from '../../domain/lifecycle/rebalance-life-cycle.ts';
import { REQUESTED } from '../../engine/commands/rebalances/cancel-open-orders.ts';
import { ACCEPTED_STATUS } from '../../engine/commands/rebalances/rebalance-portfolio-a.ts';
import { viewStartedA } from '../../engine/event-payloads.ts';
import { RETENTION_MS } from '../../engine/idempotent-responses.ts';
import type { Json } from '../../kernel/canonical-json.ts';
import { micro } from '../event-units.ts';
import {
  atLeast,
  type ExpectedRow,
  type ExpectedTable,
  json,
  jsonRule,
  parseStoredJson,
  present,
  rule,
} from '../expected-table.ts';
import type { Fold, Folds, ProjectedOrder, Projection } from './projection.ts';

type Plan = Pick<EventOf<'rebalance.requested'>, 'rebalance_id' | 'portfolio_id' | 'orders' | 'total_cost_bps'> & {
  readonly simulation?: boolean;
};

function planned(data: Plan, projection: Projection, { atMs }: KnownEvent): void {
  const { tables, portfolios } = projection;
  const { rebalance_id: rebalanceId, portfolio_id: portfolioId } = data;
  const orders = data.orders.map(orderOf);
  projection.countId('rb');
  projection.countId('or', orders.length);
  for (const { orderId } of orders) projection.rebalanceOf.set(orderId, rebalanceId);
  projection.planned.set(rebalanceId, orders);
  const isFormA = portfolios.has(portfolioId) ? tables.portfolios.find(portfolioId)?.columns.form === 'A' : undefined;
  tables.rebalances.insert([rebalanceId], {
    portfolio_id: portfolioId,
    status: 'plan_ready',
    simulation: Number(data.simulation === true),
    warnings: jsonRule('a list', Array.isArray),
    failure: null,
    created_ms: atMs,
    executed_ms: null,
    completed_ms: null,
    form_a: isFormA ? present : null,
    updated_ms: isFormA ? atMs : null,
  });
  const ids = orders.map(({ orderId }) => orderId).join(', ');
  tables.plans.insert([rebalanceId], {
    // An earlier release inserted them as rows at once.
    orders: rule(`the orders ${ids}`, (stored) => stored === null || areSame(parseStoredJson(stored), orders)),
    'plan.totalBps': data.total_cost_bps,
  });
  addOrders(tables.orders, rebalanceId, portfolioId, orders);
}

/** Adds orders that were planned but not sent. They become rows when their plan is executed. */
function addOrders(
  table: ExpectedTable,
  rebalanceId: string,
  portfolioId: string,
  orders: readonly ProjectedOrder[],
): void {
  for (const [index, order] of orders.entries()) {
    const { orderId, side, isin, mic, quantityMicro } = order;
    const unsent = {
      rebalance_id: rebalanceId,
      portfolio_id: portfolioId,
      sequence: index + 1,
      side,
      isin,
      mic,
      quantity_micro: quantityMicro,
      filled_micro: 0,
      working_micro: 0,
      reserved_minor: 0,
      status: 'new',
      consideration_local_minor: 0,
      consideration_base_minor: 0,
      sendings: 0,
      dealt_rates: null,
      dealt_commission: null,
      last_sending: null,
      ending: null,
    };
    table.insert([orderId], unsent, true);
  }
}

function orderOf({ order_id: orderId, side, isin, exchange: mic, quantity }: Plan['orders'][number]): ProjectedOrder {
  return { orderId, side, isin, mic, quantityMicro: micro(quantity) };
}

function areSame(stored: Json | undefined, orders: readonly ProjectedOrder[]): boolean {
  if (!Array.isArray(stored) || stored.length !== orders.length) return false;
  return orders.every((order, index) =>
    Object.entries(order).every(([name, value]) => stored[index]?.[name] === value),
  );
}

const requested: Fold<'rebalance.requested'> = (data, projection, event) => {
  planned(data, projection, event);
  const { tables } = projection;
  const rebalanceId = data.rebalance_id;
  tables.rebalances.change([rebalanceId], {
    'form_a.targetWeights': json(data.target_weights),
    'form_a.taxMethod': data.tax_method ?? undefined,
    'form_a.heldFor': null,
  });
  for (const { key, columns } of [...tables.idempotency_keys.rows.values()]) {
    if (Number(columns.accepted_ms) <= event.atMs - RETENTION_MS) tables.idempotency_keys.remove(...key);
  }
  const key = data.idempotency_key;
  if (key === null) return;
  const started = { rebalanceId, portfolioId: data.portfolio_id, createdMs: event.atMs };
  const columns = { accepted_ms: event.atMs, status: ACCEPTED_STATUS, body: JSON.stringify(viewStartedA(started)) };
  tables.idempotency_keys.insert([key, rebalanceId], columns);
};

const executing: Fold<'rebalance.executing'> = (data, projection, event) => {
  reported(data, projection, event);
  const { tables } = projection;
  const rebalanceId = data.rebalance_id;
  projection.active.set(data.portfolio_id, rebalanceId);
  tables.rebalances.change([rebalanceId], { executed_ms: event.atMs });
  tables.plans.change([rebalanceId], { orders: null });
  for (const { orderId } of projection.planned.get(rebalanceId) ?? []) {
    const order = tables.orders.find(orderId);
    if (order !== null) order.isOptional = false;
  }
};

type StatusType =
  | 'rebalance.executing'
  | 'rebalance.partially_filled'
  | 'rebalance.complete'
  | 'rebalance.failed'
  | 'rebalance.cancelled';

/** Applies the new status of a rebalance. */
const reported: Fold<StatusType> = (data, projection, { atMs }) => {
  const { rebalance_id: rebalanceId, portfolio_id: portfolioId, status, failure } = data;
  const isFinal = isFinalRebalance(status);
  projection.tables.rebalances.change([rebalanceId], {
    status,
    completed_ms: isFinal ? atMs : null,
    failure: failure === null ? null : json(failure),
  });
  if (isFinal && projection.active.get(portfolioId) === rebalanceId) projection.active.delete(portfolioId);
  touchRebalance(projection, rebalanceId, atMs);
};

/** Form A shows when a rebalance last changed; it changes without an event only if a buy waits for money to settle. */
export function touchRebalance({ tables, isSettlementSimulated }: Projection, rebalanceId: string, atMs: number): void {
  const row = tables.rebalances.find(rebalanceId);
  if (row === null || row.columns.updated_ms === null) return;
  row.columns.updated_ms = isSettlementSimulated ? atLeast(atMs) : atMs;
}

const cancelRequested: Fold<'rebalance.cancel_requested'> = (data, projection, { atMs }) => {
  const rebalanceId = data.rebalance_id;
  touchRebalance(projection, rebalanceId, atMs);
  for (const { orderId } of projection.planned.get(rebalanceId) ?? []) {
    const order = projection.tables.orders.find(orderId);
    if (order === null || !isWorking(order) || order.columns.ending !== null) continue;
    order.columns.ending = json({ ...REQUESTED });
    projection.tables.desk_orders.change([workingId(order)], { wants_cancel: 1 });
  }
};

function isWorking({ columns }: ExpectedRow): boolean {
  return Number(columns.working_micro) > 0 && !isFinalOrder(String(columns.status) as OrderStatus);
}

/** Id of the latest order, or remainder of it, at the exchange. */
export function workingId({ key, columns }: ExpectedRow): string {
  return `${key[0]}.${columns.sendings}`;
}

export const REBALANCE_FOLDS: Folds = {
  'rebalance.created': planned,
  'rebalance.simulated': planned,
  'rebalance.requested': requested,
  'rebalance.executing': executing,
  'rebalance.partially_filled': reported,
  'rebalance.complete': reported,
  'rebalance.failed': reported,
  'rebalance.cancelled': reported,
  'rebalance.cancel_requested': cancelRequested,
};
