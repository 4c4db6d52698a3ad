/** Trades pending settlement, and buys that wait for money to settle, in SQLite. */
import { quantityOfExact, splitQuantity } from '../../domain/corporate-actions/split-position.ts';
import type {
  HeldBuyStore,
  PendingCash,
  PendingShares,
  PendingTotals,
  SettlementStore,
} from '../../engine/ports/settlement-ports.ts';
import type { TradeSettlement } from '../../engine/settlement/settlement.ts';
import type { WorldDatabase } from '../database/open-database.ts';
import { type RollbackSource, rowCache } from '../database/row-cache.ts';
import { tradeSettlements } from '../database/schema.ts';
import { type TableStatements, tableStatements } from '../database/table-statements.ts';

type SettlementRow = typeof tradeSettlements.$inferSelect;
type Database = Pick<WorldDatabase, 'sqlite'>;

const PENDING = 'settled_ms is null';

interface GroupRow {
  /** Of the latest trade. */
  readonly seq: number;
  readonly fills: number;
  readonly quantityMicro: number;
  readonly cashMinor: number;
}

const TOTALS = `select due_ms as dueMs, count(*) as trades, sum(max(cash_minor, 0)) as receivedMinor,
  sum(max(-cash_minor, 0)) as paidMinor
  from trade_settlements where portfolio_id = ? and ${PENDING} group by due_ms order by due_ms`;

/** Trades of an order are grouped as long as their settlement data are equal. */
function groupsSql(condition: string): string {
  return `select max(seq) as seq, count(*) as fills, sum(quantity_micro) as quantityMicro, sum(cash_minor) as cashMinor
    from trade_settlements where portfolio_id = ? ${condition}
    group by order_id, trade_date, intended_ms, due_ms, failed_ms, settled_ms
    having max(seq) < ? order by max(seq) desc limit ?`;
}

export function createSqliteSettlementStore(kernel: RollbackSource, database: Database): SettlementStore {
  const { sqlite } = database;
  const rows = tableStatements(database, tradeSettlements);
  const update = sqlite.prepare(
    'update trade_settlements set due_ms = ?, failed_ms = ?, settled_ms = ? where fill_id = ?',
  );
  const find = rows.prepareSelect('where fill_id = ?');
  const due = rows.prepareSelect(`where ${PENDING} and due_ms <= ? order by seq`);
  const anyDueAt = sqlite
    .prepare<[number], number>(`select 1 from trade_settlements where ${PENDING} and due_ms = ? limit 1`)
    .pluck();
  const pendingCash = sqlite.prepare<[string], PendingCash>(
    `select due_ms as dueMs, sum(cash_minor) as cashMinor from trade_settlements
     where portfolio_id = ? and ${PENDING} group by due_ms order by due_ms`,
  );
  const pendingShares = sqlite.prepare<[string], PendingShares>(
    `select isin, mic, sum(iif(side = 'buy', quantity_micro, -quantity_micro)) as quantityMicro
     from trade_settlements where portfolio_id = ? and ${PENDING} group by isin, mic order by min(seq)`,
  );
  const ofIsin = rows.prepareSelect(`where isin = ? and ${PENDING}`);
  const setQuantity = sqlite.prepare('update trade_settlements set quantity_micro = ?, rest = ? where fill_id = ?');
  const rename = sqlite.prepare(`update trade_settlements set isin = ? where isin = ? and ${PENDING}`);
  // Every fill with a remaining quantity to buy reads it.
  const cashCache = rowCache<readonly PendingCash[]>(kernel, (portfolioId) => pendingCash.all(portfolioId));
  const cashOf = (portfolioId: string) => cashCache.find(portfolioId) ?? [];
  return {
    insert(trade) {
      const { portfolioId } = trade;
      const before = cashOf(portfolioId);
      rows.insert(trade);
      cashCache.put(portfolioId, withTrade(before, trade));
    },
    update({ dueMs, failedMs, settledMs, fillId, portfolioId }) {
      update.run(dueMs, failedMs, settledMs, fillId);
      cashCache.drop(portfolioId);
    },
    find: (fillId) => find(fillId).map(toRecord)[0] ?? null,
    ...settlementPages(database, rows),
    due: (untilMs) => due(untilMs).map(toRecord),
    isAnyDueAt: (dueMs) => anyDueAt.get(dueMs) !== undefined,
    split(isin, ratio) {
      for (const { fillId, quantityMicro, rest } of ofIsin(isin)) {
        const quantity = { quantityMicro, ...(rest === null ? {} : { rest }) };
        const after = quantityOfExact(splitQuantity(quantity, ratio));
        setQuantity.run(after.quantityMicro, after.rest ?? null, fillId);
      }
    },
    rename: (isin, newIsin) => void rename.run(newIsin, isin),
    pendingCash: cashOf,
    pendingShares: (portfolioId) => pendingShares.all(portfolioId),
  };
}

