/** Events of the market as the control plane shows them. */
import type { MarketEventView } from '../../../contract/control/market/market-control.ts';
import { formatInstant } from '../../../domain/numbers/instant.ts';
import { describeMarketEvent, marketEventStatus } from '../../../engine/event-payloads.ts';

export function viewMarketEvent(overlay: Parameters<typeof describeMarketEvent>[0], nowMs: number): MarketEventView {
  const { endedMs } = overlay;
  return {
    ...describeMarketEvent(overlay),
    status: marketEventStatus(overlay, nowMs),
    ended_at: endedMs === null ? null : formatInstant(endedMs),
  };
}
