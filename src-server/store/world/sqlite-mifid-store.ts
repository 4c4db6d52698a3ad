/** Finds the fills of compliance records, and lists them by a filter. A record is made from its fill. */
import { and, count, desc, eq, exists, gt, inArray, lte, type SQL, sql } from 'drizzle-orm';
import type { MifidFilter, MifidStore } from '../../engine/ports/stores.ts';
import { MIFID_RETENTION_YEARS } from '../../engine/records.ts';
import type { WorldDatabase } from '../database/open-database.ts';
import { fills, orders, portfolios } from '../database/schema.ts';
import { tableStatements } from '../database/table-statements.ts';

export function createSqliteMifidStore(database: Pick<WorldDatabase, 'db' | 'sqlite'>): MifidStore {
  const { db } = database;
  const find = tableStatements(database, fills).prepareSelect('where mifid_record_id = ?');
  const conditionsOf = (filter: MifidFilter) => and(...conditions(db, filter));
  return {
    find: (id) => find(id)[0] ?? null,
    list: (filter, limit) =>
      db.select().from(fills).where(conditionsOf(filter)).orderBy(desc(fills.seq)).limit(limit).all(),
    count(filter, most) {
      const condition = conditionsOf(filter);
      if (condition === undefined) return db.select({ records: count() }).from(fills).get()?.records ?? 0;
      const matching = db.select({ seq: fills.seq }).from(fills).where(condition).limit(most).as('matching');
      return db.select({ records: count() }).from(matching).get()?.records ?? 0;
    },
  };
}

/** As `addYears` counts them, to the millisecond. */
const RETAINED_UNTIL_MS = sql`strftime('%s', ${fills.filledMs} / 1000, 'unixepoch', ${`+${MIFID_RETENTION_YEARS} years`}) * 1000 + ${fills.filledMs} % 1000`;

function conditions(db: WorldDatabase['db'], filter: MifidFilter): SQL[] {
  const { accountId, portfolioId, rebalanceId, isin, retention, beforeId } = filter;
  const found: SQL[] = [];
  if (accountId !== undefined) {
    const owned = db.select({ id: portfolios.portfolioId }).from(portfolios).where(eq(portfolios.accountId, accountId));
    found.push(inArray(fills.portfolioId, owned));
  }
  if (portfolioId !== undefined) found.push(eq(fills.portfolioId, portfolioId));
  if (rebalanceId !== undefined) found.push(eq(fills.rebalanceId, rebalanceId));
  if (isin !== undefined) {
    const traded = and(eq(orders.orderId, fills.orderId), eq(orders.isin, isin));
    found.push(exists(db.select({ id: orders.orderId }).from(orders).where(traded)));
  }
  if (retention !== undefined) {
    const compare = retention.status === 'retained' ? gt : lte;
    found.push(compare(RETAINED_UNTIL_MS, retention.nowMs));
  }
  if (beforeId !== undefined) {
    found.push(sql`${fills.seq} < (select seq from fills where mifid_record_id = ${beforeId})`);
  }
  return found;
}
