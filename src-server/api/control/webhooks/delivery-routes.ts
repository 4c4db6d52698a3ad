/** `/sim/deliveries`: what is on its way to endpoints, and what came of every attempt (decisions I13, L). */
import type { Request, Router } from 'express';
import type { DeliveryList, DeliverySummary, DeliveryView } from '../../../contract/control/webhooks/webhooks.ts';
import { deliveriesQuery } from '../../../contract/control/webhooks/webhooks.ts';
import { formatInstant } from '../../../domain/numbers/instant.ts';
import type { AttemptRecord, DeliveryFilter, DeliveryRecord } from '../../../engine/ports/webhook-ports.ts';
import { goneCursor, pageFrom } from '../../http/page-of.ts';
import { parseQuery } from '../../http/parse-query.ts';
import { Problem } from '../../http/problem.ts';
import { sendJson } from '../../http/send-response.ts';
import type { Service } from '../../http/service.ts';
import { viewSignature } from './view-signature.ts';

export function addDeliveryRoutes(router: Router, service: Service): void {
  const { world, driver, webhooks, webhookService } = service;
  router.get('/deliveries', (request, response) => {
    const filter = filterOf(service, request);
    const found = webhooks.deliveries({ ...filter, limit: filter.limit + 1 });
    const { rows, next } = pageFrom(found, filter.limit, ({ deliveryId }) => deliveryId);
    const answer: DeliveryList = { deliveries: rows.map(viewDelivery), next };
    sendJson(request, response, 200, answer);
  });
  router.get('/deliveries/:id', (request, response) => {
    sendJson(request, response, 200, viewDeliveryInFull(service, findDelivery(service, request)));
  });
  router.post('/deliveries/:id/redeliver', (request, response) => {
    const delivery = findDelivery(service, request);
    driver.nowMs();
    const pending = world.kernel.execute((unit) => webhookService.redeliver(unit, delivery));
    driver.afterCommand();
    sendJson(request, response, 202, viewDelivery(pending));
  });
}

function filterOf({ webhooks }: Service, request: Request): DeliveryFilter {
  const { webhook_id, status, type, event_id, cursor, limit } = parseQuery(request, deliveriesQuery);
  if (cursor !== undefined && webhooks.findDelivery(cursor) === null) throw goneCursor();
  return {
    webhookId: webhook_id ?? null,
    status: status ?? null,
    type: type ?? null,
    eventId: event_id ?? null,
    beforeDeliveryId: cursor ?? null,
    limit,
  };
}

function findDelivery({ webhooks }: Service, request: Request): DeliveryRecord {
  const delivery = webhooks.findDelivery(String(request.params.id));
  if (delivery === null) throw new Problem('not_found', `There is no delivery ${request.params.id}.`);
  return delivery;
}

export function viewDelivery(delivery: DeliveryRecord): DeliverySummary {
  return {
    delivery_id: delivery.deliveryId,
    event_id: delivery.eventId,
    type: delivery.type,
    webhook_id: delivery.webhookId,
    url: delivery.url,
    status: delivery.status,
    attempts: delivery.attempts,
    response_status: delivery.responseStatus,
    created_at: formatInstant(delivery.createdMs),
    next_attempt_at: delivery.nextAttemptMs === null ? null : formatInstant(delivery.nextAttemptMs),
  };
}

function viewDeliveryInFull(service: Service, delivery: DeliveryRecord): DeliveryView {
  const attempts = service.webhooks.attempts(delivery.deliveryId);
  const log = attempts.map((attempt) => viewAttempt(service, delivery, attempt));
  return {
    ...viewDelivery(delivery),
    payload: delivery.payload,
    waits_for: waitsFor(service, delivery),
    attempt_log: log,
    signature: log.findLast(({ signature }) => signature !== null)?.signature ?? null,
  };
}

function waitsFor({ webhooks, kernel }: Service, delivery: DeliveryRecord): DeliveryView['waits_for'] {
  if (delivery.status !== 'pending') return null;
  if (delivery.sending) return 'receiver';
  if (webhooks.findEndpoint(delivery.webhookId)?.status !== 'enabled') return 'endpoint';
  const isLater = delivery.nextAttemptMs !== null && delivery.nextAttemptMs > kernel.nowMs;
  return isLater ? 'retry' : 'earlier_delivery';
}

function viewAttempt(
  service: Service,
  delivery: DeliveryRecord,
  attempt: AttemptRecord,
): DeliveryView['attempt_log'][number] {
  const { injected } = attempt;
  return {
    attempt: attempt.attempt,
    url: attempt.url,
    at: formatInstant(attempt.atMs),
    sent_at: attempt.sentMs === 0 ? null : formatInstant(attempt.sentMs),
    request_headers: { ...attempt.requestHeaders },
    response_status: attempt.responseStatus,
    response_headers: { ...attempt.responseHeaders },
    response_body: attempt.responseBody,
    response_truncated: attempt.isCut,
    error: attempt.error,
    first_byte_ms: attempt.firstByteMs,
    duration_ms: attempt.durationMs,
    injected: injected === null ? null : { fault_id: injected.faultId, kind: injected.kind },
    signature: signatureOf(service, delivery, attempt),
  };
}

function signatureOf({ webhookService }: Service, { webhookId, payload }: DeliveryRecord, attempt: AttemptRecord) {
  if (attempt.requestHeaders['webhook-id'] === undefined) return null;
  const explained = webhookService.explain({
    headers: attempt.requestHeaders,
    body: payload,
    secret: null,
    webhookId,
    atMs: null,
    toleranceSeconds: 300,
  });
  return viewSignature(explained);
}
