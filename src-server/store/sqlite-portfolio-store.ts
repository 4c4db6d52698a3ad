/** Portfolios, their positions and targets in SQLite. */
import { and, asc, eq, isNull, sql } from 'drizzle-orm';
import type { PortfolioStore } from '../engine/ports.ts';
import type { PortfolioRecord, PositionRecord } from '../engine/records.ts';
import type { WorldDatabase } from './open-database.ts';
import { portfolios, positions, targets } from './schema.ts';

type Row = typeof portfolios.$inferSelect;

export function createSqlitePortfolioStore({ db }: Pick<WorldDatabase, 'db'>): PortfolioStore {
  const byId = eq(portfolios.portfolioId, sql.placeholder('id'));
  const find = db.select().from(portfolios).where(byId).prepare();
  const list = db
    .select()
    .from(portfolios)
    .where(isNull(portfolios.deletedMs))
    .orderBy(asc(portfolios.createdMs), asc(sql`rowid`))
    .prepare();
  const { isin, mic, quantityMicro } = positions;
  const selectPositions = db
    .select({ isin, mic, quantityMicro })
    .from(positions)
    .where(eq(positions.portfolioId, sql.placeholder('id')))
    .orderBy(asc(isin), asc(mic))
    .prepare();
  const selectTargets = db
    .select({ isin: targets.isin, weight: targets.weight })
    .from(targets)
    .where(eq(targets.portfolioId, sql.placeholder('id')))
    .orderBy(asc(targets.rank))
    .prepare();

  function setPosition(portfolioId: string, position: PositionRecord): void {
    if (position.quantityMicro === 0) {
      const key = [eq(positions.portfolioId, portfolioId), eq(isin, position.isin), eq(mic, position.mic)];
      db.delete(positions)
        .where(and(...key))
        .run();
      return;
    }
    db.insert(positions)
      .values({ portfolioId, ...position })
      .onConflictDoUpdate({
        target: [positions.portfolioId, isin, mic],
        set: { quantityMicro: position.quantityMicro },
      })
      .run();
  }

  return {
    insert(portfolio, held, wanted) {
      db.insert(portfolios).values(toRow(portfolio)).run();
      for (const position of held) setPosition(portfolio.portfolioId, position);
      wanted.forEach((target, rank) => {
        db.insert(targets)
          .values({ portfolioId: portfolio.portfolioId, rank, ...target })
          .run();
      });
    },
    update(portfolio) {
      db.update(portfolios).set(toRow(portfolio)).where(eq(portfolios.portfolioId, portfolio.portfolioId)).run();
    },
    find(id) {
      const row = find.get({ id });
      return row === undefined ? null : toRecord(row);
    },
    list: () => list.all().map(toRecord),
    positions: (id) => selectPositions.all({ id }),
    targets: (id) => selectTargets.all({ id }),
    setPosition,
    replacePositions(portfolioId, held) {
      db.delete(positions).where(eq(positions.portfolioId, portfolioId)).run();
      for (const position of held) setPosition(portfolioId, position);
    },
  };
}

function toRow(portfolio: PortfolioRecord): typeof portfolios.$inferInsert {
  const { portfolioId, accountId, form, currency, cashMinor, referenceRates, createdMs, updatedMs, deletedMs } =
    portfolio;
  const core = { portfolioId, accountId, form, currency, cashMinor, referenceRates, createdMs, updatedMs, deletedMs };
  if (portfolio.form === 'B') return { ...core, label: portfolio.externalId, wrapper: portfolio.taxWrapper };
  const { name, accountType, taxJurisdiction, defaultTaxMethod, metadata } = portfolio;
  return { ...core, label: name, wrapper: accountType, taxJurisdiction, defaultTaxMethod, metadata: { ...metadata } };
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
