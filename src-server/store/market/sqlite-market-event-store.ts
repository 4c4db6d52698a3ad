/** Overlays of prices, volumes and exchange rates, in SQLite. */
import { asc, eq } from 'drizzle-orm';
import type { MarketEventStore } from '../../engine/ports/stores.ts';
import type { WorldDatabase } from '../database/open-database.ts';
import { marketEvents } from '../database/schema.ts';

export function createSqliteMarketEventStore({ db }: Pick<WorldDatabase, 'db'>): MarketEventStore {
  return {
    insert: (overlay) => void db.insert(marketEvents).values(overlay).run(),
    update: (overlay) =>
      void db.update(marketEvents).set(overlay).where(eq(marketEvents.marketEventId, overlay.marketEventId)).run(),
    all: () =>
      db
        .select()
        .from(marketEvents)
        .orderBy(asc(marketEvents.seq))
        .all()
        .map(({ seq: _seq, ...overlay }) => overlay),
  };
}
