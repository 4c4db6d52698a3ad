/** The same public trade around another quote: for models that change the prices of another one. */
import type { PriceModel, Trade } from './price-model.ts';
import type { Quote } from './quote.ts';

/** `trade` of `model`, on the same side of `quote`. */
export function overlaidTrade(model: PriceModel, isin: string, mic: string, trade: Trade, quote: Quote): Trade {
  const sold = trade.priceMicro <= model.midMicro(isin, mic, trade.at);
  return { priceMicro: sold ? quote.bidMicro : quote.askMicro, at: trade.at };
}
