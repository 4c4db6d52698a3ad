/** The outlook for a plan's orders at each of its exchanges now: in words, the worst tone first. Pure. */
import type { ExchangeView } from '../../../src-server/contract/control/market/exchange-control.ts';
import type { FaultView } from '../../../src-server/contract/control/market/faults.ts';
import type { OrderWire } from '../../../src-server/contract/service/form-b.ts';
import { formatFaultKind } from '../faults/fault-kinds.ts';
import { formatEffect } from '../faults/format-fault.ts';
import { formatInstant, formatMoment } from '../format/format-time.ts';

interface Outlook {
  /** The connection, the trading hours, or an injected fault. */
  readonly about: 'line' | 'hours' | 'fault';
  readonly tone: 'ok' | 'warn' | 'fail';
  readonly text: string;
  /** The fault that causes it, if any. */
  readonly faultId: string | null;
}

interface ExchangeOutlook {
  readonly mic: string;
  readonly exchange: ExchangeView | undefined;
  readonly orders: readonly OrderWire[];
  /** Base currency. */
  readonly value: number;
  readonly outlooks: readonly Outlook[];
}

/** By exchange, in the order of their names. Unknown states are omitted. */
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
    const outlooks =
      exchange === undefined ? [] : [...outlooksOf(exchange, faults), ...faultOutlooks(exchange, own, faults)];
    return { mic, exchange, orders: own, value, outlooks };
  });
}

function outlooksOf(exchange: ExchangeView, faults: readonly FaultView[]): Outlook[] {
  if (!exchange.connected) {
    const outage = faults.find((fault) => isOutageOf(fault, exchange));
    const text = `${formatDown(exchange, outage)} No order can be sent there until it is connected again.`;
    return [{ about: 'line', tone: 'fail', text, faultId: outage?.fault_id ?? null }];
  }
  const tone = exchange.phase === 'open' ? 'ok' : 'warn';
  return [{ about: 'hours', tone, text: formatHours(exchange), faultId: null }];
}

function isOutageOf({ fault_id: id, kind }: FaultView, { active_faults: active }: ExchangeView): boolean {
  return kind === 'exchange_down' && active.includes(id);
}

/** `Disconnected since 2026-03-02 09:30:00 until 2026-03-02 10:00:00 (virtual UTC).` */
function formatDown({ line }: ExchangeView, outage: FaultView | undefined): string {
  const since = line.since === null ? '' : ` since ${formatInstant(line.since)}`;
  return `Disconnected${since} ${formatEnd(line, outage)}`;
}

function formatEnd(line: ExchangeView['line'], outage: FaultView | undefined): string {
  if (outage?.until != null) return `until ${formatInstant(outage.until)} (virtual UTC).`;
  if (outage !== undefined) return '(virtual UTC) until you end the fault.';
  if (line.held) return '(virtual UTC) until you reconnect it.';
  const next =
    line.next_attempt_at === null ? '' : ` The next attempt to connect is at ${formatInstant(line.next_attempt_at)}.`;
  return `(virtual UTC).${next}`;
}

function formatHours({ phase, next_open_at: opens, next_close_at: closes, settings }: ExchangeView): string {
  const opening = formatMoment(opens);
  if (phase === 'open') return `Open until ${closes.slice(11, 16)} UTC.`;
  if (phase === 'closed') return `Closed: orders wait for the opening, ${opening}.`;
  const leftOver = settings.day_end === 'expire' ? 'expires' : `carries over to its next opening, ${opening}`;
  return `In its closing auction: any unfilled quantity ${leftOver}.`;
}

function faultOutlooks(exchange: ExchangeView, orders: readonly OrderWire[], faults: readonly FaultView[]): Outlook[] {
  return faults.flatMap((fault): Outlook[] => {
    if (fault.scope !== 'market' || !exchange.active_faults.includes(fault.fault_id)) return [];
    if (fault.isin !== null && orders.every(({ isin }) => isin !== fault.isin)) return [];
    const isDown = fault.kind === 'exchange_down';
    // The disconnection is already shown, but not what happens to the orders there.
    if (isDown && fault.cancel_orders !== true) return [];
    const text = isDown
      ? 'The exchange loses its orders. They are cancelled, and the cancellations are reported once the connection is back.'
      : `${formatFaultKind(fault.kind).label}: ${formatEffect(fault)}`;
    return [{ about: 'fault', tone: 'warn', text, faultId: fault.fault_id }];
  });
}
