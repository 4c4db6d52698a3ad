/** Cash flows and dividends of portfolios in SQLite. */
import type { CashFlowStore, DividendStore } from '../../engine/ports/stores.ts';
import type { WorldDatabase } from '../database/open-database.ts';
import { cashFlows, dividends } from '../database/schema.ts';
import { tableStatements } from '../database/table-statements.ts';

export function createSqliteCashFlowStore(database: Pick<WorldDatabase, 'sqlite'>): CashFlowStore {
  const rows = tableStatements(database, cashFlows);
  const find = rows.prepareSelect('where cash_flow_id = ?');
  const page = rows.prepareSelect('where portfolio_id = ? and seq < ? order by seq desc limit ?');
  const scheduled = rows.prepareSelect('where portfolio_id = ? and timer_seq is not null order by seq');
  const update = database.sqlite.prepare(
    'update cash_flows set occurrences = ?, refused = ?, next_ms = ?, timer_seq = ?, ended_ms = ? where cash_flow_id = ?',
  );
  return {
    insert: (flow) => void rows.insert(flow),
    update: ({ occurrences, refused, nextMs, timerSeq, endedMs, cashFlowId }) =>
      void update.run(occurrences, refused, nextMs, timerSeq, endedMs, cashFlowId),
    find: (id) => find(id).map(withoutSeq)[0] ?? null,
    page(portfolioId, beforeId, limit) {
      const before = beforeId === null ? Number.MAX_SAFE_INTEGER : (find(beforeId)[0]?.seq ?? 0);
      return page(portfolioId, before, limit).map(withoutSeq);
    },
    scheduled: (portfolioId) => scheduled(portfolioId).map(withoutSeq),
  };
}

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
    find: (id) => find(id).map(withoutSeq)[0] ?? null,
    page(portfolioId, beforeId, limit) {
      const before = beforeId === null ? Number.MAX_SAFE_INTEGER : (find(beforeId)[0]?.seq ?? 0);
      return page(portfolioId, before, limit).map(withoutSeq);
    },
    accruedBy: (distributionId) => accruedBy(distributionId).map(withoutSeq),
    accruedOf: (portfolioId) => accruedOf(portfolioId).map(withoutSeq),
  };
}

function withoutSeq<Row extends { readonly seq: number }>({ seq: _seq, ...record }: Row): Omit<Row, 'seq'> {
  return record;
}
