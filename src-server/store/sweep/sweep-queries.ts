/** The queries of a sweep's jobs. A combination of `null` means all; only jobs that passed have figures. */
import type Database from 'better-sqlite3';
import type { JobStatus } from '../../sweep/job-result.ts';
import type { StoredFailure, StoredValue } from '../../sweep/sweep-result-store.ts';
import type { Cell } from '../../sweep/vary-columns.ts';
import type { SweepColumns } from './sweep-columns.ts';

type Combination = number | null;
type OfCombination = { readonly combination: Combination };

const OF_COMBINATION = '(@combination IS NULL OR combination = @combination)';

export function countsOf(sqlite: Database.Database, combination: Combination): Record<JobStatus, number> {
  const counts: Record<JobStatus, number> = { passed: 0, failed: 0, unmet: 0, bad: 0, broken: 0 };
  const rows = sqlite.prepare<[OfCombination], { status: JobStatus; count: number }>(
    `SELECT status, count(*) AS count FROM jobs WHERE ${OF_COMBINATION} GROUP BY status`,
  );
  for (const { status, count } of rows.all({ combination })) counts[status] = count;
  return counts;
}

/** Ascending. Sorted here and not by SQLite, which would load whole rows for it. */
export function valuesOf(sqlite: Database.Database, column: string, combination: Combination): Float64Array {
  const from = passedWith(column);
  const count = sqlite.prepare<[OfCombination], number>(`SELECT count(*) ${from}`).pluck().get({ combination }) ?? 0;
  const values = new Float64Array(count);
  let index = 0;
  for (const value of sqlite
    .prepare<[OfCombination], number>(`SELECT ${column} ${from}`)
    .pluck()
    .iterate({ combination })) {
    values[index] = value;
    index += 1;
  }
  return values.sort();
}

export function valuesByJob(sqlite: Database.Database, column: string, combination: Combination): StoredValue[] {
  const rows = sqlite.prepare<[OfCombination], StoredValue>(
    `SELECT place, seed, ${column} AS value ${passedWith(column)} ORDER BY place`,
  );
  return rows.all({ combination });
}

/** Returns the first of the plan among equal values. */
export function extremesOf(
  sqlite: Database.Database,
  column: string,
  combination: Combination,
  end: 'lowest' | 'highest',
  most: number,
): StoredValue[] {
  const order = end === 'lowest' ? 'ASC' : 'DESC';
  const rows = sqlite.prepare<[OfCombination & { readonly most: number }], StoredValue>(
    `SELECT place, seed, ${column} AS value ${passedWith(column)} ORDER BY ${column} ${order}, place LIMIT @most`,
  );
  return rows.all({ combination, most });
}

/** Returns the jobs that did not pass, in the order of the plan. */
export function storedFailures(sqlite: Database.Database, most: number): StoredFailure[] {
  const rows = sqlite.prepare<[number], StoredFailure>(
    "SELECT place, combination, seed, status, failure FROM jobs WHERE status <> 'passed' ORDER BY place LIMIT ?",
  );
  return rows.all(most);
}

/** Returns every job in the order of the plan, with a cell for each column of the results. */
export function* rowsOf(sqlite: Database.Database, columns: SweepColumns): Generator<readonly Cell[]> {
  const results = columns.results();
  const isBoolean = results.map(({ shown }) => shown.type === 'boolean');
  const rows = sqlite
    .prepare(`SELECT ${results.map(({ column }) => column).join(', ')} FROM jobs ORDER BY place`)
    .raw();
  for (const row of rows.iterate() as IterableIterator<(string | number | null)[]>) {
    yield row.map((cell, index) => (isBoolean[index] && cell !== null ? cell === 1 : cell));
  }
}

function passedWith(column: string): string {
  return `FROM jobs WHERE ${OF_COMBINATION} AND status = 'passed' AND ${column} IS NOT NULL`;
}
