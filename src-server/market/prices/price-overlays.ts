/**
 * A price model with jumps, trends and spans of volatility applied (control plane, `/sim/market/events`). Pure and
 * random-access: the effect on a price depends only on its instant.
 */
import type { Calendars } from '../calendar/calendar.ts';
import { overlaidTrade } from './overlaid-trade.ts';
import { isJump, type Overlay, type OverlayRegistry, overlayEndMs } from './overlay-registry.ts';
import type { PriceModel } from './price-model.ts';

/** `overlays` are read on every call. Errors are those of `model`. */
export function withOverlays(
  model: PriceModel,
  calendars: Calendars,
  overlays: Pick<OverlayRegistry, 'of'>,
): PriceModel {
  function midMicro(isin: string, mic: string, instantMs: number): number {
    const pure = model.midMicro(isin, mic, instantMs);
    const laid = overlays.of(isin);
    if (laid.length === 0) return pure;
    // Outside its session a listing shows its last open price; events in the meantime take effect at the next opening.
    const shownMs = calendars.get(mic)?.lastOpenInstant(instantMs) ?? instantMs;
    return Math.max(1, Math.round(pure * overlayFactor(model, laid, shownMs)));
  }
  const quoteAt = (isin: string, mic: string, instantMs: number) =>
    model.quoteAround(isin, mic, midMicro(isin, mic, instantMs), instantMs);
  const isBare = (isin: string): boolean => overlays.of(isin).length === 0;

  return {
    ...model,
    midMicro,
    quote: (isin, mic, instantMs) => (isBare(isin) ? model.quote(isin, mic, instantMs) : quoteAt(isin, mic, instantMs)),
    lastTrade(isin, mic, instantMs) {
      const trade = model.lastTrade(isin, mic, instantMs);
      return isBare(isin) ? trade : overlaidTrade(model, isin, mic, trade, quoteAt(isin, mic, trade.at));
    },
  };
}

/**
 * Returns the factor of a price at an instant: exactly 1 before any event began, and always between 1/1000 and 1000.
 */
export function overlayFactor(
  model: Pick<PriceModel, 'idiosyncraticMove' | 'tradingDays'>,
  overlays: readonly Overlay[],
  shownMs: number,
): number {
  let jumped = 1;
  let log = 0;
  for (const overlay of overlays) {
    if (overlay.fromMs > shownMs) continue;
    if (isJump(overlay)) jumped *= isJumpInForce(overlay, shownMs) ? 1 + overlay.amount : 1;
    else log += logChange(model, overlay, Math.min(shownMs, overlayEndMs(overlay)));
  }
  return Math.min(Math.max(jumped * Math.exp(log), 1 / LARGEST_FACTOR), LARGEST_FACTOR);
}

/** Limits prices to exact arithmetic, however many jumps accumulate. */
const LARGEST_FACTOR = 1000;

/**
 * A jump that was ended before its instant never happens; one that has happened lasts until its end, or for good if it
 * was ended before that.
 */
function isJumpInForce({ fromMs, untilMs, endedMs }: Overlay, shownMs: number): boolean {
  if (endedMs !== null) return endedMs >= fromMs && (untilMs === null || endedMs < untilMs || shownMs < untilMs);
  return untilMs === null || shownMs < untilMs;
}

function logChange(
  model: Pick<PriceModel, 'idiosyncraticMove' | 'tradingDays'>,
  { kind, subject, amount, fromMs }: Overlay,
  toMs: number,
): number {
  if (toMs <= fromMs) return 0;
  if (kind === 'trend' || kind === 'fx_trend') return amount * model.tradingDays(fromMs, toMs);
  // The model already includes the factor's move once. After the span its ends are fixed, so the displacement remains;
  // the second term removes the average change of the larger variance, as the model does for its own.
  const own = model.idiosyncraticMove(subject, fromMs, toMs);
  return (amount - 1) * own.log - ((amount * amount - 1) / 2) * own.variance;
}
