/**
 * A price model whose exchange rates come from loaded series or are changed by events or pins, with the listings that
 * are quoted in another currency than their instrument's. Loaded series of listings apply on top, unchanged by rates.
 * Pure and random-access.
 */
import type { Calendars } from '../calendar/calendar.ts';
import type { Currency, MarketData } from '../data/market-data.ts';
import type { Overlay, OverlayRegistry } from '../prices/overlay-registry.ts';
import type { PinRegistry } from '../prices/pin-registry.ts';
import type { PriceModel } from '../prices/price-model.ts';
import { overlayFactor } from '../prices/price-overlays.ts';
import { withScaledPrices } from '../prices/scaled-prices.ts';
import { RATE_VENUE, type SeriesRegistry } from '../prices/series-registry.ts';

/** `overlays`, `pins` and `series` are read on every call. Errors are those of `model`. */
export function withOverlaidRates(
  model: PriceModel,
  data: MarketData,
  calendars: Calendars,
  overlays: Pick<OverlayRegistry, 'of'>,
  pins: Pick<PinRegistry, 'at'>,
  series: Pick<SeriesRegistry, 'at' | 'isEmpty'> = NO_SERIES,
): PriceModel {
  const moves = { idiosyncraticMove: model.fxMove, tradingDays: model.tradingDays };
  const loaded = (currency: Currency, instantMs: number): number | null =>
    series.isEmpty ? null : (series.at(currency, RATE_VENUE, instantMs)?.midMicro ?? null);
  function perEurMicro(currency: Currency, instantMs: number): number {
    const pure = loaded(currency, instantMs) ?? model.perEurMicro(currency, instantMs);
    const laid = overlays.of(currency);
    const moved =
      laid.length === 0 ? pure : Math.max(1, Math.round(pure * overlayFactor(moves, asOfRate(laid), instantMs)));
    return pins.at(currency, instantMs)?.midMicro ?? moved;
  }
  const isBare = (currency: Currency, instantMs: number): boolean =>
    overlays.of(currency).length === 0 && pins.at(currency, instantMs) === null && loaded(currency, instantMs) === null;
  /** Returns the factor of a rate; exactly 1 if no series, event or pin changes it. */
  const factorOf = (currency: Currency, instantMs: number): number =>
    isBare(currency, instantMs) ? 1 : perEurMicro(currency, instantMs) / model.perEurMicro(currency, instantMs);
  /** Returns the factor of a listing's mid. */
  function listingFactor(isin: string, mic: string, instantMs: number): number {
    const from = data.instruments.get(isin)?.currency;
    const to = data.exchanges.get(mic)?.currency;
    if (from === undefined || to === undefined || from === to) return 1;
    // Outside its session a listing uses the rates of its last open instant.
    const shownMs = calendars.get(mic)?.lastOpenInstant(instantMs) ?? instantMs;
    return factorOf(to, shownMs) / factorOf(from, shownMs);
  }
  return { ...withScaledPrices(model, listingFactor), perEurMicro };
}

const NO_SERIES = { isEmpty: true, at: () => null };

/**
 * Converts events, which state the value of a currency in EUR, to the rate, which is its inverse: units for one EUR.
 */
function asOfRate(overlays: readonly Overlay[]): readonly Overlay[] {
  const known = ofRates.get(overlays);
  if (known !== undefined) return known;
  const made = overlays.map((overlay) => {
    if (overlay.kind === 'fx_jump') return { ...overlay, amount: 1 / (1 + overlay.amount) - 1 };
    return overlay.kind === 'fx_trend' ? { ...overlay, amount: -overlay.amount } : overlay;
  });
  ofRates.set(overlays, made);
  return made;
}

/** Cached by the registry's list, which is replaced on every change. */
const ofRates = new WeakMap<readonly Overlay[], readonly Overlay[]>();
