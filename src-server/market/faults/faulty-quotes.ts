/**
 * A price model with faulty quotes while a fault is active: spreads that are too wide, or bids above asks. The mid does
 * not change. Quotes are on the tick grid.
 */

import type { MarketData } from '../data/market-data.ts';
import { listingLiquidity } from '../prices/liquidity.ts';
import type { PriceModel } from '../prices/price-model.ts';
import type { Quote } from '../prices/quote.ts';
import { createTickTable, type TickTable } from '../prices/tick-size.ts';
import type { FaultRegistry } from './fault-registry.ts';

/** `faults` are read on every call. Errors are those of `model`. */
export function withFaultyQuotes(model: PriceModel, data: MarketData, faults: FaultRegistry): PriceModel {
  const ticks = createTickTable(data.tickSizes);
  return {
    ...model,
    quote(isin, mic, instantMs) {
      const quote = model.quote(isin, mic, instantMs);
      const isCalm = !faults.has('wide_spread') && !faults.has('crossed_quotes');
      if (isCalm && data.fates.get(isin) !== 'crossed_quotes') return quote;
      const instrument = data.instruments.get(isin);
      const wide = faults.active('wide_spread', mic, isin, instantMs);
      const crossed = faults.active('crossed_quotes', mic, isin, instantMs);
      if (instrument === undefined || (wide === null && crossed === null)) return quote;
      const { band } = listingLiquidity(data, instrument, mic);
      // A quote is either wide or crossed; crossed takes precedence.
      if (crossed !== null) return crossedQuote(quote, crossed.amount ?? 0, band, ticks);
      return wideQuote(quote, wide?.amount ?? 1, band, ticks);
    },
  };
}

function wideQuote({ midMicro, bidMicro, askMicro }: Quote, factor: number, band: number, ticks: TickTable): Quote {
  return {
    midMicro,
    bidMicro: ticks.floorToTick(Math.max(1, midMicro - (midMicro - bidMicro) * factor), band),
    askMicro: ticks.ceilToTick(midMicro + (askMicro - midMicro) * factor, band),
  };
}

/** Returns a quote whose bid is `bps` of the mid above the ask, and never below it. */
function crossedQuote({ midMicro }: Quote, bps: number, band: number, ticks: TickTable): Quote {
  const half = (midMicro * bps) / 20_000;
  return {
    midMicro,
    bidMicro: ticks.ceilToTick(midMicro + half, band),
    askMicro: ticks.floorToTick(Math.max(1, midMicro - half), band),
  };
}
