/**
 * Makes an image of a world that may be given to others: the secrets of webhook endpoints are those derived from its
 * seed, and it has no requests to sinks, no commands, and no secrets in the terms of faults. Its events are the same.
 */
import { eq } from 'drizzle-orm';
import type { HttpFaultTerms } from '../../engine/http-faults/http-fault.ts';
import { openImage } from './open-database.ts';
import { commands, httpFaults, sinkRequests, webhookEndpoints } from './schema-traffic.ts';

interface ShareTerms {
  readonly seed: number;
  readonly secretOf: (seed: number, webhookId: string, rotations: number) => string;
  /** Returns the terms of a fault without secrets. */
  readonly termsToShare: (terms: HttpFaultTerms) => HttpFaultTerms;
}

export function imageToShare(image: Buffer, { seed, secretOf, termsToShare }: ShareTerms): Buffer {
  const database = openImage(image, null);
  const { db, sqlite } = database;
  try {
    for (const { webhookId, rotations } of db.select().from(webhookEndpoints).all()) {
      const change = { secret: secretOf(seed, webhookId, rotations), previousSecrets: [] };
      db.update(webhookEndpoints).set(change).where(eq(webhookEndpoints.webhookId, webhookId)).run();
    }
    for (const { faultId, terms } of db.select().from(httpFaults).all()) {
      db.update(httpFaults)
        .set({ terms: termsToShare(terms) })
        .where(eq(httpFaults.faultId, faultId))
        .run();
    }
    db.delete(sinkRequests).run();
    db.delete(commands).run();
    sqlite.prepare('update delivery_attempts set request_headers = ?, response_headers = ?').run('{}', '{}');
    // Deleted rows would otherwise remain readable in the file.
    sqlite.exec('vacuum');
    return database.image();
  } finally {
    database.close();
  }
}
