/** Looks whether a database is one that this version may open, before anything of it is changed. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type Database from 'better-sqlite3';

/** The database of another program, or of a later version of this one. */
export class ForeignDatabaseError extends Error {
  readonly code = 'FOREIGN_DATABASE';
}

const MIGRATIONS_TABLE = '__drizzle_migrations';

/** Throws `ForeignDatabaseError`. An empty database is one of a world that is still to be made. */
export function refuseForeignSchema(sqlite: Database.Database, migrationsFolder: string): void {
  const tables = sqlite.prepare<[], string>("select name from sqlite_schema where type = 'table'").pluck().all();
  if (tables.length === 0) return;
  if (!tables.includes(MIGRATIONS_TABLE))
    throw new ForeignDatabaseError('the database is not one of Ballast: it was made by another program');
  const latest = sqlite.prepare<[], number>(`select max(created_at) from ${MIGRATIONS_TABLE}`).pluck().get();
  if (Number(latest ?? 0) > latestKnown(migrationsFolder))
    throw new ForeignDatabaseError(
      'the database was written by a later version of Ballast; use that version, or another folder',
    );
}

function latestKnown(migrationsFolder: string): number {
  const text = readFileSync(join(migrationsFolder, 'meta/_journal.json'), 'utf8');
  const { entries } = JSON.parse(text) as { entries: readonly { when: number }[] };
  return Math.max(0, ...entries.map(({ when }) => when));
}
