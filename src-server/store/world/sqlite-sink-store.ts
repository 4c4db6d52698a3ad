/**
 * Requests to the built-in receivers of webhooks, and the responses that they received, in SQLite. Their number is
 * bounded, because anybody on this machine may send to them.
 */
import { and, asc, desc, eq, lt } from 'drizzle-orm';
import { SINK_BOUNDS, type SinkBounds, type SinkRecord, type SinkStore } from '../../engine/ports/sink-ports.ts';
import type { WorldDatabase } from '../database/open-database.ts';
import { sinkRequests, sinkScripts } from '../database/schema-traffic.ts';
import { tableStatements } from '../database/table-statements.ts';
import { createSinkBounds } from './sink-bounds.ts';

type SinkDatabase = Pick<WorldDatabase, 'db' | 'sqlite'>;

export function createSqliteSinkStore(database: SinkDatabase, most: SinkBounds = SINK_BOUNDS): SinkStore {
  const { db, sqlite } = database;
  const rows = tableStatements(database, sinkRequests);
  const findScript = tableStatements(database, sinkScripts).prepareSelect('where name = ?');
  const setGiven = sqlite.prepare('update sink_scripts set given = ? where name = ?');
  const bounds = createSinkBounds(database, most);
  const append = sqlite.transaction((record: SinkRecord, given: number | null) => {
    rows.insert({ ...record, headers: { ...record.headers } });
    if (given !== null) setGiven.run(given, record.name);
    bounds.add(record);
  });
  return {
    append(record, given) {
      try {
        append(record, given);
      } catch (error) {
        bounds.reset();
        throw error;
      }
    },
    hasRoomFor: (name) => bounds.hasRoomFor(name),
    names: () => namesOf(database),
    requests: (name, limit, beforeSeq = Number.MAX_SAFE_INTEGER) =>
      db
        .select()
        .from(sinkRequests)
        .where(and(eq(sinkRequests.name, name), lt(sinkRequests.seq, beforeSeq)))
        .orderBy(desc(sinkRequests.seq))
        .limit(limit)
        .all(),
    ofEvent: (eventId) =>
      db.select().from(sinkRequests).where(eq(sinkRequests.eventId, eventId)).orderBy(asc(sinkRequests.seq)).all(),
    clear(name) {
      bounds.reset();
      return db.delete(sinkRequests).where(eq(sinkRequests.name, name)).run().changes;
    },
    script: (name) => findScript(name)[0] ?? null,
    putScript(script) {
      const row = { ...script, answers: [...script.answers] };
      db.insert(sinkScripts).values(row).onConflictDoUpdate({ target: sinkScripts.name, set: row }).run();
    },
    dropScript: (name) => db.delete(sinkScripts).where(eq(sinkScripts.name, name)).run().changes > 0,
  };
}

function namesOf({ sqlite }: SinkDatabase): ReturnType<SinkStore['names']> {
  const select = sqlite.prepare<[], { name: string; received: number; scripted: number }>(
    'select name, (select count(*) from sink_requests where sink_requests.name = all_names.name) as received, ' +
      'exists (select 1 from sink_scripts where sink_scripts.name = all_names.name) as scripted ' +
      'from (select name from sink_requests union select name from sink_scripts) as all_names order by name',
  );
  return select.all().map(({ scripted, ...sink }) => ({ ...sink, scripted: scripted === 1 }));
}
