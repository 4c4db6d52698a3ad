/** Rebalances with their orders and fills in SQLite; the most recently used are cached in memory. */
import { and, desc, eq, sql } from 'drizzle-orm';
import { invariant } from '../../domain/invariant.ts';
import { isActiveRebalance } from '../../domain/lifecycle/rebalance-life-cycle.ts';
import type { RebalanceStore } from '../../engine/ports/stores.ts';
import {
  type OrderRecord,
  type PlannedOrderRecord,
  type RebalanceRecord,
  type StoredPlan,
  UNSENT,
} from '../../engine/records.ts';
import type { WorldDatabase } from '../database/open-database.ts';
import type { RollbackSource } from '../database/row-cache.ts';
import { fills, orders, plans, rebalances } from '../database/schema.ts';
import { tableStatements } from '../database/table-statements.ts';
import { RebalanceCache } from './rebalance-cache.ts';

type Database = Pick<WorldDatabase, 'db' | 'sqlite'>;

export function createSqliteRebalanceStore(kernel: RollbackSource, database: Database): RebalanceStore {
  const planned = planRows(database);
  const cache = createCache(database, planned);
  kernel.onRollback(() => cache.clear());
  return {
    ...rebalanceRows(database, cache, planned),
    ...rebalanceQueries(database, planned),
    ...orderRows(database, cache, planned),
    ...fillRows(database, cache),
  };
}

function createCache(database: Database, planned: PlanRows): RebalanceCache {
  const find = tableStatements(database, rebalances).prepareSelect('where rebalance_id = ?');
  const ordersOf = tableStatements(database, orders).prepareSelect('where rebalance_id = ? order by sequence');
  const rebalanceOf = database.sqlite
    .prepare<[string], string>('select rebalance_id from orders where order_id = ?')
    .pluck();
  return new RebalanceCache(
    (id) => {
      const [row] = find(id);
      if (row === undefined) return null;
      const unsent = planned.unsent(row);
      const present = unsent ?? ordersOf(id);
      return {
        rebalance: planned.withPlan(row),
        orders: new Map(present.map((order) => [order.orderId, order])),
        areUnsent: unsent !== null,
      };
    },
    (id) => rebalanceOf.get(id) ?? planned.rebalanceOf(id),
  );
}

/** Without its plan, which has its own row. */
type RebalanceRow = typeof rebalances.$inferSelect;

interface PlanRows {
  insert(rebalance: RebalanceRecord, orders: readonly OrderRecord[]): void;
  withPlan(rebalance: RebalanceRow): RebalanceRecord;
  /** Null where its orders are rows of `orders`. */
  unsent(rebalance: RebalanceRow): OrderRecord[] | null;
  /** Searches all plans that were not executed. */
  rebalanceOf(orderId: string): string | null;
  /** Writes them as rows. */
  unfold(rebalanceId: string, orders: Iterable<OrderRecord>): void;
}

function planRows(database: Database): PlanRows {
  const rows = tableStatements(database, plans);
  const selectOf = (column: string) =>
    database.sqlite.prepare<[string], string | null>(`select ${column} from plans where rebalance_id = ?`).pluck();
  const [planOf, unsentOf] = [selectOf('plan'), selectOf('orders')];
  const drop = database.sqlite.prepare('update plans set orders = null where rebalance_id = ?');
  const rebalanceOf = database.sqlite
    .prepare<[string], string>('select rebalance_id from plans where instr(orders, ?) > 0 limit 1')
    .pluck();
  const insertOrder = tableStatements(database, orders).insert;
  return {
    insert: ({ rebalanceId, plan }, unsent) => void rows.insert({ rebalanceId, plan, orders: unsent.map(toPlanned) }),
    withPlan(row) {
      const plan = planOf.get(row.rebalanceId) ?? null;
      invariant(plan !== null, `rebalance ${row.rebalanceId} has no plan`);
      return { ...row, plan: JSON.parse(plan) as StoredPlan };
    },
    unsent({ rebalanceId, portfolioId }) {
      const text = unsentOf.get(rebalanceId) ?? null;
      if (text === null) return null;
      const orders = JSON.parse(text) as readonly PlannedOrderRecord[];
      return orders.map((order) => ({ ...order, rebalanceId, portfolioId, ...UNSENT }));
    },
    rebalanceOf: (orderId) => rebalanceOf.get(JSON.stringify(orderId)) ?? null,
    unfold(rebalanceId, unsent) {
      drop.run(rebalanceId);
      for (const order of unsent) insertOrder(order);
    },
  };
}

