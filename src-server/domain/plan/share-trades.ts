/**
 * Shares the available amount to buy, or the required amount to sell, among the trades of a side (decision O5): the
 * largest remaining drift is as small as possible; beyond that, the shortfall is pro rata of the trades. A share that
 * is not worth an order goes to the others.
 */

import { gapOf, type RebalanceRow, type TradeMinor } from './rebalance-row.ts';
import { splitTrade } from './row-orders.ts';

interface Sharer {
  readonly index: number;
  readonly row: RebalanceRow;
  /** Its wanted trade, and its distance from its target; neither is negative. */
  readonly wantedMinor: number;
  readonly gapMinor: number;
}

/** Returns trades of one direction (1 buys, −1 sells) with a sum of no more than `limitMinor`; 0 for all other rows. */
export function shareTrades(
  rows: readonly RebalanceRow[],
  trades: readonly TradeMinor[],
  { direction, limitMinor, netNavMinor }: { direction: 1 | -1; limitMinor: number; netNavMinor: number },
): TradeMinor[] {
  let sharers: Sharer[] = [];
  let fixedMinor = 0;
  rows.forEach((row, index) => {
    const wantedMinor = Math.max(0, (trades[index] ?? 0) * direction);
    const gapMinor = Math.abs(gapOf(row, netNavMinor));
    if (wantedMinor > 0) sharers.push({ index, row, wantedMinor, gapMinor: Math.max(gapMinor, wantedMinor) });
    if (wantedMinor > 0 || trades[index] === 0) fixedMinor = Math.max(fixedMinor, gapMinor - wantedMinor);
  });
  for (;;) {
    const shares = sharesOf(sharers, Math.max(0, limitMinor), fixedMinor);
    const values = sharers.map(({ row }, at) => sentMinor(row, direction * (shares[at] ?? 0)));
    const unsent = [...sharers.keys()].filter((at) => (shares[at] ?? 0) > 0 && values[at] === 0);
    if (unsent.length === 0) {
      const shared = new Array<TradeMinor>(rows.length).fill(0);
      sharers.forEach(({ index }, at) => {
        shared[index] = direction * (values[at] ?? 0);
      });
      return shared;
    }
    // Dropping the smaller half of them leaves more for the others.
    unsent.sort((a, b) => (shares[a] ?? 0) - (shares[b] ?? 0) || a - b);
    const left = new Set(unsent.slice(0, Math.ceil(unsent.length / 2)));
    for (const at of left) fixedMinor = Math.max(fixedMinor, sharers[at]?.gapMinor ?? 0);
    sharers = sharers.filter((_, at) => !left.has(at));
  }
}

/** Returns each trade less its part of the shortfall: pro rata, and never more than the smallest possible maximum. */
function sharesOf(sharers: readonly Sharer[], limitMinor: number, fixedMinor: number): number[] {
  const wantedMinor = sharers.reduce((sum, sharer) => sum + sharer.wantedMinor, 0);
  if (wantedMinor <= limitMinor) return sharers.map((sharer) => sharer.wantedMinor);
  const sharesAt = (part: number, maxMinor: number) =>
    sharers.map(({ wantedMinor: wanted, gapMinor }) =>
      Math.min(wanted, Math.max(0, gapMinor - Math.min(part * gapMinor, maxMinor))),
    );
  const isTooMuch = (shares: readonly number[]) => shares.reduce((sum, share) => sum + share, 0) > limitMinor;
  const largestMinor = sharers.reduce((most, { gapMinor }) => Math.max(most, gapMinor), 0);
  const least = bisected(largestMinor, (maxMinor) => isTooMuch(sharesAt(1, maxMinor)));
  const maxMinor = Math.max(least, fixedMinor);
  return sharesAt(
    bisected(1, (part) => isTooMuch(sharesAt(part, maxMinor))),
    maxMinor,
  );
}

/** Returns the smallest number up to `most` at which it is not too much. */
function bisected(most: number, isTooMuch: (at: number) => boolean): number {
  let [tooMuch, enough] = [0, most];
  for (let round = 0; round < BISECTIONS; round += 1) {
    const middle = (tooMuch + enough) / 2;
    if (isTooMuch(middle)) tooMuch = middle;
    else enough = middle;
  }
  return enough;
}

const BISECTIONS = 50;

function sentMinor(row: RebalanceRow, trade: TradeMinor): number {
  return splitTrade(row, trade).orders.reduce((sum, { valueMinor }) => sum + valueMinor, 0);
}
