/** Cash flows of portfolios in SQLite. */
import type { CashFlowRecord } from '../../engine/cash-flows/cash-flow.ts';
import type { CashFlowStore } from '../../engine/ports/stores.ts';
import type { WorldDatabase } from '../database/open-database.ts';
import { cashFlows } from '../database/schema.ts';
import { tableStatements } from '../database/table-statements.ts';

type CashFlowRow = typeof cashFlows.$inferSelect;

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
    find: (id) => find(id).map(toRecord)[0] ?? null,
    page(portfolioId, beforeId, limit) {
      const before = beforeId === null ? Number.MAX_SAFE_INTEGER : (find(beforeId)[0]?.seq ?? 0);
      return page(portfolioId, before, limit).map(toRecord);
    },
    scheduled: (portfolioId) => scheduled(portfolioId).map(toRecord),
  };
}

function toRecord({ seq: _seq, ...flow }: CashFlowRow): CashFlowRecord {
  return flow;
}
