/**
 * The Irish rules (Taxes Consolidation Act 1997, sections 580 and 581): a sale takes the shares of the four weeks
 * before it, the last bought first, and then the oldest. A loss on shares that are bought again within four weeks is
 * restricted: it counts only against gains on the shares that were bought again.
 */
import type { Disposal, LossRelief } from './disposal.ts';
import { type Lot, shareMinor, type Taking } from './lot.ts';
import { oldestFirst, takeInOrder } from './take-lots.ts';
import type { Buy, DayOf, Sale } from './trade.ts';

/** A purchase on the twenty-eighth day before or after the sale still counts. */
const FOUR_WEEKS = 28;

export function takeUnder581(lots: readonly Lot[], { quantityMicro, atMs }: Sale, dayOf: DayOf): Taking {
  const day = dayOf(atMs);
  const isRecent = ({ acquiredMs }: Lot) => dayOf(acquiredMs) >= day - FOUR_WEEKS && dayOf(acquiredMs) <= day;
  const byAge = oldestFirst(lots);
  const recent = byAge.filter(({ lot }) => isRecent(lot)).toReversed();
  const others = byAge.filter(({ lot }) => !isRecent(lot));
  return takeInOrder(lots, quantityMicro, [...recent, ...others], (lot) => (isRecent(lot) ? 'four_weeks' : 'lot'));
}

/**
 * Returns the same disposals, with the restricted part of each loss, and the earlier losses that count against its
 * gains. A share that is bought again restricts the loss of one share, of the earliest sale first.
 */
export function relieveLosses(
  disposals: readonly Disposal[],
  trades: readonly (Buy | Sale)[],
  dayOf: DayOf,
): readonly Disposal[] {
  if (!disposals.some(({ method }) => method === 'section_581')) return disposals;
  const places = new Map(trades.map(({ tradeId, side }, index) => [`${side} ${tradeId}`, index]));
  const bought = trades.flatMap((trade, place) =>
    trade.side === 'buy' ? [{ trade, place, free: trade.quantityMicro }] : [],
  );
  const heldBackOf = new Map<string, number>();
  const relieved = disposals.map((disposal): Disposal => {
    const { method, day, sales, gainMinor, quantityMicro } = disposal;
    if (method !== 'section_581' || gainMinor >= 0) return disposal;
    const place = places.get(`sell ${sales[0]?.tradeId}`) ?? trades.length;
    let [againMicro, heldBackMinor] = [0, 0];
    for (const again of bought) {
      if (again.place < place || dayOf(again.trade.atMs) > day + FOUR_WEEKS || dayOf(again.trade.atMs) < day) continue;
      const micro = Math.min(again.free, quantityMicro - againMicro);
      again.free -= micro;
      againMicro += micro;
      const upToHereMinor = shareMinor(-gainMinor, againMicro, quantityMicro);
      const { tradeId } = again.trade;
      heldBackOf.set(tradeId, (heldBackOf.get(tradeId) ?? 0) + upToHereMinor - heldBackMinor);
      heldBackMinor = upToHereMinor;
    }
    return withRelief(disposal, { heldBackMinor, setOffMinor: 0 });
  });
  return relieved.map((disposal) => {
    let setOffMinor = 0;
    for (const { lotId, gainMinor } of disposal.matches) {
      const openMinor = heldBackOf.get(lotId ?? '') ?? 0;
      const usedMinor = Math.min(openMinor, Math.max(0, gainMinor));
      if (lotId !== null && usedMinor > 0) heldBackOf.set(lotId, openMinor - usedMinor);
      setOffMinor += usedMinor;
    }
    return withRelief(disposal, { heldBackMinor: disposal.relief?.heldBackMinor ?? 0, setOffMinor });
  });
}

function withRelief(disposal: Disposal, relief: LossRelief): Disposal {
  return relief.heldBackMinor === 0 && relief.setOffMinor === 0 ? disposal : { ...disposal, relief };
}
