/** The orders that simulated exchanges hold, in SQLite. */
import type { VenueBook } from '../market/venue-book.ts';
import type { WorldDatabase } from './open-database.ts';
import { venueOrders } from './schema.ts';
import { tableStatements } from './table-statements.ts';

export function createSqliteVenueBook(database: Pick<WorldDatabase, 'sqlite'>): VenueBook {
  const rows = tableStatements(database, venueOrders);
  const find = rows.prepareSelect('where venue_order_id = ?');
  const remove = database.sqlite.prepare('delete from venue_orders where venue_order_id = ?');
  return {
    add: rows.insert,
    find: (id) => find(id)[0] ?? null,
    update: rows.prepareUpdate('venueOrderId'),
    remove: (id) => void remove.run(id),
  };
}