type Pages = Pick<SettlementStore, 'page' | 'pageByOrder' | 'pendingTotals'>;

function settlementPages({ sqlite }: Database, rows: TableStatements<typeof tradeSettlements>): Pages {
  const find = rows.prepareSelect('where fill_id = ?');
  const bySeq = rows.prepareSelect('where seq in (select value from json_each(?))');
  const totals = sqlite.prepare<[string], PendingTotals>(TOTALS);
  const pagesOf = (condition: string) => ({
    fills: rows.prepareSelect(`where portfolio_id = ? and seq < ? ${condition} order by seq desc limit ?`),
    groups: sqlite.prepare<[string, number, number], GroupRow>(groupsSql(condition)),
  });
  const [all, pending, settled] = [pagesOf(''), pagesOf(`and ${PENDING}`), pagesOf('and settled_ms is not null')];
  const among = (isSettled: boolean | undefined) => (isSettled === undefined ? all : isSettled ? settled : pending);
  /** Sequence number before which a page begins; above all others for the first page. */
  const seqOf = (fillId: string | null) => (fillId === null ? Number.MAX_SAFE_INTEGER : (find(fillId)[0]?.seq ?? 0));
  return {
    page: (portfolioId, isSettled, beforeId, limit) =>
      among(isSettled).fills(portfolioId, seqOf(beforeId), limit).map(toRecord),
    pageByOrder(portfolioId, isSettled, beforeId, limit) {
      const groups = among(isSettled).groups.all(portfolioId, seqOf(beforeId), limit);
      const latest = new Map(bySeq(JSON.stringify(groups.map(({ seq }) => seq))).map((row) => [row.seq, row]));
      return groups.flatMap(({ seq, ...sums }) => {
        const row = latest.get(seq);
        return row === undefined ? [] : [{ ...toRecord(row), ...sums }];
      });
    },
    pendingTotals: (portfolioId) => totals.all(portfolioId),
  };
}

export function createSqliteHeldBuyStore({ sqlite }: Database): HeldBuyStore {
  const insert = sqlite.prepare('insert or ignore into held_buys (order_id, rebalance_id, until_ms) values (?, ?, ?)');
  const extend = sqlite.prepare('update held_buys set until_ms = ? where order_id = ?');
  const remove = sqlite.prepare('delete from held_buys where order_id = ?');
  const removeUntil = sqlite.prepare('delete from held_buys where until_ms <= ?');
  const due = sqlite
    .prepare<[number], string>(
      'select rebalance_id from held_buys where until_ms <= ? group by rebalance_id order by min(seq)',
    )
    .pluck();
  const anyUntil = sqlite.prepare<[number], number>('select 1 from held_buys where until_ms = ? limit 1').pluck();
  const ofRebalance = sqlite.prepare<[string], { orderId: string; untilMs: number }>(
    'select order_id as orderId, until_ms as untilMs from held_buys where rebalance_id = ? order by seq',
  );
  return {
    hold({ orderId, rebalanceId, untilMs }) {
      const isNew = insert.run(orderId, rebalanceId, untilMs).changes > 0;
      if (!isNew) extend.run(untilMs, orderId);
      return isNew;
    },
    release: (orderId) => void remove.run(orderId),
    releaseUntil: (untilMs) => void removeUntil.run(untilMs),
    due: (untilMs) => due.all(untilMs),
    isAnyHeldUntil: (untilMs) => anyUntil.get(untilMs) !== undefined,
    ofRebalance: (rebalanceId) => ofRebalance.all(rebalanceId),
  };
}

/** Returns the pending cash with one more trade, earliest first. */
function withTrade(pending: readonly PendingCash[], { dueMs, cashMinor }: TradeSettlement): PendingCash[] {
  const index = pending.findIndex((each) => each.dueMs >= dueMs);
  const same = pending[index];
  if (same?.dueMs === dueMs) return pending.with(index, { dueMs, cashMinor: same.cashMinor + cashMinor });
  return pending.toSpliced(index < 0 ? pending.length : index, 0, { dueMs, cashMinor });
}

function toRecord({ seq: _seq, ...trade }: SettlementRow): TradeSettlement {
  return trade;
}
