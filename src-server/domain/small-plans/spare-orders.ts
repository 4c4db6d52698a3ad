/** Makes the orders of a side smaller without making any of them not worth sending. */

import { leastWorthMinor } from '../costs/economic-order.ts';
import type { Side } from '../market-view.ts';
import { type DraftOrder, type SizingTerms, stepAt } from '../plan/size-orders.ts';
import { replaced, resized, sideMinor } from '../plan/trim-drafts.ts';
import { leavesWorth } from './budget-levels.ts';

/** Orders of a side worth no more than the limit together, or as little as they can be; the largest give first. */
export function spareOf(
  drafts: readonly DraftOrder[],
  side: Side,
  limitMinor: number,
  terms: SizingTerms,
): readonly DraftOrder[] {
  let kept = drafts;
  const own = drafts.filter((draft) => draft.side === side).sort((a, b) => b.valueMinor - a.valueMinor);
  for (const draft of own) {
    const excessMinor = sideMinor(kept, side) - Math.max(0, limitMinor);
    if (excessMinor <= 0) break;
    const { venue, row, valueMinor, quantityMicro } = draft;
    const leastMinor = leastWorthMinor(venue.curve, row.limits?.minOrderMinor) + SPARE_MINOR;
    const spareMinor = Math.min(excessMinor, valueMinor - leastMinor);
    if (spareMinor <= 0) continue;
    const stepMicro = stepAt(venue, terms);
    const steps = Math.floor((((valueMinor - spareMinor) / venue.curve.shareMinor) * 1e6) / stepMicro);
    const smaller = steps * stepMicro < quantityMicro ? resized(draft, steps * stepMicro, terms) : null;
    if (smaller !== null && leavesWorth(row, side, smaller)) kept = replaced(kept, draft, smaller);
  }
  return kept;
}

/** So much more than the least, because charges are rounded. */
const SPARE_MINOR = 30;
