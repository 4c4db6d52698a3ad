/**
 * Prices of instruments to which corporate actions happen (decision O3): an instrument with another ISIN continues the
 * path that it had, and from an ex-date on its prices are multiplied. What was seen before stays as it was.
 */
import { overlaidTrade } from '../prices/overlaid-trade.ts';
import type { PriceModel } from '../prices/price-model.ts';
import type { ChangedInstrument } from './instrument-changes.ts';

/** `model` knows instruments by the ISIN under which they began. Errors are those of `model`. */
export function withInstrumentChanges(model: PriceModel, terms: ChangedInstrument): PriceModel {
  const root = (isin: string) => terms.root(isin);
  const factorAt = (isin: string, instantMs: number) => terms.factor(isin, Number.NEGATIVE_INFINITY, instantMs);
  const midMicro = (isin: string, mic: string, instantMs: number) =>
    scaledMicro(model.midMicro(root(isin), mic, instantMs), factorAt(isin, instantMs));
  const isBare = (isin: string, instantMs: number) => factorAt(isin, instantMs) === 1;
  const quoteAt = (isin: string, mic: string, instantMs: number) =>
    model.quoteAround(root(isin), mic, midMicro(isin, mic, instantMs), instantMs);
  return {
    ...model,
    midMicro,
    quote: (isin, mic, instantMs) =>
      isBare(isin, instantMs) ? model.quote(root(isin), mic, instantMs) : quoteAt(isin, mic, instantMs),
    quoteAround: (isin, mic, mid, instantMs) => model.quoteAround(root(isin), mic, mid, instantMs),
    lastTrade(isin, mic, instantMs) {
      const trade = model.lastTrade(root(isin), mic, instantMs);
      return isBare(isin, trade.at)
        ? trade
        : overlaidTrade(model, root(isin), mic, trade, quoteAt(isin, mic, trade.at));
    },
    dailyVolatility: (isin) => model.dailyVolatility(root(isin)),
    idiosyncraticMove: (isin, fromMs, toMs) => model.idiosyncraticMove(root(isin), fromMs, toMs),
  };
}

/**
 * The last trade in the prices of the instant at which it is asked for, so that it can be compared with the mid: one
 * from before a split is shown in the new shares.
 */
export function withTradesInPresentTerms(model: PriceModel, terms: ChangedInstrument): PriceModel {
  return {
    ...model,
    lastTrade(isin, mic, instantMs) {
      const trade = model.lastTrade(isin, mic, instantMs);
      const since = terms.factor(isin, trade.at, instantMs);
      return since === 1 ? trade : { ...trade, priceMicro: scaledMicro(trade.priceMicro, since) };
    },
  };
}

/** A price times a factor, at least a millionth; the price itself where the factor is 1. */
export function scaledMicro(priceMicro: number, factor: number): number {
  return factor === 1 ? priceMicro : Math.max(1, Math.round(priceMicro * factor));
}
