/** A fault of the wire in words: what it does with its numbers, how often, and how long it holds. */
import { describeLength, formatSpan } from '../../../components/faults/format-fault.ts';
import { formatWireKind, type WireFaultView } from '../../../components/faults/wire-fault-kinds.ts';
import { formatCount } from '../../../components/format/format-number.ts';

type Latency = NonNullable<Extract<WireFaultView, { scope: 'interface' }>['latency_ms']>;
type Extent = Pick<WireFaultView, 'share' | 'count' | 'chances' | 'hits'>;

/** `An error is answered; … 429 rate_limit, Retry-After 5 s.` */
export function formatWireEffect(fault: WireFaultView): string {
  return [formatWireKind(fault.kind).sentence, formatTerm(fault)].filter((word) => word !== '').join(' ');
}

function formatTerm(fault: WireFaultView): string {
  if (fault.scope === 'webhook') {
    if (fault.delay !== undefined) return `Later by ${fault.delay} of virtual time.`;
    return fault.age === undefined ? '' : `Too old by ${fault.age}.`;
  }
  if (fault.code !== undefined) return formatError(fault.code, fault.message, fault.retry_after_s);
  if (fault.latency_ms !== undefined) return `${formatLatency(fault.latency_ms)} of real time.`;
  if (fault.over_ms !== undefined) return `Over ${describeLength(fault.over_ms)} of real time.`;
  if (fault.keep !== undefined) return `${percent(fault.keep)} of it arrive.`;
  if (fault.content_type !== undefined) return `It says ${fault.content_type}.`;
  if (fault.after_processing === undefined) return '';
  return fault.after_processing ? 'The request is processed first.' : 'The request is not processed.';
}

function formatError(code: string, message: string | undefined, retryAfterS: number | undefined): string {
  const retry = retryAfterS === undefined ? '' : `, Retry-After ${retryAfterS} s`;
  return `It is ${code}${message === undefined ? '' : ` “${message}”`}${retry}.`;
}

export function formatLatency(latency: Latency): string {
  if ('fixed' in latency) return `Always ${describeLength(latency.fixed)}`;
  if ('min' in latency) return `${describeLength(latency.min)} to ${describeLength(latency.max)}`;
  return `About ${describeLength(latency.median)}, at most ${describeLength(latency.max)}`;
}

/** As faults of the market have it, but an end by the last hit is none that came early. */
export function formatWireSpan(fault: WireFaultView): string {
  const isUsedUp = fault.count !== null && fault.hits >= fault.count;
  return isUsedUp ? formatSpan(fault).replace(/ended early$/, 'by its last hit') : formatSpan(fault);
}

/** `3 of 10`, `3`; beside it of how many chances, where not all were hit. */
export function formatWireHit({ hits, count }: Extent): string {
  return count === null ? formatCount(hits) : `${formatCount(hits)} of ${formatCount(count)}`;
}

/** `all`, or the share, with what it came to so far. */
export function formatShare({ share, chances, hits }: Extent): string {
  if (share === 1) return 'all';
  return chances === 0 ? percent(share) : `${percent(share)} (${formatCount(hits)} of ${formatCount(chances)})`;
}

function percent(share: number): string {
  return `${Number((share * 100).toFixed(2))} %`;
}
