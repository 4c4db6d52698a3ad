/**
 * Owns where a buy is sent: the connected listing with the least all-in estimated cost per unit of value.
 * Sells have no choice: they happen where the position is held.
 */

import { type CostCurve, costCurve, curveCostMinor } from './cost-curve.ts';
import type { InstrumentView, ListingView, MarketView } from './market-view.ts';

export interface Venue {
  readonly listing: ListingView;
  readonly curve: CostCurve;
}

/**
 * The cheapest connected venue for buying about `valueMinor` (base currency), or `null` if none is connected.
 * Ties go to the instrument's primary exchange, then by MIC.
 */
export function chooseVenue(
  instrument: InstrumentView,
  valueMinor: number,
  currency: string,
  view: MarketView,
): Venue | null {
  let best: Venue | null = null;
  let bestCostMinor = 0;
  for (const listing of instrument.listings) {
    if (!listing.connected) continue;
    const curve = costCurve(instrument, listing, 'buy', currency, view);
    const costMinor = curveCostMinor(curve, valueMinor);
    const tolerance = TIE_TOLERANCE * (costMinor + bestCostMinor);
    const cheaper = best === null || costMinor < bestCostMinor - tolerance;
    const tied = best !== null && Math.abs(costMinor - bestCostMinor) <= tolerance;
    if (cheaper || (tied && best !== null && comesFirst(listing, best.listing, instrument.primaryMic))) {
      best = { listing, curve };
      bestCostMinor = costMinor;
    }
  }
  return best;
}

/** Costs equal but for float noise are equal. */
const TIE_TOLERANCE = 1e-12;

function comesFirst(a: ListingView, b: ListingView, primaryMic: string): boolean {
  if (b.mic === primaryMic) return false;
  return a.mic === primaryMic || a.mic < b.mic;
}
