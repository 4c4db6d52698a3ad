/**
 * An image of a world that may be given to others: secrets of webhook endpoints are those that follow from its seed, what was
 * received and asked is gone, and nothing is broken between its clients and it. What happens in it is the same.
 */
import { eq, inArray } from 'drizzle-orm';
import type { WireFaultTerms } from '../engine/wire-faults/wire-fault.ts';
import { openImage } from './open-database.ts';
import { commands, sinkRequests, webhookEndpoints, wireFaults } from './schema-traffic.ts';

interface ShareTerms {
  readonly seed: number;
  readonly nowMs: number;
  readonly secretOf: (seed: number, webhookId: string, rotations: number) => string;
  /** Faults that are to be over. */
  readonly isOver: (terms: WireFaultTerms) => boolean;
}

export function imageToShare(image: Buffer, { seed, nowMs, secretOf, isOver }: ShareTerms): Buffer {
  const database = openImage(image, null);
  const { db, sqlite } = database;
  try {
    for (const { webhookId, rotations } of db.select().from(webhookEndpoints).all()) {
      const change = { secret: secretOf(seed, webhookId, rotations), previousSecrets: [] };
      db.update(webhookEndpoints).set(change).where(eq(webhookEndpoints.webhookId, webhookId)).run();
    }
    const broken = db.select().from(wireFaults).all();
    const over = broken.filter(({ terms, endedMs }) => endedMs === null && isOver(terms)).map(({ faultId }) => faultId);
    db.update(wireFaults).set({ endedMs: nowMs }).where(inArray(wireFaults.faultId, over)).run();
    db.delete(sinkRequests).run();
    db.delete(commands).run();
    sqlite.prepare('update delivery_attempts set request_headers = ?, response_headers = ?').run('{}', '{}');
    // Deleted rows would stay readable in the file otherwise.
    sqlite.exec('vacuum');
    return database.image();
  } finally {
    database.close();
  }
}
