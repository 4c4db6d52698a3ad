/**
 * Estimates the cost of an order before it is sent (decision G5). Charges are computed on the value at mid, so a reader
 * can check them against the order's `estimated_value`. Independent of real fills.
 */

import type { InstrumentView, ListingView, MarketView, Side } from '../market-view.ts';
import { baseValueMinor, perEurMicroOf } from '../numbers/rounded-product.ts';
import { type CostParts, costParts } from './cost-parts.ts';
import { explicitCharges } from './explicit-charges.ts';

interface OrderToEstimate {
  readonly side: Side;
  readonly quantityMicro: number;
  readonly listing: ListingView;
  readonly instrument: Pick<InstrumentView, 'taxes' | 'dailyVolatility'>;
  readonly currency: string;
}

export interface OrderEstimate {
  /** Value at mid in the base currency. */
  readonly valueMinor: number;
  readonly costs: CostParts;
}

/**
 * Returns the value at mid and all five cost parts; cash will change by `cashDeltaAtMidMinor(side, valueMinor, costs)`.
 */
export function estimateOrderCosts(order: OrderToEstimate, view: MarketView): OrderEstimate {
  const { side, quantityMicro, listing, instrument, currency } = order;
  const perEurLocal = perEurMicroOf(view.perEurMicro, listing.currency);
  const perEurBase = perEurMicroOf(view.perEurMicro, currency);
  const valueMinor = baseValueMinor(quantityMicro, listing.midMicro, perEurLocal, perEurBase);
  const considerationLocalMinor =
    perEurLocal === perEurBase ? valueMinor : baseValueMinor(quantityMicro, listing.midMicro, perEurLocal, perEurLocal);
  const charges = explicitCharges({ considerationLocalMinor, valueMinor }, order, view);
  const spreadMinor = baseValueMinor(quantityMicro, halfSpreadMicro(listing, side), perEurLocal, perEurBase);
  const impactRate = impactRatePerRootShare(instrument, listing, view) * Math.sqrt(quantityMicro / 1e6);
  const impactMinor = Math.floor(impactRate * valueMinor + 0.5);
  return {
    valueMinor,
    costs: costParts(charges.commissionMinor, spreadMinor, impactMinor, charges.fxMinor, charges.transactionTaxMinor),
  };
}

/** Returns the distance from mid to the opposite side of the quote, never negative. */
export function halfSpreadMicro(listing: Pick<ListingView, 'midMicro' | 'bidMicro' | 'askMicro'>, side: Side): number {
  return Math.max(0, side === 'buy' ? listing.askMicro - listing.midMicro : listing.midMicro - listing.bidMicro);
}

/**
 * Returns the factor of the square-root law without √shares: impact is Y · σ_daily · √(shares ÷ average daily volume)
 * of the value.
 */
export function impactRatePerRootShare(
  instrument: Pick<InstrumentView, 'dailyVolatility'>,
  listing: Pick<ListingView, 'averageDailyVolume'>,
  view: Pick<MarketView, 'impactCoefficient'>,
): number {
  const volume = Math.max(1, listing.averageDailyVolume);
  return (view.impactCoefficient * instrument.dailyVolatility) / Math.sqrt(volume);
}
