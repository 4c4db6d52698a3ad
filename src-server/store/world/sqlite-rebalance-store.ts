/** Rebalances with their orders and fills in SQLite; those that were used last are cached in memory. */
import { and, desc, eq, sql } from 'drizzle-orm';
import type { RebalanceStore } from '../../engine/ports/stores.ts';
import type { WorldDatabase } from '../database/open-database.ts';
import type { RollbackSource } from '../database/row-cache.ts';
import { fills, orders, rebalances } from '../database/schema.ts';
import { tableStatements } from '../database/table-statements.ts';
import { RebalanceCache } from './rebalance-cache.ts';

type Database = Pick<WorldDatabase, 'db' | 'sqlite'>;

export function createSqliteRebalanceStore(kernel: RollbackSource, database: Database): RebalanceStore {
  const cache = createCache(database);
  kernel.onRollback(() => cache.clear());
  return {
    ...rebalanceRows(database, cache),
    ...rebalanceQueries(database),
    ...orderRows(database, cache),
    ...fillRows(database),
  };
}

function createCache(database: Database): RebalanceCache {
  const find = tableStatements(database, rebalances).prepareSelect('where rebalance_id = ?');
  const ordersOf = tableStatements(database, orders).prepareSelect('where rebalance_id = ? order by sequence');
  const rebalanceOf = database.sqlite
    .prepare<[string], string>('select rebalance_id from orders where order_id = ?')
    .pluck();
  return new RebalanceCache(
    (id) => {
      const [rebalance] = find(id);
      if (rebalance === undefined) return null;
      return { rebalance, orders: new Map(ordersOf(id).map((order) => [order.orderId, order])) };
    },
    (id) => rebalanceOf.get(id) ?? null,
  );
}

type RebalanceRows = Pick<RebalanceStore, 'insert' | 'update' | 'touch' | 'find'>;

function rebalanceRows(database: Database, cache: RebalanceCache): RebalanceRows {
  const rows = tableStatements(database, rebalances);
  const insertOrder = tableStatements(database, orders).insert;
  const change = rows.prepareChange('rebalanceId');
  const touch = database.sqlite.prepare('update rebalances set updated_ms = ? where rebalance_id = ?');
  return {
    insert(rebalance, planned) {
      rows.insert(rebalance);
      for (const order of planned) insertOrder(order);
    },
    update(rebalance) {
      const before = cache.find(rebalance.rebalanceId)?.rebalance;
      if (before === undefined) return;
      // A plan that was read is not written again: it is the same object as long as nobody changed it.
      change(rebalance, before);
      cache.put(rebalance);
    },
    touch(id, nowMs) {
      touch.run(nowMs, id);
      cache.touch(id, nowMs);
    },
    find: (id) => cache.find(id)?.rebalance ?? null,
  };
}

type RebalanceQueries = Pick<
  RebalanceStore,
  'findLatest' | 'listHeld' | 'waitingFor' | 'countWorking' | 'countBilled' | 'findActive' | 'list'
>;

const UNDER_WAY = "status in ('executing', 'partially_filled')";

function rebalanceQueries(database: Database): RebalanceQueries {
  const { db, sqlite } = database;
  const rows = tableStatements(database, rebalances);
  const findActive = rows.prepareSelect(`where portfolio_id = ? and ${UNDER_WAY}`);
  const findLatest = rows.prepareSelect(
    'where portfolio_id = ? and simulation = 0 order by created_ms desc, rowid desc limit 1',
  );
  const countWorking = sqlite
    .prepare<[string], number>('select count(*) from orders where mic = ? and working_micro > 0')
    .pluck();
  const countBilled = sqlite
    .prepare<[string, number], number>(
      'select count(*) from rebalances where account_id = ? and simulation = 0 and created_ms >= ?',
    )
    .pluck();
  return {
    findLatest: (id) => findLatest(id)[0] ?? null,
    listHeld: rows.prepareSelect(
      "where portfolio_id = ? and simulation = 1 and json_extract(form_a, '$.heldFor') is not null order by rowid desc",
    ),
    waitingFor: rows.prepareSelect(
      `where ${UNDER_WAY} and rebalance_id in (select rebalance_id from orders
       where mic = ? and working_micro = 0 and status in ('new', 'sent', 'partially_filled')) order by rowid`,
    ),
    countWorking: (mic) => countWorking.get(mic) ?? 0,
    countBilled: (accountId, fromMs) => countBilled.get(accountId, fromMs) ?? 0,
    findActive: (id) => findActive(id)[0] ?? null,
    list: ({ portfolioId, beforeId, limit }) =>
      db
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
        .all(),
  };
}

type OrderRows = Pick<RebalanceStore, 'orders' | 'findOrder' | 'updateOrder'>;

function orderRows(database: Database, cache: RebalanceCache): OrderRows {
  const change = tableStatements(database, orders).prepareChange('orderId');
  return {
    orders: (id) => [...(cache.find(id)?.orders.values() ?? [])],
    findOrder: (id) => cache.findOrder(id),
    updateOrder(order) {
      const before = cache.findOrder(order.orderId);
      if (before === null) return;
      change(order, before);
      cache.putOrder(order);
    },
  };
}

function fillRows(database: Database): Pick<RebalanceStore, 'insertFill' | 'findFill' | 'fills'> {
  const rows = tableStatements(database, fills);
  const find = rows.prepareSelect('where fill_id = ?');
  return {
    insertFill: rows.insert,
    findFill: (id) => find(id)[0] ?? null,
    fills: rows.prepareSelect('where rebalance_id = ? order by seq'),
  };
}
