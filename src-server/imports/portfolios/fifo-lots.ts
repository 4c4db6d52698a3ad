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
  const held = new Map<string, { first: KnownMovement; lots: LotQueue }>();
  const underWay = new Map<string, LotQueue>();
  for (const { movement } of sorted) {
    const { portfolio, isin, exchange, kind, quantityMicro } = movement;
    const key = `${portfolio}\0${isin}\0${exchange}`;
    const position = held.get(key) ?? { first: movement, lots: newQueue() };
    held.set(key, position);
    if (kind === 'in') add(position.lots, lotOf(movement));
    else if (kind === 'transfer_in') for (const lot of arriving(underWay, movement)) add(position.lots, lot);
    else {
      const taken = take(position.lots, quantityMicro);
      if (taken === null)
        findings.issues.push({ ...movement.place, issue: `takes more of ${isin} than is held on ${movement.date}` });
      else if (kind === 'transfer_out') {
        const sent = underWay.get(isin) ?? newQueue();
        underWay.set(isin, sent);
        for (const lot of taken) add(sent, lot);
      }
    }
  }
  return [...held.values()].flatMap(({ first, lots: queue }) => {
    const lots = queue.lots.slice(queue.first);
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
function arriving(underWay: ReadonlyMap<string, LotQueue>, movement: KnownMovement): HeldLot[] {
  const sent = underWay.get(movement.isin) ?? newQueue();
  return take(sent, movement.quantityMicro) ?? [lotOf(movement)];
}

/** Lots in their order, of which those before `first` are gone. */
interface LotQueue {
  readonly lots: HeldLot[];
  first: number;
  /** Of all that are left. */
  quantityMicro: number;
}

function newQueue(): LotQueue {
  return { lots: [], first: 0, quantityMicro: 0 };
}

function add(queue: LotQueue, lot: HeldLot): void {
  queue.lots.push(lot);
  queue.quantityMicro += lot.quantityMicro;
}

/** Takes so much of the oldest lots; `null`, and nothing taken, where there is less. */
function take(queue: LotQueue, quantityMicro: number): HeldLot[] | null {
  if (queue.quantityMicro < quantityMicro) return null;
  const taken: HeldLot[] = [];
  for (let left = quantityMicro; left > 0; ) {
    const lot = queue.lots[queue.first];
    if (lot === undefined) break;
    const used = Math.min(left, lot.quantityMicro);
    taken.push({ ...lot, quantityMicro: used });
    if (used === lot.quantityMicro) queue.first += 1;
    else queue.lots[queue.first] = { ...lot, quantityMicro: lot.quantityMicro - used };
    left -= used;
    queue.quantityMicro -= used;
  }
  return taken;
}
