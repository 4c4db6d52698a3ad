/**
 * Bulk rebalances and their portfolios in SQLite. The portfolios with something under way are also in memory, because
 * they are looked up whenever any rebalance becomes final.
 */
import { BULK_ROW_STATUSES } from '../../domain/plan/plan-choices.ts';
import type { BulkFigures, BulkRecord, BulkRow, BulkRowStatus } from '../../engine/bulk/bulk-rebalance.ts';
import type { RefusalCode } from '../../engine/outcome.ts';
import type { BulkStore, ShownBulkRow } from '../../engine/ports/stores.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import type { WorldDatabase } from '../database/open-database.ts';
import { bulkPortfolios, bulkRebalances } from '../database/schema.ts';
import { tableStatements } from '../database/table-statements.ts';

type Database = Pick<WorldDatabase, 'sqlite'>;

export function createSqliteBulkStore(kernel: Pick<Kernel, 'onRollback'>, database: Database): BulkStore {
  return { ...bulkRows(kernel, database), ...portfolioRows(database), ...shownRows(database) };
}

type BulkRows = Pick<BulkStore, 'insert' | 'update' | 'find' | 'page' | 'isAnyUnderWay'>;

function bulkRows(kernel: Pick<Kernel, 'onRollback'>, database: Database): BulkRows {
  const bulks = tableStatements(database, bulkRebalances);
  const portfolios = tableStatements(database, bulkPortfolios);
  const find = bulks.prepareSelect('where bulk_id = ?');
  const page = bulks.prepareSelect('where seq < ? order by seq desc limit ?');
  const change = bulks.prepareChange('bulkId');
  const open = database.sqlite
    .prepare<[], string>("select bulk_id from bulk_rebalances where json_extract(state, '$.underWay') > 0")
    .pluck();
  let loaded: Set<string> | null = null;
  kernel.onRollback(() => {
    loaded = null;
  });
  const underWay = () => {
    loaded ??= new Set(open.all());
    return loaded;
  };
  return {
    insert(bulk, portfolioIds) {
      bulks.insert(bulk);
      for (const [index, portfolioId] of portfolioIds.entries()) {
        portfolios.insert({ bulkId: bulk.bulkId, position: index + 1, portfolioId, state: 'waiting' });
      }
    },
    update(bulk) {
      const [before] = find(bulk.bulkId);
      if (before === undefined) return;
      change({ ...bulk, seq: before.seq }, before);
      if (bulk.state.underWay > 0) underWay().add(bulk.bulkId);
      else underWay().delete(bulk.bulkId);
    },
    find: (id) => find(id).map(toRecord)[0] ?? null,
    page(beforeId, limit) {
      const before = beforeId === null ? Number.MAX_SAFE_INTEGER : (find(beforeId)[0]?.seq ?? 0);
      return page(before, limit).map(toRecord);
    },
    isAnyUnderWay: () => underWay().size > 0,
  };
}

function toRecord({ seq: _seq, ...bulk }: typeof bulkRebalances.$inferSelect): BulkRecord {
  return { ...bulk, terms: { ...EARLIER_TERMS, ...bulk.terms } };
}

/** Fields that terms did not have in earlier versions. */
const EARLIER_TERMS = { to: 'target', band_5_25: false } as const;

type PortfolioRows = Pick<
  BulkStore,
  'updateRow' | 'removeRow' | 'rows' | 'rowsFrom' | 'findStarted' | 'refusals' | 'countPlanned'
>;

