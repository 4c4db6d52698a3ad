/** Formats an event for a row of a list: its subject and its short facts, or its issue. */
import type { EventOf } from '../../domain/events/event-catalogue.ts';
import { type EventTable, handleEvent } from '../../domain/events/handle-event.ts';
import { readEvent } from '../../domain/events/read-event.ts';
import { countOf } from '../../domain/numbers/count-of.ts';
import type { EventData, LoggedEvent } from '../../kernel/event-chain.ts';
import { HAPPENINGS } from './describe-happening.ts';
import { choiceLabel, minuteOf } from './event-labels.ts';

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
const MAX_CHARACTERS = 160;

/** Empty if the event concerns the whole world. */
export function eventSubject({ data }: LoggedEvent): string {
  for (const part of [data, objectOf(data.order), objectOf(data.fill)]) {
    const name = SUBJECTS.find((each) => typeof part[each] === 'string');
    if (name !== undefined && (part === data ? !hasOrder(data) : true)) return String(part[name]);
  }
  return '';
}

export function formatEvent(event: LoggedEvent): string {
  const text = eventText(event);
  return text.length > MAX_CHARACTERS ? `${text.slice(0, MAX_CHARACTERS - 1)}…` : text;
}

function eventText(event: LoggedEvent): string {
  const read = readEvent(event);
  if (!read.ok) return `cannot be read: ${read.fault}`;
  return handleEvent(FORMATS, read.event) ?? handleEvent(HAPPENINGS, read.event) ?? formatFields(event.data);
}

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

function formatFill({ order, fill }: EventOf<'order.filled'>): string {
  return `${order.side} ${fill.quantity} ${order.isin} at ${fill.price} on ${fill.exchange}, ${choiceLabel(order.status)}`;
}

function formatTrade(data: EventOf<'trade.settled' | 'trade.settlement_failed'>): string {
  return `${data.side} ${data.quantity} ${data.isin} on ${data.exchange}, traded ${data.trade_date}`;
}

function formatEnd({
  order,
  reason,
}: Pick<EventOf<'order.cancelled'>, 'reason'> & { readonly order: EndedOrder }): string {
  return `${order.side} ${order.isin} on ${order.exchange}: ${reason.message}`;
}

type EndedOrder = Omit<EventOf<'order.cancelled'>['order'], 'status'>;

function formatPlan({
  orders,
  total_cost_bps: costs,
}: Pick<EventOf<'rebalance.requested'>, 'orders' | 'total_cost_bps'>): string {
  return `${orders.length} ${orders.length === 1 ? 'order' : 'orders'}, estimated cost ${Number(costs.toFixed(2))} bps`;
}

/** The status is in its type. */
function formatStatus({ failure }: Pick<EventOf<'rebalance.failed'>, 'failure'>): string {
  return failure?.message ?? '';
}

/** Its short facts other than ids. */
function formatFields(data: EventData): string {
  return Object.entries(data)
    .filter(([name, value]) => !name.endsWith('_id') && (Array.isArray(value) || !isObject(value)))
    .map(([name, value]) => {
      if (Array.isArray(value)) return countOf(value.length, choiceLabel(name).replace(/s$/, ''), choiceLabel(name));
      // A choice gets spaces; a name or a sentence stays unchanged.
      return `${choiceLabel(name)} ${typeof value === 'string' && CHOICE.test(value) ? choiceLabel(value) : value}`;
    })
    .join(', ');
}

const CHOICE = /^[a-z0-9_]+$/;

function formatAction({ exchange, action, quantity, price }: EventOf<'order.action_taken'>): string {
  const traded = quantity === null ? '' : ` ${quantity}${price === null ? '' : ` at ${price}`}`;
  return `${exchange}: ${choiceLabel(action)}${traded}`;
}

const FORMATS: EventTable<readonly [], string> = {
  'order.filled': formatFill,
  'order.rejected': formatEnd,
  'order.expired': formatEnd,
  'order.cancelled': formatEnd,
  'order.sent': ({ side, quantity, isin, exchange, limit_price: limit }) =>
    `${side} ${quantity} ${isin} on ${exchange}${limit === null ? '' : `, limit ${limit}`}`,
  'order.acknowledged': ({ exchange }) => `${exchange} acknowledged the order`,
  'order.awaits_settlement': ({ settles_later: later, would_settle_at: at }) =>
    `${later} of the cash settles after ${minuteOf(at)}, when the buy would have to be paid for`,
  'order.sent_again': ({ exchange }) => `to ${exchange}, where it had not arrived`,
  'order.unacknowledged': ({ exchange, asked: attempt }) => `${exchange} is asked for its status, attempt ${attempt}`,
  'order.returned': ({ exchange, unfilled }) => `${exchange} returned ${unfilled} unfilled shares`,
  'order.report_ignored': ({ execution }) => `execution ${execution} was reported twice`,
  'order.amended': ({ quantity, status, reason }) => `reduced to ${quantity} shares, ${choiceLabel(status)}: ${reason}`,
  'order.action_taken': formatAction,
  'trade.settled': formatTrade,
  'trade.settlement_failed': (data) => `${formatTrade(data)}: now expected ${minuteOf(data.expected_at)}`,
  'rebalance.created': formatPlan,
  'rebalance.simulated': formatPlan,
  'rebalance.requested': formatPlan,
  'rebalance.executing': formatStatus,
  'rebalance.partially_filled': formatStatus,
  'rebalance.complete': formatStatus,
  'rebalance.failed': formatStatus,
  'rebalance.cancelled': formatStatus,
};
