/** An exchange in words: its current and next phase, its connection, its commission and its latency. */
import type { ExchangeView, LatencyView } from '../../../src-server/contract/control/market/exchange-control.ts';
import { formatCount } from '../format/format-number.ts';
import { formatMoment, formatTimeOfDay } from '../format/format-time.ts';
import { describeLength } from './format-fault.ts';

type Phased = Pick<ExchangeView, 'phase' | 'next_open_at' | 'next_close_at'>;

export const PHASE_LABELS: Readonly<Record<ExchangeView['phase'], string>> = {
  open: 'open',
  closing_auction: 'closing auction',
  closed: 'closed',
};

/** `closes 16:30` while it is open, otherwise `opens Tue 08:00`. */
export function formatNextChange({ phase, next_open_at: opens, next_close_at: closes }: Phased): string {
  return phase === 'open' ? `closes ${closes.slice(11, 16)}` : `opens ${shortMoment(opens)}`;
}

/** Weekday and time, since the next opening is almost never a week away. */
function shortMoment(iso: string): string {
  return `${formatMoment(iso).slice(0, 3)} ${iso.slice(11, 16)}`;
}

/**
 * `connected`, `down by hand since 09:30:00`, `down since 09:30:00, attempt 4 at 09:31:10`, or, if nothing keeps it
 * down any more, `reconnects at 09:31:10, down since 09:30:00`.
 */
export function formatLine(exchange: Pick<ExchangeView, 'connected' | 'line' | 'active_faults'>): string {
  const { connected, line } = exchange;
  const since = line.since === null ? '' : ` since ${formatTimeOfDay(line.since)}`;
  if (connected) return `connected${since}`;
  if (line.held) return `disconnected by you${since}`;
  if (isReconnecting(exchange)) return `reconnects at ${formatTimeOfDay(line.next_attempt_at ?? '')}, down${since}`;
  const next = line.next_attempt_at === null ? '' : ` at ${formatTimeOfDay(line.next_attempt_at)}`;
  return `down${since}, reconnection attempt ${formatCount(line.attempts + 1)}${next}`;
}

/** Whether its next attempt will succeed, because the cause of the outage has ended. */
function isReconnecting({
  connected,
  line,
  active_faults: faults,
}: Pick<ExchangeView, 'connected' | 'line' | 'active_faults'>) {
  return !connected && line.next_attempt_at !== null && faults.length === 0;
}

/** `5 bps, 3–60`: in the currency of the exchange, which its column shows. */
export function formatCommission({ bps, minimum, cap }: ExchangeView['settings']['commission']): string {
  return `${bps} bps, ${minimum}–${formatCount(cap)}`;
}

/** The typical time of one leg in ms: the fixed value, the middle of the range, or the median. */
export function typicalMs(latency: LatencyView): number {
  if ('fixed' in latency) return latency.fixed;
  return 'median' in latency ? latency.median : Math.round((latency.min + latency.max) / 2);
}

/** `20 ms`, `5 to 20 ms`, `about 20 ms, at most 2 s`. */
export function formatLatency(latency: LatencyView): string {
  if ('fixed' in latency) return `always ${describeLength(latency.fixed)}`;
  if ('median' in latency) return `about ${describeLength(latency.median)}, at most ${describeLength(latency.max)}`;
  return `${latency.min} to ${formatCount(latency.max)} ms`;
}

/** All three legs as sentences. */
export function formatLeg({ submit, acknowledge, report }: ExchangeView['settings']['latency_ms']): string {
  return [
    `An order takes ${formatLatency(submit)} to reach the exchange.`,
    `Its acknowledgement takes ${formatLatency(acknowledge)}.`,
    `The report of a fill takes ${formatLatency(report)}.`,
  ].join(' ');
}

type StateOfExchange = Pick<ExchangeView, 'connected' | 'open'>;

/** The numbers of open, closed and disconnected exchanges; a disconnected one counts as neither of the others. */
export function countExchanges(exchanges: readonly StateOfExchange[]) {
  const down = exchanges.filter(({ connected }) => !connected).length;
  const open = exchanges.filter((exchange) => exchange.connected && exchange.open).length;
  const closed = exchanges.length - down - open;
  const counts = { open, closed, down };
  const labels = Object.entries(counts).flatMap(([state, count]) => (count > 0 ? [`${count} ${state}`] : []));
  return { ...counts, words: labels };
}
