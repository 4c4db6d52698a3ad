/** `/sim/webhooks` and `/sim/deliveries`: who is told of events, and what came of telling them (decisions I, L). */
import type { Request, Router } from 'express';
import { createWebhook, type DeliverySummary, type DeliveryView, type WebhookEndpoint } from '../contract/webhooks.ts';
import { formatInstant } from '../domain/instant.ts';
import { addEndpoint, removeEndpoint } from '../engine/commands/manage-webhooks.ts';
import type { DeliveryRecord, EndpointRecord } from '../engine/webhook-ports.ts';
import { sendJson } from './exchange.ts';
import { Problem } from './problem.ts';
import { limitOf } from './query-numbers.ts';
import { parseBody, readJson } from './read-body.ts';
import type { Service } from './service.ts';

export function addWebhookRoutes(router: Router, service: Service): void {
  const { world, driver, webhooks, webhookDesk } = service;
  router.get('/webhooks', (request, response) => {
    sendJson(request, response, 200, { webhooks: webhooks.endpoints().map(viewEndpoint) });
  });
  router.post('/webhooks', readJson, (request, response) => {
    const { url, events } = parseBody(request, createWebhook);
    const issue = webhookDesk.urlFault(url);
    if (issue !== null) throw new Problem('invalid_request', `The url ${issue}.`, [{ path: '/url', issue }]);
    driver.nowMs();
    const endpoint = addEndpoint(world, webhooks, webhookDesk.secretOf, { url, events: events ?? null });
    sendJson(request, response, 201, viewEndpoint(endpoint));
  });
  router.delete('/webhooks/:id', (request, response) => {
    driver.nowMs();
    const removed = removeEndpoint(world, webhooks, request.params.id);
    if (!removed) throw new Problem('not_found', `There is no webhook endpoint ${request.params.id}.`);
    sendJson(request, response, 200, { webhook_id: request.params.id, deleted: true });
  });
  router.get('/deliveries', (request, response) => {
    const deliveries = webhooks.deliveries(limitOf(request, 200, 1000)).map(viewDelivery);
    sendJson(request, response, 200, { deliveries });
  });
  router.get('/deliveries/:id', (request, response) => {
    sendJson(request, response, 200, viewDeliveryInFull(service, findDelivery(service, request)));
  });
  router.post('/deliveries/:id/redeliver', (request, response) => {
    const delivery = findDelivery(service, request);
    driver.nowMs();
    const pending = world.kernel.execute((unit) => webhookDesk.redeliver(unit, delivery));
    driver.afterCommand();
    sendJson(request, response, 202, viewDelivery(pending));
  });
}

function findDelivery({ webhooks }: Service, request: Request): DeliveryRecord {
  const delivery = webhooks.findDelivery(String(request.params.id));
  if (delivery === null) throw new Problem('not_found', `There is no delivery ${request.params.id}.`);
  return delivery;
}

function viewEndpoint(endpoint: EndpointRecord): WebhookEndpoint {
  return {
    webhook_id: endpoint.webhookId,
    url: endpoint.url,
    events: endpoint.events === null ? null : [...endpoint.events],
    secret: endpoint.secret,
    status: endpoint.status === 'paused' ? 'enabled' : endpoint.status,
    created_at: formatInstant(endpoint.createdMs),
  };
}

export function viewDelivery(delivery: DeliveryRecord): DeliverySummary {
  return {
    delivery_id: delivery.deliveryId,
    event_id: delivery.eventId,
    type: delivery.type,
    webhook_id: delivery.webhookId,
    url: delivery.url,
    status: delivery.status === 'dropped' ? 'failed' : delivery.status,
    attempts: delivery.attempts,
    response_status: delivery.responseStatus,
    created_at: formatInstant(delivery.createdMs),
    next_attempt_at: delivery.nextAttemptMs === null ? null : formatInstant(delivery.nextAttemptMs),
  };
}

function viewDeliveryInFull({ webhooks, webhookDesk }: Service, delivery: DeliveryRecord): DeliveryView {
  const attempts = webhooks.attempts(delivery.deliveryId);
  const endpoint = webhooks.findEndpoint(delivery.webhookId);
  const last = attempts.at(-1);
  const check =
    endpoint === null || last === undefined || last.requestHeaders['webhook-id'] === undefined
      ? null
      : webhookDesk.check(endpoint.secret, last.requestHeaders, delivery.payload);
  return {
    ...viewDelivery(delivery),
    payload: delivery.payload,
    attempt_log: attempts.map((attempt) => ({
      attempt: attempt.attempt,
      at: formatInstant(attempt.atMs),
      request_headers: { ...attempt.requestHeaders },
      response_status: attempt.responseStatus,
      response_body: attempt.responseBody,
      error: attempt.error,
      duration_ms: attempt.durationMs,
    })),
    signature:
      check === null
        ? null
        : {
            valid: check.valid,
            explanation: check.explanation,
            signed_content: check.signedContent,
            expected: check.expected,
          },
  };
}
