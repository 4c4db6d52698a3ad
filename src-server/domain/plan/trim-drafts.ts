/** Reduces exact orders to limits that the float model of costs has met only up to rounding. */

import type { Side } from '../market-view.ts';
import { type DraftOrder, draftOrder, type SizingTerms, stepAt } from './size-orders.ts';

/** Returns the sum of a side at mid, base currency. */
export function sideMinor(drafts: readonly DraftOrder[], side: Side): number {
  return drafts.reduce((sum, draft) => sum + (draft.side === side ? draft.valueMinor : 0), 0);
}

/**
 * Returns orders of a side with a sum of no more than `limitMinor`. A small excess is taken off an order that can spare
 * it, the smallest one if it can, else the largest; a large excess drops the smallest orders.
 */
export function trimSide(
  drafts: readonly DraftOrder[],
  side: Side,
  limitMinor: number,
  terms: SizingTerms,
): readonly DraftOrder[] {
  let retained = drafts;
  for (;;) {
    const excessMinor = sideMinor(retained, side) - limitMinor;
    if (excessMinor <= 0) return retained;
    const own = retained.filter((draft) => draft.side === side).sort((a, b) => a.valueMinor - b.valueMinor);
    const [smallest, largest] = [own[0], own.at(-1)];
    if (smallest === undefined || largest === undefined) return retained;
    const smaller = excessMinor < smallest.valueMinor ? reducedBy(smallest, excessMinor, terms) : null;
    const larger =
      smaller === null && excessMinor < smallest.valueMinor ? reducedBy(largest, excessMinor, terms) : null;
    if (larger !== null) retained = replaced(retained, largest, larger);
    else retained = replaced(retained, smallest, smaller);
  }
}

/** `null` drops it. */
export function replaced(
  drafts: readonly DraftOrder[],
  draft: DraftOrder,
  by: DraftOrder | null,
): readonly DraftOrder[] {
  return drafts.flatMap((each) => (each === draft ? (by ?? []) : each));
}

/** Returns the same order over fewer shares at the same conversion rate; `null` if that is not worth an order. */
export function resized(draft: DraftOrder, quantityMicro: number, terms: SizingTerms): DraftOrder | null {
  const { row, side, venue, fxConversionBps } = draft;
  return draftOrder(row, side, venue, quantityMicro, { ...terms, view: { ...terms.view, fxConversionBps } });
}

/** Returns the order reduced by at least that value. */
function reducedBy(draft: DraftOrder, excessMinor: number, terms: SizingTerms): DraftOrder | null {
  const { venue, quantityMicro, valueMinor } = draft;
  const stepMicro = stepAt(venue, terms);
  let steps = Math.ceil((excessMinor / venue.curve.shareMinor) * (1e6 / stepMicro));
  // One step more if rounding to the cent absorbed the difference.
  for (let round = 0; round < MAX_ROUNDS; round += 1, steps += 1) {
    const reduced = resized(draft, wholeSteps(quantityMicro, stepMicro) - steps * stepMicro, terms);
    if (reduced === null) return null;
    if (reduced.valueMinor <= valueMinor - excessMinor) return reduced;
  }
  return null;
}

/** A position that is sold in full may hold a fraction of a step. */
function wholeSteps(quantityMicro: number, stepMicro: number): number {
  return quantityMicro - (quantityMicro % stepMicro);
}

const MAX_ROUNDS = 8;
