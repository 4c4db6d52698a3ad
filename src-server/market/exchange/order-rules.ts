/** The rules that an exchange checks before it accepts an order: listing, lot, tick, collar. No state. */

import type { MarketData } from '../data/market-data.ts';
import type { RoutedOrder, TerminationCode } from '../exchange-connectors.ts';
import { listingLiquidity } from '../prices/liquidity.ts';
import type { PriceModel } from '../prices/price-model.ts';
import { createTickTable } from '../prices/tick-size.ts';

export interface OrderRefusal {
  readonly code: TerminationCode;
  readonly text: string;
}

/** Returns the first rule that an order breaks, or `null`. */
export type OrderRules = (order: RoutedOrder, nowMs: number) => OrderRefusal | null;

export function createOrderRules(data: MarketData, prices: Pick<PriceModel, 'quote'>): OrderRules {
  const ticks = createTickTable(data.tickSizes);
  return (order, nowMs) => {
    const { isin, mic, quantityMicro, limitPriceMicro } = order;
    const instrument = data.instruments.get(isin);
    const venue = data.venues.get(mic);
    if (venue === undefined || !instrument?.listings.includes(mic)) {
      return { code: 'unknown_listing', text: `${isin} is not listed on ${mic}.` };
    }
    const { lotMicro } = venue;
    if (quantityMicro % lotMicro !== 0) {
      const [quantity, lot] = [quantityMicro / 1e6, lotMicro / 1e6];
      return { code: 'lot_size', text: `${quantity} is not a multiple of the lot of ${lot} on ${mic}.` };
    }
    if (limitPriceMicro === null) return null;
    const { band } = listingLiquidity(data, instrument, mic);
    const tickMicro = ticks.tickMicro(limitPriceMicro, band);
    if (limitPriceMicro % tickMicro !== 0) {
      const [limit, tick] = [limitPriceMicro / 1e6, tickMicro / 1e6];
      return { code: 'tick_size', text: `The limit ${limit} is not a multiple of the tick of ${tick}.` };
    }
    const { midMicro } = prices.quote(isin, mic, nowMs);
    const collar = data.simulation.priceCollar;
    if (Math.abs(limitPriceMicro - midMicro) <= midMicro * collar) return null;
    // Whole millionths first, because 0.07 * 100 is not 7.
    const [limit, mid, percent] = [limitPriceMicro / 1e6, midMicro / 1e6, Math.round(collar * 1e6) / 1e4];
    return { code: 'price_collar', text: `The limit ${limit} is more than ${percent} % away from ${mid}.` };
  };
}
