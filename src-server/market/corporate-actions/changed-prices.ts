/**
 * Applies corporate actions to prices (decision O3): an instrument with a new ISIN continues its price path, and from
 * an ex-date on its prices are multiplied. Earlier prices do not change.
 */
import { overlaidTrade } from '../prices/overlaid-trade.ts';
import type { PriceModel } from '../prices/price-model.ts';
import type { ChangedInstrument } from './instrument-changes.ts';

/** `model` identifies instruments by their first ISIN. Errors are those of `model`. */
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
 * Converts the last trade to the prices of the requested instant, so that it can be compared with the mid: a trade
 * before a split is shown per new share.
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

/** Returns a price times a factor, at least one millionth; the price itself if the factor is 1. */
export function scaledMicro(priceMicro: number, factor: number): number {
  return factor === 1 ? priceMicro : Math.max(1, Math.round(priceMicro * factor));
}
