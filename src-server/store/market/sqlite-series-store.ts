/** Loaded prices in SQLite. The rows of a series are one value, because all are read together at the start. */
import { asc } from 'drizzle-orm';
import type { SeriesStore } from '../../engine/ports/stores.ts';
import type { WorldDatabase } from '../database/open-database.ts';
import { priceSeries } from '../database/schema.ts';

export function createSqliteSeriesStore({ db }: Pick<WorldDatabase, 'db'>): SeriesStore {
  return {
    insert: (series) => void db.insert(priceSeries).values(series).run(),
    all: () =>
      db
        .select()
        .from(priceSeries)
        .orderBy(asc(priceSeries.seq))
        .all()
        .map(({ seq: _seq, ...series }) => series),
  };
}
