/**
 * Lists compliance records by a filter. A record is one text; its fill has the order in which records were made, and
 * the fill's order the instrument.
 */
import { and, count, desc, eq, getTableColumns, gt, lte, type SQL, sql } from 'drizzle-orm';
import type { MifidFilter, MifidStore } from '../../engine/ports/stores.ts';
import type { WorldDatabase } from '../database/open-database.ts';
import { fills, mifidRecords, orders } from '../database/schema.ts';

export function mifidReader({ db }: Pick<WorldDatabase, 'db'>): Pick<MifidStore, 'list' | 'count'> {
  // SQLite keeps the order of a cross join: by fills, so that the newest come first without sorting every record's
  // text.
  return {
    list: (filter, limit) =>
      db
        .select(getTableColumns(mifidRecords))
        .from(fills)
        .crossJoin(mifidRecords)
        .crossJoin(orders)
        .where(and(...JOINS, ...conditionsOf(filter)))
        .orderBy(desc(fills.seq))
        .limit(limit)
        .all(),
    count(filter, most) {
      const conditions = conditionsOf(filter);
      if (conditions.length === 0) return db.select({ records: count() }).from(mifidRecords).get()?.records ?? 0;
      const matching = db
        .select({ seq: fills.seq })
        .from(fills)
        .crossJoin(mifidRecords)
        .crossJoin(orders)
        .where(and(...JOINS, ...conditions))
        .limit(most)
        .as('matching');
      return db.select({ records: count() }).from(matching).get()?.records ?? 0;
    },
  };
}

const JOINS = [eq(mifidRecords.mifidRecordId, fills.mifidRecordId), eq(orders.orderId, fills.orderId)];

function conditionsOf({ accountId, portfolioId, rebalanceId, isin, retention, beforeId }: MifidFilter): SQL[] {
  const conditions: SQL[] = [];
  if (accountId !== undefined) conditions.push(eq(mifidRecords.accountId, accountId));
  if (portfolioId !== undefined) conditions.push(eq(fills.portfolioId, portfolioId));
  if (rebalanceId !== undefined) conditions.push(eq(fills.rebalanceId, rebalanceId));
  if (isin !== undefined) conditions.push(eq(orders.isin, isin));
  if (retention !== undefined) {
    const compare = retention.status === 'retained' ? gt : lte;
    conditions.push(compare(mifidRecords.retainedUntilMs, retention.nowMs));
  }
  if (beforeId !== undefined) {
    conditions.push(sql`${fills.seq} < (select seq from fills where mifid_record_id = ${beforeId})`);
  }
  return conditions;
}
