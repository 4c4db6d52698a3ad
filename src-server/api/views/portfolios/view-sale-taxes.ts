/**
 * The tax that the sells of a plan cause, sell by sell with their lots, in the terms of the control plane
 * (decision L135).
 */
import type { SaleTaxesWire } from '../../../contract/control/portfolios/sale-taxes.ts';
import { shareTax } from '../../../domain/lots/share-tax.ts';
import { fromMinor } from '../../../domain/numbers/exact.ts';
import type { GainsEstimate, OrderRecord, PlannedLot } from '../../../engine/records.ts';
import { viewLot } from './view-lots.ts';

type Sell = Pick<OrderRecord, 'sequence' | 'side' | 'isin' | 'mic'>;

/** `orders`: all of the plan; `rate`: the one of its estimated gains. */
export function viewSaleTaxes(
  { netGainMinor, taxMinor, lots }: GainsEstimate,
  orders: readonly Sell[],
  rate: number,
): SaleTaxesWire {
  const known = new Map(lots.map((each) => [each.sequence, each.lots]));
  const sells = orders
    .filter(({ side }) => side === 'sell')
    .map((order) => ({ order, own: known.get(order.sequence) ?? null }));
  const gains = sells.map(({ own }) => (own === null ? 0 : gainOf(own)));
  const earlierMinor = netGainMinor - gains.reduce((sum, gain) => sum + gain, 0);
  const shares = shareTax([...gains, earlierMinor], rate);
  return {
    tax_rate: rate,
    net_gain: fromMinor(netGainMinor),
    tax: fromMinor(taxMinor),
    sells: sells.map(({ order: { sequence, isin, mic }, own }, index) => ({
      sequence,
      isin,
      exchange: mic,
      gain: own === null ? null : fromMinor(gains[index] ?? 0),
      tax: own === null ? null : fromMinor(shares[index] ?? 0),
      lots: (own ?? []).map(viewLot),
    })),
    earlier: earlierMinor === 0 ? null : { gain: fromMinor(earlierMinor), tax: fromMinor(shares.at(-1) ?? 0) },
  };
}

function gainOf(lots: readonly PlannedLot[]): number {
  return lots.reduce((sum, { gainMinor }) => sum + gainMinor, 0);
}
