/**
 * A price model with pinned mids (control plane, `/sim/market/pins`). Applies a pin to every listing of an instrument,
 * its quotes and its trades; the pins themselves are the caller's state.
 */
import { convertMinor } from '../../domain/numbers/exact.ts';
import type { MarketData } from '../data/market-data.ts';
import { overlaidTrade } from './overlaid-trade.ts';
import type { PinnedMid, PinRegistry } from './pin-registry.ts';
import type { PriceModel } from './price-model.ts';

/** `pins` are read on every call. Errors are those of `model`. */
export function withPins(model: PriceModel, data: MarketData, pins: Pick<PinRegistry, 'at'>): PriceModel {
  function pinnedMidMicro(pin: PinnedMid, mic: string, instantMs: number): number {
    const exchange = data.exchanges.get(mic);
    if (exchange === undefined) throw new RangeError(`unknown exchange ${mic}`);
    // The same conversion as for money: from units of one currency to units of another at the mid rate, half-up.
    const from = model.perEurMicro(pin.currency, instantMs);
    return Math.max(1, convertMinor(pin.midMicro, from, model.perEurMicro(exchange.currency, instantMs)));
  }

  const quoteAt = (pin: PinnedMid, isin: string, mic: string, instantMs: number) =>
    model.quoteAround(isin, mic, pinnedMidMicro(pin, mic, instantMs), instantMs);

  return {
    ...model,
    midMicro(isin, mic, instantMs) {
      const pin = pins.at(isin, instantMs);
      return pin === null ? model.midMicro(isin, mic, instantMs) : quoteAt(pin, isin, mic, instantMs).midMicro;
    },
    quote(isin, mic, instantMs) {
      const pin = pins.at(isin, instantMs);
      return pin === null ? model.quote(isin, mic, instantMs) : quoteAt(pin, isin, mic, instantMs);
    },
    lastTrade(isin, mic, instantMs) {
      const trade = model.lastTrade(isin, mic, instantMs);
      // The present pin applies also to a trade from just before it, because no client should see a price far from the
      // pin.
      const pin = pins.at(isin, instantMs, trade.at);
      return pin === null ? trade : overlaidTrade(model, isin, mic, trade, quoteAt(pin, isin, mic, trade.at));
    },
  };
}
