/**
 * Plans in whole lots (decisions G10, G24): exact for few rows. For many, lots are added to the rows that miss most,
 * until cash pays for none that leaves less drift.
 */

import { affordable, cashAfterMinor } from '../plan/balance-cash.ts';
import { buyVenueFor, type RebalanceRow } from '../plan/rebalance-row.ts';
import { type DraftOrder, draftOrder, inSequence, type SizingTerms, stepAt, totalCosts } from '../plan/size-orders.ts';
import { replaced, resized } from '../plan/trim-drafts.ts';
import { chooseLots, type LotTerms } from './choose-lots.ts';
import { isInWholeLots } from './lot-options.ts';
import { driftAfter, targetCashWeightOf } from './plan-drift.ts';
import { FEW_ROWS } from './spend-budget.ts';

/** Returns the orders themselves if lots are fractions of a share, or if no plan in lots leaves less drift. */
export function inLots(
  rows: readonly RebalanceRow[],
  drafts: readonly DraftOrder[],
  terms: Omit<LotTerms, 'targetCashWeight' | 'cashMinor'> & { readonly isToEdge: boolean },
): readonly DraftOrder[] {
  const { sizing, isToEdge } = terms;
  // A plan to the edge of the band has other goals.
  if (isToEdge || !isInWholeLots(rows, sizing)) return drafts;
  const lotTerms = { ...terms, cashMinor: sizing.cashMinor, targetCashWeight: targetCashWeightOf(rows) };
  if (rows.length <= FEW_ROWS) return chooseLots(rows, drafts, lotTerms);
  const more = withMoreLots(rows, drafts, lotTerms);
  const isBetter = driftAfter(rows, more, lotTerms) < driftAfter(rows, drafts, lotTerms);
  return isBetter && isWithin(more, lotTerms) ? more : drafts;
}

function isWithin(drafts: readonly DraftOrder[], { budgetMinor, isAllowed }: LotTerms): boolean {
  return (budgetMinor === null || totalCosts(drafts).totalMinor <= budgetMinor) && isAllowed(drafts);
}

function withMoreLots(rows: readonly RebalanceRow[], drafts: readonly DraftOrder[], terms: LotTerms): DraftOrder[] {
  const { sizing, navMinor } = terms;
  const budgetMinor = terms.budgetMinor ?? Number.POSITIVE_INFINITY;
  const costMinor = totalCosts(drafts).totalMinor;
  const netMinor = navMinor - costMinor;
  const bought = new Map(drafts.flatMap((draft) => (draft.side === 'buy' ? [[draft.row, draft] as const] : [])));
  const sold = new Set(drafts.flatMap((draft) => (draft.side === 'sell' ? [draft.row] : [])));
  const missing = rows.flatMap((row) => {
    const missingMinor = row.drift.targetWeight * netMinor - row.heldMinor - (bought.get(row)?.valueMinor ?? 0);
    return missingMinor > 0 && !sold.has(row) ? [{ row, missingMinor }] : [];
  });
  missing.sort((one, other) => other.missingMinor - one.missingMinor);
  let retained: readonly DraftOrder[] = drafts;
  let [idleMinor, spentMinor] = [cashAfterMinor(drafts, sizing.cashMinor), costMinor];
  const goalMinor = terms.targetCashWeight * netMinor;
  for (const { row, missingMinor } of missing) {
    const draft = bought.get(row) ?? null;
    const more = oneLotMore(row, draft, sizing);
    if (more === null) continue;
    const [valueMinor, addedMinor] = [
      more.valueMinor - (draft?.valueMinor ?? 0),
      more.costs.totalMinor - (draft?.costs.totalMinor ?? 0),
    ];
    // The reduction of the row's distance and of the cash beyond its target; cash never ends below zero.
    const gainMinor = missingMinor - Math.abs(missingMinor - valueMinor);
    const [before, after] = [idleMinor - goalMinor, idleMinor - goalMinor - valueMinor - addedMinor];
    if (gainMinor + Math.abs(before) - Math.abs(after) <= 0) continue;
    if (idleMinor < valueMinor + addedMinor || spentMinor + addedMinor > budgetMinor) continue;
    retained = draft === null ? [...retained, more] : replaced(retained, draft, more);
    [idleMinor, spentMinor] = [idleMinor - valueMinor - addedMinor, spentMinor + addedMinor];
  }
  return affordable(inSequence(retained), sizing);
}

function oneLotMore(row: RebalanceRow, draft: DraftOrder | null, sizing: SizingTerms): DraftOrder | null {
  if (draft !== null) return resized(draft, draft.quantityMicro + stepAt(draft.venue, sizing), sizing);
  const venue = row.limits?.maxBuyMinor === 0 ? null : buyVenueFor(row, row.heldMinor);
  return venue && draftOrder(row, 'buy', venue, stepAt(venue, sizing), sizing);
}
