/** A fault in words: its effect with its number, its place, its time, its number of hits. */
import type { MarketFaultView } from '../../../src-server/contract/control/market/faults.ts';
import { formatCount, plural } from '../format/format-number.ts';
import { formatInstant } from '../format/format-time.ts';
import { formatFaultKind } from './fault-kinds.ts';

/** `The report of a fill arrives late. Delayed by 1.5 min. It affects 50 % of the cases.` */
export function formatEffect(fault: MarketFaultView): string {
  return [formatFaultKind(fault.kind).sentence, formatExtent(fault)].filter((part) => part !== '').join(' ');
}

/** Its limits, without its effect; often empty. */
export function formatExtent(fault: MarketFaultView): string {
  const sentences = [formatAmount(fault)];
  if (fault.share < 1) sentences.push(`It affects ${percent(fault.share)} of cases.`);
  if (fault.cancel_orders === true) sentences.push('The exchange loses its open orders.');
  return sentences.filter((part) => part !== '').join(' ');
}

function formatAmount(fault: MarketFaultView): string {
  if (fault.added_ms !== undefined) return `${describeLength(fault.added_ms)} added to each message.`;
  if (fault.delay_ms !== undefined) return `Delayed by ${describeLength(fault.delay_ms)}.`;
  if (fault.fill_share !== undefined) return `${percent(fault.fill_share)} of each order is filled.`;
  if (fault.factor !== undefined) return `${fault.factor} times the usual spread.`;
  if (fault.bps !== undefined) return `Bid above ask by ${fault.bps} bps.`;
  if (fault.days_late !== undefined) return `Late by ${plural(fault.days_late, 'business day')}.`;
  return '';
}

/** Milliseconds in readable units: `300 ms`, `2 s`, `1.5 min`, `2 h`. */
export function describeLength(lengthMs: number): string {
  const [unit, inMs] = UNITS_MS.find(([, least]) => lengthMs >= least) ?? ['ms', 1];
  return `${Number((lengthMs / inMs).toFixed(2))} ${unit}`;
}

const UNITS_MS = Object.entries({ h: 3_600_000, min: 60_000, s: 1_000 });

/** `XETR · SAP`, `every exchange`, `SAP everywhere`. `symbol` is that of the fault's instrument. */
export function formatTarget(fault: Pick<MarketFaultView, 'exchange' | 'isin'>, symbol: string | null): string {
  if (fault.exchange === null) return symbol === null ? 'all exchanges' : `${symbol} on all exchanges`;
  return symbol === null ? fault.exchange : `${symbol} on ${fault.exchange}`;
}

/** Its actual or planned start, and its planned or actual end, in virtual UTC. */
export function formatSpan(fault: Pick<MarketFaultView, 'status' | 'from' | 'until' | 'ended_at' | 'count'>): string {
  const from = formatInstant(fault.from);
  if (fault.status === 'cancelled') return `${from}, ended before it began`;
  if (fault.ended_at !== null) return `${from} to ${until(fault.from, fault.ended_at)}, ended early`;
  if (fault.until !== null) return `${from} to ${until(fault.from, fault.until)}`;
  return `from ${from} until ${fault.count === null ? 'you end it' : plural(fault.count, 'hit')}`;
}

/** Only the time of day, if the day is the same. */
function until(from: string, to: string): string {
  return from.slice(0, 10) === to.slice(0, 10) ? to.slice(11, 19) : formatInstant(to);
}

/** `3 of 10`, `3`, or null if the kind does not count hits. */
export function formatHit(fault: Pick<MarketFaultView, 'kind' | 'hits' | 'count'>): string | null {
  if (!formatFaultKind(fault.kind).hasHits) return null;
  return fault.count === null ? formatCount(fault.hits) : `${formatCount(fault.hits)} of ${formatCount(fault.count)}`;
}

function percent(share: number): string {
  return `${Number((share * 100).toFixed(2))} %`;
}

/** Open ones first, the newest of each group first; the service returns them in the order in which they were set. */
export function openFirst<Row extends { readonly status: string }>(rows: readonly Row[]): readonly Row[] {
  const rank = (row: Row) => Number(row.status === 'over' || row.status === 'cancelled');
  return [...rows].reverse().sort((left, right) => rank(left) - rank(right));
}

/** True if it can still be ended. */
export function isOpen({ status }: { readonly status: string }): boolean {
  return status === 'active' || status === 'scheduled';
}
