/** Applies the events of orders: orders, their gateway state, fills, trades and settlement. */
import { cashDeltaMinor, explicitCostsMinor } from '../../domain/costs/cost-parts.ts';
import type { EventOf } from '../../domain/events/event-catalogue.ts';
import { SALE_METHODS } from '../../domain/lots/lot.ts';
import { valueMinor } from '../../domain/numbers/exact.ts';
import type { LedgerFill } from '../../scenario/ledger/portfolio-ledger.ts';
import { eventInstantMs, micro } from '../event-units.ts';
import { atLeast, type ExpectedRow, json, oneOf, present, rule } from '../expected-table.ts';
import type { Fold, Folds, Projection } from './projection.ts';
import { touchRebalance, workingId } from './rebalance-folds.ts';

/** Returns the row of the order that an event is about, and marks its rebalance as changed. */
function touchedOrder(projection: Projection, orderId: string, atMs: number): ExpectedRow | null {
  touchRebalance(projection, projection.rebalanceOf.get(orderId) ?? '', atMs);
  return projection.tables.orders.find(orderId);
}

const sent: Fold<'order.sent'> = (data, projection, { atMs }) => {
  const orderId = data.order_id;
  const order = touchedOrder(projection, orderId, atMs);
  if (order === null) return;
  const { columns } = order;
  const isSell = columns.side === 'sell';
  const [quantity, limit] = [micro(data.quantity), micro(data.limit_price)];
  Object.assign(columns, {
    sendings: Number(columns.sendings) + 1,
    working_micro: quantity,
    status: columns.status === 'new' ? 'sent' : columns.status,
    reserved_minor: isSell ? 0 : atLeast(0),
    dealt_rates: present,
    dealt_commission: present,
    last_sending: undefined,
    'last_sending.sentMs': atMs,
    'last_sending.quantityMicro': quantity,
    'last_sending.limitPriceMicro': limit,
    // A plan that is older than the positions sells no more than the portfolio holds.
    ...(isSell && columns.filled_micro === 0 ? { quantity_micro: quantity } : {}),
  });
  const routed = {
    order_id: orderId,
    isin: data.isin,
    mic: data.exchange,
    side: data.side,
  };
  const atExchange = { ...routed, quantity_micro: quantity, limit_price_micro: limit };
  projection.tables.exchange_orders.insert([workingId(order)], atExchange, true);
  projection.tables.desk_orders.insert([workingId(order)], {
    order_id: orderId,
    mic: routed.mic,
    is_acknowledged: 0,
    filled_micro: 0,
    wants_cancel: 0,
    queries: atLeast(0),
    arrives_ms: atLeast(atMs),
    'routed_order.clientOrderId': workingId(order),
    'routed_order.orderId': orderId,
    'routed_order.isin': routed.isin,
    'routed_order.mic': routed.mic,
    'routed_order.side': routed.side,
    'routed_order.quantityMicro': quantity,
    'routed_order.limitPriceMicro': limit,
  });
};

const acknowledged: Fold<'order.acknowledged'> = (data, { tables }) => {
  const order = tables.orders.find(data.order_id);
  if (order !== null) tables.desk_orders.change([workingId(order)], { is_acknowledged: 1, ask_timer: null });
};

const unacknowledged: Fold<'order.unacknowledged'> = (data, { tables }) => {
  const order = tables.orders.find(data.order_id);
  if (order !== null) tables.desk_orders.change([workingId(order)], { queries: atLeast(data.asked) });
};

const filled: Fold<'order.filled'> = (data, projection, { atMs }) => {
  const { fill, tables } = projection;
  if (fill === null) return;
  projection.countId('mr');
  const order = touchedOrder(projection, fill.orderId, atMs);
  addFill(projection, data, fill, order);
  addTrade(projection, data, fill);
  if (projection.isSettlementSimulated) addSettlement(projection, fill);
  if (order === null) return;
  const { columns } = order;
  const workingMicro = Number(columns.working_micro) - fill.quantityMicro;
  const gatewayOrder = tables.desk_orders.find(workingId(order));
  if (workingMicro === 0) tables.desk_orders.remove(workingId(order));
  else if (gatewayOrder !== null)
    gatewayOrder.columns.filled_micro = Number(gatewayOrder.columns.filled_micro) + fill.quantityMicro;
  const reported = data.order;
  const status = reported.status;
  Object.assign(columns, {
    filled_micro: micro(reported.filled_quantity),
    working_micro: workingMicro,
    status,
    ...(workingMicro === 0 ? { reserved_minor: 0 } : {}),
    ...(status === 'filled' ? { ending: null } : {}),
    consideration_base_minor: Number(columns.consideration_base_minor) + fill.valueMinor,
    consideration_local_minor:
      Number(columns.consideration_local_minor) + valueMinor(fill.quantityMicro, fill.priceMicro),
  });
};

