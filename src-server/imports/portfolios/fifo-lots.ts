/**
 * Follows movements by their dates and tells what is held at the end, as lots: what leaves uses the oldest lots first,
 * what is transferred takes its lots along. Refuses to take more than is there.
 */
import type { Findings } from '../source-file.ts';
import type { Movement } from './statement.ts';

/** A movement whose instrument is known. */
export interface KnownMovement extends Movement {
  readonly isin: string;
}

export interface HeldLot {
  readonly quantityMicro: number;
  readonly unitCostMicro: number | null;
  readonly date: string | null;
  readonly currency: string;
}

export interface Held {
  readonly portfolio: string;
  readonly isin: string;
  readonly exchange: string;
  readonly weight: number | null;
  /** Oldest first; none where only a target is known. */
  readonly lots: readonly HeldLot[];
  readonly place: Movement['place'];
}

/** On one day, what comes in is there before anything leaves, and a transfer leaves before it arrives. */
const ORDER = { in: 0, transfer_out: 1, transfer_in: 2, out: 3 } as const;

export function holdingsOf(movements: readonly KnownMovement[], findings: Findings): Held[] {
  const sorted = movements
    .map((movement, index) => ({ movement, index }))
    .sort((one, other) => compare(one.movement, other.movement) || one.index - other.index);
  const held = new Map<string, { first: KnownMovement; lots: HeldLot[] }>();
  const underWay = new Map<string, HeldLot[]>();
  for (const { movement } of sorted) {
    const { portfolio, isin, exchange, kind, quantityMicro } = movement;
    const key = `${portfolio}\0${isin}\0${exchange}`;
    const position = held.get(key) ?? { first: movement, lots: [] };
    held.set(key, position);
    if (kind === 'in') position.lots.push(lotOf(movement));
    else if (kind === 'transfer_in') position.lots.push(...arriving(underWay, movement));
    else {
      const taken = take(position.lots, quantityMicro);
      if (taken === null)
        findings.issues.push({ ...movement.place, issue: `takes more of ${isin} than is held on ${movement.date}` });
      else if (kind === 'transfer_out') underWay.set(isin, [...(underWay.get(isin) ?? []), ...taken]);
    }
  }
  return [...held.values()].flatMap(({ first, lots }) => {
    const { portfolio, isin, exchange, weight, place } = first;
    return lots.length === 0 ? [] : [{ portfolio, isin, exchange, weight, lots, place }];
  });
}

function compare(one: Movement, other: Movement): number {
  const [left, right] = [one.date ?? '', other.date ?? ''];
  return left === right ? ORDER[one.kind] - ORDER[other.kind] : left < right ? -1 : 1;
}

function lotOf({ quantityMicro, unitCostMicro, date, currency }: Movement): HeldLot {
  return { quantityMicro, unitCostMicro, date, currency };
}

/** The lots that another portfolio of the file sent; else one that begins with the transfer. */
function arriving(underWay: Map<string, HeldLot[]>, movement: KnownMovement): HeldLot[] {
  const lots = underWay.get(movement.isin) ?? [];
  return take(lots, movement.quantityMicro) ?? [lotOf(movement)];
}

/** Takes so much of the oldest lots; `null`, and nothing taken, where there is less. */
function take(lots: HeldLot[], quantityMicro: number): HeldLot[] | null {
  if (lots.reduce((sum, lot) => sum + lot.quantityMicro, 0) < quantityMicro) return null;
  const taken: HeldLot[] = [];
  for (let left = quantityMicro; left > 0; ) {
    const lot = lots.shift();
    if (lot === undefined) break;
    const used = Math.min(left, lot.quantityMicro);
    taken.push({ ...lot, quantityMicro: used });
    if (used < lot.quantityMicro) lots.unshift({ ...lot, quantityMicro: lot.quantityMicro - used });
    left -= used;
  }
  return taken;
}
