/**
 * A prepared statement that SQLite compiles at its first use: a world has some 150 of them, and most worlds use half.
 * Errors in its text are reported at that first use.
 */
import type Database from 'better-sqlite3';

type Statement = Database.Statement<unknown[], unknown>;

/** From here on `sqlite.prepare` returns such statements. */
export function prepareLazily(sqlite: Database.Database): void {
  const prepare = sqlite.prepare.bind(sqlite);
  sqlite.prepare = ((source: string) =>
    new LazyStatement(sqlite, source, () => prepare(source))) as typeof sqlite.prepare;
}

class LazyStatement implements Statement {
  readonly database: Database.Database;
  readonly source: string;
  readonly #prepare: () => Statement;
  /** Settings that were made before it was compiled. */
  readonly #settings: ((statement: Statement) => void)[] = [];
  #compiled: Statement | null = null;

  constructor(database: Database.Database, source: string, prepare: () => Statement) {
    this.database = database;
    this.source = source;
    this.#prepare = prepare;
  }

  get reader(): boolean {
    return this.#statement.reader;
  }
  get readonly(): boolean {
    return this.#statement.readonly;
  }
  get busy(): boolean {
    return this.#statement.busy;
  }

  run(...parameters: unknown[]): Database.RunResult {
    return this.#statement.run(...parameters);
  }
  get(...parameters: unknown[]): unknown {
    return this.#statement.get(...parameters);
  }
  all(...parameters: unknown[]): unknown[] {
    return this.#statement.all(...parameters);
  }
  iterate(...parameters: unknown[]): IterableIterator<unknown> {
    return this.#statement.iterate(...parameters);
  }
  columns(): Database.ColumnDefinition[] {
    return this.#statement.columns();
  }

  pluck(toggle = true): this {
    return this.#set((statement) => statement.pluck(toggle));
  }
  expand(toggle = true): this {
    return this.#set((statement) => statement.expand(toggle));
  }
  raw(toggle = true): this {
    return this.#set((statement) => statement.raw(toggle));
  }
  safeIntegers(toggle = true): this {
    return this.#set((statement) => statement.safeIntegers(toggle));
  }
  bind(...parameters: unknown[]): this {
    return this.#set((statement) => statement.bind(...parameters));
  }

  get #statement(): Statement {
    if (this.#compiled === null) {
      this.#compiled = this.#prepare();
      for (const set of this.#settings) set(this.#compiled);
    }
    return this.#compiled;
  }

  #set(setting: (statement: Statement) => void): this {
    if (this.#compiled === null) this.#settings.push(setting);
    else setting(this.#compiled);
    return this;
  }
}
