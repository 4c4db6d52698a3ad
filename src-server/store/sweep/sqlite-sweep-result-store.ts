/**
 * The results of a sweep in one SQLite file: facts about the sweep, and one row for each job. Rejects a file that
 * another process has open. Its queries are in `sweep-queries.ts`.
 */
import Database from 'better-sqlite3';
import type { JobResult } from '../../sweep/job-result.ts';
import type { SweepJob } from '../../sweep/sweep-plan.ts';
import type { StoredSweepFacts, SweepResultStore } from '../../sweep/sweep-result-store.ts';
import { type Cell, type VaryColumn, varyCell } from '../../sweep/vary-columns.ts';
import { DatabaseInUseError } from '../database/open-database.ts';
import { openSweepColumns, quoted, type SweepColumns, variedName } from './sweep-columns.ts';
import { countsOf, extremesOf, rowsOf, storedFailures, valuesByJob, valuesOf } from './sweep-queries.ts';

/** A sweep's file, open for this process alone. */
export interface SweepFile {
  /** `null` where the file is new. */
  readonly facts: StoredSweepFacts | null;
  /** Stores the facts of the sweep, once. */
  begin(facts: StoredSweepFacts): void;
  openStore(vary: readonly VaryColumn[]): SweepResultStore;
  close(): void;
}

/** Throws `DatabaseInUseError`, and `SqliteError` for a file that is not a database. */
export function openSweepFile(file: string): SweepFile {
  const sqlite = new Database(file, { timeout: 1000 });
  try {
    prepare(sqlite);
  } catch (error) {
    sqlite.close();
    if (error instanceof Database.SqliteError && error.code.startsWith('SQLITE_BUSY')) {
      throw new DatabaseInUseError(`${file} is in use by another process`, { cause: error });
    }
    throw error;
  }
  const facts = sqlite.prepare<[], string>("SELECT value FROM facts WHERE name = 'sweep'").pluck().get();
  return {
    facts: facts === undefined ? null : parseFacts(facts),
    begin: (sweep) => sqlite.prepare("INSERT INTO facts VALUES ('sweep', ?)").run(formatFacts(sweep)),
    openStore: (vary) => openStore(sqlite, vary),
    close: () => sqlite.close(),
  };
}

/** Files store the compatibility key under the name `edition`. */
function formatFacts({ sweepId, compatibilityKey: storedKey, ...rest }: StoredSweepFacts): string {
  return JSON.stringify({ sweepId, edition: storedKey, ...rest });
}

function parseFacts(text: string): StoredSweepFacts {
  const { edition: compatibilityKey, ...rest } = JSON.parse(text) as Omit<StoredSweepFacts, 'compatibilityKey'> & {
    readonly edition: string;
  };
  return { ...rest, compatibilityKey };
}

/** Results that a power cut loses are computed once more, so no result waits for the disk. */
function prepare(sqlite: Database.Database): void {
  sqlite.pragma('locking_mode = EXCLUSIVE');
  sqlite.pragma('journal_mode = WAL');
  sqlite.pragma('synchronous = NORMAL');
  sqlite.exec('CREATE TABLE IF NOT EXISTS facts (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT');
}

function openStore(sqlite: Database.Database, vary: readonly VaryColumn[]): SweepResultStore {
  const columns = openSweepColumns(sqlite, vary);
  // Jobs that ended without an outcome are run again when a sweep is continued.
  sqlite.exec("DELETE FROM jobs WHERE status = 'broken'");
  const isStored = sqlite.prepare<[number], number>('SELECT 1 FROM jobs WHERE place = ?').pluck();
  const save = createInsert(sqlite, columns, vary);
  return {
    save: (job, combination, result) => {
      try {
        return sqlite.transaction(() => save.insert(job, combination, result)).immediate();
      } catch (error) {
        save.forgetColumns();
        throw error;
      }
    },
    isStored: (index) => isStored.get(index) === 1,
    counts: (combination) => countsOf(sqlite, combination),
    figureNames: () => columns.figures(),
    values: (figure, combination) => valuesOf(sqlite, columns.figureColumn(figure), combination),
    valuesByJob: (figure, combination) => valuesByJob(sqlite, columns.figureColumn(figure), combination),
    extremes: (figure, combination, end, most) =>
      extremesOf(sqlite, columns.figureColumn(figure), combination, end, most),
    failures: (most) => storedFailures(sqlite, most),
    columns: () => columns.results().map(({ shown }) => shown),
    rows: () => rowsOf(sqlite, columns),
    close: () => sqlite.close(),
  };
}

const OWN_COLUMNS =
  'place, identity, combination, seed, status, head, events, simulated_ms, failure, duration_ms'.split(', ');

/** Most jobs of a sweep have the same figures, so there are few statements, which are cached. */
function createInsert(sqlite: Database.Database, columns: SweepColumns, vary: readonly VaryColumn[]) {
  const statements = new Map<string, Database.Statement>();
  const statementFor = (figures: readonly string[]): Database.Statement => {
    const key = figures.join('\n');
    const known = statements.get(key);
    if (known !== undefined) return known;
    const varied = vary.map((column) => quoted(variedName(column.key)));
    const names = [...OWN_COLUMNS, ...varied, ...figures.map(columns.figureColumn)];
    const marks = names.map(() => '?').join(', ');
    const insert = sqlite.prepare(`INSERT OR IGNORE INTO jobs (${names.join(', ')}) VALUES (${marks})`);
    statements.set(key, insert);
    return insert;
  };
  const insert = (job: SweepJob, combination: number, result: JobResult): boolean => {
    const { place: index, identity } = job;
    const { seed, vary: values } = job.input;
    const { figures, status, head, events, simulatedMs, failure, durationMs } = result;
    const own = [index, identity, combination, seed, status, head, events, simulatedMs, failure, durationMs];
    const varied = vary.map((column) => bindable(varyCell(values, column)));
    return statementFor(Object.keys(figures)).run(...own, ...varied, ...Object.values(figures)).changes > 0;
  };
  /** After a rollback the columns of new figures are gone, but statements still name them. */
  const forgetColumns = () => {
    columns.reread();
    statements.clear();
  };
  return { insert, forgetColumns };
}

/** SQLite has no booleans. */
function bindable(cell: Cell): string | number | null {
  return typeof cell === 'boolean' ? Number(cell) : cell;
}
