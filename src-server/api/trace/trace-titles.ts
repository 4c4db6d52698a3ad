/**
 * Describes an entry of the event log in a readable sentence: names, amounts, exchange; or why it cannot be read. A
 * type without a sentence of its own is described by its name.
 */
import type { EventOf, KnownEvent } from '../../domain/events/event-catalogue.ts';
import { orderIdOf, rebalanceIdOf } from '../../domain/events/event-subject.ts';
import { type EventTable, handleEvent } from '../../domain/events/handle-event.ts';
import { readEvent } from '../../domain/events/read-event.ts';
import type { World } from '../../engine/world.ts';
import type { LoggedEvent } from '../../kernel/event-chain.ts';

type Instruments = Pick<World['market'], 'instruments'>;

export function eventTitle(market: Instruments, event: LoggedEvent): string {
  const read = readEvent(event);
  if (!read.ok) return `Entry ${event.seq} cannot be read: ${read.fault}.`;
  return handleEvent(TITLES, read.event, market) ?? defaultTitle(read.event);
}

const TITLES: EventTable<readonly [Instruments], string> = {
  'rebalance.created': (data) => `${planTitle(data)}.`,
  'rebalance.simulated': (data) => `${planTitle(data)}, a dry run.`,
  'rebalance.failed': ({ rebalance_id: id, failure }) =>
    `Rebalance ${shortId(id)} failed${failure === null ? '.' : `: ${withStop(failure.message)}`}`,
  'order.sent': (data, market) => {
    const { order_id: id, exchange, side, quantity, isin, limit_price: limit } = data;
    const terms = limit === null ? 'at market' : `with a limit of ${price(limit)}`;
    return `Order ${shortId(id)} sent to ${exchange}: ${side} ${quantity} ${symbolOf(market, isin)}, ${terms}.`;
  },
  'order.filled': ({ order, fill }, market) => {
    const { order_id: id, isin } = order;
    const what = `${fill.quantity} ${symbolOf(market, isin)} at ${price(fill.price)}`;
    return `Order ${shortId(id)} filled: ${what} on ${fill.exchange}.`;
  },
  'order.rejected': (data) => endTitle(data, 'rejected'),
  'order.expired': (data) => endTitle(data, 'expired'),
  'order.cancelled': (data) => endTitle(data, 'cancelled'),
  'order.returned': ({ order_id: id, exchange, unfilled }) =>
    `${exchange} returned order ${shortId(id)} with ${unfilled} unfilled.`,
  'order.amended': ({ order_id: id, quantity, reason }) =>
    `Order ${shortId(id)} amended to ${quantity}: ${withStop(reason)}`,
};

function planTitle({ rebalance_id: id, orders }: EventOf<'rebalance.created' | 'rebalance.simulated'>): string {
  return `Rebalance ${shortId(id)} planned: ${orders.length} ${orders.length === 1 ? 'order' : 'orders'}`;
}

function endTitle(
  { order, reason }: EventOf<'order.rejected' | 'order.expired' | 'order.cancelled'>,
  what: string,
): string {
  return `Order ${shortId(order.order_id)} ${what} on ${order.exchange}: ${withStop(reason.message)}`;
}

/** Returns the type as text, with the order or rebalance that it concerns. */
function defaultTitle(event: KnownEvent): string {
  const { type, data } = event;
  const [subject, what = ''] = type.split('.');
  const label = what.replaceAll('_', ' ');
  if (subject === 'order')
    return `Order ${shortId(orderIdOf(event))} ${label}${'exchange' in data ? ` on ${data.exchange}` : ''}.`;
  if (subject === 'rebalance' && rebalanceIdOf(event) !== null)
    return `Rebalance ${shortId(rebalanceIdOf(event))} ${label}.`;
  const named = `${subject} ${label}`.replaceAll('_', ' ');
  return `${named.charAt(0).toUpperCase()}${named.slice(1)}.`;
}

/** Returns enough of an id to distinguish it from neighbours, which begin alike. */
export function shortId(id: unknown): string {
  return typeof id === 'string' ? `${id.slice(0, 3)}…${id.slice(-6)}` : '';
}

function symbolOf({ instruments }: Instruments, isin: string): string {
  return instruments.get(isin)?.symbol ?? isin;
}

function price(value: number): string {
  return value.toFixed(Math.max(2, decimalsOf(value)));
}

function decimalsOf(value: number): number {
  return String(value).split('.')[1]?.length ?? 0;
}

function withStop(sentence: string): string {
  return /[.!?]$/.test(sentence) ? sentence : `${sentence}.`;
}
