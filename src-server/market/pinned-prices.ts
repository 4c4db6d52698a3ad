/**
 * A price model with some mids held where somebody put them (control plane, `/sim/market/pins`). Owns how a pin
 * reaches every listing of an instrument, its quotes and its trades; the pins themselves are the caller's state.
 */
import { convertMinor } from '../domain/exact.ts';
import type { Currency, MarketData } from './market-data.ts';
import type { PriceModel } from './price-model.ts';

export interface PinnedMid {
  readonly midMicro: number;
  readonly currency: Currency;
}

/** `pins` by ISIN, read anew at every question. Errors are those of `model`. */
export function withPins(model: PriceModel, data: MarketData, pins: ReadonlyMap<string, PinnedMid>): PriceModel {
  function pinnedMidMicro(pin: PinnedMid, mic: string, instantMs: number): number {
    const exchange = data.exchanges.get(mic);
    if (exchange === undefined) throw new RangeError(`unknown exchange ${mic}`);
    // The same proportion as for money: from units of one currency to units of another at the mid rate, half-up.
    const from = model.perEurMicro(pin.currency, instantMs);
    return Math.max(1, convertMinor(pin.midMicro, from, model.perEurMicro(exchange.currency, instantMs)));
  }

  function quote(isin: string, mic: string, instantMs: number) {
    const pin = pins.get(isin);
    if (pin === undefined) return model.quote(isin, mic, instantMs);
    return model.quoteAround(isin, mic, pinnedMidMicro(pin, mic, instantMs), instantMs);
  }

  return {
    ...model,
    midMicro: (isin, mic, instantMs) =>
      pins.has(isin) ? quote(isin, mic, instantMs).midMicro : model.midMicro(isin, mic, instantMs),
    quote,
    lastTrade(isin, mic, instantMs) {
      const trade = model.lastTrade(isin, mic, instantMs);
      if (!pins.has(isin)) return trade;
      const { bidMicro, askMicro } = quote(isin, mic, trade.at);
      const sold = trade.priceMicro <= model.midMicro(isin, mic, trade.at);
      return { priceMicro: sold ? bidMicro : askMicro, at: trade.at };
    },
  };
}
