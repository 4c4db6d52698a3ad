/** The journal of `/v1` exchanges and what the built-in sink received, in SQLite. */
import { count, desc, eq } from 'drizzle-orm';
import type { JournalRecord, JournalStore, SinkStore } from '../engine/journal-port.ts';
import type { WorldDatabase } from './open-database.ts';
import { journal, sinkRequests } from './schema.ts';

/** Raw statement: it runs once for every request the service answers. */
export function createSqliteJournalStore({ sqlite, db }: WorldDatabase): JournalStore {
  const insert = sqlite.prepare(
    'insert into journal (request_id, at_ms, method, path, form, status, duration_ms, request_body, response_body) ' +
      'values (?, ?, ?, ?, ?, ?, ?, ?, ?)',
  );
  const append = sqlite.transaction((records: readonly JournalRecord[]) => {
    for (const { requestId, atMs, method, path, form, status, durationMs, requestBody, responseBody } of records) {
      insert.run(requestId, atMs, method, path, form, status, durationMs, requestBody, responseBody);
    }
  });
  return {
    append: (records) => append(records),
    latest: (limit) => db.select().from(journal).orderBy(desc(journal.seq)).limit(limit).all(),
  };
}

export function createSqliteSinkStore({ db }: Pick<WorldDatabase, 'db'>): SinkStore {
  return {
    append: (record) =>
      void db
        .insert(sinkRequests)
        .values({ ...record, headers: { ...record.headers } })
        .run(),
    names: () =>
      db
        .select({ name: sinkRequests.name, received: count() })
        .from(sinkRequests)
        .groupBy(sinkRequests.name)
        .orderBy(sinkRequests.name)
        .all(),
    requests: (name, limit) =>
      db
        .select()
        .from(sinkRequests)
        .where(eq(sinkRequests.name, name))
        .orderBy(desc(sinkRequests.seq))
        .limit(limit)
        .all()
        .reverse(),
  };
}
