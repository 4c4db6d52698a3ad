/** Rejects a database that this version cannot open, before anything in it is changed (decisions K101, K113). */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type Database from 'better-sqlite3';
import { hasSchemaOf, MIGRATIONS_TABLE, migrationsTableSql } from '../foreign/schema-levels.ts';

/** The database of another program, of a later version of this one, or of a build that was never released. */
export class ForeignDatabaseError extends Error {
  readonly code = 'FOREIGN_DATABASE';
}

/**
 * Returns how many migrations it has had. Throws `ForeignDatabaseError`, also where somebody has changed its schema. An
 * empty database is accepted: its world is still to be created.
 */
export function refuseForeignSchema(sqlite: Database.Database, migrationsFolder: string): number {
  const applied = countMigrations(sqlite, migrationsFolder);
  if (applied > 0 && !hasSchemaOf(sqlite, migrationsFolder, applied)) throw new ForeignDatabaseError(OTHER_SCHEMA);
  return applied;
}

/** Does the same for a database whose schema may have been changed, which `ballast doctor` reports separately. */
export function countMigrations(sqlite: Database.Database, migrationsFolder: string): number {
  const names = sqlite.prepare<[], string>('select name from sqlite_schema').pluck().all();
  if (names.length === 0) return 0;
  const table = sqlite.prepare<[string, string], number>(
    "select 1 from sqlite_schema where type = 'table' and name = ? and sql = ?",
  );
  if (table.get(MIGRATIONS_TABLE, migrationsTableSql(migrationsFolder)) === undefined)
    throw new ForeignDatabaseError('the database is not one of Ballast: it was made by another program');
  const applied = appliedMigrations(sqlite);
  const known = knownMigrations(migrationsFolder);
  if (startsWith(known, applied)) return applied.length;
  throw new ForeignDatabaseError(
    startsWith(applied, known)
      ? 'the database was written by a later version of Ballast; use that version, or another folder'
      : 'the database was written by an unreleased build of Ballast, which no release opens; ' +
          'create its world again in another folder',
  );
}

/** Whether an earlier release wrote it; call this for a schema that was not rejected. */
export function isBehind(sqlite: Database.Database, migrationsFolder: string): boolean {
  return appliedMigrations(sqlite).length < knownMigrations(migrationsFolder).length;
}

function appliedMigrations(sqlite: Database.Database): number[] {
  return sqlite.prepare<[], number>(`select created_at from ${MIGRATIONS_TABLE} order by created_at`).pluck().all();
}
const OTHER_SCHEMA =
  'the tables, columns, indexes, views or triggers of the database differ from those that Ballast creates: it was changed by something else';

function startsWith(list: readonly number[], start: readonly number[]): boolean {
  return start.every((when, index) => list[index] === when);
}

/** When each migration was written, which identifies it in the database; oldest first. */
function knownMigrations(migrationsFolder: string): number[] {
  const text = readFileSync(join(migrationsFolder, 'meta/_journal.json'), 'utf8');
  const { entries } = JSON.parse(text) as { entries: readonly { when: number }[] };
  return entries.map(({ when }) => when);
}
