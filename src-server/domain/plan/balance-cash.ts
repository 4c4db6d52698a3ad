/**
 * Ensures that a plan never overdraws: if estimated cash would end below zero, the last buys are reduced or dropped.
 * All amounts are exact.
 */

import { curveCostMinor } from '../costs/cost-curve.ts';
import { cashDeltaAtMidMinor } from '../costs/cost-parts.ts';
import { MIN_ORDER_MINOR } from '../costs/economic-order.ts';
import { netFx } from './net-fx.ts';
import { buyVenueFor } from './rebalance-row.ts';
import { buyOf, type DraftOrder, draftOrder, type SizingTerms, stepAt } from './size-orders.ts';

/**
 * Returns the orders that cash pays for after netting. Reducing a buy changes the netting, so both steps repeat until
 * they agree. If they never do, buys are reduced as if nothing netted, which is always enough.
 */
export function affordable(sized: readonly DraftOrder[], terms: SizingTerms): DraftOrder[] {
  let drafts = netFx(sized, terms.currency, terms.view);
  for (let round = 0; round < MAX_NETTINGS; round += 1) {
    drafts = netFx(balanceCash(drafts, terms), terms.currency, terms.view);
    if (cashAfterMinor(drafts, terms.cashMinor) >= 0) return drafts;
  }
  return netFx(balanceCash(sized, terms), terms.currency, terms.view);
}

const MAX_NETTINGS = 4;

/**
 * Returns the same drafts with the last, smallest buys reduced or dropped until cash after all costs is not negative.
 */
function balanceCash(drafts: readonly DraftOrder[], terms: SizingTerms): DraftOrder[] {
  const retained = [...drafts];
  let cashMinor = cashAfterMinor(retained, terms.cashMinor);
  while (cashMinor < 0) {
    const last = retained.pop();
    if (last?.side !== 'buy') return last ? [...retained, last] : retained;
    cashMinor -= cashDelta(last);
    const reduced = reduceBuy(last, cashMinor, terms);
    if (reduced) {
      retained.push(reduced);
      cashMinor += cashDelta(reduced);
    }
  }
  return retained;
}

/** Returns cash after every draft has been executed as estimated. */
export function cashAfterMinor(drafts: readonly DraftOrder[], cashMinor: number): number {
  return drafts.reduce((sum, draft) => sum + cashDelta(draft), cashMinor);
}

function cashDelta(draft: DraftOrder): number {
  return cashDeltaAtMidMinor(draft.side, draft.valueMinor, draft.costs);
}

/**
 * Returns the buy reduced to the value that `availableMinor` pays for, costs included; `null` if that is not worth an
 * order.
 */
function reduceBuy(buy: DraftOrder, availableMinor: number, terms: SizingTerms): DraftOrder | null {
  const venue = buyVenueFor(buy.row, Math.max(0, buy.valueMinor - missingMinor(buy, availableMinor))) ?? buy.venue;
  const isSame = venue.listing.mic === buy.venue.listing.mic;
  let draft = isSame ? buy : buyOf(buy.row, Math.max(0, buy.valueMinor - missingMinor(buy, availableMinor)), terms);
  // The conversion rate after netting, not that of the order alone.
  const own = isSame ? { ...terms, view: { ...terms.view, fxConversionBps: buy.fxConversionBps } } : terms;
  for (let round = 0; round < MAX_ROUNDS && draft !== null; round += 1) {
    const shortMinor = missingMinor(draft, availableMinor);
    if (shortMinor <= 0) return draft;
    const stepMicro = stepAt(venue, terms);
    const steps = Math.max(1, Math.ceil(((cutMinor(draft, shortMinor) / venue.curve.shareMinor) * 1e6) / stepMicro));
    draft = draftOrder(buy.row, 'buy', venue, draft.quantityMicro - steps * stepMicro, own);
  }
  return null;
}

/** The value to cut: the costs that it saves are part of the shortage, once an order could be made of them. */
function cutMinor({ venue: { curve }, valueMinor }: DraftOrder, shortMinor: number): number {
  const leftMinor = Math.max(0, valueMinor - shortMinor);
  const savedMinor = curveCostMinor(curve, valueMinor) - curveCostMinor(curve, leftMinor);
  return savedMinor < MIN_ORDER_MINOR ? shortMinor : (shortMinor * shortMinor) / (shortMinor + savedMinor);
}

function missingMinor(draft: DraftOrder, availableMinor: number): number {
  return -(availableMinor + cashDelta(draft));
}

const MAX_ROUNDS = 8;
