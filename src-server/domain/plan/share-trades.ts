/**
 * Shares what can be bought, or what has to be sold, among the trades of a side (decision O5): the largest drift that is
 * left is as small as it can be; beyond that, what is missing is pro rata of the trades. A share that is not worth an
 * order goes to the others.
 */

import { gapOf, type RebalanceRow, type TradeMinor } from './rebalance-row.ts';
import { splitTrade } from './row-orders.ts';

interface Sharer {
  readonly index: number;
  readonly row: RebalanceRow;
  /** What it would trade, and how far it is from its target; neither is negative. */
  readonly wantedMinor: number;
  readonly gapMinor: number;
}

/** Trades of one direction (1 buys, −1 sells) that come to no more than `limitMinor`; 0 for all other rows. */
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
    // Without the smaller half of them there is more for the others.
    unsent.sort((a, b) => (shares[a] ?? 0) - (shares[b] ?? 0) || a - b);
    const left = new Set(unsent.slice(0, Math.ceil(unsent.length / 2)));
    for (const at of left) fixedMinor = Math.max(fixedMinor, sharers[at]?.gapMinor ?? 0);
    sharers = sharers.filter((_, at) => !left.has(at));
  }
}

/** Each its trade less its part of what is missing: pro rata, and never more than the least that the largest can be. */
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

/** The smallest number up to `most` at which it is not too much. */
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
