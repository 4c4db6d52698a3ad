/**
 * Why orders of a rebalance were not filled, in words: what ended them, grouped by exchange and reason, and the outages
 * and faults there that can explain that reason. Pure; claims nothing that was not recorded.
 */
import type { FaultView, MarketFaultView } from '../../../../src-server/contract/control/market/faults.ts';
import type { RebalanceView } from '../../../../src-server/contract/control/portfolios/portfolios.ts';
import type { TraceNode } from '../../../../src-server/contract/control/world/trace.ts';
import type { OutageMetWire } from '../../../../src-server/contract/service/execution.ts';
import type { OrderWire } from '../../../../src-server/contract/service/form-b.ts';
import { formatInstant, formatLength, formatTimeOfDay } from '../../../components/format/format-time.ts';

export interface FailureGroup {
  readonly exchange: string;
  /** `exchange_refused`, `book_lost`, …; null if nothing was recorded. */
  readonly code: string | null;
  /** The message of the exchange or the service; that of the first order if they differ. */
  readonly message: string;
  readonly orders: readonly OrderWire[];
  readonly outages: readonly OutageMetWire[];
  readonly faults: readonly MarketFaultView[];
}

/** Kinds of faults that can cause an ending. */
const KINDS_BEHIND: Readonly<Record<string, readonly MarketFaultView['kind'][]>> = {
  exchange_refused: ['reject_orders'],
  book_lost: ['exchange_down'],
  partial_fill: ['partial_fills'],
  day_end: ['exchange_down', 'halt_instrument', 'stale_prices', 'exchange_slow'],
};
/** Faults that keep an order from being sent, or from being filled before it is cancelled. */
const KINDS_THAT_HOLD_UP: readonly MarketFaultView['kind'][] = ['exchange_down', 'halt_instrument', 'stale_prices'];
/** An outage cannot explain an action of the exchange itself on an order that it has. */
const OUTAGE_HAS_NO_PART = ['exchange_refused', 'partial_fill'];

/** Largest group first; empty if every order is filled. */
export function failureGroups(view: RebalanceView, faults: readonly FaultView[]): FailureGroup[] {
  const unfilled = view.rebalance.orders.filter(({ status }) => status !== 'filled');
  const groups = Map.groupBy(unfilled, (order) => `${order.exchange} ${endingOf(view, order)?.code ?? ''}`);
  return [...groups.values()]
    .flatMap((orders) => groupOf(view, faults, orders))
    .sort((one, other) => other.orders.length - one.orders.length);
}

function groupOf(view: RebalanceView, faults: readonly FaultView[], orders: readonly OrderWire[]): FailureGroup[] {
  const [first] = orders;
  if (first === undefined) return [];
  const { exchange } = first;
  const ending = endingOf(view, first);
  const code = ending?.code ?? null;
  const message = ending?.message ?? noticeOf(view, first) ?? 'It was not sent.';
  const outages = OUTAGE_HAS_NO_PART.includes(code ?? '')
    ? []
    : view.outages.filter((each) => each.exchange === exchange);
  const ofMarket = faults.filter((fault) => fault.scope === 'market');
  const behind = ofMarket.filter((fault) => isBehind(fault, code, orders, view));
  return [
    { exchange, code, message: behind.length > 0 ? withoutFault(message) : message, orders, outages, faults: behind },
  ];
}

/** The fault is named beside the message, with a link to it. */
function withoutFault(message: string): string {
  return message.replace(/ \(fault ft_[0-9A-Z]{26}\)/, '');
}

function endingOf({ progress }: RebalanceView, { order_id: orderId }: OrderWire) {
  return progress.find((row) => row.order_id === orderId)?.ending ?? null;
}

/** The service's record of giving up an order before its exchange had it. */
function noticeOf({ rebalance }: RebalanceView, { sequence }: OrderWire): string | undefined {
  return rebalance.warnings.find(({ message }) => message.startsWith(`Order ${sequence} (`))?.message;
}

function isBehind(
  fault: MarketFaultView,
  code: string | null,
  orders: readonly OrderWire[],
  { rebalance, progress }: RebalanceView,
): boolean {
  if (!(KINDS_BEHIND[code ?? ''] ?? KINDS_THAT_HOLD_UP).includes(fault.kind)) return false;
  // An ending that names its fault is trusted.
  const named = progress
    .filter(({ order_id: id }) => orders.some((order) => order.order_id === id))
    .flatMap(({ ending }) => /\bft_[0-9A-Z]{26}\b/.exec(ending?.message ?? '') ?? []);
  if (named.length > 0) return named.includes(fault.fault_id);
  if (code === 'book_lost' && fault.cancel_orders !== true) return false;
  const isThere = orders.some(
    ({ exchange, isin }) =>
      (fault.exchange === null || fault.exchange === exchange) && (fault.isin === null || fault.isin === isin),
  );
  return isThere && overlaps(fault, rebalance.executed_at ?? rebalance.created_at, rebalance.completed_at);
}

/** ISO texts of the same format and zone sort by time. */
function overlaps(fault: MarketFaultView, from: string, until: string | null): boolean {
  const end = fault.ended_at ?? fault.until;
  return fault.status !== 'cancelled' && (end === null || end > from) && (until === null || fault.from <= until);
}

/**
 * `XSWX was disconnected from 2026-03-02 09:31:00 to 10:01:12 UTC (30 m).` If the fault ended before the reconnection,
 * both times are shown: in between the exchange traded, and could not report.
 */
export function formatOutage({ exchange, from, until }: OutageMetWire, faults: readonly FaultView[]): string {
  if (until === null) return `${exchange} has been disconnected since ${formatInstant(from)} UTC.`;
  const timeOn = (iso: string) => (from.slice(0, 10) === iso.slice(0, 10) ? formatTimeOfDay(iso) : formatInstant(iso));
  const lengthMs = Date.parse(until) - Date.parse(from);
  const length = lengthMs < 60_000 ? `${Math.round(lengthMs / 1_000)} s` : formatLength(lengthMs);
  const sentence = `${exchange} was disconnected from ${formatInstant(from)} to ${timeOn(until)} UTC (${length}).`;
  const over = faults.flatMap((fault) => (isOutageAt(exchange, fault) ? (fault.ended_at ?? fault.until ?? []) : []));
  const lastOver = over
    .filter((at) => at > from && at < until)
    .sort()
    .at(-1);
  if (lastOver === undefined || timeOn(lastOver) === timeOn(until)) return sentence;
  return `${sentence} The outage ended at ${timeOn(lastOver)} and the connection returned at ${timeOn(until)}. Orders were sent again from then on.`;
}

function isOutageAt(mic: string, fault: FaultView): fault is MarketFaultView {
  return fault.scope === 'market' && fault.kind === 'exchange_down' && fault.exchange === mic;
}

/**
 * With their latest attempt: given up, suppressed by a fault, or failed so far; the latest first, which usually matters
 * most.
 */
export function failedDeliveries(nodes: readonly TraceNode[]) {
  return nodes
    .filter(({ kind, status }) => kind === 'delivery' && status !== 'succeeded')
    .map((delivery) => ({
      delivery,
      attempt: nodes.filter(({ kind, parent }) => kind === 'attempt' && parent === delivery.id).at(-1),
    }))
    .filter(({ delivery, attempt }) => attempt !== undefined || delivery.status !== 'pending')
    .reverse();
}

export function isOpenOrder({ status }: OrderWire): boolean {
  return !['filled', 'rejected', 'expired', 'cancelled'].includes(status);
}
