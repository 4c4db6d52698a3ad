/** `/sim/webhooks`: endpoints that receive events, with their settings and secrets (decisions I, L). */
import { WEBHOOK_EXAMPLES } from '../../../contract/control/webhooks/webhook-examples.ts';
import type { webhookOperations } from '../../../contract/control/webhooks/webhook-operations.ts';
import { overlapMsOf, trustOf, type WebhookEndpoint } from '../../../contract/control/webhooks/webhooks.ts';
import { formatInstant, parseInstant } from '../../../domain/numbers/instant.ts';
import {
  addEndpoint,
  changeEndpoint,
  type EndpointChange,
  redeliverEndpoint,
  removeEndpoint,
} from '../../../engine/commands/webhooks/manage-webhooks.ts';
import { rotateSecret, secretsInForce } from '../../../engine/commands/webhooks/rotate-secret.ts';
import { sendTestEvent } from '../../../engine/commands/webhooks/send-test-event.ts';
import { accepted, mapOutcome, type Refusal, refused } from '../../../engine/outcome.ts';
import type { EndpointRecord, ReceiverTrust, WebhookStore } from '../../../engine/ports/webhook-ports.ts';
import { trustFault } from '../../../engine/webhooks/receiver-trust.ts';
import { pageOf } from '../../http/page-of.ts';
import type { HandlersFor } from '../../services.ts';
import { viewDelivery } from '../../views/webhooks/view-delivery.ts';
import type { WebhookService } from './webhook-service.ts';

type WebhookRows = Pick<
  typeof webhookOperations,
  | 'listWebhooks'
  | 'getWebhook'
  | 'addWebhook'
  | 'changeWebhook'
  | 'removeWebhook'
  | 'rotateWebhookSecret'
  | 'redeliverWebhook'
  | 'testWebhook'
>;

export const webhookHandlers: HandlersFor<WebhookRows, 'world' | 'webhooks' | 'webhookService'> = {
  listWebhooks: ({ webhooks, query, nowMs }) =>
    mapOutcome(
      pageOf(webhooks.endpoints(), query, ({ webhookId }) => webhookId),
      ({ rows, next }) => ({ webhooks: rows.map((each) => viewEndpoint(webhooks, each, nowMs)), next }),
    ),

  getWebhook({ webhooks, params: { id }, nowMs }) {
    const endpoint = webhooks.findEndpoint(id);
    return endpoint === null ? unknownEndpoint(id) : accepted(viewEndpoint(webhooks, endpoint, nowMs));
  },

  addWebhook({ world, webhooks, webhookService, body, nowMs }) {
    const { url, events, ordered, timeout_ms: timeoutMs, secret, tls } = body;
    const trust = tls === undefined ? null : trustOf(tls);
    const refusal = refusedReceiver(webhookService, url, trust);
    if (refusal !== null) return refusal;
    const wanted = { url, events: events ?? null, ordered, timeoutMs, secret: secret ?? null, tls: trust };
    const endpoint = addEndpoint(world, webhooks, webhookService.secretOf, wanted);
    return accepted(viewEndpoint(webhooks, endpoint, nowMs));
  },

  changeWebhook({ world, webhooks, webhookService, params: { id }, body, nowMs }) {
    const { timeout_ms: timeoutMs, tls: wanted, ...others } = body;
    const before = webhooks.findEndpoint(id);
    const tls = wanted == null ? wanted : trustOf(wanted);
    if (others.url !== undefined || (tls != null && before !== null)) {
      const trust = tls === undefined ? (before?.tls ?? null) : tls;
      const refusal = refusedReceiver(webhookService, others.url ?? before?.url ?? '', trust);
      if (refusal !== null) return refusal;
    }
    const change = definedOf({ ...others, timeoutMs, tls });
    const endpoint = changeEndpoint(world, webhooks, webhookService.scheduleNext, id, change);
    return endpoint === null ? unknownEndpoint(id) : accepted(viewEndpoint(webhooks, endpoint, nowMs));
  },

  removeWebhook: ({ world, webhooks, params: { id } }) =>
    removeEndpoint(world, webhooks, id) ? accepted({ webhook_id: id, deleted: true }) : unknownEndpoint(id),

  rotateWebhookSecret({ world, webhooks, webhookService, params: { id }, body, nowMs }) {
    const { secret = null, overlap } = body;
    const rotation = { secret, overlapMs: overlapMsOf(overlap) ?? 0 };
    const rotated = rotateSecret(world, webhooks, webhookService.secretOf, id, rotation);
    if (rotated === 'unknown_endpoint') return unknownEndpoint(id);
    if (rotated === 'same_secret') {
      const issue = 'is already the current secret';
      return refused('invalid_request', `The secret ${issue}.`, [{ path: '/secret', issue }]);
    }
    return accepted(viewEndpoint(webhooks, rotated, nowMs));
  },

  redeliverWebhook({ world, webhooks, webhookService, params: { id }, body: { since, statuses } }) {
    const sinceMs = since === undefined ? null : parseInstant(since);
    const redelivered = redeliverEndpoint(world, webhooks, webhookService.scheduleNext, id, statuses, sinceMs);
    if (redelivered === null) return unknownEndpoint(id);
    if (redelivered === 'disabled') return disabledEndpoint(id, 'anything is delivered again');
    return accepted({ redelivered });
  },

  testWebhook({ world, webhooks, webhookService, params: { id }, body: { type, data } }) {
    const event = { type, data: data ?? WEBHOOK_EXAMPLES[type] };
    const send: WebhookService['redeliver'] = (unit, delivery) => webhookService.redeliver(unit, delivery);
    const delivery = sendTestEvent(world, webhooks, send, id, event);
    if (delivery === null) return unknownEndpoint(id);
    if (delivery === 'disabled') return disabledEndpoint(id, 'a test event is sent');
    return accepted(viewDelivery(delivery));
  },
};

