/**
 * The life of a portfolio as its event log tells it, a page at a time, newest first, with the cash after each entry
 * (decision O10). A long log is read with pauses in between.
 */
import { knownEvent } from '../../domain/events/read-event.ts';
import type { BookedEntry, PortfolioLog } from '../../engine/ports/history-port.ts';
import { type Activity, type ActivityKind, activityKind, activityOf } from './activity-kinds.ts';

export interface ActivityEntry extends Activity, BookedEntry {
  readonly kind: ActivityKind;
}

export interface ActivityContext {
  readonly log: PortfolioLog;
  /** Lets other work run. */
  readonly breathe: () => Promise<void>;
}

interface ActivityQuestion {
  /** All where it is left out. */
  readonly kind: ActivityKind | undefined;
  /** Entries before this one, which is an entry of the list itself; the newest where it is left out. */
  readonly beforeSeq: number | undefined;
  readonly limit: number;
}

/** Events that are read between two pauses: some milliseconds of work. */
const AT_ONCE = 250;

/** Newest first; `null` where `beforeSeq` is no entry of this list. The log has to be caught up with before. */
export async function portfolioActivity(
  { log, breathe }: ActivityContext,
  portfolioId: string,
  { kind, beforeSeq, limit }: ActivityQuestion,
): Promise<ActivityEntry[] | null> {
  const all = log.allEntriesOf(portfolioId).filter(({ type }) => activityKind(type) !== undefined);
  const listed = kind === undefined ? all : all.filter(({ type }) => activityKind(type) === kind);
  const end = beforeSeq === undefined ? listed.length : listed.findIndex(({ seq }) => seq === beforeSeq);
  if (end === -1) return null;
  const page = listed.slice(Math.max(0, end - limit), end);
  const [first, last] = [page[0], page.at(-1)];
  if (first === undefined || last === undefined) return [];
  const wanted = new Set(page.map(({ seq }) => seq));
  const firstIndex = all.indexOf(first);
  const from = await lastKnownCash(all, firstIndex);
  const found: ActivityEntry[] = [];
  let cashMinor: number | null = null;
  for (let next = from; next <= all.indexOf(last); next += AT_ONCE) {
    for (const entry of readEntries(all.slice(next, next + AT_ONCE))) {
      const booked = withCash(entry, cashMinor);
      cashMinor = booked.cashMinor;
      if (wanted.has(booked.seq)) found.push(booked);
    }
    await breathe();
  }
  return found.reverse();

  /** The index of the nearest entry before `index` that says how much cash there was, or 0. */
  async function lastKnownCash(entries: readonly BookedEntry[], index: number): Promise<number> {
    for (let until = index; until > 0; until -= AT_ONCE) {
      const chunk = readEntries(entries.slice(Math.max(0, until - AT_ONCE), until));
      const known = chunk.findLast((entry) => entry.cashMinor !== null);
      if (known !== undefined) return entries.findIndex(({ seq }) => seq === known.seq);
      await breathe();
    }
    return 0;
  }

  function readEntries(entries: readonly BookedEntry[]): ActivityEntry[] {
    return log.read(entries).flatMap((entry) => {
      const { seq, atMs, type } = entry;
      const [of, activity] = [activityKind(type), activityOf(knownEvent(entry))];
      return of === undefined || activity === undefined ? [] : [{ ...activity, seq, atMs, type, kind: of }];
    });
  }
}

/** The entry with the cash after it, and by how much it changed that; `null` where neither is known. */
function withCash(entry: ActivityEntry, beforeMinor: number | null): ActivityEntry {
  const { amountMinor, cashMinor } = entry;
  if (cashMinor === null)
    return { ...entry, cashMinor: beforeMinor === null ? null : beforeMinor + (amountMinor ?? 0) };
  if (amountMinor !== null || beforeMinor === null) return entry;
  return { ...entry, amountMinor: cashMinor - beforeMinor };
}
