/** The journal of `/v1` exchanges, in a database of its own: no transaction of the world waits for it. */
import Database from 'better-sqlite3';
import type { JournalRecord, JournalStore } from '../engine/journal-port.ts';

export function createSqliteJournalStore(): JournalStore {
  const sqlite = new Database('');
  sqlite.exec(
    'create table journal (seq integer primary key autoincrement, request_id text, at_ms integer, method text, ' +
      'path text, form text, status integer, duration_ms real, request_body text, response_body text)',
  );
  const insert = sqlite.prepare(
    'insert into journal (request_id, at_ms, method, path, form, status, duration_ms, request_body, response_body) ' +
      'values (?, ?, ?, ?, ?, ?, ?, ?, ?)',
  );
  const latest = sqlite.prepare<[number], JournalRecord & { seq: number }>(
    'select seq, request_id as requestId, at_ms as atMs, method, path, form, status, duration_ms as durationMs, ' +
      'request_body as requestBody, response_body as responseBody from journal order by seq desc limit ?',
  );
  const append = sqlite.transaction((records: readonly JournalRecord[]) => {
    for (const { requestId, atMs, method, path, form, status, durationMs, requestBody, responseBody } of records) {
      insert.run(requestId, atMs, method, path, form, status, durationMs, requestBody, responseBody);
    }
  });
  return { append: (records) => append(records), latest: (limit) => latest.all(limit) };
}
