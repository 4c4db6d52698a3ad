/** Corporate actions in SQLite: one table for all kinds; fields that a kind does not have are null. */
import { invariant } from '../../domain/invariant.ts';
import type { CorporateActionRecord, CorporateActionTerms } from '../../engine/corporate-actions/corporate-action.ts';
import type { CorporateActionStore } from '../../engine/ports/stores.ts';
import type { WorldDatabase } from '../database/open-database.ts';
import { corporateActions } from '../database/schema.ts';
import { tableStatements } from '../database/table-statements.ts';

type Row = typeof corporateActions.$inferSelect;
type NewRow = Omit<Row, 'seq'>;

export function createSqliteCorporateActionStore(database: Pick<WorldDatabase, 'sqlite'>): CorporateActionStore {
  const rows = tableStatements(database, corporateActions);
  const find = rows.prepareSelect('where corporate_action_id = ?');
  const page = rows.prepareSelect('where seq < ? order by seq desc limit ?');
  const scheduled = rows.prepareSelect('where timer_seq is not null order by ex_ms, seq');
  // Timers of one instant run in the order in which they were set, which is that of their creation.
  const applied = rows.prepareSelect('where applied_ms is not null order by applied_ms, seq');
  const update = database.sqlite.prepare(
    `update corporate_actions set isin = ?, price_factor = ?, timer_seq = ?, applied_ms = ?, cancelled_ms = ?
     where corporate_action_id = ?`,
  );
  return {
    insert: (action) => void rows.insert(toRow(action)),
    update: ({ isin, priceFactor, timerSeq, appliedMs, cancelledMs, corporateActionId }) =>
      void update.run(isin, priceFactor, timerSeq, appliedMs, cancelledMs, corporateActionId),
    find: (id) => find(id).map(toRecord)[0] ?? null,
    page(beforeId, limit) {
      const before = beforeId === null ? Number.MAX_SAFE_INTEGER : (find(beforeId)[0]?.seq ?? 0);
      return page(before, limit).map(toRecord);
    },
    scheduled: () => scheduled().map(toRecord),
    applied: () => applied().map(toRecord),
  };
}

/** Fields of some kinds only. */
const NOTHING = { ratioNew: null, ratioOld: null, newIsin: null, amountMicro: null, currency: null, payMs: null };

function toRow(action: CorporateActionRecord): NewRow {
  const { corporateActionId, isin, exMs, priceFactor, timerSeq, createdMs, appliedMs, cancelledMs } = action;
  const core = { corporateActionId, isin, exMs, priceFactor, timerSeq, createdMs, appliedMs, cancelledMs };
  return { ...core, kind: action.kind, ...NOTHING, ...columnsOf(action) };
}

function columnsOf(terms: CorporateActionTerms): Partial<NewRow> {
  switch (terms.kind) {
    case 'split':
      return { ratioNew: terms.ratio.newShares, ratioOld: terms.ratio.oldShares };
    case 'isin_change':
      return { newIsin: terms.newIsin };
    case 'delisting':
      return { ...terms.cashPrice };
    case 'cash_dividend':
      return { ...terms.amount, payMs: terms.payMs };
  }
}

function toRecord(row: Row): CorporateActionRecord {
  const { corporateActionId, isin, exMs, priceFactor, timerSeq, createdMs, appliedMs, cancelledMs } = row;
  const core = { corporateActionId, isin, exMs, priceFactor, timerSeq, createdMs, appliedMs, cancelledMs };
  return { ...core, ...termsOf(row) };
}

function termsOf({ kind, ratioNew, ratioOld, newIsin, amountMicro, currency, payMs }: Row): CorporateActionTerms {
  switch (kind) {
    case 'split':
      invariant(ratioNew !== null && ratioOld !== null, 'a split has a ratio');
      return { kind, ratio: { newShares: ratioNew, oldShares: ratioOld } };
    case 'isin_change':
      invariant(newIsin !== null, 'a change of an ISIN has the new one');
      return { kind, newIsin };
    case 'delisting':
      return { kind, cashPrice: amountMicro === null || currency === null ? null : { amountMicro, currency } };
    case 'cash_dividend':
      invariant(amountMicro !== null && currency !== null && payMs !== null, 'a dividend has an amount and a pay date');
      return { kind, amount: { amountMicro, currency }, payMs };
  }
}
