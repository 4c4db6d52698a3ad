/** What awaits the orders of a plan at each of its exchanges, as things stand now: in words, the worst tone of them first. Pure. */
import type { ExchangeView } from '../../../src-server/contract/control/market/exchange-control.ts';
import type { OrderWire } from '../../../src-server/contract/service/form-b.ts';
import type { FaultView } from '../../api/faults-api.ts';
import { formatFaultKind } from '../faults/fault-kinds.ts';
import { formatLine } from '../faults/format-exchange.ts';
import { formatEffect } from '../faults/format-fault.ts';
import { formatMoment } from '../format/format-time.ts';

export interface Outlook {
  /** Its line, when it trades, or what is broken on purpose there. */
  readonly about: 'line' | 'hours' | 'fault';
  readonly tone: 'ok' | 'warn' | 'fail';
  readonly text: string;
}

export interface ExchangeOutlook {
  readonly mic: string;
  readonly exchange: ExchangeView | undefined;
  readonly orders: readonly OrderWire[];
  /** Base currency. */
  readonly value: number;
  readonly outlooks: readonly Outlook[];
}

/** By exchange in the order of their names. What is not known of an exchange is not said. */
export function exchangeOutlooks(
  orders: readonly OrderWire[],
  exchanges: readonly ExchangeView[],
  faults: readonly FaultView[],
): ExchangeOutlook[] {
  const mics = [...new Set(orders.map((order) => order.exchange))].sort();
  return mics.map((mic) => {
    const own = orders.filter((order) => order.exchange === mic);
    const exchange = exchanges.find((each) => each.mic === mic);
    const value = own.reduce((sum, order) => sum + order.estimated_value, 0);
    const outlooks = exchange === undefined ? [] : [...outlooksOf(exchange), ...faultOutlooks(exchange, own, faults)];
    return { mic, exchange, orders: own, value, outlooks };
  });
}

function outlooksOf(exchange: ExchangeView): Outlook[] {
  if (!exchange.connected) {
    const text = `Line ${formatLine(exchange)}: nothing can be sent there until it is up again.`;
    return [{ about: 'line', tone: 'fail', text }];
  }
  return [{ about: 'hours', tone: exchange.phase === 'open' ? 'ok' : 'warn', text: formatHours(exchange) }];
}

function formatHours({ phase, next_open_at: opens, next_close_at: closes, settings }: ExchangeView): string {
  const opening = formatMoment(opens);
  if (phase === 'open') return `Open until ${closes.slice(11, 16)} UTC.`;
  if (phase === 'closed') return `Closed: orders wait for its opening, ${opening}.`;
  const leftOver = settings.day_end === 'expire' ? 'expires' : `goes on at its next opening, ${opening}`;
  return `In its closing auction: what that leaves unfilled ${leftOver}.`;
}

function faultOutlooks(exchange: ExchangeView, orders: readonly OrderWire[], faults: readonly FaultView[]): Outlook[] {
  return faults.flatMap((fault): Outlook[] => {
    if (fault.scope !== 'market' || !exchange.active_faults.includes(fault.fault_id)) return [];
    if (fault.isin !== null && orders.every(({ isin }) => isin !== fault.isin)) return [];
    const isDown = fault.kind === 'exchange_down';
    // That its line is down has been said, but not what becomes of the orders that it holds.
    if (isDown && fault.cancel_orders !== true) return [];
    const text = isDown
      ? 'It loses the orders it holds: they end cancelled, as is learnt once the line is back.'
      : `${formatFaultKind(fault.kind).label}: ${formatEffect(fault)}`;
    return [{ about: 'fault', tone: 'warn', text }];
  });
}
