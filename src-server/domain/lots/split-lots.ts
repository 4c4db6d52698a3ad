/** What a split makes of lots: their quantities change together, and what they cost stays to the cent (decision O3). */
import { invariant } from '../invariant.ts';
import { type Lot, quantityOf } from './lot.ts';

/** Lots after a split. A share is another one then, so what was stated of its cost is dropped. */
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
 * The same lots, or parts of lots, with `toMicro` in all. Running totals are rounded down, so each lot is within a millionth of a share of
 * its own. A lot too small to remain leaves its cost to the next one, and the last to the one before.
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
