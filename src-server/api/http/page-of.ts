/** Pages of lists under `/sim` (decision L124): which entries an answer has, and where the next one goes on. */
import type { PageQuery } from '../../contract/fields/paging.ts';
import { accepted, type Outcome, type Refusal, refusedFor } from '../../engine/outcome.ts';

interface Page<R> {
  readonly rows: readonly R[];
  /** The cursor of the next page; `null`: there is none. */
  readonly next: string | null;
}

/** A page of entries that are all at hand; an entry is known by its identifier, which is the cursor behind it. */
export function pageOf<R>(all: readonly R[], { limit, cursor }: PageQuery, idOf: (row: R) => string): Outcome<Page<R>> {
  const from = cursor === undefined ? 0 : all.findIndex((row) => idOf(row) === cursor) + 1;
  if (cursor !== undefined && from === 0) return goneCursor();
  return accepted(pageFrom(all.slice(from, from + limit + 1), limit, idOf));
}

/** A page of what was found behind its cursor: one more than it may have tells whether there is another one. */
export function pageFrom<R>(found: readonly R[], limit: number, cursorOf: (row: R) => string): Page<R> {
  const rows = found.slice(0, limit);
  const last = rows.at(-1);
  return { rows, next: found.length > limit && last !== undefined ? cursorOf(last) : null };
}

/** A cursor that is the number of an entry; 400 where it is none. */
export function numberOfCursor(cursor: string | undefined): Outcome<number | undefined> {
  if (cursor === undefined) return accepted(undefined);
  return /^\d{1,15}$/.test(cursor) ? accepted(Number(cursor)) : goneCursor();
}

export function goneCursor(): Refusal {
  return refusedFor('The query is invalid', [
    { path: '/cursor', issue: 'matches no entry of this list; start without it' },
  ]);
}
