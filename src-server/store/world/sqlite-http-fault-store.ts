/** HTTP faults and webhook faults in SQLite, and the delivery attempts that they hit. */
import { asc, desc, eq, isNotNull, sql } from 'drizzle-orm';
import type { HttpFaultStore } from '../../engine/http-faults/http-fault.ts';
import type { WorldDatabase } from '../database/open-database.ts';
import { deliveries, deliveryAttempts, httpFaults } from '../database/schema-traffic.ts';

export function createSqliteHttpFaultStore({ db, sqlite }: Pick<WorldDatabase, 'db' | 'sqlite'>): HttpFaultStore {
  const update = sqlite.prepare('update wire_faults set chances = ?, hits = ?, ended_ms = ? where fault_id = ?');
  return {
    insert: (fault) => void db.insert(httpFaults).values(fault).run(),
    update: ({ chances, hits, endedMs, faultId }) => void update.run(chances, hits, endedMs, faultId),
    all: () =>
      db
        .select()
        .from(httpFaults)
        .orderBy(asc(httpFaults.seq))
        .all()
        .map(({ seq: _seq, ...fault }) => fault),
    brokenAttempts: (limit) =>
      db
        .select({
          injected: deliveryAttempts.injected,
          deliveryId: deliveryAttempts.deliveryId,
          attempt: deliveryAttempts.attempt,
          eventId: deliveries.eventId,
          webhookId: deliveries.webhookId,
          url: deliveryAttempts.url,
          atMs: deliveryAttempts.atMs,
          responseStatus: deliveryAttempts.responseStatus,
          error: deliveryAttempts.error,
          takenBefore: sql<number>`exists (select 1 from delivery_attempts as earlier
            where earlier.delivery_id = ${deliveryAttempts.deliveryId} and earlier.attempt < ${deliveryAttempts.attempt}
            and earlier.response_status between 200 and 299)`,
          nextStatus: sql<number | null>`(select later.response_status from delivery_attempts as later
            where later.delivery_id = ${deliveryAttempts.deliveryId} and later.attempt = ${deliveryAttempts.attempt} + 1)`,
        })
        .from(deliveryAttempts)
        .innerJoin(deliveries, eq(deliveries.deliveryId, deliveryAttempts.deliveryId))
        .where(isNotNull(deliveryAttempts.injected))
        .orderBy(desc(sql`delivery_attempts.rowid`))
        .limit(limit)
        .all()
        .flatMap(({ injected, takenBefore, ...attempt }) =>
          injected === null ? [] : [{ ...attempt, injected, wasTakenBefore: takenBefore === 1 }],
        ),
  };
}
