/** The trades of a row in whole lots: every number of lots that is worth an order, with its exact value and cost. */

import { buyVenueFor, type RebalanceRow } from '../plan/rebalance-row.ts';
import { type DraftOrder, draftOrder, type SizingTerms, stepAt } from '../plan/size-orders.ts';

/** `valueMinor` is positive for a buy; the cost counts conversion before netting, `ownMinor` excludes conversion. */
export interface LotOption {
  readonly valueMinor: number;
  readonly costMinor: number;
  readonly ownMinor: number;
  readonly drafts: readonly DraftOrder[];
}

const NO_LOTS: LotOption = { valueMinor: 0, costMinor: 0, ownMinor: 0, drafts: [] };

/**
 * Returns no trade, the buys up to the first lot beyond the gap before costs, and the sells. An option that ends
 * further from its target than `farthestMinor` is left out, except for no trade.
 */
export function lotOptions(
  row: RebalanceRow,
  { navMinor, netNavMinor }: { readonly navMinor: number; readonly netNavMinor: number },
  farthestMinor: number,
  terms: SizingTerms,
): LotOption[] {
  const gapMinor = row.drift.targetWeight * netNavMinor - row.heldMinor;
  const maxMinor = row.drift.targetWeight * navMinor - row.heldMinor;
  const isNear = ({ valueMinor }: LotOption) => Math.abs(valueMinor - gapMinor) <= farthestMinor;
  const options = [
    ...buyOptions(row, gapMinor - farthestMinor, maxMinor, terms),
    ...sellOptions(row, gapMinor, farthestMinor, terms),
  ];
  return [NO_LOTS, ...options.filter(isNear)];
}

/** Estimates the number of options from above. */
export function lotCount(
  row: RebalanceRow,
  { navMinor, netNavMinor }: { readonly navMinor: number; readonly netNavMinor: number },
  farthestMinor: number,
  terms: SizingTerms,
): number {
  const { targetWeight } = row.drift;
  const gapMinor = targetWeight * netNavMinor - row.heldMinor;
  const lotsOf = (venues: RebalanceRow['buyVenues'], fromMinor: number, toMinor: number) => {
    const lots = venues.map((venue) => (venue.curve.shareMinor * stepAt(venue, terms)) / 1e6);
    return venues.length === 0 ? 0 : Math.max(0, toMinor - Math.max(0, fromMinor)) / Math.min(...lots) + 2;
  };
  const buys = lotsOf(row.buyVenues, gapMinor - farthestMinor, targetWeight * navMinor - row.heldMinor);
  return buys + lotsOf(row.sellable, -gapMinor - farthestMinor, Math.min(row.heldMinor, farthestMinor - gapMinor));
}

/** Whether all possible trades are in whole shares, so that a lot is a significant part of them. */
export function isInWholeLots(rows: readonly RebalanceRow[], terms: SizingTerms): boolean {
  const venues = rows.flatMap((row) => [...row.buyVenues, ...row.sellable]);
  return venues.length > 0 && venues.every((venue) => stepAt(venue, terms) >= WHOLE_SHARE_MICRO);
}

const WHOLE_SHARE_MICRO = 1_000_000;

function buyOptions(row: RebalanceRow, minMinor: number, maxMinor: number, terms: SizingTerms): LotOption[] {
  const options: LotOption[] = [];
  if (row.limits?.maxBuyMinor === 0) return options;
  let reachedMinor = Math.max(0, minMinor);
  // A venue may be the cheapest only for some sizes.
  for (let venue = buyVenueFor(row, reachedMinor); venue !== null && reachedMinor < maxMinor; ) {
    const stepMicro = stepAt(venue, terms);
    const lotMinor = (venue.curve.shareMinor * stepMicro) / 1e6;
    const lots = Math.floor(reachedMinor / lotMinor + FLOAT_NOISE) + 1;
    reachedMinor = lots * lotMinor;
    venue = buyVenueFor(row, reachedMinor);
    const draft = venue && draftOrder(row, 'buy', venue, lots * stepMicro, terms);
    if (draft) options.push(optionOf([draft], 1, terms));
  }
  return options;
}

const FLOAT_NOISE = 1e-9;

/** Sells one holding after the other, the largest first. */
function sellOptions(row: RebalanceRow, gapMinor: number, farthestMinor: number, terms: SizingTerms): LotOption[] {
  const options: LotOption[] = [];
  if (row.limits?.maxSellMinor === 0) return options;
  const before: DraftOrder[] = [];
  let soldMinor = 0;
  for (const holding of row.sellable) {
    const stepMicro = stepAt(holding, terms);
    const lotMinor = (holding.curve.shareMinor * stepMicro) / 1e6;
    const most = Math.floor(holding.quantityMicro / stepMicro);
    const first = Math.max(1, Math.floor((-gapMinor - farthestMinor - soldMinor) / lotMinor));
    const last = Math.min(most, Math.ceil((-gapMinor + farthestMinor - soldMinor) / lotMinor));
    for (let lots = first; lots <= last; lots += 1) {
      const draft = draftOrder(row, 'sell', holding, lots * stepMicro, terms);
      if (draft !== null) options.push(optionOf([...before, draft], -1, terms));
    }
    const whole = draftOrder(row, 'sell', holding, most * stepMicro, terms);
    if (whole === null) break;
    before.push(whole);
    soldMinor += whole.valueMinor;
  }
  return options;
}

function optionOf(drafts: readonly DraftOrder[], direction: 1 | -1, { currency }: SizingTerms): LotOption {
  let [valueMinor, costMinor, ownMinor] = [0, 0, 0];
  for (const { valueMinor: value, costs, venue } of drafts) {
    valueMinor += direction * value;
    costMinor += costs.totalMinor;
    ownMinor += costs.totalMinor - (venue.listing.currency === currency ? 0 : costs.fxMinor);
  }
  return { valueMinor, costMinor, ownMinor, drafts };
}
