/** Formats an event for a row of a list: its subject, and its short facts. */
import type { EventData, LoggedEvent } from '../../kernel/event-chain.ts';

/** The ids that may be the subject of an event, the narrowest first. */
const SUBJECTS = [
  'order_id',
  'rebalance_id',
  'fault_id',
  'market_event_id',
  'portfolio_id',
  'webhook_id',
  'key_id',
  'account_id',
  'exchange',
  'isin',
  'currency',
];
const MOST_CHARACTERS = 160;

/** Empty where the event concerns the whole world. */
export function subjectOf({ data }: LoggedEvent): string {
  for (const part of [data, objectOf(data.order), objectOf(data.fill)]) {
    const name = SUBJECTS.find((each) => typeof part[each] === 'string');
    if (name !== undefined && (part === data ? !hasOrder(data) : true)) return String(part[name]);
  }
  return '';
}

export function formatEvent({ type, data }: LoggedEvent): string {
  const text = (FORMATS[type] ?? formatFields)(data);
  return text.length > MOST_CHARACTERS ? `${text.slice(0, MOST_CHARACTERS - 1)}…` : text;
}

type Format = (data: EventData) => string;

/** An event with an order is about that order, although it also names its portfolio and its rebalance. */
function hasOrder(data: EventData): boolean {
  return typeof data.order === 'object' && data.order !== null;
}

function objectOf(value: EventData[string]): EventData {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as EventData) : {};
}

function isObject(value: EventData[string]): boolean {
  return value === null || typeof value === 'object';
}

function formatFill(data: EventData): string {
  const [order, fill] = [objectOf(data.order), objectOf(data.fill)];
  return `${order.side} ${fill.quantity} ${order.isin} at ${fill.price} on ${fill.exchange}, ${spaced(order.status)}`;
}

function formatTrade({ side, quantity, isin, exchange, trade_date: date }: EventData): string {
  return `${side} ${quantity} ${isin} on ${exchange}, traded ${date}`;
}

function formatEnd(data: EventData): string {
  const [order, reason] = [objectOf(data.order), objectOf(data.reason)];
  return `${order.side} ${order.isin} on ${order.exchange}: ${reason.message ?? spaced(order.status)}`;
}

function formatPlan({ orders, total_cost_bps: costs }: EventData): string {
  const count = Array.isArray(orders) ? orders.length : 0;
  return `${count} ${count === 1 ? 'order' : 'orders'}, estimated cost ${costs} bps`;
}

function formatStatus(data: EventData): string {
  return String(objectOf(data.failure).message ?? spaced(data.status));
}

function spaced(value: EventData[string]): string {
  return String(value ?? '').replaceAll('_', ' ');
}

/** Its short facts other than ids. */
function formatFields(data: EventData): string {
  return Object.entries(data)
    .filter(([name, value]) => !name.endsWith('_id') && (Array.isArray(value) || !isObject(value)))
    .map(([name, value]) => {
      if (Array.isArray(value)) return `${value.length} ${spaced(name)}`;
      return `${spaced(name)} ${typeof value === 'string' ? spaced(value) : value}`;
    })
    .join(', ');
}

const FORMATS: Readonly<Record<string, Format>> = {
  'order.filled': formatFill,
  'order.rejected': formatEnd,
  'order.expired': formatEnd,
  'order.cancelled': formatEnd,
  'order.sent': ({ side, quantity, isin, exchange, limit_price: limit }) =>
    `${side} ${quantity} ${isin} on ${exchange}${typeof limit === 'number' ? `, limit ${limit}` : ''}`,
  'order.acknowledged': ({ exchange }) => `${exchange} has it`,
  'order.awaits_settlement': ({ settles_later: later, would_settle_at: at }) =>
    `${later} of the cash settle after ${at}, when it would have to be paid`,
  'trade.settled': formatTrade,
  'trade.settlement_failed': (data) => `${formatTrade(data)}: now expected ${data.expected_at}`,
  'rebalance.created': formatPlan,
  'rebalance.simulated': formatPlan,
  'rebalance.requested': formatPlan,
  'rebalance.executing': formatStatus,
  'rebalance.partially_filled': formatStatus,
  'rebalance.complete': formatStatus,
  'rebalance.failed': formatStatus,
  'rebalance.cancelled': formatStatus,
};
