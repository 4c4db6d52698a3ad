/**
 * Applies movements by date and returns the final holdings as lots: sales use the oldest lots first, transfers and
 * exchanges preserve dates and costs, a split preserves the cost of each lot. Refuses a movement of more than is held.
 */
import { divideHalfUp } from '../../domain/numbers/exact.ts';
import type { ImportIssues } from '../source-file.ts';
import { add, compareText, type HeldLot, insert, type LotQueue, newQueue, replace, take } from './lot-queue.ts';
import type { InstrumentNames, Movement } from './statement.ts';
import { targetOf, targetWeights } from './target-weights.ts';

/** A movement whose instrument is known. */
export interface KnownMovement extends Movement {
  readonly isin: string;
  /** The exchange of a position, which sets it apart from that of the ISIN at another; empty for a transaction. */
  readonly apart: string;
  /** For one side of an exchange: a key that it shares with the other side. */
  readonly exchangeKey?: string;
}

export interface OpenHolding {
  readonly portfolio: string;
  readonly isin: string;
  readonly exchange: string;
  readonly exchangeAt: Movement['place'];
  /** Target of the ISIN, 0 to 1; `null` if it has none, or another holding of the ISIN has it. */
  readonly weight: number | null;
  /** Oldest first; empty if only a target is known. */
  readonly lots: readonly HeldLot[];
  readonly place: Movement['place'];
  readonly names: InstrumentNames;
}

/**
 * The order of movements on one day: corporate actions before trading, purchases before sales, and the outgoing side of
 * a transfer or an exchange before the incoming one.
 */
const ORDER = { split: 0, exchange_out: 1, exchange_in: 2, in: 3, transfer_out: 4, transfer_in: 5, out: 6 } as const;

export function openHoldings(movements: readonly KnownMovement[], findings: ImportIssues): OpenHolding[] {
  const sorted = withSplitsTogether(withExchangesApart(movements, findings))
    .map((movement, index) => ({ movement, index }))
    .sort((one, other) => compare(one.movement, other.movement) || one.index - other.index);
  const held = new Map<string, { first: KnownMovement; lots: LotQueue }>();
  const underWay: UnderWay = new Map();
  const weights = targetWeights(movements, findings);
  for (const { movement } of sorted) {
    const key = positionOf(movement);
    const position = held.get(key) ?? { first: movement, lots: newQueue() };
    held.set(key, position);
    const before = position.lots.quantityMicro;
    const issue = apply(movement, position.lots, underWay);
    if (issue !== null) findings.issues.push({ ...movement.place, issue });
    else if (movement.kind === 'split') findings.notes.add(splitNote(movement, before, position.lots.quantityMicro));
  }
  return [...held.values()].flatMap(({ first, lots: queue }) => {
    const lots = queue.lots.slice(queue.first);
    const { portfolio, isin, exchange, exchangeAt = first.place, place, names } = first;
    const weight = weights.get(targetOf(first)) ?? null;
    weights.delete(targetOf(first));
    const isTarget = weight !== null && weight > 0;
    return lots.length > 0 || isTarget ? [{ portfolio, isin, exchange, exchangeAt, weight, lots, place, names }] : [];
  });
}

/** The note shows the reader whether the row's quantity is the additional shares, or something else. */
function splitNote({ isin, date, place }: KnownMovement, before: number, after: number): string {
  return `The split of ${date} (${place.file}:${place.line}) turns ${before / 1e6} into ${after / 1e6} of ${isin}.`;
}

/** Lots that have left one position and not arrived in another, by ISIN, or by the exchange that they are part of. */
type UnderWay = Map<string, Sent>;

interface Sent {
  /** Batches of lots by their number of shares: an arrival of as many shares receives the whole batch. */
  readonly parcels: Map<number, { readonly list: LotQueue[]; first: number }>;
  /** Lots of batches that were split up for an arrival of another quantity. */
  readonly rest: LotQueue;
}

/** Returns why the movement is impossible; `null` if it was applied. */
function apply(movement: KnownMovement, lots: LotQueue, underWay: UnderWay): string | null {
  const { kind, isin, date, quantityMicro, isRounded = false } = movement;
  if (isRounded) lots.slackMicro += 1;
  if (kind === 'in') {
    // A row may have only a target.
    if (quantityMicro > 0) add(lots, lotOf(movement));
  } else if (kind === 'transfer_in') insert(lots, arriving(underWay, movement));
  else if (kind === 'exchange_in') insert(lots, exchanged(underWay, movement));
  else if (kind === 'split') {
    const after = lots.quantityMicro + quantityMicro;
    if (lots.quantityMicro === 0) return `splits ${isin}, which is not held on ${date}`;
    if (after <= 0) return `removes more of ${isin} than is held on ${date}`;
    replace(lots, scaled(lots.lots.slice(lots.first), after));
  } else {
    const taken = take(lots, quantityMicro);
    if (taken === null) return `removes more of ${isin} than is held on ${date}`;
    if (kind !== 'out') send(underWay, kind === 'transfer_out' ? isin : exchangeOf(movement), taken);
  }
  return null;
}

function positionOf({ portfolio, isin, apart }: KnownMovement): string {
  return `${portfolio}\0${isin}\0${apart}`;
}

/**
 * Merges the rows of a split: some files write the old quantity with a minus and the new quantity, whose sum is the
 * change. Incoming sides of an exchange are merged, too.
 */
