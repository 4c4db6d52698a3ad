/**
 * The columns of a sweep's jobs: those of every job, the varied settings, and figures, which are added when they first
 * occur. A column has its name in the results; where two names differ only in case, which SQLite ignores, one is
 * changed.
 */
import type Database from 'better-sqlite3';
import { isMeasure } from '../../sweep/flat-figures.ts';
import type { SweepColumn } from '../../sweep/sweep-result-store.ts';
import type { CellType, VaryColumn } from '../../sweep/vary-columns.ts';

export interface SweepColumns {
  /** Names of the figures, measures first, then by name. */
  figures(): string[];
  /** Returns the column of a figure, quoted; adds it if it is missing. */
  figureColumn(name: string): string;
  /** Returns the columns of the results, in their order, with their names in the table. */
  results(): { readonly shown: SweepColumn; readonly column: string }[];
  /** Called after a rollback, which removes the columns that the transaction had added. */
  reread(): void;
}

export function openSweepColumns(sqlite: Database.Database, vary: readonly VaryColumn[]): SweepColumns {
  sqlite.exec(`CREATE TABLE IF NOT EXISTS jobs (${declarations(vary)})`);
  sqlite.exec('CREATE TABLE IF NOT EXISTS figures (name TEXT PRIMARY KEY, held_in TEXT NOT NULL) STRICT');
  const select = sqlite.prepare('SELECT name, held_in FROM figures').raw();
  const read = () => new Map(select.all() as [string, string][]);
  let columnOf = read();
  const add = (name: string): string => {
    const taken = new Set([...columnOf.values()].map((column) => column.toLowerCase()));
    let column = name;
    for (let number = 2; taken.has(column.toLowerCase()); number += 1) column = `${name} (${number})`;
    sqlite.exec(`ALTER TABLE jobs ADD COLUMN ${quoted(column)} REAL`);
    sqlite.prepare('INSERT INTO figures VALUES (?, ?)').run(name, column);
    columnOf.set(name, column);
    return column;
  };
  const figures = () => [...columnOf.keys()].sort(byRank);
  const figureColumn = (name: string) => quoted(columnOf.get(name) ?? add(name));
  return {
    figures,
    figureColumn,
    results: () => [
      ...[...BEFORE_VARIED, ...vary.map(describeVaried), ...AFTER_VARIED].map(ofItsName),
      ...figures().map((name) => ({ shown: describeFigure(name), column: figureColumn(name) })),
    ],
    reread() {
      columnOf = read();
    },
  };
}

/** SQLite takes any name in double quotes. */
export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** Returns the column of a varied setting; no figure's name begins like this. */
export function variedName(key: string): string {
  return `vary.${key}`;
}

const BEFORE_VARIED: readonly SweepColumn[] = [
  { name: 'place', type: 'integer', meaning: 'Index of the job in the sweep, from 0.' },
  { name: 'identity', type: 'text', meaning: 'Hash of scenario, seed and varied values.' },
  { name: 'combination', type: 'integer', meaning: 'Which combination of varied values, from 0.' },
  { name: 'seed', type: 'integer', meaning: 'Seed of the run.' },
];
const AFTER_VARIED: readonly SweepColumn[] = [
  {
    name: 'status',
    type: 'text',
    meaning: 'passed, failed, bad (cannot be run) or broken (ended without an outcome).',
  },
  { name: 'head', type: 'text', meaning: "Head of the event log's hash chain; empty where nothing was run." },
  { name: 'events', type: 'integer', meaning: 'Entries of the event log.' },
  { name: 'simulated_ms', type: 'integer', meaning: 'Virtual time that passed.' },
  { name: 'failure', type: 'text', meaning: 'Why it did not pass; null where it did.' },
];
const SQL_TYPES: Readonly<Record<CellType, string>> = {
  text: 'TEXT',
  integer: 'INTEGER',
  boolean: 'INTEGER',
  real: 'REAL',
};

function declarations(vary: readonly VaryColumn[]): string {
  const columns = [...BEFORE_VARIED, ...vary.map(describeVaried), ...AFTER_VARIED].map(
    ({ name, type }) => `${quoted(name)} ${SQL_TYPES[type]}`,
  );
  return [...columns, 'duration_ms REAL', 'PRIMARY KEY (place)', 'UNIQUE (identity)'].join(', ');
}

function describeVaried({ key, type }: VaryColumn): SweepColumn {
  return { name: variedName(key), type, meaning: `What ${key} was in this run.` };
}

function describeFigure(name: string): SweepColumn {
  const meaning = isMeasure(name) ? 'Measure of the scenario.' : 'Figure of the run.';
  return { name, type: 'real', meaning: `${meaning} Null where the run has none.` };
}

function ofItsName(shown: SweepColumn) {
  return { shown, column: quoted(shown.name) };
}

function byRank(left: string, right: string): number {
  const rank = Number(isMeasure(right)) - Number(isMeasure(left));
  return rank === 0 ? Number(left > right) - Number(left < right) : rank;
}
