/** A fault that was set, in words: what it does with its number, where, for how long, how often it hit. */
import type { MarketFaultView } from '../../api/faults-api.ts';
import { formatCount, plural } from '../format/format-number.ts';
import { formatInstant } from '../format/format-time.ts';
import { formatFaultKind } from './fault-kinds.ts';

/** `Messages … take longer: by 2 000 ms. Hits 50 % of them.` */
export function formatEffect(fault: MarketFaultView): string {
  return [formatFaultKind(fault.kind).sentence, formatExtent(fault)].filter((part) => part !== '').join(' ');
}

/** How far it goes, without what it does; often empty. */
export function formatExtent(fault: MarketFaultView): string {
  const sentences = [formatAmount(fault)];
  if (fault.share < 1) sentences.push(`It affects ${percent(fault.share)} of the cases.`);
  if (fault.cancel_orders === true) sentences.push('The exchange loses its open orders.');
  return sentences.filter((part) => part !== '').join(' ');
}

function formatAmount(fault: MarketFaultView): string {
  if (fault.added_ms !== undefined) return `Added: ${describeLength(fault.added_ms)}.`;
  if (fault.delay_ms !== undefined) return `Delayed by ${describeLength(fault.delay_ms)}.`;
  if (fault.fill_share !== undefined) return `Filled: ${percent(fault.fill_share)}.`;
  if (fault.factor !== undefined) return `${fault.factor} times the usual spread.`;
  if (fault.bps !== undefined) return `By ${fault.bps} bps.`;
  if (fault.days_late !== undefined) return `Late by ${plural(fault.days_late, 'business day')}.`;
  return '';
}

/** Milliseconds as a person says them: `300 ms`, `2 s`, `1.5 min`, `2 h`. */
export function describeLength(lengthMs: number): string {
  const [unit, inMs] = UNITS_MS.find(([, least]) => lengthMs >= least) ?? ['ms', 1];
  return `${Number((lengthMs / inMs).toFixed(2))} ${unit}`;
}

const UNITS_MS = Object.entries({ h: 3_600_000, min: 60_000, s: 1_000 });

/** `XETR · SAP`, `every exchange`, `SAP everywhere`. `symbol` is that of the fault's instrument. */
export function formatPlace(fault: Pick<MarketFaultView, 'exchange' | 'isin'>, symbol: string | null): string {
  if (fault.exchange === null) return symbol === null ? 'every exchange' : `${symbol}, every exchange`;
  return symbol === null ? fault.exchange : `${symbol} on ${fault.exchange}`;
}

/** Where it began or will, and its planned or real end, in virtual UTC. */
export function formatSpan(fault: Pick<MarketFaultView, 'status' | 'from' | 'until' | 'ended_at' | 'count'>): string {
  const from = formatInstant(fault.from);
  if (fault.status === 'cancelled') return `${from}, ended before it began`;
  if (fault.ended_at !== null) return `${from} to ${until(fault.from, fault.ended_at)}, ended early`;
  if (fault.until !== null) return `${from} to ${until(fault.from, fault.until)}`;
  return `from ${from} until ${fault.count === null ? 'it is ended' : plural(fault.count, 'hit')}`;
}

/** The time of day alone, where the day is the same. */
function until(from: string, to: string): string {
  return from.slice(0, 10) === to.slice(0, 10) ? to.slice(11, 19) : formatInstant(to);
}

/** `3 of 10`, `3`, or null where a kind does not count. */
export function formatHit(fault: Pick<MarketFaultView, 'kind' | 'hits' | 'count'>): string | null {
  if (!formatFaultKind(fault.kind).hasHits) return null;
  return fault.count === null ? formatCount(fault.hits) : `${formatCount(fault.hits)} of ${formatCount(fault.count)}`;
}

function percent(share: number): string {
  return `${Number((share * 100).toFixed(2))} %`;
}

/** Open ones first, the newest of each first; the service tells them in the order they were set. */
export function openFirst<Row extends { readonly status: string }>(rows: readonly Row[]): readonly Row[] {
  const rank = (row: Row) => Number(row.status === 'over' || row.status === 'cancelled');
  return [...rows].reverse().sort((left, right) => rank(left) - rank(right));
}

/** True for what can still be ended. */
export function isOpen({ status }: { readonly status: string }): boolean {
  return status === 'active' || status === 'scheduled';
}
