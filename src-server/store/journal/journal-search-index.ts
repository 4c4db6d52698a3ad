/** The full-text index of the journal: written after the requests, deleted with them. */
import type Database from 'better-sqlite3';

export interface SearchIndex {
  /** Indexes the oldest requests that are not indexed, at most this many; false when none remain. */
  index(most: number): boolean;
  /** Deletes requests older than `seq`. */
  drop(seq: number): void;
  clear(): void;
}

interface RequestText {
  readonly seq: number;
  readonly text: string;
}

export function createSearchIndex(sqlite: Database.Database): SearchIndex {
  const selectMissing = sqlite.prepare<[number, number], RequestText>(
    "select seq, path || ' ' || request_headers || ' ' || coalesce(request_body, '') || ' ' || " +
      "response_headers || ' ' || response_body as text from exchanges join contents using (seq) " +
      'where seq > ? order by seq limit ?',
  );
  const insert = sqlite.prepare('insert into words (rowid, said) values (?, ?)');
  const remove = sqlite.prepare('delete from words where rowid = ?');
  const selectOldest = sqlite.prepare<[], number | null>('select min(seq) from exchanges').pluck();
  const storeUntil = sqlite.prepare('update indexed set until = ?');
  // Not cached in memory, where it would remain after a rollback.
  const selectUntil = sqlite.prepare<[], number>('select until from indexed').pluck();
  const index = sqlite.transaction((most: number) => {
    const rows = selectMissing.all(selectUntil.get() ?? 0, most);
    for (const { seq, text } of rows) insert.run(seq, text);
    const last = rows.at(-1);
    if (last !== undefined) storeUntil.run(last.seq);
    return rows.length === most;
  });
  return {
    index: (most) => index.immediate(most),
    drop(below) {
      // Requests that were deleted before they were indexed are not in the index.
      const until = selectUntil.get() ?? 0;
      for (let seq = selectOldest.get() ?? below; seq < below && seq <= until; seq += 1) remove.run(seq);
    },
    clear() {
      sqlite.exec("insert into words (words) values ('delete-all')");
      storeUntil.run(0);
    },
  };
}

/** Returns the query of the index for words and prefixes of words; `null` where the text has no word. */
export function matchQuery(text: string): string | null {
  const terms = text.match(/[\p{L}\p{N}\p{Co}\p{M}_.-]+/gu);
  return terms === null ? null : terms.map((term) => `"${term}"*`).join(' AND ');
}
