/**
 * Tax lots of positions: the share of an ISIN's lots that a position has, and whether lots add up to the position.
 * Pure.
 */
import type { ControlBody } from '../../../src-server/contract/control/control-routes.ts';
import type { LotList } from '../../../src-server/contract/control/portfolios/gains.ts';

type StatedLot = NonNullable<ControlBody<'POST /portfolios/{id}/positions'>['positions'][number]['lots']>[number];
type Position = Readonly<Record<'isin', string> & Record<'quantity', number>>;

/** Millionths of a share: the unit in which the service counts. */
const MICRO = 1_000_000;

export function lotsCover(quantity: number, lots: readonly StatedLot[]): boolean {
  return sumMicro(lots) === Math.round(quantity * MICRO);
}

/** The average cost of a share in all lots. */
export function averageCost(lots: readonly StatedLot[]): number {
  return lots.reduce((cost, lot) => cost + lot.quantity * lot.unit_cost, 0) / (sumMicro(lots) / MICRO);
}

/**
 * Lots belong to an ISIN, at whichever exchange it is held: each of its positions takes as many shares as it has, the
 * oldest lots first. None for an ISIN whose lots do not add up to its positions.
 */
export function lotsByPosition(positions: readonly Position[], lots: readonly LotList['lots'][number][]) {
  const left = new Map([...Map.groupBy(lots, ({ isin }) => isin)].map(([isin, own]) => [isin, own.map(stated)]));
  for (const [isin, own] of Map.groupBy(positions, (row) => row.isin)) {
    const held = own.reduce((sum, { quantity }) => sum + Math.round(quantity * MICRO), 0);
    if (sumMicro(left.get(isin) ?? []) !== held) left.delete(isin);
  }
  return positions.map(({ isin, quantity }): readonly StatedLot[] | undefined => {
    const queue = left.get(isin);
    if (queue === undefined || quantity === 0) return undefined;
    const taken: StatedLot[] = [];
    let wanted = Math.round(quantity * MICRO);
    while (wanted > 0) {
      const lot = queue.shift();
      if (lot === undefined) break;
      const has = Math.round(lot.quantity * MICRO);
      taken.push({ ...lot, quantity: Math.min(has, wanted) / MICRO });
      if (has > wanted) queue.unshift({ ...lot, quantity: (has - wanted) / MICRO });
      wanted -= has;
    }
    return taken;
  });
}

function stated({ quantity, unit_cost: cost, acquired_at: acquiredAt }: LotList['lots'][number]): StatedLot {
  return { quantity, unit_cost: Number(cost.toFixed(6)), acquired_at: acquiredAt };
}

function sumMicro(lots: readonly StatedLot[]): number {
  return lots.reduce((sum, { quantity }) => sum + Math.round(quantity * MICRO), 0);
}
