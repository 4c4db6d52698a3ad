/** The orders that simulated exchanges hold, in SQLite. */
import { eq, sql } from 'drizzle-orm';
import type { VenueBook } from '../market/venue-book.ts';
import type { WorldDatabase } from './open-database.ts';
import { venueOrders } from './schema.ts';

export function createSqliteVenueBook({ db }: Pick<WorldDatabase, 'db'>): VenueBook {
  const find = db
    .select()
    .from(venueOrders)
    .where(eq(venueOrders.venueOrderId, sql.placeholder('id')))
    .prepare();
  return {
    add: (order) => Number(db.insert(venueOrders).values(order).run().lastInsertRowid),
    find: (id) => find.get({ id }) ?? null,
    update(order) {
      db.update(venueOrders).set(order).where(eq(venueOrders.venueOrderId, order.venueOrderId)).run();
    },
    remove(id) {
      db.delete(venueOrders).where(eq(venueOrders.venueOrderId, id)).run();
    },
  };
}
