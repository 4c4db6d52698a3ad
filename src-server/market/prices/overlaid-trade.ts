/** Moves a public trade to another quote, for models that change the prices of another one. */
import type { MarketTrade, PriceModel } from './price-model.ts';
import type { Quote } from './quote.ts';

/** Returns the trade of `model` on the same side of `quote`. */
export function overlaidTrade(
  model: PriceModel,
  isin: string,
  mic: string,
  trade: MarketTrade,
  quote: Quote,
): MarketTrade {
  const sold = trade.priceMicro <= model.midMicro(isin, mic, trade.at);
  return { priceMicro: sold ? quote.bidMicro : quote.askMicro, at: trade.at };
}
