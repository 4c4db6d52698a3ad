/** Pages of lists under `/sim` (decision L124): the entries of a response, and the cursor of the next page. */
import type { PageQuery } from '../../contract/fields/paging.ts';
import { accepted, type Outcome, type Refusal, refusedFor } from '../../engine/outcome.ts';

interface Page<R> {
  readonly rows: readonly R[];
  /** The cursor of the next page; `null`: none. */
  readonly next: string | null;
}

/** Returns a page of a complete list; the id of an entry is the cursor after it. */
export function pageOf<R>(all: readonly R[], { limit, cursor }: PageQuery, idOf: (row: R) => string): Outcome<Page<R>> {
  const from = cursor === undefined ? 0 : all.findIndex((row) => idOf(row) === cursor) + 1;
  if (cursor !== undefined && from === 0) return goneCursor();
  return accepted(pageFrom(all.slice(from, from + limit + 1), limit, idOf));
}

/** Returns a page of the entries after its cursor: one more than the limit means that there is another page. */
export function pageFrom<R>(found: readonly R[], limit: number, cursorOf: (row: R) => string): Page<R> {
  const rows = found.slice(0, limit);
  const last = rows.at(-1);
  return { rows, next: found.length > limit && last !== undefined ? cursorOf(last) : null };
}

/** Parses a cursor that is the number of an entry, at most that of the latest one; 400 if it is not. */
export function numberOfCursor(cursor: string | undefined, latest: number): Outcome<number | undefined> {
  if (cursor === undefined) return accepted(undefined);
  const number = /^\d{1,15}$/.test(cursor) ? Number(cursor) : 0;
  return number >= 1 && number <= latest ? accepted(number) : goneCursor();
}

export function goneCursor(): Refusal {
  return refusedFor('The query is invalid', [
    { path: '/cursor', issue: 'matches no entry of this list; start without it' },
  ]);
}
