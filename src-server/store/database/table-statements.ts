/**
 * Raw prepared statements for whole rows of one table, made from its drizzle columns so that `schema.ts` remains the
 * only place that names them. For the tables that every fill uses: there the query builder costs more than the row (see
 * `npm run bench`). No partial rows and no joins.
 */
import { Column, getTableColumns, getTableName } from 'drizzle-orm';
import type { SQLiteTable } from 'drizzle-orm/sqlite-core';
import type { WorldDatabase } from './open-database.ts';

export interface TableStatements<T extends SQLiteTable> {
  /** Inserts a row; omitted fields are null, or numbered by the database. Returns SQLite's number of the row. */
  insert(row: T['$inferInsert']): number;
  /** Prepares the update of every other column of the row that has the same `key`. */
  prepareUpdate(key: keyof T['$inferInsert'] & string): (row: T['$inferInsert']) => void;
  /** Prepares an update of only those columns that differ from the row as it was before. */
  prepareChange(key: keyof T['$inferInsert'] & string): (row: T['$inferInsert'], before: T['$inferInsert']) => void;
  /** Prepares `select … from <table> <rest>`; `rest` is SQL with a `?` for every parameter. */
  prepareSelect(rest: string): (...parameters: (string | number)[]) => T['$inferSelect'][];
}

export function tableStatements<T extends SQLiteTable>(
  { sqlite }: Pick<WorldDatabase, 'sqlite'>,
  table: T,
): TableStatements<T> {
  const name = getTableName(table);
  const fields = Object.entries(getTableColumns(table)).map(toField);
  const insert = sqlite.prepare(
    `insert into ${name} (${fields.map(({ column }) => column)}) values (${fields.map(() => '?')})`,
  );
  const updateOf = (changed: readonly Field[], key: string) => {
    const bound = [...changed, ...fields.filter((field) => field.name === key)];
    const assignments = changed.map(({ column }) => `${column} = ?`);
    const update = sqlite.prepare(`update ${name} set ${assignments} where ${bound.at(-1)?.column} = ?`);
    return (row: object) => void update.run(bound.map((field) => field.encode(row)));
  };
  return {
    insert: (row) => Number(insert.run(fields.map((field) => field.encode(row))).lastInsertRowid),
    prepareUpdate(key) {
      const update = updateOf(
        fields.filter((field) => field.name !== key),
        key,
      );
      return (row) => update(row);
    },
    prepareChange(key) {
      const updates = new Map<string, (row: object) => void>();
      return (row, before) => {
        const changed = fields.filter((field) => storedOf(row, field) !== storedOf(before, field));
        if (changed.length === 0) return;
        const what = changed.map((field) => field.name).join();
        const update = updates.get(what) ?? updateOf(changed, key);
        updates.set(what, update);
        update(row);
      };
    },
    prepareSelect(rest) {
      const columns = fields.map((field) => `${field.column} as "${field.name}"`);
      const select = sqlite.prepare<(string | number)[], MutableRow>(`select ${columns} from ${name} ${rest}`);
      const coded = fields.filter(({ decode }) => decode !== null);
      return (...parameters) => {
        const rows = select.all(...parameters);
        for (const row of rows) for (const field of coded) row[field.name] = field.decode?.(row[field.name]);
        return rows as T['$inferSelect'][];
      };
    },
  };
}

type MutableRow = Record<string, unknown>;

interface Field {
  /** The field of the record. */
  readonly name: string;
  /** The column of the database. */
  readonly column: string;
  /** Returns the value of this field as SQLite stores it. */
  readonly encode: (row: object) => unknown;
  /** Null where SQLite's value is the same as the record's. */
  readonly decode: ((value: unknown) => unknown) | null;
}

function storedOf(row: object, { name }: Field): unknown {
  return (row as Readonly<MutableRow>)[name] ?? null;
}

function toField([name, column]: [string, Column]): Field {
  const isPlain = column.mapFromDriverValue === Column.prototype.mapFromDriverValue;
  return {
    name,
    column: column.name,
    encode(row) {
      const value = (row as Readonly<MutableRow>)[name] ?? null;
      if (value === null) return null;
      return isPlain ? value : column.mapToDriverValue(value);
    },
    decode: isPlain ? null : (value) => (value === null ? null : column.mapFromDriverValue(value)),
  };
}
