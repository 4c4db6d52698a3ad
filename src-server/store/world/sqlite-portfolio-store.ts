/** Portfolios, their positions and targets in SQLite. */
import type { PortfolioStore } from '../../engine/ports/stores.ts';
import type { PortfolioRecord, PositionRecord, TargetRecord } from '../../engine/records.ts';
import type { WorldDatabase } from '../database/open-database.ts';
import { type RollbackSource, rowCache } from '../database/row-cache.ts';
import { portfolios, positions, targets } from '../database/schema.ts';
import { tableStatements } from '../database/table-statements.ts';

type Row = typeof portfolios.$inferSelect;

export function createSqlitePortfolioStore(
  kernel: RollbackSource,
  database: Pick<WorldDatabase, 'sqlite'>,
): PortfolioStore {
  const { sqlite } = database;
  const portfolioRows = tableStatements(database, portfolios);
  const targetRows = tableStatements(database, targets);
  const change = portfolioRows.prepareChange('portfolioId');
  const find = portfolioRows.prepareSelect('where portfolio_id = ?');
  const atHand = rowCache<PortfolioRecord>(kernel, (id) => {
    const [row] = find(id);
    return row === undefined ? null : toRecord(row);
  });
  const list = portfolioRows.prepareSelect('where deleted_ms is null order by created_ms, rowid');
  const page = portfolioRows.prepareSelect(
    `where deleted_ms is null and (? = '' or (created_ms, rowid) > (${PLACE})) order by created_ms, rowid limit ?`,
  );
  const selectTargets = targetRows.prepareSelect('where portfolio_id = ? order by rank');
  const selectPositions = tableStatements(database, positions).prepareSelect(
    'where portfolio_id = ? order by isin, mic',
  );
  const held = sqlite
    .prepare<string[], number>('select quantity_micro from positions where portfolio_id = ? and isin = ? and mic = ?')
    .pluck();
  const putPosition = sqlite.prepare(
    'insert into positions (portfolio_id, isin, mic, quantity_micro) values (?, ?, ?, ?) ' +
      'on conflict (portfolio_id, isin, mic) do update set quantity_micro = excluded.quantity_micro',
  );
  const dropPosition = sqlite.prepare('delete from positions where portfolio_id = ? and isin = ? and mic = ?');
  const dropTargets = sqlite.prepare('delete from targets where portfolio_id = ?');
  const dropPositions = sqlite.prepare('delete from positions where portfolio_id = ?');

  function setPosition(portfolioId: string, { isin, mic, quantityMicro }: PositionRecord): void {
    if (quantityMicro === 0) dropPosition.run(portfolioId, isin, mic);
    else putPosition.run(portfolioId, isin, mic, quantityMicro);
  }

  function insertTargets(portfolioId: string, wanted: readonly TargetRecord[]): void {
    wanted.forEach((target, rank) => {
      targetRows.insert({ portfolioId, rank, ...target });
    });
  }

  return {
    insert(portfolio, given, wanted) {
      portfolioRows.insert(toRow(portfolio));
      for (const position of given) setPosition(portfolio.portfolioId, position);
      insertTargets(portfolio.portfolioId, wanted);
    },
    update(portfolio) {
      const before = atHand.find(portfolio.portfolioId);
      if (before === null) return;
      change(toRow(portfolio), toRow(before));
      atHand.put(portfolio.portfolioId, portfolio);
    },
    find: atHand.find,
    list: () => list().map(toRecord),
    page: (afterId, limit) => page(afterId ?? '', afterId ?? '', limit).map(toRecord),
    positions: (id) => selectPositions(id).map(({ isin, mic, quantityMicro }) => ({ isin, mic, quantityMicro })),
    heldMicro: (id, isin, mic) => held.get(id, isin, mic) ?? 0,
    targets: (id) => selectTargets(id).map(({ isin, weight }) => ({ isin, weight })),
    setPosition,
    replacePositions(portfolioId, given) {
      dropPositions.run(portfolioId);
      for (const position of given) setPosition(portfolioId, position);
    },
    replaceTargets(portfolioId, wanted) {
      dropTargets.run(portfolioId);
      insertTargets(portfolioId, wanted);
    },
  };
}

/** Where a portfolio stands in the list of all. */
const PLACE = 'select created_ms, rowid from portfolios where portfolio_id = ?';

function toRow(portfolio: PortfolioRecord): typeof portfolios.$inferInsert {
  const { portfolioId, accountId, form, currency, cashMinor, referenceRates, createdMs, updatedMs, deletedMs } =
    portfolio;
  const core = { portfolioId, accountId, form, currency, cashMinor, referenceRates, createdMs, updatedMs, deletedMs };
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
