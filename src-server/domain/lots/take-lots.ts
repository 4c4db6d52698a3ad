/**
 * Chooses the lots that a sale uses under FIFO, HIFO and specific_id. At most one lot is split, and only cost and age
 * of lots decide: proceeds per share and charges do not depend on the shares delivered, so the order by gain is the
 * order by cost. A plan and its fills therefore use the same lots, whatever the price does.
 */

import { invariant } from '../invariant.ts';
import {
  commonUnitCost,
  type Lot,
  type LotMethod,
  type LotPart,
  type MatchRule,
  quantityOf,
  shareMinor,
  type Taking,
} from './lot.ts';

export type PickingMethod = Exclude<LotMethod, 'average_cost'>;

/**
 * Returns the parts that a sale takes, in the order of the method, and the remaining lots; `not_enough_held` if there
 * is less.
 *
 * - FIFO: oldest first, then in the given order.
 * - HIFO: highest cost per share first (charges included, at the lot's present cost), then oldest, then as given.
 * - specific_id: the lots that give the least gain, losses first. Since at most one lot is split, no choice beats the
 *   highest cost per share to the minor unit, so its gain on a sale is HIFO's. Only the choice among lots of equal cost
 *   per share differs: the smallest first, so that as many lots as possible are closed; then oldest, then as given.
 */
export function takeLots(lots: readonly Lot[], quantityMicro: number, method: PickingMethod): Taking {
  return takeInOrder(lots, quantityMicro, inOrder(lots, COMPARE[method]), () => 'lot');
}

/**
 * Returns the parts that a sale takes of the lots in an order, and the remaining lots; `ruleOf` returns the rule by
 * which it takes a lot.
 */
export function takeInOrder(
  lots: readonly Lot[],
  quantityMicro: number,
  ordered: readonly PlacedLot[],
  ruleOf: (lot: Lot) => MatchRule,
): Taking {
  invariant(quantityMicro > 0, 'a sale of nothing');
  const heldMicro = quantityOf(lots);
  if (quantityMicro > heldMicro) return { kind: 'not_enough_held', heldMicro, requestedMicro: quantityMicro };
  const rest = new Map(lots.map((lot, index) => [index, lot]));
  const parts: LotPart[] = [];
  let openMicro = quantityMicro;
  for (const { lot, index } of ordered) {
    if (openMicro === 0) break;
    const takenMicro = Math.min(openMicro, lot.quantityMicro);
    const costMinor = shareMinor(lot.costMinor, takenMicro, lot.quantityMicro);
    const { lotId, acquiredMs } = lot;
    const stated = commonUnitCost([lot]);
    parts.push({ rule: ruleOf(lot), lotId, acquiredMs, quantityMicro: takenMicro, costMinor, ...stated });
    openMicro -= takenMicro;
    const leftMicro = lot.quantityMicro - takenMicro;
    if (leftMicro === 0) rest.delete(index);
    else rest.set(index, { ...lot, quantityMicro: leftMicro, costMinor: lot.costMinor - costMinor });
  }
  return { kind: 'taken', parts, rest: [...rest.values()] };
}

/** A lot, and its index among those held. */
interface PlacedLot {
  readonly lot: Lot;
  readonly index: number;
}

/** Returns lots with their indices, oldest first; lots of the same instant remain as given. */
export function oldestFirst(lots: readonly Lot[]): PlacedLot[] {
  return inOrder(lots, COMPARE.FIFO);
}

type Compare = (a: Lot, b: Lot) => number;

const COMPARE: Readonly<Record<PickingMethod, Compare>> = {
  FIFO: byAge,
  HIFO: (a, b) => byUnitCostDown(a, b) || byAge(a, b),
  specific_id: (a, b) => byUnitCostDown(a, b) || a.quantityMicro - b.quantityMicro || byAge(a, b),
};

function byAge(a: Lot, b: Lot): number {
  return a.acquiredMs - b.acquiredMs;
}

/** Compared as fractions, because rounded unit costs would invent ties. */
function byUnitCostDown(a: Lot, b: Lot): number {
  const ofA = BigInt(a.costMinor) * BigInt(b.quantityMicro);
  const ofB = BigInt(b.costMinor) * BigInt(a.quantityMicro);
  if (ofA === ofB) return 0;
  return ofA > ofB ? -1 : 1;
}

/** Sorting is stable, so the given order decides between equal lots. */
function inOrder(lots: readonly Lot[], compare: Compare): PlacedLot[] {
  return lots.map((lot, index) => ({ lot, index })).sort((a, b) => compare(a.lot, b.lot));
}