function withSplitsTogether(movements: readonly KnownMovement[]): KnownMovement[] {
  const splits = new Map<string, KnownMovement>();
  const others = movements.filter((movement) => {
    if (movement.kind !== 'split' && movement.kind !== 'exchange_in') return true;
    const key = `${positionOf(movement)}\0${movement.date}\0${movement.kind}`;
    const before = splits.get(key);
    const quantityMicro = movement.quantityMicro + (before?.quantityMicro ?? 0);
    splits.set(key, { ...(before ?? movement), quantityMicro });
    return false;
  });
  return splits.size === 0 ? others : [...others, ...splits.values()];
}

function compare(one: Movement, other: Movement): number {
  return compareText(one.date ?? '', other.date ?? '') || ORDER[one.kind] - ORDER[other.kind];
}

function lotOf({ quantityMicro, unitCostMicro, date, currency }: Movement): HeldLot {
  return { quantityMicro, unitCostMicro, date, currency };
}

/** Returns the lots that another portfolio of the file sent; otherwise a lot that begins with the transfer. */
function arriving(underWay: UnderWay, movement: KnownMovement): readonly HeldLot[] {
  const sent = underWay.get(movement.isin);
  if (sent === undefined) return [lotOf(movement)];
  const alike = sent.parcels.get(movement.quantityMicro);
  const batch = alike?.list[alike.first];
  if (alike !== undefined && batch !== undefined) {
    alike.first += 1;
    return batch.lots;
  }
  breakUp(sent);
  return take(sent.rest, movement.quantityMicro) ?? [lotOf(movement)];
}

/**
 * Returns the lots given in exchange on the same day, in shares of the new instrument; otherwise a lot with the row's
 * data.
 */
function exchanged(underWay: UnderWay, movement: KnownMovement): readonly HeldLot[] {
  const given = underWay.get(exchangeOf(movement));
  if (given === undefined) return [lotOf(movement)];
  underWay.delete(exchangeOf(movement));
  breakUp(given);
  return scaled(given.rest.lots, movement.quantityMicro);
}

/** The key cannot be an ISIN. */
function exchangeOf({ portfolio, date, exchangeKey = '' }: KnownMovement): string {
  return `${portfolio}\0exchange\0${date}\0${exchangeKey}`;
}

/**
 * Pairs the sides of exchanges. An instrument on both sides of a day is exchanged for itself, as some files write
 * splits. Only one other exchange per day and portfolio is possible, because the costs of several could not be
 * assigned.
 */
function withExchangesApart(movements: readonly KnownMovement[], findings: ImportIssues): readonly KnownMovement[] {
  const isExchange = ({ kind }: KnownMovement) => kind === 'exchange_out' || kind === 'exchange_in';
  if (!movements.some(isExchange)) return movements;
  const sideOf = ({ portfolio, date }: KnownMovement, kind: string) => `${portfolio}\0${date}\0${kind}`;
  const sides = new Map<string, Set<string>>();
  for (const each of movements.filter(isExchange)) {
    const side = sides.get(sideOf(each, each.kind)) ?? new Set();
    sides.set(sideOf(each, each.kind), side.add(each.isin));
  }
  const isBoth = (each: KnownMovement) =>
    sides.get(sideOf(each, each.kind === 'exchange_in' ? 'exchange_out' : 'exchange_in'))?.has(each.isin) === true;
  const first = new Map<string, string>();
  return movements.map((each) => {
    if (!isExchange(each)) return each;
    if (isBoth(each)) return { ...each, exchangeKey: each.isin };
    const side = sideOf(each, each.kind);
    const before = first.get(side) ?? each.isin;
    first.set(side, before);
    if (before !== each.isin) {
      const issue = `is one of several mergers of ${each.date}, which cannot be distinguished; give the others another date`;
      findings.issues.push({ ...each.place, issue });
    }
    return each;
  });
}

function send(underWay: UnderWay, key: string, lots: readonly HeldLot[]): void {
  const sent = underWay.get(key) ?? { parcels: new Map(), rest: newQueue() };
  underWay.set(key, sent);
  const batch = newQueue();
  for (const lot of lots) add(batch, lot);
  const alike = sent.parcels.get(batch.quantityMicro);
  if (alike === undefined) sent.parcels.set(batch.quantityMicro, { list: [batch], first: 0 });
  else alike.list.push(batch);
}

function breakUp({ parcels: batches, rest }: Sent): void {
  const left = [...batches.values()].flatMap(({ list, first }) => list.slice(first).flatMap(({ lots }) => lots));
  insert(rest, left);
  batches.clear();
}

/**
 * Scales lots to a total number of shares, with the cost of each lot unchanged; drops lots below a millionth of a
 * share.
 */
function scaled(lots: readonly HeldLot[], quantityMicro: number): HeldLot[] {
  const total = lots.reduce((sum, lot) => sum + lot.quantityMicro, 0);
  let [before, given] = [0, 0];
  return lots.flatMap((lot) => {
    before += lot.quantityMicro;
    const until = Number((BigInt(before) * BigInt(quantityMicro)) / BigInt(total));
    const quantity = until - given;
    given = until;
    if (quantity === 0) return [];
    const { unitCostMicro } = lot;
    const cost =
      unitCostMicro === null
        ? null
        : Number(divideHalfUp(BigInt(unitCostMicro) * BigInt(lot.quantityMicro), BigInt(quantity)));
    return [{ ...lot, quantityMicro: quantity, unitCostMicro: cost }];
  });
}