function portfolioRows(database: Database): PortfolioRows {
  const rows = tableStatements(database, bulkPortfolios);
  const { sqlite } = database;
  const update = sqlite.prepare(
    `update bulk_portfolios set state = ?, rebalance_id = ?, refusal = ?, planned = ?, traded = ?
     where bulk_id = ? and position = ?`,
  );
  const remove = sqlite.prepare('delete from bulk_portfolios where bulk_id = ? and position = ?');
  const from = rows.prepareSelect('where bulk_id = ? and position >= ? and state = ? order by position limit ?');
  const started = rows.prepareSelect("where rebalance_id = ? and state = 'started' and traded is null");
  const countPlanned = sqlite
    .prepare<[string], number>("select count(*) from bulk_portfolios where bulk_id = ? and state = 'planned'")
    .pluck();
  const refusals = sqlite.prepare<[string], { code: RefusalCode; portfolios: number }>(
    `select json_extract(refusal, '$.code') as code, count(*) as portfolios from ${JOINED}
     where p.bulk_id = ? and refusal is not null and ${SHOWN} = 'refused' group by code order by portfolios desc, code`,
  );
  return {
    updateRow({ bulkId, position, state, rebalanceId, refusal, planned, traded }) {
      update.run(state, rebalanceId, jsonOf(refusal), jsonOf(planned), jsonOf(traded), bulkId, position);
    },
    removeRow: ({ bulkId, position }) => void remove.run(bulkId, position),
    rows: rows.prepareSelect('where bulk_id = ? order by position'),
    rowsFrom: (id, position, state, limit) => from(id, position, state, limit),
    findStarted: (id) => started(id)[0] ?? null,
    countPlanned: (id) => countPlanned.get(id) ?? 0,
    refusals: (id) => refusals.all(id),
  };
}

function jsonOf(value: object | null): string | null {
  return value === null ? null : JSON.stringify(value);
}

/** The rebalance's own status once it is executed or cancelled, by any client; before that the state of the row. */
const SHOWN = `case when r.status in ('executing', 'partially_filled', 'complete', 'failed') then r.status
  when p.state = 'cancelled' then 'cancelled'
  when r.status is null or r.status = 'plan_ready' then p.state else r.status end`;
/** Its position, without those that a filter excludes. */
const PLACE = '(select count(*) from bulk_portfolios q where q.bulk_id = p.bulk_id and q.position <= p.position)';
const JOINED = 'bulk_portfolios p left join rebalances r on r.rebalance_id = p.rebalance_id';

function shownRows(database: Database): Pick<BulkStore, 'shownRows' | 'lastPosition' | 'counts' | 'cancelledPlans'> {
  const { sqlite } = database;
  const shown = sqlite.prepare<[string, number, string | null, string | null, number], ShownRow>(
    `select p.*, ${SHOWN} as status, ${PLACE} as place from ${JOINED}
     where p.bulk_id = ? and p.position > ? and (? is null or ${SHOWN} = ?) order by p.position limit ?`,
  );
  const last = sqlite
    .prepare<[string], number>('select coalesce(max(position), 0) from bulk_portfolios where bulk_id = ?')
    .pluck();
  const counts = sqlite.prepare<[string], { status: BulkRowStatus; portfolios: number }>(
    `select ${SHOWN} as status, count(*) as portfolios from ${JOINED} where p.bulk_id = ? group by 1`,
  );
  const cancelled = sqlite.prepare<[string], { portfolioId: string; planned: string }>(
    `select p.portfolio_id as portfolioId, p.planned from ${JOINED}
     where p.bulk_id = ? and p.planned is not null and ${SHOWN} = 'cancelled'`,
  );
  return {
    cancelledPlans: (id) =>
      cancelled.all(id).map((row) => ({ ...row, planned: JSON.parse(row.planned) as BulkFigures })),
    lastPosition: (id) => last.get(id) ?? 0,
    shownRows: (id, status, after, limit) => shown.all(id, after, status, status, limit).map(toShown),
    counts(id) {
      const none = Object.fromEntries(BULK_ROW_STATUSES.map((status) => [status, 0]));
      const some = Object.fromEntries(counts.all(id).map(({ status, portfolios }) => [status, portfolios]));
      return { ...none, ...some } as Record<BulkRowStatus, number>;
    },
  };
}

/** As read from the database. */
interface ShownRow {
  readonly bulk_id: string;
  readonly position: number;
  readonly portfolio_id: string;
  readonly state: BulkRow['state'];
  readonly rebalance_id: string | null;
  readonly refusal: string | null;
  readonly planned: string | null;
  readonly traded: string | null;
  readonly status: BulkRowStatus;
  readonly place: number;
}

function toShown({ bulk_id, position, portfolio_id, state, status, place: index, ...row }: ShownRow): ShownBulkRow {
  return {
    bulkId: bulk_id,
    position,
    portfolioId: portfolio_id,
    state,
    status,
    rebalanceId: row.rebalance_id,
    place: index,
    refusal: parsed(row.refusal),
    planned: parsed(row.planned),
    traded: parsed(row.traded),
  };
}

function parsed<T>(json: string | null): T | null {
  return json === null ? null : (JSON.parse(json) as T);
}
