/**
 * Chooses the exchange of a buy: the connected listing with the least all-in estimated cost at the size of the order. A
 * sell has no choice: it trades where the position is held.
 */

import type { InstrumentView, ListingView, MarketView } from '../market-view.ts';
import { type CostCurve, costCurve, curveCostMinor } from './cost-curve.ts';

export interface Venue {
  readonly listing: ListingView;
  readonly curve: CostCurve;
}

/** Returns the connected listings where a portfolio in `currency` can buy, each with its costs. */
export function buyVenues(instrument: InstrumentView, currency: string, view: MarketView): Venue[] {
  const venues: Venue[] = [];
  for (const listing of instrument.listings) {
    if (listing.connected) venues.push({ listing, curve: costCurve(instrument, listing, 'buy', currency, view) });
  }
  return venues;
}

/**
 * Returns the cheapest of the venues for buying about `valueMinor` (base currency), or `null` if there is none. Ties go
 * to the instrument's primary exchange, then by MIC.
 */
export function cheapestVenue(venues: readonly Venue[], primaryMic: string, valueMinor: number): Venue | null {
  let best: Venue | null = null;
  let bestCostMinor = 0;
  for (const venue of venues) {
    const costMinor = curveCostMinor(venue.curve, valueMinor);
    const tolerance = TIE_TOLERANCE * (costMinor + bestCostMinor);
    const cheaper = best === null || costMinor < bestCostMinor - tolerance;
    const tied = best !== null && Math.abs(costMinor - bestCostMinor) <= tolerance;
    if (cheaper || (tied && best !== null && comesFirst(venue.listing, best.listing, primaryMic))) {
      best = venue;
      bestCostMinor = costMinor;
    }
  }
  return best;
}

/** Costs that differ only by float noise count as equal. */
const TIE_TOLERANCE = 1e-12;

function comesFirst(a: ListingView, b: ListingView, primaryMic: string): boolean {
  if (b.mic === primaryMic) return false;
  return a.mic === primaryMic || a.mic < b.mic;
}
