/** Events of the market as the control plane shows them and the event log tells of them. */
import { formatInstant } from '../../domain/instant.ts';
import { type Overlay, overlayEndMs } from '../../market/overlay-book.ts';

/** `cancelled`: ended before it began. */
export type MarketEventStatus = 'scheduled' | 'active' | 'over' | 'cancelled';

export function viewMarketEvent(overlay: Overlay, nowMs: number) {
  const { endedMs } = overlay;
  return {
    ...describeMarketEvent(overlay),
    status: statusOf(overlay, nowMs),
    ended_at: endedMs === null ? null : formatInstant(endedMs),
  };
}

/** What was asked for, with the instants that were left out. */
export function describeMarketEvent({ marketEventId, isin, kind, amount, fromMs, untilMs }: Overlay) {
  const core = { market_event_id: marketEventId, isin };
  const from = formatInstant(fromMs);
  if (kind === 'jump') return { ...core, kind, size: amount, at: from };
  const span = { from, until: formatInstant(untilMs ?? fromMs) };
  return kind === 'trend'
    ? { ...core, kind, rate_per_day: amount, ...span }
    : { ...core, kind, factor: amount, ...span };
}

export function statusOf(overlay: Overlay, nowMs: number): MarketEventStatus {
  const { kind, fromMs, endedMs } = overlay;
  if (endedMs !== null && endedMs < fromMs) return 'cancelled';
  if (nowMs < fromMs) return 'scheduled';
  return kind !== 'jump' && nowMs < overlayEndMs(overlay) ? 'active' : 'over';
}
