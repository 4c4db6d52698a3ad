/** Rebalances with their orders and fills in SQLite; those that are asked for all the time are at hand in memory. */
import { and, desc, eq, sql } from 'drizzle-orm';
import type { RebalanceStore } from '../../engine/ports/stores.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import type { WorldDatabase } from '../database/open-database.ts';
import { fills, orders, rebalances } from '../database/schema.ts';
import { tableStatements } from '../database/table-statements.ts';
import { RebalanceCache } from './rebalance-cache.ts';

export function createSqliteRebalanceStore(
  kernel: Pick<Kernel, 'onRollback'>,
  database: Pick<WorldDatabase, 'db' | 'sqlite'>,
): RebalanceStore {
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
  const listHeld = rebalanceRows.prepareSelect(
    "where portfolio_id = ? and simulation = 1 and json_extract(form_a, '$.heldFor') is not null order by rowid desc",
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
  const rebalanceOf = database.sqlite
    .prepare<[string], string>('select rebalance_id from orders where order_id = ?')
    .pluck();
  const ordersOf = orderRows.prepareSelect('where rebalance_id = ? order by sequence');
  const change = rebalanceRows.prepareChange('rebalanceId');
  const changeOrder = orderRows.prepareChange('orderId');
  const atHand = new RebalanceCache(
    (id) => {
      const [rebalance] = find(id);
      if (rebalance === undefined) return null;
      return { rebalance, orders: new Map(ordersOf(id).map((order) => [order.orderId, order])) };
    },
    (id) => rebalanceOf.get(id) ?? null,
  );
  kernel.onRollback(() => atHand.forget());
  const findFill = fillRows.prepareSelect('where fill_id = ?');

  return {
    insert(rebalance, planned) {
      rebalanceRows.insert(rebalance);
      for (const order of planned) orderRows.insert(order);
    },
    update(rebalance) {
      const before = atHand.find(rebalance.rebalanceId)?.rebalance;
      if (before === undefined) return;
      // A plan that was read is not written again: it is the same object as long as nobody changed it.
      change(rebalance, before);
      atHand.put(rebalance);
    },
    touch(id, nowMs) {
      touch.run(nowMs, id);
      atHand.touch(id, nowMs);
    },
    find: (id) => atHand.find(id)?.rebalance ?? null,
    findLatest: (id) => findLatest(id)[0] ?? null,
    listHeld,
    waitingFor,
    countWorking: (mic) => countWorking.get(mic) as number,
    countBilled: (accountId, fromMs) => countBilled.get(accountId, fromMs) as number,
    findActive: (id) => findActive(id)[0] ?? null,
    list({ portfolioId, beforeId, limit }) {
      return db
        .select()
        .from(rebalances)
        .where(
          and(
            portfolioId === undefined ? undefined : eq(rebalances.portfolioId, portfolioId),
            beforeId === undefined
              ? undefined
              : sql`(created_ms, rowid) < (select created_ms, rowid from rebalances where rebalance_id = ${beforeId})`,
          ),
        )
        .orderBy(desc(rebalances.createdMs), desc(sql`rowid`))
        .limit(limit)
        .all();
    },
    orders: (id) => [...(atHand.find(id)?.orders.values() ?? [])],
    findOrder: (id) => atHand.findOrder(id),
    findFill: (id) => findFill(id)[0] ?? null,
    updateOrder(order) {
      const before = atHand.findOrder(order.orderId);
      if (before === null) return;
      changeOrder(order, before);
      atHand.putOrder(order);
    },
    insertFill: fillRows.insert,
    fills: fillRows.prepareSelect('where rebalance_id = ? order by seq'),
  };
}
