/** Events of the market as the control plane shows them and the event log tells of them. */
import { formatInstant } from '../../domain/numbers/instant.ts';
import { type Overlay, overlayEndMs } from '../../market/prices/overlay-registry.ts';

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
export function describeMarketEvent(overlay: Overlay) {
  const { marketEventId, subject, kind, amount, fromMs, untilMs } = overlay;
  const ofInstrument = { market_event_id: marketEventId, isin: subject };
  const ofCurrency = { market_event_id: marketEventId, currency: subject };
  const from = formatInstant(fromMs);
  const once = { at: from, ...(untilMs === null ? {} : { until: formatInstant(untilMs) }) };
  const span = { from, until: formatInstant(untilMs ?? fromMs) };
  switch (kind) {
    case 'jump':
      return { ...ofInstrument, kind, size: amount, ...once };
    case 'trend':
      return { ...ofInstrument, kind, rate_per_day: amount, ...span };
    case 'volatility':
      return { ...ofInstrument, kind, factor: amount, ...span };
    case 'volume':
      return { ...ofInstrument, kind, factor: amount, ...span };
    case 'fx_jump':
      return { ...ofCurrency, kind, size: amount, ...once };
    case 'fx_trend':
      return { ...ofCurrency, kind, rate_per_day: amount, ...span };
    case 'fx_volatility':
      return { ...ofCurrency, kind, factor: amount, ...span };
  }
}

export function statusOf(overlay: Overlay, nowMs: number): MarketEventStatus {
  const { fromMs, endedMs } = overlay;
  if (endedMs !== null && endedMs < fromMs) return 'cancelled';
  if (nowMs < fromMs) return 'scheduled';
  return nowMs < overlayEndMs(overlay) ? 'active' : 'over';
}

/** What an event is about, under the name that the event log gives it. */
export function subjectOf({ kind, subject }: Pick<Overlay, 'kind' | 'subject'>) {
  return kind.startsWith('fx_') ? { currency: subject } : { isin: subject };
}
