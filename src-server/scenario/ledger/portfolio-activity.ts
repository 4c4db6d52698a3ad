/**
 * The activity of a portfolio from its event log, a page at a time, newest first, with the cash after each entry
 * (decision O10). A long log is read with pauses in between.
 */

import { addCosts, NO_COSTS } from '../../domain/costs/cost-parts.ts';
import { knownEvent } from '../../domain/events/read-event.ts';
import { divideHalfUp, toSafeNumber } from '../../domain/numbers/exact.ts';
import type { BookedEntry, PortfolioLog } from '../../engine/ports/history-port.ts';
import { type ActivityEntry, type ActivityKind, activityKind, activityOf } from './activity-kinds.ts';

export interface ActivityContext {
  readonly log: PortfolioLog;
  /** Lets other work run. */
  readonly breathe: () => Promise<void>;
}

interface ActivityQuestion {
  /** All kinds if left out. */
  readonly kind: ActivityKind | undefined;
  /** Only the fills of this order. */
  readonly orderId?: string | undefined;
  /** One entry for each order, at the place of its latest fill. */
  readonly isByOrder?: boolean;
  /** Entries before this one, which is an entry of the list itself; the newest if left out. */
  readonly beforeSeq: number | undefined;
  readonly limit: number;
}

/** Events that are read between two pauses: some milliseconds of work. */
const AT_ONCE = 250;
/** Fills whose orders are looked up between two pauses. */
const ORDERS_AT_ONCE = 2_500;

/** Newest first; `null` if `beforeSeq` is not an entry of this list. The cached log must be up to date. */
export async function portfolioActivity(
  context: ActivityContext,
  portfolioId: string,
  question: ActivityQuestion,
): Promise<ActivityEntry[] | null> {
  const { beforeSeq, limit } = question;
  const all = context.log.allEntriesOf(portfolioId).filter(({ type }) => activityKind(type) !== undefined);
  const groups = await groupsFor(context, all, question);
  // An order with another fill since the last page was read is now at a newer place.
  const isListed = beforeSeq === undefined || groups.some((group) => group.some(({ seq }) => seq === beforeSeq));
  if (!isListed) return null;
  const page = groups.filter(([{ seq }]) => beforeSeq === undefined || seq < beforeSeq).slice(0, limit);
  const read = await readWithCash(context, all, page);
  const within = withinOthers(groups);
  return page.flatMap((group) => {
    const [latest, ...others] = group.flatMap(({ seq }) => read.get(seq) ?? []);
    if (latest === undefined) return [];
    const entry = joinedFills([latest, ...others]);
    return [within.has(entry.seq) ? { ...entry, cashMinor: null } : entry];
  });
}

/**
 * Groups at whose place a newer one had begun already, by their latest entry: the cash there has some fills of the newer
 * one, and is not the cash before that.
 */
function withinOthers(newestFirst: readonly EntryGroup[]): ReadonlySet<number> {
  const found = new Set<number>();
  let startSeq = Number.POSITIVE_INFINITY;
  for (const group of newestFirst) {
    const [latest] = group;
    if (startSeq < latest.seq) found.add(latest.seq);
    startSeq = Math.min(startSeq, group.at(-1)?.seq ?? latest.seq);
  }
  return found;
}

/** Groups of entries that are listed as one, newest first. */
async function groupsFor(
  { log, breathe }: ActivityContext,
  all: readonly BookedEntry[],
  { kind, orderId, isByOrder = false }: ActivityQuestion,
): Promise<readonly EntryGroup[]> {
  const listed = kind === undefined ? all : all.filter(({ type }) => activityKind(type) === kind);
  if (orderId === undefined && !isByOrder) return groupsByOrder(listed, new Map());
  const orders = new Map<number, string>();
  const trades = listed.filter(({ type }) => activityKind(type) === 'trade');
  for (let first = 0; first < trades.length; first += ORDERS_AT_ONCE) {
    for (const [seq, order] of log.ordersOf(trades.slice(first, first + ORDERS_AT_ONCE))) orders.set(seq, order);
    await breathe();
  }
  const wanted = orderId === undefined ? listed : trades.filter(({ seq }) => orders.get(seq) === orderId);
  return groupsByOrder(wanted, isByOrder ? orders : new Map());
}

