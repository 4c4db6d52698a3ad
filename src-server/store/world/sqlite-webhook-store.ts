/**
 * Webhook endpoints, deliveries and their attempts in SQLite. Whatever every delivery uses is a raw prepared statement:
 * a fast receiver gets more than a thousand a second, and each is one transaction (decision record 0003).
 */
import { and, asc, count, desc, eq, gte, inArray, type SQL, sql } from 'drizzle-orm';
import type { DeliveryQuery, DeliveryRecord, WebhookStore } from '../../engine/ports/webhook-ports.ts';
import type { WorldDatabase } from '../database/open-database.ts';
import type { RollbackSource } from '../database/row-cache.ts';
import { deliveries, deliveryAttempts } from '../database/schema-traffic.ts';
import { tableStatements } from '../database/table-statements.ts';
import { endpointRows } from './sqlite-endpoint-rows.ts';

type Database = Pick<WorldDatabase, 'db' | 'sqlite'>;

export function createSqliteWebhookStore(kernel: RollbackSource, database: Database): WebhookStore {
  return {
    ...endpointRows(kernel, database),
    ...deliveryRows(database),
    ...waitingRows(database),
    ...attemptRows(database),
  };
}

type DeliveryRows = Pick<
  WebhookStore,
  | 'insertDelivery'
  | 'updateDelivery'
  | 'findDelivery'
  | 'deliveries'
  | 'countDeliveries'
  | 'sendingDeliveries'
  | 'countDelivered'
>;

function deliveryRows(database: Database): DeliveryRows {
  const { db, sqlite } = database;
  const rows = tableStatements(database, deliveries);
  const find = rows.prepareSelect('where delivery_id = ?');
  const sending = rows.prepareSelect('where sending = 1 order by seq');
  const update = sqlite.prepare(
    `update deliveries set url = ?, status = ?, sending = ?, yields = ?, interference = ?, attempts = ?,
     response_status = ?, next_attempt_ms = ? where delivery_id = ?`,
  );
  return {
    insertDelivery: (delivery) => void rows.insert(delivery),
    updateDelivery(delivery) {
      const { url, status, sending: isSending, deferred, attempts, responseStatus, nextAttemptMs } = delivery;
      const flags = [Number(isSending), Number(deferred)];
      const drawnFault = delivery.drawnFault === null ? null : JSON.stringify(delivery.drawnFault);
      update.run(url, status, ...flags, drawnFault, attempts, responseStatus, nextAttemptMs, delivery.deliveryId);
    },
    findDelivery: (id) => find(id)[0] ?? null,
    deliveries: (filter) =>
      db
        .select()
        .from(deliveries)
        .where(and(...conditionsOf(filter)))
        .orderBy(desc(deliveries.seq))
        .limit(filter.limit)
        .all(),
    countDeliveries: (filter) =>
      db
        .select({ matching: count() })
        .from(deliveries)
        .where(and(...conditionsOf({ ...filter, beforeDeliveryId: null })))
        .get()?.matching ?? 0,
    sendingDeliveries: () => sending(),
    countDelivered: (type) =>
      db
        .select({ delivered: count() })
        .from(deliveries)
        .where(and(eq(deliveries.type, type), eq(deliveries.status, 'succeeded'), eq(deliveries.isTest, false)))
        .get()?.delivered ?? 0,
  };
}

function conditionsOf(query: Omit<DeliveryQuery, 'limit'>): SQL[] {
  const { webhookId, status, type, eventId, text, beforeDeliveryId } = query;
  const conditions: SQL[] = [];
  if (webhookId !== null) conditions.push(eq(deliveries.webhookId, webhookId));
  if (status !== null) conditions.push(eq(deliveries.status, status));
  if (type !== null) conditions.push(eq(deliveries.type, type));
  if (eventId !== null) conditions.push(eq(deliveries.eventId, eventId));
  if (text !== null) conditions.push(mentions(text));
  if (beforeDeliveryId !== null) {
    conditions.push(sql`${deliveries.seq} < (select seq from deliveries where delivery_id = ${beforeDeliveryId})`);
  }
  return conditions;
}

