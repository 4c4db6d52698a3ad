/**
 * The journal's own database: requests in one table (`exchanges`), their headers and bodies in another (`contents`), a
 * full-text index (`words`), and batches that wait to be split into rows (`rushes`). It is expendable: a database that
 * cannot be read is replaced.
 */
import { rmSync } from 'node:fs';
import Database from 'better-sqlite3';

const VERSION = 5;
const CACHE_KIB = 32_768;

const TABLES = `
  create table exchanges (
    seq integer primary key, request_id text not null, at_ms integer not null, received_ms real not null,
    method text not null, path text not null, operation text, form text, account_id text, key_id text, status integer,
    duration_ms real not null, injected_ms real not null, fault_id text, fault_kind text, first_event integer,
    last_event integer, size integer not null, key_reuse text, latency_fault_id text
  );
  create index exchanges_by_event on exchanges (first_event) where first_event is not null;
  create index exchanges_by_key_reuse on exchanges (seq) where key_reuse is not null;
  create index exchanges_by_fault on exchanges (fault_id) where fault_id is not null;
  create index exchanges_by_latency on exchanges (latency_fault_id) where latency_fault_id is not null;
  create table contents (
    seq integer primary key, request_headers text not null, request_body text, response_headers text not null,
    response_body text not null
  );
  create table rushes (
    first_seq integer primary key, last_seq integer not null, size integer not null, numbers blob not null,
    heads text not null, answer_heads blob not null, texts blob not null
  );
  create virtual table words using fts5 (
    said, content = '', contentless_delete = 1, detail = none, tokenize = "unicode61 tokenchars '_-.'"
  );
  create table indexed (until integer not null);
  insert into indexed values (0);
`;

/** Not a database, a broken one, or a journal of another version. */
const UNREADABLE = /^SQLITE_(?:NOTADB|CORRUPT|MISMATCH)/;

/** `null`: a temporary database, which is written to the disk as it grows and removed when it is closed. */
export function openJournalTables(file: string | null): Database.Database {
  try {
    return open(file);
  } catch (error) {
    if (file === null || !(error instanceof Database.SqliteError) || !UNREADABLE.test(error.code)) throw error;
    for (const ending of ['', '-journal']) rmSync(`${file}${ending}`, { force: true });
    return open(file);
  }
}

/**
 * Nothing waits for the disk: a crash of the machine may lose the journal, one of this process the last batch. New
 * pages need no rollback journal, so rows that are only inserted and deleted cost less with one than with a write-ahead
 * log.
 */
function open(file: string | null): Database.Database {
  const sqlite = new Database(file ?? '', { timeout: 1000 });
  try {
    sqlite.pragma('locking_mode = EXCLUSIVE');
    sqlite.pragma('journal_mode = TRUNCATE');
    sqlite.pragma('synchronous = OFF');
    sqlite.pragma(`cache_size = -${CACHE_KIB}`);
    const version = Number(sqlite.pragma('user_version', { simple: true }));
    if (version !== VERSION) {
      const isFresh = sqlite.prepare('select count(*) from sqlite_schema').pluck().get() === 0;
      if (!isFresh) throw new Database.SqliteError(`a journal of version ${version}`, 'SQLITE_MISMATCH');
      sqlite.transaction(() => sqlite.exec(`${TABLES} pragma user_version = ${VERSION};`)).immediate();
    }
    return sqlite;
  } catch (error) {
    sqlite.close();
    throw error;
  }
}
