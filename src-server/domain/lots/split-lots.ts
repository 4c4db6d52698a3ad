/** Splits lots: their quantities change together, and their total cost remains equal to the cent (decision O3). */
import { invariant } from '../invariant.ts';
import { type Lot, quantityOf } from './lot.ts';

/** Returns lots after a split. Their shares are different ones, so stated costs per share are dropped. */
export function lotsAfterSplit(lots: readonly Lot[], toMicro: number): readonly Lot[] {
  const asCosted = lots.map(({ lotId, quantityMicro, costMinor, acquiredMs }) => ({
    lotId,
    quantityMicro,
    costMinor,
    acquiredMs,
  }));
  return splitLots(asCosted, toMicro);
}

interface Costed {
  readonly quantityMicro: number;
  readonly costMinor: number;
}

/**
 * Returns the same lots, or parts of lots, with `toMicro` in total. Running totals are rounded down, so each lot is
 * within a millionth of a share of its exact quantity. A lot too small to remain passes its cost to the next one, and
 * the last to the one before.
 */
export function splitLots<L extends Costed>(lots: readonly L[], toMicro: number): readonly L[] {
  const wholeMicro = BigInt(quantityOf(lots));
  invariant(wholeMicro > 0n && toMicro > 0, 'a split of nothing, or into nothing');
  const split: L[] = [];
  let coveredMicro = 0n;
  let givenMicro = 0;
  let carriedMinor = 0;
  for (const lot of lots) {
    coveredMicro += BigInt(lot.quantityMicro);
    const upToHereMicro = Number((coveredMicro * BigInt(toMicro)) / wholeMicro);
    const quantityMicro = upToHereMicro - givenMicro;
    givenMicro = upToHereMicro;
    carriedMinor += lot.costMinor;
    if (quantityMicro === 0) continue;
    split.push({ ...lot, quantityMicro, costMinor: carriedMinor });
    carriedMinor = 0;
  }
  // The last running total is the whole, so only lots without a quantity can come after the last that has one.
  return split.map((lot, index) =>
    index === split.length - 1 ? { ...lot, costMinor: lot.costMinor + carriedMinor } : lot,
  );
}
