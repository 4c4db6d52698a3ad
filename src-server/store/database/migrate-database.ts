/**
 * Gives a database the tables of this version, in one transaction: an empty one by all migrations, and later ones of a
 * process by the final schema of the first, which takes a fifth of the time.
 */
import type Database from 'better-sqlite3';
import type { BetterSQLite3Database } from 'drizzle-orm/better-sqlite3';
import { migrate } from 'drizzle-orm/better-sqlite3/migrator';
import { MIGRATIONS_TABLE } from '../foreign/schema-levels.ts';

interface MigratedSchema {
  readonly sql: string;
  readonly migrations: readonly (readonly [hash: string, createdAt: number])[];
}

const known = new Map<string, MigratedSchema>();

export function migrateDatabase(sqlite: Database.Database, db: BetterSQLite3Database, migrationsFolder: string): void {
  const isEmpty = sqlite.prepare('select 1 from sqlite_schema').get() === undefined;
  const schema = known.get(migrationsFolder);
  if (isEmpty && schema !== undefined) {
    copySchema(sqlite, schema);
    return;
  }
  migrate(db, { migrationsFolder });
  if (isEmpty) known.set(migrationsFolder, schemaOf(sqlite));
}

/** Without the parts that SQLite creates itself. */
function schemaOf(sqlite: Database.Database): MigratedSchema {
  const statements = sqlite
    .prepare<[], string>(
      "select sql from sqlite_schema where sql is not null and name not like 'sqlite\\_%' escape '\\'",
    )
    .pluck()
    .all();
  const migrations = sqlite
    .prepare<[], [string, number]>(`select hash, created_at from ${MIGRATIONS_TABLE}`)
    .raw()
    .all();
  return { sql: statements.join(';\n'), migrations };
}

function copySchema(sqlite: Database.Database, { sql, migrations }: MigratedSchema): void {
  sqlite
    .transaction(() => {
      sqlite.exec(sql);
      const note = sqlite.prepare(`insert into ${MIGRATIONS_TABLE} (hash, created_at) values (?, ?)`);
      for (const row of migrations) note.run(...row);
    })
    .immediate();
}
