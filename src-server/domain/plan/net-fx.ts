/**
 * Nets the FX conversions of a plan: only the difference between sold and bought values in one foreign currency is
 * converted. Each order of the larger side pays its share of that, the smaller side none; fixed when the plan is made.
 */

import { estimateOrderCosts } from '../costs/estimate-order-costs.ts';
import type { MarketView, Side } from '../market-view.ts';
import type { DraftOrder } from './size-orders.ts';

/** Returns the same drafts with their conversion rates and costs after netting; values and quantities do not change. */
export function netFx(drafts: readonly DraftOrder[], currency: string, view: MarketView): DraftOrder[] {
  const traded = tradedByCurrency(drafts, currency);
  return drafts.map((draft) => {
    const totals = traded.get(draft.venue.listing.currency);
    if (totals === undefined) return draft;
    const { side, quantityMicro, venue, row } = draft;
    const fxConversionBps = nettedBps(view.fxConversionBps, side, totals);
    if (fxConversionBps === draft.fxConversionBps) return draft;
    const order = { side, quantityMicro, listing: venue.listing, instrument: row.instrument, currency };
    const { costs } = estimateOrderCosts(order, { ...view, fxConversionBps });
    return { ...draft, costs, fxConversionBps };
  });
}

/** Returns the conversion rate that remains for orders of a side, in basis points with four decimals. */
export function nettedBps(bps: number, side: Side, { sell, buy }: Readonly<Record<Side, number>>): number {
  const own = side === 'sell' ? sell : buy;
  const other = side === 'sell' ? buy : sell;
  return Math.round(bps * Math.max(0, 1 - other / own) * 1e4) / 1e4;
}

/** Returns sold and bought values at mid, base currency, by foreign currency. */
function tradedByCurrency(drafts: readonly DraftOrder[], currency: string): Map<string, Record<Side, number>> {
  const traded = new Map<string, Record<Side, number>>();
  for (const { side, valueMinor, venue } of drafts) {
    const local = venue.listing.currency;
    if (local === currency) continue;
    const totals = traded.get(local) ?? { sell: 0, buy: 0 };
    totals[side] += valueMinor;
    traded.set(local, totals);
  }
  return traded;
}
