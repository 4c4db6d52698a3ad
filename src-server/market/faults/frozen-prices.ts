/**
 * A price model that is frozen during spans of time: the prices of a halted instrument, and the observed prices of an
 * exchange whose feed is stale or which is disconnected. After a span prices are as if it had not happened.
 */
import { scaledMicro } from '../corporate-actions/changed-prices.ts';
import { type ChangedInstrument, UNCHANGED } from '../corporate-actions/instrument-changes.ts';
import type { PriceModel } from '../prices/price-model.ts';
import type { FaultSpan } from './fault-registry.ts';

/** Returns the spans of a listing, latest start first; read on every call. `null`: there are none. */
type SpansOf = (isin: string, mic: string) => readonly FaultSpan[] | null;

/** Whether a span interrupts trading itself, or only its observation. */
type Interruption = 'trading' | 'seeing';

/** Inside a span every price of `model` is the one at its beginning, in present shares. */
export function withFrozenSpans(
  model: PriceModel,
  spansOf: SpansOf,
  stops: Interruption,
  terms: Pick<ChangedInstrument, 'factor'> = UNCHANGED,
): PriceModel {
  const seen = (isin: string, mic: string, instantMs: number): number => {
    const spans = spansOf(isin, mic);
    return spans === null ? instantMs : seenMs(spans, instantMs);
  };
  /** Returns the factor that converts a price of the shown instant to the present. */
  const factorSince = (isin: string, shownMs: number, instantMs: number) =>
    shownMs === instantMs ? 1 : terms.factor(isin, shownMs, instantMs);
  return {
    ...model,
    midMicro(isin, mic, instantMs) {
      const shownMs = seen(isin, mic, instantMs);
      return scaledMicro(model.midMicro(isin, mic, shownMs), factorSince(isin, shownMs, instantMs));
    },
    quote(isin, mic, instantMs) {
      const shownMs = seen(isin, mic, instantMs);
      const factor = factorSince(isin, shownMs, instantMs);
      if (factor === 1) return model.quote(isin, mic, shownMs);
      return model.quoteAround(isin, mic, scaledMicro(model.midMicro(isin, mic, shownMs), factor), shownMs);
    },
    quoteAround: (isin, mic, midMicro, instantMs) => model.quoteAround(isin, mic, midMicro, seen(isin, mic, instantMs)),
    lastTrade(isin, mic, instantMs) {
      let trade = model.lastTrade(isin, mic, seen(isin, mic, instantMs));
      if (stops === 'seeing') return trade;
      // If nothing traded in a span, the last trade is the one before it, which may be in an earlier span.
      for (;;) {
        const shownMs = seen(isin, mic, trade.at);
        if (shownMs >= trade.at) return trade;
        trade = model.lastTrade(isin, mic, shownMs);
      }
    },
  };
}

/** Returns the instant whose prices are shown; for overlapping spans, the beginning of the first. */
export function seenMs(spans: readonly FaultSpan[], instantMs: number): number {
  let shownMs = instantMs;
  for (const { fromMs, untilMs } of spans) {
    if (fromMs <= shownMs && shownMs < untilMs) shownMs = fromMs;
  }
  return shownMs;
}