function addFill(
  projection: Projection,
  data: EventOf<'order.filled'>,
  fill: LedgerFill,
  order: ExpectedRow | null,
): void {
  const { orderId, rebalanceId, portfolioId, mic, quantityMicro, priceMicro, valueMinor: value, costs } = fill;
  const reported = data.fill;
  const seq = projection.countId('fl');
  const recordId = reported.mifid_record_id;
  const submission = (member: string) => {
    const expected = order?.columns[`last_sending.${member}`];
    // Worlds of earlier releases do not store it.
    return expected === undefined || seq === 0 ? undefined : expected;
  };
  projection.tables.fills.insert([fill.fillId], {
    seq,
    order_id: orderId,
    rebalance_id: rebalanceId,
    portfolio_id: portfolioId,
    mifid_record_id: recordId,
    mic,
    quantity_micro: quantityMicro,
    price_micro: priceMicro,
    value_minor: value,
    costs: json({ ...costs }),
    filled_ms: eventInstantMs(reported.filled_at),
    'order_at_fill.quantityMicro': order?.columns.quantity_micro,
    'order_at_fill.submission.sentMs': submission('sentMs'),
    'order_at_fill.submission.quantityMicro': submission('quantityMicro'),
    'order_at_fill.submission.limitPriceMicro': submission('limitPriceMicro'),
    'order_at_fill.fxRate': rule('a rate above 0', (rate) => Number(rate) > 0),
  });
}

function addTrade({ trades }: Projection, data: EventOf<'order.filled'>, fill: LedgerFill): void {
  const { portfolioId, isin, side, fillId: tradeId, quantityMicro, valueMinor: value, costs } = fill;
  const charges = explicitCostsMinor(costs);
  const columns = {
    at_ms: eventInstantMs(data.fill.filled_at),
    quantity_micro: quantityMicro,
    amount_minor: side === 'buy' ? value + charges : value,
    charges_minor: side === 'buy' ? 0 : charges,
    unit_micro: null,
    method: side === 'buy' ? null : oneOf(...SALE_METHODS),
  };
  trades.get(portfolioId)?.push({ isin, tradeId, side, columns, isOptional: false });
}

function addSettlement({ tables, unsettled, ids }: Projection, fill: LedgerFill): void {
  const { fillId, orderId, rebalanceId, portfolioId, isin, mic, side, quantityMicro, valueMinor: value } = fill;
  unsettled.add(fillId);
  tables.trade_settlements.insert([fillId], {
    seq: ids.get('fl'),
    order_id: orderId,
    rebalance_id: rebalanceId,
    portfolio_id: portfolioId,
    isin,
    mic,
    side,
    quantity_micro: quantityMicro,
    rest: null,
    cash_minor: cashDeltaMinor(side, value, fill.costs),
    due_ms: atLeast(fill.atMs),
    failed_ms: null,
    settled_ms: null,
  });
}

const settled: Fold<'trade.settled'> = (data, { tables, unsettled }, { atMs }) => {
  unsettled.delete(data.fill_id);
  const dates = { trade_date: data.trade_date, intended_ms: eventInstantMs(data.intended_at) };
  tables.trade_settlements.change([data.fill_id], { settled_ms: atMs, ...dates });
};

const settlementFailed: Fold<'trade.settlement_failed'> = (data, { tables }, { atMs }) => {
  tables.trade_settlements.change([data.fill_id], {
    failed_ms: atMs,
    due_ms: eventInstantMs(data.expected_at),
    trade_date: data.trade_date,
    intended_ms: eventInstantMs(data.intended_at),
  });
};

/** Closes an order: nothing of it remains at the exchange. */
function close({ tables }: Projection, order: ExpectedRow, change: ExpectedRow['columns']): void {
  tables.desk_orders.remove(workingId(order));
  Object.assign(order.columns, { working_micro: 0, reserved_minor: 0, ...change });
}

const returned: Fold<'order.returned'> = (data, projection, { atMs }) => {
  const order = touchedOrder(projection, data.order_id, atMs);
  if (order !== null) close(projection, order, {});
};

const ended: Fold<'order.rejected' | 'order.expired' | 'order.cancelled'> = (data, projection, { atMs }) => {
  const order = touchedOrder(projection, data.order.order_id, atMs);
  if (order !== null) close(projection, order, { status: data.order.status, ending: json(data.reason) });
};

const amended: Fold<'order.amended'> = (data, projection, { atMs }) => {
  const order = touchedOrder(projection, data.order_id, atMs);
  if (order === null) return;
  close(projection, order, { status: data.status, quantity_micro: micro(data.quantity) });
};

export const ORDER_FOLDS: Folds = {
  'order.sent': sent,
  'order.acknowledged': acknowledged,
  'order.unacknowledged': unacknowledged,
  'order.filled': filled,
  'order.returned': returned,
  'order.rejected': ended,
  'order.expired': ended,
  'order.cancelled': ended,
  'order.amended': amended,
  'trade.settled': settled,
  'trade.settlement_failed': settlementFailed,
};
