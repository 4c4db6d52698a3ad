/** Orders that are out at exchanges, as the gateway knows them, in SQLite. */
import type { GatewayOrder, GatewayOrderStore } from '../../market/exchange/exchange-order-store.ts';
import type { WorldDatabase } from '../database/open-database.ts';
import { type RollbackSource, rowCache } from '../database/row-cache.ts';
import { gatewayOrders } from '../database/schema.ts';
import { tableStatements } from '../database/table-statements.ts';

export function createSqliteGatewayOrderStore(
  kernel: RollbackSource,
  database: Pick<WorldDatabase, 'sqlite'>,
): GatewayOrderStore {
  const rows = tableStatements(database, gatewayOrders);
  const find = rows.prepareSelect('where client_order_id = ?');
  const findByOrder = rows.prepareSelect('where order_id = ?');
  const cache = rowCache<GatewayOrder>(kernel, (clientOrderId) => find(clientOrderId)[0] ?? null);
  const change = rows.prepareChange('clientOrderId');
  const remove = database.sqlite.prepare('delete from desk_orders where client_order_id = ?');
  return {
    add(order) {
      rows.insert(order);
      cache.put(order.clientOrderId, order);
    },
    find: cache.find,
    findByOrder: (orderId) => findByOrder(orderId)[0] ?? null,
    update(order) {
      const before = cache.find(order.clientOrderId);
      if (before === null) return;
      change(order, before);
      cache.put(order.clientOrderId, order);
    },
    remove(clientOrderId) {
      remove.run(clientOrderId);
      cache.drop(clientOrderId);
    },
    ofExchange: rows.prepareSelect('where mic = ? order by rowid'),
  };
}
