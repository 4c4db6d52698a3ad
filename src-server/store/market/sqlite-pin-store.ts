/** Pinned mids and exchange rates in SQLite. */
import { asc } from 'drizzle-orm';
import type { PinStore } from '../../engine/ports/stores.ts';
import type { WorldDatabase } from '../database/open-database.ts';
import { pins } from '../database/schema.ts';

export function createSqlitePinStore({ db, sqlite }: Pick<WorldDatabase, 'db' | 'sqlite'>): PinStore {
  const release = sqlite.prepare('update pins set until_ms = ? where isin = ? and until_ms is null');
  const rename = sqlite.prepare('update pins set isin = ? where isin = ?');
  return {
    rename: (isin, newIsin) => void rename.run(newIsin, isin),
    insert: (pin) => void db.insert(pins).values(pin).run(),
    release: (subject, untilMs) => void release.run(untilMs, subject),
    all: () =>
      db
        .select()
        .from(pins)
        .orderBy(asc(pins.seq))
        .all()
        .map(({ seq: _seq, ...pin }) => pin),
  };
}
