/** Rebalances with their orders and fills in SQLite. */
import { and, asc, desc, eq, inArray, sql } from 'drizzle-orm';
import type { RebalanceStore } from '../engine/ports.ts';
import type { WorldDatabase } from './open-database.ts';
import { fills, orders, rebalances } from './schema.ts';

/** SQLite binds at most 32 766 values; an order has about 20. */
const ORDERS_PER_INSERT = 500;

export function createSqliteRebalanceStore({ db }: Pick<WorldDatabase, 'db'>): RebalanceStore {
  const find = db
    .select()
    .from(rebalances)
    .where(eq(rebalances.rebalanceId, sql.placeholder('id')))
    .prepare();
  const findActive = db
    .select()
    .from(rebalances)
    .where(
      and(
        eq(rebalances.portfolioId, sql.placeholder('id')),
        inArray(rebalances.status, ['executing', 'partially_filled']),
      ),
    )
    .prepare();
  const selectOrders = db
    .select()
    .from(orders)
    .where(eq(orders.rebalanceId, sql.placeholder('id')))
    .orderBy(asc(orders.sequence))
    .prepare();
  const findOrder = db
    .select()
    .from(orders)
    .where(eq(orders.orderId, sql.placeholder('id')))
    .prepare();
  const selectFills = db
    .select()
    .from(fills)
    .where(eq(fills.rebalanceId, sql.placeholder('id')))
    .orderBy(asc(fills.seq))
    .prepare();

  return {
    insert(rebalance, planned) {
      db.insert(rebalances).values(rebalance).run();
      for (let from = 0; from < planned.length; from += ORDERS_PER_INSERT) {
        db.insert(orders)
          .values(planned.slice(from, from + ORDERS_PER_INSERT))
          .run();
      }
    },
    update(rebalance) {
      db.update(rebalances).set(rebalance).where(eq(rebalances.rebalanceId, rebalance.rebalanceId)).run();
    },
    find: (id) => find.get({ id }) ?? null,
    findActive: (id) => findActive.get({ id }) ?? null,
    list({ portfolioId, limit }) {
      return db
        .select()
        .from(rebalances)
        .where(portfolioId === undefined ? undefined : eq(rebalances.portfolioId, portfolioId))
        .orderBy(desc(rebalances.createdMs), desc(sql`rowid`))
        .limit(limit)
        .all();
    },
    orders: (id) => selectOrders.all({ id }),
    findOrder: (id) => findOrder.get({ id }) ?? null,
    updateOrder(order) {
      db.update(orders).set(order).where(eq(orders.orderId, order.orderId)).run();
    },
    insertFill(fill) {
      db.insert(fills).values(fill).run();
    },
    fills: (id) => selectFills.all({ id }),
  };
}
