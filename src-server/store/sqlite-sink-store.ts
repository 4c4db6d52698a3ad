/** What the built-in receivers of webhooks received, and what they were told to answer, in SQLite. */
import { asc, count, desc, eq } from 'drizzle-orm';
import type { SinkStore } from '../engine/sink-ports.ts';
import type { WorldDatabase } from './open-database.ts';
import { sinkRequests, sinkScripts } from './schema-traffic.ts';

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
    ofEvent: (eventId) =>
      db.select().from(sinkRequests).where(eq(sinkRequests.eventId, eventId)).orderBy(asc(sinkRequests.seq)).all(),
    clear: (name) => db.delete(sinkRequests).where(eq(sinkRequests.name, name)).run().changes,
    script: (name) => db.select().from(sinkScripts).where(eq(sinkScripts.name, name)).get() ?? null,
    putScript(script) {
      const row = { ...script, answers: [...script.answers] };
      db.insert(sinkScripts).values(row).onConflictDoUpdate({ target: sinkScripts.name, set: row }).run();
    },
    dropScript: (name) => db.delete(sinkScripts).where(eq(sinkScripts.name, name)).run().changes > 0,
  };
}
