/**
 * A price model whose prices are multiplied by a factor, each at its time: for models that change the prices of another
 * one.
 */
import { overlaidTrade } from './overlaid-trade.ts';
import type { PriceModel } from './price-model.ts';

/** `factorOf` is exactly 1 if a price of `model` does not change. Errors are those of `model`. */
export function withScaledPrices(
  model: PriceModel,
  factorOf: (isin: string, mic: string, instantMs: number) => number,
): PriceModel {
  const scaledMid = (isin: string, mic: string, factor: number, instantMs: number): number =>
    Math.max(1, Math.round(model.midMicro(isin, mic, instantMs) * factor));
  const quoteAt = (isin: string, mic: string, factor: number, instantMs: number) =>
    model.quoteAround(isin, mic, scaledMid(isin, mic, factor, instantMs), instantMs);
  return {
    ...model,
    midMicro(isin, mic, instantMs) {
      const factor = factorOf(isin, mic, instantMs);
      return factor === 1 ? model.midMicro(isin, mic, instantMs) : scaledMid(isin, mic, factor, instantMs);
    },
    quote(isin, mic, instantMs) {
      const factor = factorOf(isin, mic, instantMs);
      return factor === 1 ? model.quote(isin, mic, instantMs) : quoteAt(isin, mic, factor, instantMs);
    },
    lastTrade(isin, mic, instantMs) {
      const trade = model.lastTrade(isin, mic, instantMs);
      const factor = factorOf(isin, mic, trade.at);
      return factor === 1 ? trade : overlaidTrade(model, isin, mic, trade, quoteAt(isin, mic, factor, trade.at));
    },
  };
}
