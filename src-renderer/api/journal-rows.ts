/**
 * The rows of the journal that a page holds, newest first, without gaps: its newest part is read again and again, older
 * parts are read once and kept. Pure.
 */
import type { JournalEntry, JournalList } from '../../src-server/contract/control/world/journal.ts';

export interface JournalRows {
  readonly entries: readonly JournalEntry[];
  /** Where the next older part begins; null: there is none. */
  readonly nextBefore: number | null;
  /** How many match in all, counted to 10 000. */
  readonly total: number;
}

/** So that a page that is left open beside a load test does not grow for ever. */
const MOST_ROWS = 2_000;

/** The newest part in front of what is held. What is held is dropped where it does not join on: rows between are missing. */
export function withNewest(held: JournalRows | undefined, newest: JournalList): JournalRows {
  const { entries, total } = newest;
  const nextBefore = numberOf(newest.next);
  const first = held?.entries[0];
  const joins = entries.some((entry) => entry.seq === first?.seq && entry.request_id === first.request_id);
  if (held === undefined || nextBefore === null || !joins) return { entries, nextBefore, total };
  return cut({ ...held, total, entries: [...entries, ...held.entries.filter((entry) => entry.seq < nextBefore)] });
}

/** An older part behind what is held. */
export function withOlder(held: JournalRows, older: JournalList): JournalRows {
  const oldest = held.entries.at(-1)?.seq ?? Number.POSITIVE_INFINITY;
  const added = older.entries.filter((entry) => entry.seq < oldest);
  return { ...held, entries: [...held.entries, ...added], nextBefore: numberOf(older.next) };
}

function cut(rows: JournalRows): JournalRows {
  if (rows.entries.length <= MOST_ROWS) return rows;
  const entries = rows.entries.slice(0, MOST_ROWS);
  return { ...rows, entries, nextBefore: entries.at(-1)?.seq ?? null };
}

/** The cursor of the journal is the number of an entry. */
function numberOf(next: string | null): number | null {
  return next === null ? null : Number(next);
}