type RebalanceRows = Pick<RebalanceStore, 'insert' | 'update' | 'touch' | 'find'>;

function rebalanceRows(database: Database, cache: RebalanceCache, planned: PlanRows): RebalanceRows {
  const rows = tableStatements(database, rebalances);
  const change = rows.prepareChange('rebalanceId');
  const touch = database.sqlite.prepare('update rebalances set updated_ms = ? where rebalance_id = ?');
  return {
    insert(rebalance, unsent) {
      rows.insert(rebalance);
      planned.insert(rebalance, unsent);
      cache.add({ rebalance, orders: new Map(unsent.map((order) => [order.orderId, order])), areUnsent: true });
    },
    update(rebalance) {
      const before = cache.find(rebalance.rebalanceId)?.rebalance;
      if (before === undefined) return;
      // Queries search the orders of active rebalances.
      if (isActiveRebalance(rebalance.status)) unfoldOrders(cache, planned, rebalance.rebalanceId);
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

function unfoldOrders(cache: RebalanceCache, planned: PlanRows, rebalanceId: string): void {
  const unsent = cache.takeUnsent(rebalanceId);
  if (unsent !== null) planned.unfold(rebalanceId, unsent);
}

type RebalanceQueries = Pick<
  RebalanceStore,
  'findLatest' | 'listReady' | 'listReserved' | 'waitingFor' | 'countWorking' | 'countBilled' | 'findActive' | 'list'
>;

const UNDER_WAY = "status in ('executing', 'partially_filled')";

function rebalanceQueries(database: Database, planned: PlanRows): RebalanceQueries {
  const { db, sqlite } = database;
  const rows = tableStatements(database, rebalances);
  const selectWhole = (rest: string) => {
    const select = rows.prepareSelect(rest);
    return (...parameters: string[]) => select(...parameters).map(planned.withPlan);
  };
  const findActive = selectWhole(`where portfolio_id = ? and ${UNDER_WAY}`);
  const findLatest = selectWhole(
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
    listReady: selectWhole("where status = 'plan_ready' and simulation = 0 order by rowid"),
    listReserved: selectWhole(
      "where portfolio_id = ? and simulation = 1 and json_extract(form_a, '$.heldFor') is not null order by rowid desc",
    ),
    waitingFor: selectWhole(
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
        .all()
        .map(planned.withPlan),
  };
}

type OrderRows = Pick<RebalanceStore, 'orders' | 'findOrder' | 'updateOrder'>;

function orderRows(database: Database, cache: RebalanceCache, planned: PlanRows): OrderRows {
  const change = tableStatements(database, orders).prepareChange('orderId');
  return {
    orders: (id) => [...(cache.find(id)?.orders.values() ?? [])],
    findOrder: (id) => cache.findOrder(id),
    updateOrder(order) {
      const before = cache.findOrder(order.orderId);
      if (before === null) return;
      unfoldOrders(cache, planned, order.rebalanceId);
      change(order, before);
      cache.putOrder(order);
    },
  };
}

function fillRows(
  database: Database,
  cache: RebalanceCache,
): Pick<RebalanceStore, 'insertFill' | 'findFill' | 'fills'> {
  const rows = tableStatements(database, fills);
  const find = rows.prepareSelect('where fill_id = ?');
  const fillsOf = rows.prepareSelect('where rebalance_id = ? order by seq');
  return {
    insertFill: rows.insert,
    findFill: (id) => find(id)[0] ?? null,
    fills: (id) => (cache.isUnsent(id) ? [] : fillsOf(id)),
  };
}

/** Without the fields that are the same for all orders of a plan that was not executed. */
function toPlanned(order: OrderRecord): PlannedOrderRecord {
  const { orderId, sequence, side, isin, mic, currency, quantityMicro, estimatedPriceMicro, estimatedValueMinor } =
    order;
  const { weightBefore, weightTarget, weightAfter, fxConversionBps, estimatedCosts, reason } = order;
  return {
    orderId,
    sequence,
    side,
    isin,
    mic,
    currency,
    quantityMicro,
    estimatedPriceMicro,
    estimatedValueMinor,
    weightBefore,
    weightTarget,
    weightAfter,
    fxConversionBps,
    estimatedCosts,
    reason,
  };
}
