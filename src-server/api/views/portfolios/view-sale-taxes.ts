/**
 * The tax that the sells of a plan cause, sell by sell with their lots, in the terms of the control plane
 * (decision L135).
 */
import type { RebalanceView } from '../../../contract/control/portfolios/portfolios.ts';
import type { SaleTaxesWire } from '../../../contract/control/portfolios/sale-taxes.ts';
import { shareTax } from '../../../domain/lots/realised-gains.ts';
import { fromMinor } from '../../../domain/numbers/exact.ts';
import type { TaxCover } from '../../../engine/lots/tax-cover.ts';
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

/** The tax on the gains of fills, by sell; `lots` are those that its fills used. The shares sum to the tax on all. */
export function viewRealisedTaxes(
  sold: readonly { readonly sequence: number; readonly lots: readonly PlannedLot[] }[],
  rate: number,
): RebalanceView['realised_taxes'] {
  const gains = sold.map(({ lots }) => gainOf(lots));
  const shares = shareTax(gains, rate);
  return sold.map(({ sequence }, index) => ({
    sequence,
    gain: fromMinor(gains[index] ?? 0),
    tax: fromMinor(shares[index] ?? 0),
  }));
}

export function viewTaxCover({ owedMinor, dueMinor, missingMinor }: TaxCover) {
  return { owed: fromMinor(owedMinor), due: fromMinor(dueMinor), missing: fromMinor(missingMinor) };
}