/** 400 for an address that must not be called, and for certificates that cannot be trusted there; else `null`. */
function refusedReceiver(webhookService: WebhookService, url: string, tls: ReceiverTrust | null): Refusal | null {
  const issue = webhookService.urlFault(url);
  if (issue !== null) return refused('invalid_request', `The url ${issue}.`, [{ path: '/url', issue }]);
  const fault = trustFault(tls, url);
  return fault === null ? null : refused('invalid_request', `${fault.path} ${fault.issue}.`, [fault]);
}

function unknownEndpoint(webhookId: string): Refusal {
  return refused('not_found', `There is no webhook endpoint ${webhookId}.`);
}

function disabledEndpoint(webhookId: string, what: string): Refusal {
  const message = `The webhook endpoint ${webhookId} is disabled; enable it before ${what}.`;
  return refused('invalid_request', message);
}

/** Removes undefined members, which stay unchanged. */
function definedOf(change: { [Key in keyof EndpointChange]: EndpointChange[Key] | undefined }): EndpointChange {
  return Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
}

function viewEndpoint(webhooks: WebhookStore, endpoint: EndpointRecord, nowMs: number): WebhookEndpoint {
  return {
    webhook_id: endpoint.webhookId,
    url: endpoint.url,
    events: endpoint.events === null ? null : [...endpoint.events],
    secret: endpoint.secret,
    previous_secrets: secretsInForce(endpoint, nowMs).map(({ secret, untilMs }) => ({
      secret,
      valid_until: formatInstant(untilMs),
    })),
    status: endpoint.status,
    disabled_reason: endpoint.disabledReason,
    failing_since: endpoint.failingSinceMs === null ? null : formatInstant(endpoint.failingSinceMs),
    ordered: endpoint.ordered,
    timeout_ms: endpoint.timeoutMs,
    tls: endpoint.tls,
    waiting: webhooks.countWaiting(endpoint.webhookId),
    created_at: formatInstant(endpoint.createdMs),
  };
}
