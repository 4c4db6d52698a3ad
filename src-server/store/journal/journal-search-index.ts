/** The index of words that the journal is searched by: written behind the exchanges, dropped with them. */
import type Database from 'better-sqlite3';

export interface WordIndex {
  /** Indexes the oldest that are missing, at most so many; false when none is left. */
  index(most: number): boolean;
  /** Forgets what is older than `seq`. */
  drop(seq: number): void;
  clear(): void;
}

interface Said {
  readonly seq: number;
  readonly said: string;
}

export function createWordIndex(sqlite: Database.Database): WordIndex {
  const missing = sqlite.prepare<[number, number], Said>(
    "select seq, path || ' ' || request_headers || ' ' || coalesce(request_body, '') || ' ' || response_headers || ' ' || " +
      'response_body as said from exchanges join contents using (seq) where seq > ? order by seq limit ?',
  );
  const put = sqlite.prepare('insert into words (rowid, said) values (?, ?)');
  const remove = sqlite.prepare('delete from words where rowid = ?');
  const oldest = sqlite.prepare<[], number | null>('select min(seq) from exchanges').pluck();
  const remember = sqlite.prepare('update indexed set until = ?');
  let until = sqlite.prepare<[], number>('select until from indexed').pluck().get() ?? 0;
  const setUntil = (seq: number) => {
    until = seq;
    remember.run(seq);
  };
  const index = sqlite.transaction((most: number) => {
    const rows = missing.all(until, most);
    for (const { seq, said } of rows) put.run(seq, said);
    setUntil(rows.at(-1)?.seq ?? until);
    return rows.length === most;
  });
  return {
    index: (most) => index.immediate(most),
    drop(below) {
      // What was dropped before anybody indexed it has no words.
      for (let seq = oldest.get() ?? below; seq < below && seq <= until; seq += 1) remove.run(seq);
    },
    clear() {
      sqlite.exec("insert into words (words) values ('delete-all')");
      setUntil(0);
    },
  };
}

/** The index's own question for words and beginnings of words; `null` where there is no word in the text. */
export function wordsQuery(text: string): string | null {
  const words = text.match(/[\p{L}\p{N}\p{Co}\p{M}_.-]+/gu);
  return words === null ? null : words.map((word) => `"${word}"*`).join(' AND ');
}
