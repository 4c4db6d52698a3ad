/** Portfolios, their positions and targets in SQLite. */
import type { PortfolioStore } from '../../engine/ports/stores.ts';
import type { PortfolioRecord, PositionRecord, TargetRecord } from '../../engine/records.ts';
import type { WorldDatabase } from '../database/open-database.ts';
import { type RollbackSource, rowCache } from '../database/row-cache.ts';
import { portfolios, positions, targets } from '../database/schema.ts';
import { tableStatements } from '../database/table-statements.ts';

type Row = typeof portfolios.$inferSelect;

type Database = Pick<WorldDatabase, 'sqlite'>;

export function createSqlitePortfolioStore(kernel: RollbackSource, database: Database): PortfolioStore {
  const positionsOf = positionRows(kernel, database);
  const targetsOf = targetRows(kernel, database);
  const rows = portfolioRows(kernel, database);
  return {
    ...rows,
    ...positionsOf,
    ...targetsOf,
    insert(portfolio, given, wanted) {
      rows.insert(portfolio);
      for (const position of given) positionsOf.setPosition(portfolio.portfolioId, position);
      targetsOf.insertTargets(portfolio.portfolioId, wanted);
    },
  };
}

function portfolioRows(kernel: RollbackSource, database: Database) {
  const rows = tableStatements(database, portfolios);
  const change = rows.prepareChange('portfolioId');
  const find = rows.prepareSelect('where portfolio_id = ?');
  const cache = rowCache<PortfolioRecord>(kernel, (id) => {
    const [row] = find(id);
    return row === undefined ? null : toRecord(row);
  });
  const list = rows.prepareSelect('where deleted_ms is null order by created_ms, rowid');
  const page = rows.prepareSelect(
    `where deleted_ms is null and (? = '' or (created_ms, rowid) > (${PLACE})) order by created_ms, rowid limit ?`,
  );
  return {
    insert: (portfolio: PortfolioRecord) => void rows.insert(toRow(portfolio)),
    update(portfolio) {
      const before = cache.find(portfolio.portfolioId);
      if (before === null) return;
      change(toRow(portfolio), toRow(before));
      cache.put(portfolio.portfolioId, portfolio);
    },
    find: cache.find,
    list: () => list().map(toRecord),
    page: (afterId, limit) => page(afterId ?? '', afterId ?? '', limit).map(toRecord),
  } satisfies Partial<PortfolioStore>;
}

function positionRows(kernel: RollbackSource, database: Database) {
  const { sqlite } = database;
  const select = tableStatements(database, positions).prepareSelect('where portfolio_id = ? order by isin, mic');
  const put = sqlite.prepare(
    'insert into positions (portfolio_id, isin, mic, quantity_micro, rest) values (?, ?, ?, ?, ?) ' +
      'on conflict (portfolio_id, isin, mic) do update set quantity_micro = excluded.quantity_micro, rest = excluded.rest',
  );
  const remove = sqlite.prepare('delete from positions where portfolio_id = ? and isin = ? and mic = ?');
  const removeAll = sqlite.prepare('delete from positions where portfolio_id = ?');
  const cache = rowCache<readonly PositionRecord[]>(kernel, (id) =>
    select(id).map(({ isin, mic, quantityMicro, rest }) => ({
      isin,
      mic,
      quantityMicro,
      ...(rest === null ? {} : { rest }),
    })),
  );
  const held = (id: string) => cache.find(id) ?? [];
  const setPosition = (portfolioId: string, position: PositionRecord): void => {
    const { isin, mic, quantityMicro, rest } = position;
    const before = held(portfolioId);
    if (quantityMicro === 0) remove.run(portfolioId, isin, mic);
    else put.run(portfolioId, isin, mic, quantityMicro, rest ?? null);
    cache.put(portfolioId, withPosition(before, position));
  };
  return {
    positions: held,
    heldMicro: (id, isin, mic) =>
      held(id).find((position) => position.isin === isin && position.mic === mic)?.quantityMicro ?? 0,
    setPosition,
    replacePositions(portfolioId, given) {
      cache.drop(portfolioId);
      removeAll.run(portfolioId);
      for (const position of given) setPosition(portfolioId, position);
    },
  } satisfies Partial<PortfolioStore>;
}

/** In the order in which they are read. */
function withPosition(held: readonly PositionRecord[], position: PositionRecord): readonly PositionRecord[] {
  const { isin, mic, quantityMicro, rest } = position;
  const present = { isin, mic, quantityMicro, ...(rest === undefined ? {} : { rest }) };
  const isBefore = (other: PositionRecord) => other.isin < isin || (other.isin === isin && other.mic < mic);
  const index = held.filter(isBefore).length;
  const isHeld = held[index]?.isin === isin && held[index]?.mic === mic;
  return held.toSpliced(index, isHeld ? 1 : 0, ...(quantityMicro === 0 ? [] : [present]));
}

function targetRows(kernel: RollbackSource, database: Database) {
  const rows = tableStatements(database, targets);
  const select = rows.prepareSelect('where portfolio_id = ? order by rank');
  const removeAll = database.sqlite.prepare('delete from targets where portfolio_id = ?');
  const cache = rowCache<readonly TargetRecord[]>(kernel, (id) =>
    select(id).map(({ isin, weight }) => ({ isin, weight })),
  );
  const insertTargets = (portfolioId: string, wanted: readonly TargetRecord[]): void => {
    cache.drop(portfolioId);
    for (const [rank, target] of wanted.entries()) rows.insert({ portfolioId, rank, ...target });
  };
  return {
    targets: (id: string) => cache.find(id) ?? [],
    insertTargets,
    replaceTargets(portfolioId: string, wanted: readonly TargetRecord[]) {
      removeAll.run(portfolioId);
      insertTargets(portfolioId, wanted);
    },
  };
}

/** The position of a portfolio in the list of all. */
const PLACE = 'select created_ms, rowid from portfolios where portfolio_id = ?';

function toRow(portfolio: PortfolioRecord): typeof portfolios.$inferInsert {
  const { portfolioId, accountId, form, currency, cashMinor, referenceRates, constraints } = portfolio;
  const { createdMs, updatedMs, deletedMs } = portfolio;
  const facts = { portfolioId, accountId, form, currency, cashMinor, referenceRates, constraints };
  const core = { ...facts, createdMs, updatedMs, deletedMs };
  if (portfolio.form === 'B') return { ...core, label: portfolio.externalId, wrapper: portfolio.taxWrapper };
  const { name, accountType, taxJurisdiction, defaultTaxMethod, metadata } = portfolio;
  return { ...core, label: name, wrapper: accountType, taxJurisdiction, defaultTaxMethod, metadata };
}

function toRecord(row: Row): PortfolioRecord {
  const { label, wrapper, form, taxJurisdiction, defaultTaxMethod, metadata, ...core } = row;
  if (form === 'B') return { ...core, form, externalId: label, taxWrapper: wrapper };
  return {
    ...core,
    form,
    name: label,
    accountType: wrapper,
    taxJurisdiction: taxJurisdiction ?? '',
    defaultTaxMethod: defaultTaxMethod ?? '',
    metadata: metadata ?? {},
  };
}
