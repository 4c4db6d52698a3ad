/** Checks the counters of ids, and the ids that are not in the log, which follow from the seed (decision D1). */
import { FIRST_ID } from '../../engine/http-faults/http-fault-registry.ts';
import { createIdFormatter, type IdPrefix } from '../../kernel/ids.ts';
import type { Row } from '../expected-table.ts';
import { type DoctorFindings, formatValue } from '../finding.ts';
import type { Projection } from '../projection/projection.ts';
import type { StoredWorldFacts, WorldTables } from '../world-tables.ts';

/** Kinds whose ids are all in the log. */
const IN_LOG = ['pf', 'rb', 'or', 'fl', 'mr', 'ev', 'wh', 'cf', 'ca', 'dv', 'bk', 'me', 'ft'] as const;
/** Kinds whose ids are not in the log; `isExact`: every id that was assigned has a row. */
const IN_ROWS: readonly {
  readonly prefix: IdPrefix;
  readonly table: string;
  readonly sql: string;
  readonly isExact: boolean;
}[] = [
  { prefix: 'dl', table: 'deliveries', sql: 'select delivery_id as id from deliveries', isExact: true },
  {
    prefix: 'lt',
    table: 'lot_trades',
    isExact: false,
    sql: "select distinct trade_id as id from lot_trades where trade_id like 'lt~_%' escape '~'",
  },
  { prefix: 'ak', table: 'api_keys', sql: 'select key_id as id from api_keys', isExact: false },
];

export function checkCounters(
  tables: WorldTables,
  { seed }: StoredWorldFacts,
  projection: Projection,
  findings: DoctorFindings,
): void {
  const rows = [...tables.rows('select name, value from counters')];
  const counters = new Map(rows.map(({ name, value }) => [String(name), Number(value)]));
  const countOf = (prefix: string) => counters.get(`id:${prefix}`) ?? 0;
  const expectCount = (prefix: string, expected: number) => {
    if (countOf(prefix) === expected) return;
    const place = { table: 'counters', entry: `name=id:${prefix}`, column: 'value' };
    findings.differ('consistency', place, String(expected), formatValue(counters.get(`id:${prefix}`) ?? null));
  };
  for (const prefix of IN_LOG) expectCount(prefix, projection.ids.get(prefix) ?? 0);
  // The key of the run uses two numbers; the first is for its secret (decision E4).
  const ofRun = [...tables.rows('select 1 as one from api_keys where is_run_key = 1')].length;
  if (ofRun > 0 || countOf('ak') > 0) expectCount('ak', (projection.ids.get('ak') ?? 0) + 2 * Math.min(1, ofRun));
  for (const { prefix, table, sql, isExact } of IN_ROWS) {
    const given = new Set(idsOf(seed, prefix, countOf(prefix)));
    const found = [...tables.rows(sql)].map((row: Row) => String(row.id));
    for (const id of found.filter((each) => !given.has(each))) {
      const what = { expected: `one of the ${given.size} ids that were assigned`, found: id };
      findings.row('consistency', table, id, { ...what, message: 'this id was never assigned to a row' });
    }
    if (isExact) expectCount(prefix, found.length);
  }
  checkHttpFaults(tables, seed, findings);
  const known = new Set<string>([...IN_LOG, ...IN_ROWS.map(({ prefix }) => prefix), 'rq']);
  for (const name of counters.keys()) {
    if (name.startsWith('id:') && known.has(name.slice(3))) continue;
    const what = { expected: 'none', found: 'a row', message: 'unknown kind of id' };
    findings.row('consistency', 'counters', `name=${name}`, what);
  }
}

/** HTTP faults and webhook faults have a separate sequence of ids. */
function checkHttpFaults(tables: WorldTables, seed: number, findings: DoctorFindings): void {
  const format = createIdFormatter(seed, 'ft');
  for (const { seq, fault_id: found } of tables.rows('select seq, fault_id from wire_faults')) {
    const expected = format(FIRST_ID + Number(seq) - 1);
    const place = { table: 'wire_faults', entry: `seq=${seq}`, column: 'fault_id' };
    if (found !== expected) findings.differ('consistency', place, expected, formatValue(found));
  }
}

function idsOf(seed: number, prefix: IdPrefix, count: number): string[] {
  const format = createIdFormatter(seed, prefix);
  return Array.from({ length: Math.min(count, MAX_IDS) }, (_, index) => format(index));
}

/** A damaged counter may be any number. */
const MAX_IDS = 20_000_000;
