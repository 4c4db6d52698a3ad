/**
 * A price model whose prices fall by every dividend at its ex-date's opening (decision O2). The price of the primary
 * listing falls by the amount itself, those of other listings in proportion; prices before an ex-date do not change.
 */
import type { Calendars } from '../calendar/calendar.ts';
import type { Currency, MarketData } from '../data/market-data.ts';
import type { OverlayRegistry } from '../prices/overlay-registry.ts';
import type { PriceModel } from '../prices/price-model.ts';
import { overlayFactor } from '../prices/price-overlays.ts';
import { withScaledPrices } from '../prices/scaled-prices.ts';
import type { PaidDistribution } from './distribution.ts';
import { type DividendSchedule, LARGEST_SHARE } from './dividend-schedule.ts';

interface DividendInputs {
  readonly data: MarketData;
  readonly calendars: Calendars;
  /** Read on every call. */
  readonly overlays: Pick<OverlayRegistry, 'of'>;
  /**
   * Returns the factor of the price for the dividends that were posted before an instant (decision O3). Read on every
   * call.
   */
  readonly postedFactor: (isin: string, beforeMs: number) => number;
  /** Virtual now: ex-dates before it are final. */
  readonly nowMs: () => number;
}

interface Fallen {
  readonly exMs: number;
  /** Factor of the price from the ex-date on. */
  readonly factor: number;
}

/** The computed ex-dates of one instrument. */
interface Settled {
  /** Ex-dates before the present, in order of time. */
  readonly past: Fallen[];
  /** The ex-date after them, or infinity. */
  nextMs: number;
}

type Payments = Pick<DividendSchedule, 'between' | 'nextExMsOf'>;

/**
 * `model` is that of the seed alone, which identifies instruments by their first ISIN; all other models apply on top.
 * Errors are those of `model`.
 */
export function withDividends(model: PriceModel, dividends: Payments, inputs: DividendInputs): PriceModel {
  const { calendars } = inputs;
  const factorAt = createExFactor(model, dividends, inputs);
  return withScaledPrices(model, (isin, mic, instantMs) =>
    // Outside its session a listing shows its last open price; it goes ex at its next opening.
    factorAt(isin, calendars.get(mic)?.lastOpenInstant(instantMs) ?? instantMs),
  );
}

/** Returns the factor of an instrument's price at an instant; exactly 1 before its first ex-date. */
function createExFactor(
  model: PriceModel,
  dividends: Payments,
  { data, overlays, postedFactor, nowMs }: DividendInputs,
) {
  const known = new Map<string, Settled>();
  return (isin: string, shownMs: number): number => {
    const settled = known.get(isin) ?? { past: [], nextMs: dividends.nextExMsOf(isin, Number.NEGATIVE_INFINITY) };
    known.set(isin, settled);
    const lastMs = settled.past.at(-1)?.exMs ?? Number.NEGATIVE_INFINITY;
    if (shownMs < settled.nextMs) return factorUpTo(settled.past, shownMs);
    let factor = settled.past.at(-1)?.factor ?? 1;
    for (const paid of dividends.between(isin, lastMs, shownMs)) {
      factor *= 1 - shareOf(paid, factor);
      if (paid.exMs >= nowMs()) continue;
      settled.past.push({ exMs: paid.exMs, factor });
      settled.nextMs = dividends.nextExMsOf(isin, paid.exMs);
    }
    return factor;
  };

  /** Returns the payment as a share of the price that clients observe, without splits. */
  function shareOf({ isin, exMs, amountMicro, currency }: PaidDistribution, factor: number): number {
    const mic = data.instruments.get(isin)?.primaryExchange ?? '';
    const listing = data.exchanges.get(mic)?.currency ?? currency;
    const moved = overlayFactor(model, overlays.of(isin), exMs);
    const priceMicro = model.midMicro(isin, mic, exMs) * factor * moved * postedFactor(isin, exMs);
    return Math.min(LARGEST_SHARE, (amountMicro * rateOf(listing, currency, exMs)) / priceMicro);
  }

  /** Returns units of the listing's currency for one unit of the payment's currency. */
  function rateOf(listing: Currency, currency: Currency, instantMs: number): number {
    return listing === currency ? 1 : model.perEurMicro(listing, instantMs) / model.perEurMicro(currency, instantMs);
  }
}

function factorUpTo(past: readonly Fallen[], shownMs: number): number {
  for (let index = past.length - 1; index >= 0; index -= 1) {
    const { exMs, factor } = past[index] as Fallen;
    if (exMs <= shownMs) return factor;
  }
  return 1;
}
