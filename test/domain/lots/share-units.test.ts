/** Units that no split changes (decision O3): what a sale of all shares takes, whatever fraction a split has left. */
import { describe, expect, test } from 'vitest';
import { quantityOf } from '../../../src-server/domain/lots/lot.ts';
import { shareUnits } from '../../../src-server/domain/lots/share-units.ts';
import type { Buy, Sale, Split } from '../../../src-server/domain/lots/trade.ts';

const LOT = { lotId: 'b1', quantityMicro: 1_000_000, costMinor: 9_000, acquiredMs: 0 };
/** Three old shares become one: a third of a share is 333 333⅓ millionths, of which whole ones are held. */
const SPLIT: Split = {
  side: 'split',
  tradeId: 'ca1',
  atMs: 1,
  quantityMicro: 333_333,
  ratio: { newShares: 1, oldShares: 3 },
};
const sale = (quantityMicro: number, atMs: number): Sale => ({
  side: 'sell',
  tradeId: `s${atMs}`,
  atMs,
  quantityMicro,
  proceedsMinor: 10_000,
  method: 'FIFO',
});
const buy: Buy = { side: 'buy', tradeId: 'b2', atMs: 3, quantityMicro: 100, costMinor: 5 };

function counted(...trades: (Buy | Sale | Split)[]) {
  const units = shareUnits([LOT], trades);
  if (units === null) throw new Error('there are too many units');
  const left = units.trades.reduce(
    (sum, { side, quantityMicro }) => sum + (side === 'buy' ? quantityMicro : -quantityMicro),
    quantityOf(units.lots),
  );
  return { ...units, left };
}

describe('a sale after a split that left a fraction of a millionth', () => {
  test('takes every unit if it is of all shares', () => {
    expect(counted(SPLIT, sale(333_333, 2)).left).toBe(0);
    expect(counted(SPLIT, sale(300_000, 2), sale(33_333, 3)).left).toBe(0);
  });

  test('leaves the fraction with the rest if shares remain', () => {
    const { left, trades } = counted(SPLIT, sale(333_332, 2));
    const [sold] = trades;
    // A millionth and a third remain of the new shares, which are three times as many of the first ones.
    expect(left / (sold?.quantityMicro ?? 0)).toBeCloseTo(4 / 3 / 333_332, 12);
  });

  test('leaves none of it to a later purchase', () => {
    const { trades, left } = counted(SPLIT, sale(333_333, 2), buy);
    expect(left).toBe(trades.at(-1)?.quantityMicro);
  });
});
