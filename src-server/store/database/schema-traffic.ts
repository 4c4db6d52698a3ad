/**
 * The tables of HTTP traffic: commands, webhooks and their deliveries, the built-in sinks, HTTP faults and webhook
 * faults.
 */

import { index, integer, primaryKey, real, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import {
  AFTER_LAST_RESPONSE,
  DELIVERY_STATUSES,
  DISABLED_REASONS,
  ENDPOINT_STATUSES,
  USED_TRUSTS,
} from '../../domain/webhook-choices.ts';
import type { HttpFaultTerms, Injection } from '../../engine/http-faults/http-fault.ts';
import { COMMAND_BASES, type ResponseFacts } from '../../engine/ports/command-port.ts';
import type { SinkResponse } from '../../engine/ports/sink-ports.ts';
import type { DrawnWebhookFault, PreviousSecret, ReceiverTrust } from '../../engine/ports/webhook-ports.ts';

const json = <T>(name: string) => text(name, { mode: 'json' }).$type<T>().notNull();
const flag = (name: string) => integer(name, { mode: 'boolean' });

export const webhookEndpoints = sqliteTable('webhook_endpoints', {
  webhookId: text('webhook_id').primaryKey(),
  url: text('url').notNull(),
  events: text('events', { mode: 'json' }).$type<readonly string[]>(),
  secret: text('secret').notNull(),
  /** Earlier secrets that are still used for signatures, newest first. */
  previousSecrets: json<readonly PreviousSecret[]>('previous_secrets').default([]),
  /** How often the secret was replaced: the next one is derived from it. */
  rotations: integer('rotations').notNull().default(0),
  status: text('status', { enum: ENDPOINT_STATUSES }).notNull().default('enabled'),
  disabledReason: text('disabled_reason', { enum: DISABLED_REASONS }),
  /** The first failed attempt since the last one that succeeded. */
  failingSinceMs: integer('failing_since_ms'),
  /** Events are delivered one by one, in the order in which they happened. */
  ordered: flag('ordered').notNull().default(true),
  timeoutMs: integer('timeout_ms').notNull().default(15_000),
  /** The certificates it is trusted by; null: the same as for all receivers of the server. */
  tls: text('tls', { mode: 'json' }).$type<ReceiverTrust>(),
  createdMs: integer('created_ms').notNull(),
});

export const deliveries = sqliteTable(
  'deliveries',
  {
    seq: integer('seq').primaryKey({ autoIncrement: true }),
    deliveryId: text('delivery_id').notNull().unique(),
    eventId: text('event_id').notNull(),
    type: text('type').notNull(),
    webhookId: text('webhook_id').notNull(),
    url: text('url').notNull(),
    payload: text('payload').notNull(),
    status: text('status', { enum: DELIVERY_STATUSES }).notNull(),
    /** True from the instant an attempt is due until its outcome is recorded; a restart sends these again. */
    sending: flag('sending').notNull(),
    /** A fault has the next one of its endpoint sent first. */
    deferred: flag('yields').notNull().default(false),
    /** The fault that was drawn for the next attempt, until the attempt is recorded. */
    drawnFault: text('interference', { mode: 'json' }).$type<DrawnWebhookFault>(),
    attempts: integer('attempts').notNull(),
    responseStatus: integer('response_status'),
    createdMs: integer('created_ms').notNull(),
    nextAttemptMs: integer('next_attempt_ms'),
    /** Sent by hand to try the endpoint: no event of the world. */
    isTest: flag('is_test').notNull().default(false),
  },
  (table) => [
    index('deliveries_sending').on(table.sending),
    index('deliveries_by_endpoint').on(table.webhookId, table.status, table.seq),
    index('deliveries_by_event').on(table.eventId),
  ],
);

export const deliveryAttempts = sqliteTable(
  'delivery_attempts',
  {
    deliveryId: text('delivery_id').notNull(),
    attempt: integer('attempt').notNull(),
    /** Virtual time. */
    atMs: integer('at_ms').notNull(),
    /** Wall clock when it was sent. */
    sentMs: integer('sent_ms').notNull().default(0),
    url: text('url').notNull().default(''),
    requestHeaders: json<Record<string, string>>('request_headers'),
    responseStatus: integer('response_status'),
    responseHeaders: json<Record<string, string>>('response_headers').default({}),
    responseBody: text('response_body').notNull(),
    /** The response was longer than the stored part. */
    isCut: flag('is_cut').notNull().default(false),
    error: text('error'),
    /** Host ms until the response headers; null without a response. */
    firstByteMs: real('first_byte_ms'),
    durationMs: real('duration_ms').notNull(),
    /** The certificates that it trusted; null without TLS. */
    tls: text('tls', { enum: USED_TRUSTS }),
    /** The fault that was injected. */
    injected: text('injected', { mode: 'json' }).$type<Injection>(),
  },
  (table) => [primaryKey({ columns: [table.deliveryId, table.attempt] })],
);

export const sinkRequests = sqliteTable(
  'sink_requests',
  {
    seq: integer('seq').primaryKey({ autoIncrement: true }),
    name: text('name').notNull(),
    receivedMs: integer('received_ms').notNull(),
    method: text('method').notNull(),
    path: text('path').notNull(),
    headers: json<Record<string, string>>('headers'),
    body: text('body').notNull(),
    /** Its `webhook-id`. */
    eventId: text('event_id'),
    signatureValid: integer('signature_valid', { mode: 'boolean' }),
    /** Of the response. */
    status: integer('status').notNull().default(200),
    delayMs: integer('delay_ms').notNull().default(0),
  },
  (table) => [
    index('sink_requests_by_name').on(table.name, table.seq),
    index('sink_requests_by_event').on(table.eventId),
  ],
);

/** The scripted responses of sinks. */
export const sinkScripts = sqliteTable('sink_scripts', {
  name: text('name').primaryKey(),
  answers: json<readonly SinkResponse[]>('answers'),
  afterwards: text('afterwards', { enum: AFTER_LAST_RESPONSE }).notNull(),
  /** Requests that had a scripted response so far. */
  given: integer('given').notNull(),
});

/** HTTP faults and webhook faults, ended ones too. */
export const httpFaults = sqliteTable('wire_faults', {
  seq: integer('seq').primaryKey({ autoIncrement: true }),
  faultId: text('fault_id').notNull().unique(),
  terms: json<HttpFaultTerms>('terms'),
  skip: integer('skip').notNull().default(0),
  share: real('share').notNull(),
  fromMs: integer('from_ms').notNull(),
  untilMs: integer('until_ms'),
  count: integer('count'),
  /** How often it could have hit; the random draw of a share uses this number. */
  chances: integer('chances').notNull(),
  hits: integer('hits').notNull(),
  endedMs: integer('ended_ms'),
  createdMs: integer('created_ms').notNull(),
});

/** The requests that changed the world, in the order in which they were executed. */
export const commands = sqliteTable('commands', {
  seq: integer('seq').primaryKey({ autoIncrement: true }),
  base: text('base', { enum: COMMAND_BASES }).notNull(),
  method: text('method').notNull(),
  path: text('path').notNull(),
  body: text('body'),
  keyId: text('key_id'),
  /** Virtual time. */
  atMs: integer('at_ms').notNull(),
  eventsBefore: integer('events_before').notNull(),
  events: integer('events').notNull(),
  status: integer('status'),
  facts: text('facts', { mode: 'json' }).$type<ResponseFacts>(),
});
