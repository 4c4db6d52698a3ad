/** Tests that a new database has the tables of all migrations, whether it is the first of a process or a later one. */
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openDatabase, type WorldDatabase } from '../../src-server/store/database/open-database.ts';
import { MIGRATIONS_TABLE } from '../../src-server/store/foreign/schema-levels.ts';
import { packageRoot } from '../../src-server/system/package-root.ts';
import { testFolder } from '../support/test-folders.ts';

test('the second new database of a process has the tables, migrations and rows of the first', () => {
  // A folder that no other test of this process has opened a database from.
  const migrations = testFolder('migrations');
  cpSync(join(packageRoot(), 'src-server/store/migrations'), migrations, { recursive: true });
  const [first, second] = [openDatabase(null, migrations), openDatabase(null, migrations)];
  try {
    expect(contentsOf(second)).toEqual(contentsOf(first));
    expect(contentsOf(first).map(({ name }) => name)).toContain(MIGRATIONS_TABLE);
    expect(() => openDatabase(null, migrations, true)).toThrow('the database is empty');
  } finally {
    first.close();
    second.close();
  }
});

interface SchemaPart {
  readonly type: string;
  readonly name: string;
  readonly tbl_name: string;
  readonly sql: string | null;
}

function contentsOf({ sqlite }: WorldDatabase) {
  const parts = sqlite.prepare('select type, name, tbl_name, sql from sqlite_schema order by type, name').all();
  return (parts as SchemaPart[]).map((part) => ({
    ...part,
    rows: part.type === 'table' ? sqlite.prepare(`select * from "${part.name}"`).all() : [],
  }));
}
