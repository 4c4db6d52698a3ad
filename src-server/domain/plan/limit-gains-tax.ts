/**
 * Reduces sells until the tax on their gains fits the budget (decision O5): those with the most gain per value first,
 * because every unit sold reduces the drift equally. Sells at a loss remain, since they offset gains of others.
 */

import type { EstimateSaleGains, PlannedSale, SaleGains } from './constraints.ts';
import type { RebalanceRow } from './rebalance-row.ts';
import { type DraftOrder, type SizingTerms, stepAt } from './size-orders.ts';
import { replaced, resized } from './trim-drafts.ts';

export interface GainsTaxTerms {
  readonly budgetMinor: number;
  readonly estimate: EstimateSaleGains;
}

/** Returns the same drafts with smaller sells, or none at all if the budget cannot be met otherwise. */
export function limitGainsTax(
  drafts: readonly DraftOrder[],
  terms: GainsTaxTerms,
  sizing: SizingTerms,
): readonly DraftOrder[] {
  let retained = drafts;
  for (;;) {
    const gains = saleGains(retained, terms);
    if (gains.taxMinor <= terms.budgetMinor) return retained;
    const dearest = dearestSell(retained, gains);
    if (dearest === null) return retained.filter(({ side }) => side === 'buy');
    const fits = (by: DraftOrder | null) =>
      saleGains(replaced(retained, dearest, by), terms).taxMinor <= terms.budgetMinor;
    retained = replaced(retained, dearest, fits(null) ? largestThatFits(dearest, fits, sizing) : null);
  }
}

/** Returns the gains that the sells among the drafts would realise, by their position among the drafts from 1. */
export function saleGains(drafts: readonly DraftOrder[], { estimate }: Pick<GainsTaxTerms, 'estimate'>): SaleGains {
  const sales = drafts.flatMap((draft, index): PlannedSale[] =>
    draft.side === 'buy'
      ? []
      : [{ ...draft, sequence: index + 1, isin: draft.row.drift.isin, estimatedValueMinor: draft.valueMinor }],
  );
  return estimate(sales);
}

/** Returns gain per value sold by row, which decides which sells come first. */
export function gainRates(drafts: readonly DraftOrder[], gains: SaleGains): (row: RebalanceRow) => number {
  const sums = new Map<string, { gainMinor: number; valueMinor: number }>();
  drafts.forEach(({ side, row, valueMinor }, index) => {
    if (side === 'buy') return;
    const sum = sums.get(row.drift.isin) ?? { gainMinor: 0, valueMinor: 0 };
    sum.gainMinor += gains.gainMinorOf.get(index + 1) ?? 0;
    sum.valueMinor += valueMinor;
    sums.set(row.drift.isin, sum);
  });
  return ({ drift }) => {
    const sum = sums.get(drift.isin);
    return sum === undefined ? 0 : sum.gainMinor / sum.valueMinor;
  };
}

function dearestSell(drafts: readonly DraftOrder[], { gainMinorOf }: SaleGains): DraftOrder | null {
  let dearest: DraftOrder | null = null;
  let most = 0;
  drafts.forEach((draft, index) => {
    const rate = draft.side === 'buy' ? 0 : (gainMinorOf.get(index + 1) ?? 0) / draft.valueMinor;
    if (rate > most) [dearest, most] = [draft, rate];
  });
  return dearest;
}

/** Bisects over whole steps, each estimated with its own lots: tax need not grow with the quantity. */
function largestThatFits(
  draft: DraftOrder,
  fits: (by: DraftOrder | null) => boolean,
  terms: SizingTerms,
): DraftOrder | null {
  const stepMicro = stepAt(draft.venue, terms);
  let [most, tooMany] = [0, Math.ceil(draft.quantityMicro / stepMicro)];
  let found: DraftOrder | null = null;
  while (tooMany - most > 1) {
    const steps = Math.floor((most + tooMany) / 2);
    const part = resized(draft, steps * stepMicro, terms);
    if (fits(part)) [most, found] = [steps, part];
    else tooMany = steps;
  }
  return found;
}