/** The entries of groups by their numbers, read from the nearest entry with a known cash balance. */
async function readWithCash(
  { log, breathe }: ActivityContext,
  all: readonly BookedEntry[],
  groups: readonly EntryGroup[],
): Promise<ReadonlyMap<number, ActivityEntry>> {
  const found = new Map<number, ActivityEntry>();
  const wanted = new Set(groups.flatMap((group) => group.map(({ seq }) => seq)));
  const firstIndex = all.findIndex(({ seq }) => wanted.has(seq));
  const lastIndex = all.findLastIndex(({ seq }) => wanted.has(seq));
  if (firstIndex === -1) return found;
  let cashMinor: number | null = null;
  for (let next = await lastKnownCash(firstIndex); next <= lastIndex; next += AT_ONCE) {
    for (const entry of readEntries(all.slice(next, next + AT_ONCE))) {
      const booked = withCash(entry, cashMinor);
      cashMinor = booked.cashMinor;
      if (wanted.has(booked.seq)) found.set(booked.seq, booked);
    }
    await breathe();
  }
  return found;

  /** The index of the nearest entry before `index` with a known cash balance, or 0. */
  async function lastKnownCash(index: number): Promise<number> {
    for (let until = index; until > 0; until -= AT_ONCE) {
      const chunk = readEntries(all.slice(Math.max(0, until - AT_ONCE), until));
      const known = chunk.findLast((entry) => entry.cashMinor !== null);
      if (known !== undefined) return all.findIndex(({ seq }) => seq === known.seq);
      await breathe();
    }
    return 0;
  }

  function readEntries(entries: readonly BookedEntry[]): ActivityEntry[] {
    return log.read(entries).flatMap((entry) => {
      const { seq, atMs, type } = entry;
      const [kind, activity] = [activityKind(type), activityOf(knownEvent(entry))];
      if (kind === undefined || activity === undefined) return [];
      return [{ ...activity, atMs: activity.atMs ?? atMs, seq, type, kind, fills: kind === 'trade' ? 1 : null }];
    });
  }
}

/** The entry with the cash after it and the change of it; `null` if neither is known. */
function withCash(entry: ActivityEntry, beforeMinor: number | null): ActivityEntry {
  const { amountMinor, cashMinor } = entry;
  if (cashMinor === null)
    return { ...entry, cashMinor: beforeMinor === null ? null : beforeMinor + (amountMinor ?? 0) };
  if (amountMinor !== null || beforeMinor === null) return entry;
  return { ...entry, amountMinor: cashMinor - beforeMinor };
}

/** Entries of the log that are listed as one, newest first; there is at least one. */
type EntryGroup = readonly [BookedEntry, ...BookedEntry[]];

/** Newest first by the latest entry of each; entries without an order are groups of their own. */
function groupsByOrder(
  oldestFirst: readonly BookedEntry[],
  orders: ReadonlyMap<number, string>,
): readonly EntryGroup[] {
  const groups = Map.groupBy(oldestFirst.toReversed(), ({ seq }) => orders.get(seq) ?? seq);
  return [...groups.values()].flatMap(([latest, ...others]) => (latest === undefined ? [] : [[latest, ...others]]));
}

/** Merges the fills of an order into its latest one, with their sums and their average price. */
function joinedFills([latest, ...others]: readonly [ActivityEntry, ...ActivityEntry[]]): ActivityEntry {
  if (others.length === 0) return latest;
  const all = [latest, ...others];
  const quantityMicro = sum(all, (fill) => fill.quantityMicro);
  const paid = all.reduce((total, fill) => total + BigInt(fill.quantityMicro ?? 0) * BigInt(fill.priceMicro ?? 0), 0n);
  return {
    ...latest,
    fills: all.length,
    quantityMicro,
    priceMicro: quantityMicro === 0 ? latest.priceMicro : toSafeNumber(divideHalfUp(paid, BigInt(quantityMicro))),
    amountMinor: sum(all, (fill) => fill.amountMinor),
    costs: all.reduce((total, { costs }) => addCosts(total, costs ?? NO_COSTS), NO_COSTS),
    // Each fill has a record of its own.
    mifidRecordId: null,
  };
}

function sum(fills: readonly ActivityEntry[], of: (fill: ActivityEntry) => number | null): number {
  return fills.reduce((total, fill) => total + (of(fill) ?? 0), 0);
}
