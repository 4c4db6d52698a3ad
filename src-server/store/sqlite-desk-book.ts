/** Orders that are out, as our side of the lines knows them, in SQLite. */
import type { DeskBook } from '../market/exchange/exchange-book.ts';
import type { WorldDatabase } from './open-database.ts';
import { deskOrders } from './schema.ts';
import { tableStatements } from './table-statements.ts';

export function createSqliteDeskBook(database: Pick<WorldDatabase, 'sqlite'>): DeskBook {
  const rows = tableStatements(database, deskOrders);
  const find = rows.prepareSelect('where client_order_id = ?');
  const findByOrder = rows.prepareSelect('where order_id = ?');
  const remove = database.sqlite.prepare('delete from desk_orders where client_order_id = ?');
  return {
    add: (order) => void rows.insert(order),
    find: (clientOrderId) => find(clientOrderId)[0] ?? null,
    findByOrder: (orderId) => findByOrder(orderId)[0] ?? null,
    update: rows.prepareUpdate('clientOrderId'),
    remove: (clientOrderId) => void remove.run(clientOrderId),
    ofExchange: rows.prepareSelect('where mic = ? order by rowid'),
  };
}
