/** The entries of a portfolio's activity put together: the fills of an order as one (decision O10). Pure. */
import { divideHalfUp, toSafeNumber } from '../../domain/numbers/exact.ts';
import type { BookedEntry } from '../../engine/ports/history-port.ts';
import type { ActivityEntry } from './activity-kinds.ts';

/** Entries of the log that are listed as one, newest first; there is at least one. */
export type EntryGroup = readonly [BookedEntry, ...BookedEntry[]];

/** Newest first by the latest entry of each; entries without an order are groups of their own. */
export function groupsByOrder(
  oldestFirst: readonly BookedEntry[],
  orders: ReadonlyMap<number, string>,
): readonly EntryGroup[] {
  const groups = Map.groupBy(oldestFirst.toReversed(), ({ seq }) => orders.get(seq) ?? seq);
  return [...groups.values()].flatMap(([latest, ...others]) => (latest === undefined ? [] : [[latest, ...others]]));
}

/** An order as its latest fill, with the sums of all of them and their average price. */
export function joinedFills([latest, ...others]: readonly [ActivityEntry, ...ActivityEntry[]]): ActivityEntry {
  if (others.length === 0) return latest;
  const all = [latest, ...others];
  const quantityMicro = sum(all, (fill) => fill.quantityMicro);
  const paid = all.reduce((total, fill) => total + BigInt(fill.quantityMicro ?? 0) * BigInt(fill.priceMicro ?? 0), 0n);
  return {
    ...latest,
    fills: all.length,
    quantityMicro,
    priceMicro: quantityMicro === 0 ? latest.priceMicro : toSafeNumber(divideHalfUp(paid, BigInt(quantityMicro))),
    amountMinor: sum(all, (fill) => fill.amountMinor),
    costsMinor: sum(all, (fill) => fill.costsMinor),
    // Each fill has a record of its own.
    mifidRecordId: null,
  };
}

function sum(fills: readonly ActivityEntry[], of: (fill: ActivityEntry) => number | null): number {
  return fills.reduce((total, fill) => total + (of(fill) ?? 0), 0);
}
