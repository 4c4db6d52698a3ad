/** The schema of a Ballast database after each of its migrations: a database with any other schema is foreign. */
import Database from 'better-sqlite3';
import { drizzle } from 'drizzle-orm/better-sqlite3';
import { migrate } from 'drizzle-orm/better-sqlite3/migrator';
import { type MigrationMeta, readMigrationFiles } from 'drizzle-orm/migrator';

export const MIGRATIONS_TABLE = '__drizzle_migrations';

interface KnownSchemas {
  readonly migrations: readonly MigrationMeta[];
  /** The statement with which drizzle creates its own table. */
  readonly table: string;
  /** Schemas by number of migrations. */
  readonly byLevel: Map<number, string>;
}

const known = new Map<string, KnownSchemas>();

/** A new database in memory after the first `level` migrations. Its owner closes it. */
export function databaseAtLevel(migrationsFolder: string, level: number): Database.Database {
  const { migrations, table } = knownOf(migrationsFolder);
  const sqlite = new Database(':memory:');
  sqlite.exec(table);
  const note = sqlite.prepare(`insert into ${MIGRATIONS_TABLE} (hash, created_at) values (?, ?)`);
  for (const { sql, hash, folderMillis } of migrations.slice(0, level)) {
    for (const statement of sql) sqlite.exec(statement);
    note.run(hash, folderMillis);
  }
  return sqlite;
}

/** Whether tables, columns, indexes and everything else of a database are those after this many migrations. */
export function hasSchemaOf(sqlite: Database.Database, migrationsFolder: string, level: number): boolean {
  const { byLevel } = knownOf(migrationsFolder);
  let wanted = byLevel.get(level);
  if (wanted === undefined) {
    const example = databaseAtLevel(migrationsFolder, level);
    wanted = schemaText(example);
    example.close();
    byLevel.set(level, wanted);
  }
  return schemaText(sqlite) === wanted;
}

/** Returns the statement with which drizzle creates its table. */
export function migrationsTableSql(migrationsFolder: string): string {
  return knownOf(migrationsFolder).table;
}

function knownOf(migrationsFolder: string): KnownSchemas {
  let found = known.get(migrationsFolder);
  if (found === undefined) {
    const sqlite = new Database(':memory:');
    migrate(drizzle({ client: sqlite }), { migrationsFolder });
    const select = sqlite.prepare<[string], string>('select sql from sqlite_schema where name = ?').pluck();
    const table = select.get(MIGRATIONS_TABLE) ?? '';
    sqlite.close();
    found = { migrations: readMigrationFiles({ migrationsFolder }), table, byLevel: new Map() };
    known.set(migrationsFolder, found);
  }
  return found;
}

function schemaText(sqlite: Database.Database): string {
  const rows = sqlite.prepare('select type, name, tbl_name, sql from sqlite_schema order by type, name').raw().all();
  return JSON.stringify(rows);
}
