/** Webhook endpoints, deliveries and their attempts in SQLite. */
import { and, asc, count, desc, eq, sql } from 'drizzle-orm';
import type { WebhookStore } from '../engine/webhook-ports.ts';
import type { WorldDatabase } from './open-database.ts';
import { deliveries, deliveryAttempts, webhookEndpoints } from './schema-traffic.ts';

export function createSqliteWebhookStore({ db }: Pick<WorldDatabase, 'db'>): WebhookStore {
  const findDelivery = db
    .select()
    .from(deliveries)
    .where(eq(deliveries.deliveryId, sql.placeholder('id')))
    .prepare();
  const selectSending = db
    .select()
    .from(deliveries)
    .where(eq(deliveries.sending, true))
    .orderBy(asc(deliveries.seq))
    .prepare();
  const selectEndpoints = db.select().from(webhookEndpoints).orderBy(asc(webhookEndpoints.createdMs)).prepare();

  return {
    insertEndpoint: (endpoint) => void db.insert(webhookEndpoints).values(endpoint).run(),
    updateEndpoint: (endpoint) =>
      void db.update(webhookEndpoints).set(endpoint).where(eq(webhookEndpoints.webhookId, endpoint.webhookId)).run(),
    removeEndpoint: (id) => db.delete(webhookEndpoints).where(eq(webhookEndpoints.webhookId, id)).run().changes > 0,
    findEndpoint: (id) => db.select().from(webhookEndpoints).where(eq(webhookEndpoints.webhookId, id)).get() ?? null,
    endpoints: () => selectEndpoints.all(),
    insertDelivery: (delivery) => void db.insert(deliveries).values(delivery).run(),
    updateDelivery: (delivery) =>
      void db.update(deliveries).set(delivery).where(eq(deliveries.deliveryId, delivery.deliveryId)).run(),
    findDelivery: (id) => findDelivery.get({ id }) ?? null,
    deliveries: (limit) => db.select().from(deliveries).orderBy(desc(deliveries.seq)).limit(limit).all(),
    sendingDeliveries: () => selectSending.all(),
    countPending: () =>
      db.select({ pending: count() }).from(deliveries).where(eq(deliveries.status, 'pending')).get()?.pending ?? 0,
    countDelivered: (type) =>
      db
        .select({ delivered: count() })
        .from(deliveries)
        .where(and(eq(deliveries.type, type), eq(deliveries.status, 'succeeded')))
        .get()?.delivered ?? 0,
    insertAttempt: (attempt) =>
      void db
        .insert(deliveryAttempts)
        .values({
          ...attempt,
          requestHeaders: { ...attempt.requestHeaders },
          responseHeaders: { ...attempt.responseHeaders },
        })
        .run(),
    attempts: (id) =>
      db
        .select()
        .from(deliveryAttempts)
        .where(eq(deliveryAttempts.deliveryId, id))
        .orderBy(asc(deliveryAttempts.attempt))
        .all(),
  };
}