function mentions(text: string): SQL {
  const own = sql`instr(lower(payload || ' ' || delivery_id || ' ' || event_id), lower(${text})) > 0`;
  const labelled = sql`select 1 from portfolios
    where instr(lower(label), lower(${text})) > 0 and instr(payload, '"' || portfolio_id || '"') > 0`;
  return sql`(${own} or exists (${labelled}))`;
}

type WaitingRows = Pick<
  WebhookStore,
  | 'countSending'
  | 'countWaiting'
  | 'isBusy'
  | 'firstPending'
  | 'duePending'
  | 'failWaiting'
  | 'wakeWaiting'
  | 'releaseDeferred'
  | 'reopen'
>;

function waitingRows(database: Database): WaitingRows {
  const { db, sqlite } = database;
  const rows = tableStatements(database, deliveries);
  const numberOf = (where: string) =>
    sqlite.prepare<string[], number>(`select count(*) from deliveries where ${where}`).pluck();
  // The subquery hides the parameter from SQLite's planner, which would plan again for every value: 25 µs each time.
  const pending = `webhook_id = (select ?) and status = 'pending'`;
  const sending = numberOf('sending = 1 and webhook_id = ?');
  const waiting = numberOf(pending);
  const busy = sqlite.prepare<string[], number>(`select 1 from deliveries where ${pending} and yields = 0 limit 1`);
  const first = rows.prepareSelect(`where ${pending} order by seq limit ?`);
  const isDue = 'sending = 0 and (next_attempt_ms is null or next_attempt_ms <= ?)';
  const due = rows.prepareSelect(`where ${pending} and ${isDue} order by seq limit ?`);
  const change = (set: string, where: string) =>
    sqlite.prepare<string[]>(`update deliveries set ${set} where ${pending} and sending = 0 ${where}`);
  const fail = change(`status = 'failed', yields = 0, interference = null, next_attempt_ms = null`, '');
  const wake = change('yields = 0, next_attempt_ms = null', '');
  const release = change(
    'yields = 0, next_attempt_ms = null',
    'and yields = 1 and seq < (select seq from deliveries where delivery_id = ?)',
  );
  return {
    countSending: (webhookId) => sending.get(webhookId) ?? 0,
    countWaiting: (webhookId) => waiting.get(webhookId) ?? 0,
    isBusy: (webhookId) => busy.get(webhookId) !== undefined,
    firstPending: (webhookId, limit) => first(webhookId, limit),
    duePending: (webhookId, nowMs, limit) => due(webhookId, nowMs, limit),
    failWaiting: (webhookId) => void fail.run(webhookId),
    wakeWaiting: (webhookId) => void wake.run(webhookId),
    releaseDeferred: (webhookId, deliveryId) => void release.run(webhookId, deliveryId),
    reopen: (webhookId, statuses: readonly DeliveryRecord['status'][], sinceMs) =>
      db
        .update(deliveries)
        .set({ status: 'pending', drawnFault: null, nextAttemptMs: null })
        .where(
          and(
            eq(deliveries.webhookId, webhookId),
            inArray(deliveries.status, [...statuses]),
            gte(deliveries.createdMs, sinceMs),
            eq(deliveries.isTest, false),
          ),
        )
        .run().changes,
  };
}

function attemptRows(database: Database): Pick<WebhookStore, 'insertAttempt' | 'attempts'> {
  const rows = tableStatements(database, deliveryAttempts);
  const select = database.db
    .select()
    .from(deliveryAttempts)
    .where(eq(deliveryAttempts.deliveryId, sql.placeholder('id')))
    .orderBy(asc(deliveryAttempts.attempt))
    .prepare();
  return {
    insertAttempt: (attempt) =>
      void rows.insert({
        ...attempt,
        requestHeaders: { ...attempt.requestHeaders },
        responseHeaders: { ...attempt.responseHeaders },
      }),
    attempts: (id) => select.all({ id }),
  };
}
