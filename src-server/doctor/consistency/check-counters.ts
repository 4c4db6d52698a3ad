/** The counters of ids, and the ids that no event tells, which follow from the seed (decision D1). */
import { createIdFormatter, type IdPrefix } from '../../kernel/ids.ts';
import type { Row } from '../expected-table.ts';
import { type Findings, formatValue } from '../finding.ts';
import type { Projection } from '../projection/projection.ts';
import type { WorldFacts, WorldTables } from '../world-tables.ts';

/** Kinds of which every id is in the log. */
const IN_LOG = ['pf', 'rb', 'or', 'fl', 'mr', 'ev', 'wh', 'cf', 'ca', 'dv', 'bk', 'me', 'ft'] as const;
/** Kinds of which every id is a row. */
const IN_ROWS = {
  dl: 'select delivery_id as id from deliveries',
} as const;
/** Kinds of which rows are removed, or ids are given away: the counter is larger. */
const MORE_THAN_ROWS = {
  lt: "select distinct trade_id as id from lot_trades where trade_id like 'lt~_%' escape '~'",
  ak: 'select key_id as id from api_keys',
} as const;

export function checkCounters(
  tables: WorldTables,
  { seed }: WorldFacts,
  projection: Projection,
  findings: Findings,
): void {
  const rows = [...tables.rows('select name, value from counters')];
  const counters = new Map(rows.map(({ name, value }) => [String(name), Number(value)]));
  const differ = (prefix: string, expected: string) => {
    const place = { table: 'counters', entry: `name=id:${prefix}`, column: 'value' };
    findings.differ('consistency', place, expected, formatValue(counters.get(`id:${prefix}`) ?? null));
  };
  const countOf = (prefix: string) => counters.get(`id:${prefix}`) ?? 0;
  for (const prefix of IN_LOG) {
    const inLog = projection.ids.get(prefix) ?? 0;
    if (countOf(prefix) !== inLog) differ(prefix, String(inLog));
  }
  for (const [prefix, sql] of Object.entries({ ...IN_ROWS, ...MORE_THAN_ROWS })) {
    const given = new Set(idsOf(seed, prefix as IdPrefix, countOf(prefix)));
    const found = [...tables.rows(sql)].map((row: Row) => String(row.id));
    const strange = found.find((each) => !given.has(each));
    const isExact = prefix in IN_ROWS;
    if (strange !== undefined) differ(prefix, `large enough for ${strange}`);
    else if (isExact && found.length !== given.size) differ(prefix, String(found.length));
  }
  const known = new Set<string>([...IN_LOG, ...Object.keys(IN_ROWS), ...Object.keys(MORE_THAN_ROWS), 'rq']);
  for (const name of counters.keys()) {
    if (name.startsWith('id:') && known.has(name.slice(3))) continue;
    const what = { expected: 'none', found: 'a row', message: 'there is no such kind of ids' };
    findings.row('consistency', 'counters', `name=${name}`, what);
  }
}

function idsOf(seed: number, prefix: IdPrefix, count: number): string[] {
  const format = createIdFormatter(seed, prefix);
  return Array.from({ length: Math.min(count, MOST_IDS) }, (_, index) => format(index));
}

/** A counter that is damaged may be any number. */
const MOST_IDS = 20_000_000;
