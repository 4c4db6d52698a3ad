/**
 * Sells at average cost: all lots are one pool, and a sale takes its share of the pool's cost. Lots remain, so that the
 * next sale may use another method: the oldest lose their quantity, and the rest of the pool's cost is spread over the
 * remaining shares. Only the totals of the pool decide the cost of a sale, never the order of lots.
 */

import { invariant } from '../invariant.ts';
import {
  commonUnitCost,
  costOfLots,
  type Lot,
  type LotPart,
  quantityOf,
  shareMinor,
  spreadMinor,
  type Taking,
} from './lot.ts';
import { oldestFirst } from './take-lots.ts';

/** The label of a part at average cost; the pool of all lots has neither id nor instant. */
type PartLabel = Pick<LotPart, 'rule' | 'lotId' | 'acquiredMs'>;

const POOL: PartLabel = { rule: 'pool', lotId: null, acquiredMs: null };

/**
 * Returns one part at the average cost of all lots, and the remaining lots at that average; `not_enough_held` if there
 * is less. A stated cost remains only if the same one was stated for all lots.
 */
export function takeAverage(lots: readonly Lot[], quantityMicro: number, label: PartLabel = POOL): Taking {
  invariant(quantityMicro > 0, 'a sale of nothing');
  const heldMicro = quantityOf(lots);
  if (quantityMicro > heldMicro) return { kind: 'not_enough_held', heldMicro, requestedMicro: quantityMicro };
  const poolMinor = costOfLots(lots);
  const costMinor = shareMinor(poolMinor, quantityMicro, heldMicro);
  const left = withoutOldest(lots, quantityMicro);
  const costsMinor = spreadMinor(
    poolMinor - costMinor,
    left.map((lot) => lot.quantityMicro),
  );
  const stated = commonUnitCost(lots);
  const rest = left.map(({ lotId, quantityMicro, acquiredMs }, index) => ({
    lotId,
    quantityMicro,
    costMinor: costsMinor[index] ?? 0,
    acquiredMs,
    ...stated,
  }));
  return { kind: 'taken', parts: [{ ...label, quantityMicro, costMinor, ...stated }], rest };
}

/** Returns the lots without the oldest shares: untouched lots retain their quantity; used up ones are dropped. */
function withoutOldest(lots: readonly Lot[], quantityMicro: number): Lot[] {
  let openMicro = quantityMicro;
  const leftMicro = lots.map((lot) => lot.quantityMicro);
  for (const { lot, index } of oldestFirst(lots)) {
    if (openMicro === 0) break;
    const takenMicro = Math.min(openMicro, lot.quantityMicro);
    openMicro -= takenMicro;
    leftMicro[index] = lot.quantityMicro - takenMicro;
  }
  return lots
    .map((lot, index) => ({ ...lot, quantityMicro: leftMicro[index] ?? 0 }))
    .filter((lot) => lot.quantityMicro > 0);
}
