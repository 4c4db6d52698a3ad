/**
 * A fast float model of the cost of trading a value on one listing, for the searches inside planning: fixed point,
 * choice of exchange, cost budget. Clients never see it: the figures of a plan come from `estimate-order-costs.ts`.
 */

import type { InstrumentView, ListingView, MarketView, Side } from '../market-view.ts';
import { perEurMicroOf } from '../numbers/rounded-product.ts';
import { halfSpreadMicro, impactRatePerRootShare } from './estimate-order-costs.ts';
import { isTaxDue } from './explicit-charges.ts';

/** All in the base currency's minor units; rates are fractions of the value. */
export interface CostCurve {
  readonly shareMinor: number;
  readonly commissionRate: number;
  readonly minimumMinor: number;
  readonly capMinor: number;
  /** Half-spread, FX conversion and taxes, which are proportional to the value. */
  readonly proportionalRate: number;
  /** Impact as a fraction of the value is this times √value. */
  readonly impactRatePerRootMinor: number;
}

/** Returns the curve of one listing and side for a portfolio in `currency`. */
export function costCurve(
  instrument: InstrumentView,
  listing: ListingView,
  side: Side,
  currency: string,
  view: MarketView,
): CostCurve {
  const basePerLocal = perEurMicroOf(view.perEurMicro, currency) / perEurMicroOf(view.perEurMicro, listing.currency);
  const shareMinor = (listing.midMicro / 1e4) * basePerLocal;
  const { bps, minimumMinor, capMinor } = listing.commission;
  let proportionalRate = halfSpreadMicro(listing, side) / listing.midMicro;
  if (listing.currency !== currency) proportionalRate += view.fxConversionBps / 10_000;
  for (const tax of instrument.taxes) if (isTaxDue(tax, side)) proportionalRate += tax.rate;
  return {
    shareMinor,
    commissionRate: bps / 10_000,
    minimumMinor: minimumMinor * basePerLocal,
    capMinor: capMinor === null ? Number.POSITIVE_INFINITY : capMinor * basePerLocal,
    proportionalRate,
    impactRatePerRootMinor: impactRatePerRootShare(instrument, listing, view) / Math.sqrt(shareMinor),
  };
}

/** Returns the estimated cost of trading `valueMinor`; 0 for 0. Never falls as the value grows. */
export function curveCostMinor(curve: CostCurve, valueMinor: number): number {
  if (valueMinor <= 0) return 0;
  const commission = Math.min(Math.max(valueMinor * curve.commissionRate, curve.minimumMinor), curve.capMinor);
  const impactRate = curve.impactRatePerRootMinor * Math.sqrt(valueMinor);
  return commission + valueMinor * (curve.proportionalRate + impactRate);
}
