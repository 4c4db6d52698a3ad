/** Dividends of portfolios in SQLite. */
import type { DividendRecord } from '../../engine/dividends/dividend.ts';
import type { DividendStore } from '../../engine/ports/stores.ts';
import type { WorldDatabase } from '../database/open-database.ts';
import { dividends } from '../database/schema.ts';
import { tableStatements } from '../database/table-statements.ts';

type DividendRow = typeof dividends.$inferSelect;

export function createSqliteDividendStore(database: Pick<WorldDatabase, 'sqlite'>): DividendStore {
  const rows = tableStatements(database, dividends);
  const find = rows.prepareSelect('where dividend_id = ?');
  const page = rows.prepareSelect('where portfolio_id = ? and seq < ? order by seq desc limit ?');
  const accruedBy = rows.prepareSelect("where distribution_id = ? and status = 'accrued' order by seq");
  const accruedOf = rows.prepareSelect("where portfolio_id = ? and status = 'accrued' order by seq");
  const update = database.sqlite.prepare(
    'update dividends set status = ?, paid_gross_minor = ?, tax_minor = ?, ended_ms = ? where dividend_id = ?',
  );
  return {
    insert: (dividend) => void rows.insert(dividend),
    update: ({ status, paidGrossMinor, taxMinor, endedMs, dividendId }) =>
      void update.run(status, paidGrossMinor, taxMinor, endedMs, dividendId),
    find: (id) => find(id).map(toRecord)[0] ?? null,
    page(portfolioId, beforeId, limit) {
      const before = beforeId === null ? Number.MAX_SAFE_INTEGER : (find(beforeId)[0]?.seq ?? 0);
      return page(portfolioId, before, limit).map(toRecord);
    },
    accruedBy: (distributionId) => accruedBy(distributionId).map(toRecord),
    accruedOf: (portfolioId) => accruedOf(portfolioId).map(toRecord),
  };
}

function toRecord({ seq: _seq, ...dividend }: DividendRow): DividendRecord {
  return dividend;
}
