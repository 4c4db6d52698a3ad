/**
 * What an entry of the event log says, as a sentence for people: who, how much, where. Unknown types say their name.
 */
import type { World } from '../../engine/world.ts';

type Data = Readonly<Record<string, unknown>>;
type Instruments = Pick<World['market'], 'instruments'>;

export function eventTitle(market: Instruments, type: string, data: Data): string {
  const [subject, what = ''] = type.split('.');
  if (subject === 'order') return orderTitle(market, what, data);
  if (subject === 'rebalance') return rebalanceTitle(what, data);
  return `${type
    .replace('.', ' ')
    .replaceAll('_', ' ')
    .replace(/^./, (letter) => letter.toUpperCase())}.`;
}

function rebalanceTitle(what: string, data: Data): string {
  const name = `Rebalance ${shortId(data.rebalance_id)}`;
  const failure = partOf(data, 'failure').message;
  switch (what) {
    case 'created':
    case 'simulated': {
      const orders = Array.isArray(data.orders) ? data.orders.length : 0;
      return `${name} planned: ${orders} ${orders === 1 ? 'order' : 'orders'}${what === 'simulated' ? ', a dry run' : ''}.`;
    }
    case 'failed':
      return `${name} failed${typeof failure === 'string' ? `: ${withStop(failure)}` : '.'}`;
    default:
      return `${name} ${what.replaceAll('_', ' ')}.`;
  }
}

function orderTitle(market: Instruments, what: string, data: Data): string {
  const order = partOf(data, 'order');
  const fill = partOf(data, 'fill');
  const name = `Order ${shortId(data.order_id ?? order.order_id)}`;
  const symbol = symbolOf(market, data.isin ?? order.isin);
  const at = data.exchange ?? order.exchange ?? fill.exchange;
  const place = typeof at === 'string' ? ` on ${at}` : '';
  switch (what) {
    case 'sent': {
      const limit = typeof data.limit_price === 'number' ? `, at ${price(data.limit_price)} at most` : ', at market';
      return `${name} sent to ${String(at)}: ${String(data.side)} ${String(data.quantity)} ${symbol}${limit}.`;
    }
    case 'filled':
      return `${name} filled: ${String(fill.quantity)} ${symbol} at ${price(fill.price)}${place}.`;
    case 'rejected':
    case 'expired':
    case 'cancelled':
      return `${name} ${what}${place}: ${withStop(String(partOf(data, 'reason').message ?? 'no reason was given'))}`;
    case 'returned':
      return `${name} came back from ${String(at)} with ${String(data.unfilled)} unfilled.`;
    case 'amended':
      return `${name} amended to ${String(data.quantity)}: ${withStop(String(data.reason))}`;
    default:
      return `${name} ${what.replaceAll('_', ' ')}${place}.`;
  }
}

/** Enough of an id to tell it from its neighbours, which begin alike. */
export function shortId(id: unknown): string {
  return typeof id === 'string' ? `${id.slice(0, 3)}…${id.slice(-4)}` : '';
}

function symbolOf({ instruments }: Instruments, isin: unknown): string {
  return typeof isin === 'string' ? (instruments.get(isin)?.symbol ?? isin) : '';
}

function price(value: unknown): string {
  return typeof value === 'number' ? value.toFixed(Math.max(2, decimalsOf(value))) : String(value);
}

function decimalsOf(value: number): number {
  return String(value).split('.')[1]?.length ?? 0;
}

function partOf(data: Data, key: string): Data {
  const part = data[key];
  return typeof part === 'object' && part !== null ? (part as Data) : {};
}

function withStop(sentence: string): string {
  return /[.!?]$/.test(sentence) ? sentence : `${sentence}.`;
}
