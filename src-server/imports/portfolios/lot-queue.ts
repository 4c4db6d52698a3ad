/** The lots of a position, oldest first, from which sales take. Quantities are in millionths of a share. */

export interface HeldLot {
  readonly quantityMicro: number;
  readonly unitCostMicro: number | null;
  readonly date: string | null;
  readonly currency: string;
}

export function compareText(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}

/** Lots, oldest first; those before `first` are used up. */
export interface LotQueue {
  readonly lots: HeldLot[];
  first: number;
  /** Sum of the remaining lots. */
  quantityMicro: number;
  /** Possible difference from the sum of the file, because quantities are rounded to millionths. */
  slackMicro: number;
}

export function newQueue(): LotQueue {
  return { lots: [], first: 0, quantityMicro: 0, slackMicro: 0 };
}

export function add(queue: LotQueue, lot: HeldLot): void {
  queue.lots.push(lot);
  queue.quantityMicro += lot.quantityMicro;
}

/** Largest number of lots that are inserted one by one. */
const MANY = 8;

/** Inserts lots before all that were acquired later. */
export function insert(queue: LotQueue, lots: readonly HeldLot[]): void {
  if (lots.length > MANY) {
    const all = [...queue.lots.slice(queue.first), ...lots];
    replace(
      queue,
      all.sort((one, other) => compareText(one.date ?? '', other.date ?? '')),
    );
    return;
  }
  for (const lot of lots) {
    queue.lots.splice(placeOf(queue, lot.date ?? ''), 0, lot);
    queue.quantityMicro += lot.quantityMicro;
  }
}

function placeOf({ lots, first }: LotQueue, date: string): number {
  let [low, high] = [first, lots.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((lots[middle]?.date ?? '') <= date) low = middle + 1;
    else high = middle;
  }
  return low;
}

export function replace(queue: LotQueue, lots: readonly HeldLot[]): void {
  queue.lots.length = 0;
  queue.first = 0;
  queue.quantityMicro = 0;
  for (const lot of lots) add(queue, lot);
}

/**
 * Takes a quantity from the oldest lots; returns `null` and takes nothing if there is less. All of it goes if the rest is
 * only what rounding left.
 */
export function take(queue: LotQueue, quantityMicro: number): HeldLot[] | null {
  const { quantityMicro: held, slackMicro } = queue;
  if (held + slackMicro < quantityMicro) return null;
  const isAll = held > 0 && Math.abs(held - quantityMicro) <= slackMicro;
  const taken = takeExactly(queue, isAll ? held : quantityMicro);
  const last = taken.at(-1);
  if (!isAll || last === undefined) return taken;
  const exact = last.quantityMicro + quantityMicro - held;
  return exact > 0 ? [...taken.slice(0, -1), { ...last, quantityMicro: exact }] : taken;
}

function takeExactly(queue: LotQueue, quantityMicro: number): HeldLot[] {
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
