/** Rebalances with their orders and fills in SQLite. */
import { desc, eq, sql } from 'drizzle-orm';
import type { RebalanceStore } from '../engine/ports.ts';
import type { WorldDatabase } from './open-database.ts';
import { fills, orders, rebalances } from './schema.ts';
import { tableStatements } from './table-statements.ts';

export function createSqliteRebalanceStore(database: Pick<WorldDatabase, 'db' | 'sqlite'>): RebalanceStore {
  const { db } = database;
  const rebalanceRows = tableStatements(database, rebalances);
  const orderRows = tableStatements(database, orders);
  const fillRows = tableStatements(database, fills);
  const find = rebalanceRows.prepareSelect('where rebalance_id = ?');
  const findActive = rebalanceRows.prepareSelect(
    "where portfolio_id = ? and status in ('executing', 'partially_filled')",
  );
  const findLatest = rebalanceRows.prepareSelect(
    'where portfolio_id = ? and simulation = 0 order by created_ms desc, rowid desc limit 1',
  );
  const waitingFor = rebalanceRows.prepareSelect(
    `where status in ('executing', 'partially_filled') and rebalance_id in (select rebalance_id from orders
     where mic = ? and working_micro = 0 and status in ('new', 'sent', 'partially_filled')) order by rowid`,
  );
  const countWorking = database.sqlite
    .prepare('select count(*) from orders where mic = ? and working_micro > 0')
    .pluck();
  const countBilled = database.sqlite
    .prepare('select count(*) from rebalances where account_id = ? and simulation = 0 and created_ms >= ?')
    .pluck();
  const touch = database.sqlite.prepare('update rebalances set updated_ms = ? where rebalance_id = ?');
  const findOrder = orderRows.prepareSelect('where order_id = ?');
  const findFill = fillRows.prepareSelect('where fill_id = ?');

  return {
    insert(rebalance, planned) {
      rebalanceRows.insert(rebalance);
      for (const order of planned) orderRows.insert(order);
    },
    update: rebalanceRows.prepareUpdate('rebalanceId'),
    touch: (id, nowMs) => void touch.run(nowMs, id),
    find: (id) => find(id)[0] ?? null,
    findLatest: (id) => findLatest(id)[0] ?? null,
    waitingFor,
    countWorking: (mic) => countWorking.get(mic) as number,
    countBilled: (accountId, fromMs) => countBilled.get(accountId, fromMs) as number,
    findActive: (id) => findActive(id)[0] ?? null,
    list({ portfolioId, limit }) {
      return db
        .select()
        .from(rebalances)
        .where(portfolioId === undefined ? undefined : eq(rebalances.portfolioId, portfolioId))
        .orderBy(desc(rebalances.createdMs), desc(sql`rowid`))
        .limit(limit)
        .all();
    },
    orders: orderRows.prepareSelect('where rebalance_id = ? order by sequence'),
    findOrder: (id) => findOrder(id)[0] ?? null,
    findFill: (id) => findFill(id)[0] ?? null,
    updateOrder: orderRows.prepareUpdate('orderId'),
    insertFill: fillRows.insert,
    fills: fillRows.prepareSelect('where rebalance_id = ? order by seq'),
  };
}
