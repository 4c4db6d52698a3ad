/** `/sim/webhooks`: who is told of events, how, and by which secret (decisions I, L). */

import type { Request, RequestHandler, Router } from 'express';
import { WEBHOOK_EXAMPLES } from '../../../contract/control/webhooks/webhook-examples.ts';
import { webhookOperations } from '../../../contract/control/webhooks/webhook-operations.ts';
import {
  changeWebhook,
  createWebhook,
  overlapMsOf,
  redeliverAll,
  rotateSecret as rotateSecretBody,
  testWebhook,
  trustOf,
  type WebhookEndpoint,
  type WebhookList,
} from '../../../contract/control/webhooks/webhooks.ts';
import { pageQuery } from '../../../contract/fields/paging.ts';
import { formatInstant, parseInstant } from '../../../domain/numbers/instant.ts';
import {
  addEndpoint,
  changeEndpoint,
  type EndpointChange,
  removeEndpoint,
} from '../../../engine/commands/webhooks/manage-webhooks.ts';
import { redeliverEndpoint } from '../../../engine/commands/webhooks/redeliver-endpoint.ts';
import { rotateSecret, secretsInForce } from '../../../engine/commands/webhooks/rotate-secret.ts';
import { sendTestEvent } from '../../../engine/commands/webhooks/send-test-event.ts';
import type { DeliveryRecord, EndpointRecord, ReceiverTrust } from '../../../engine/ports/webhook-ports.ts';
import { trustFault } from '../../../engine/webhooks/receiver-trust.ts';
import type { UnitOfWork } from '../../../kernel/unit-of-work.ts';
import { addOperation } from '../../http/add-operation.ts';
import { parseBody, readJson } from '../../http/bodies/read-body.ts';
import { pageOf } from '../../http/page-of.ts';
import { parseQuery } from '../../http/parse-query.ts';
import { Problem } from '../../http/problem.ts';
import { sendJson } from '../../http/send-response.ts';
import { viewDelivery } from '../../views/webhooks/view-delivery.ts';
import { addDeliveryRoutes, type DeliveryRouteDependencies } from './delivery-routes.ts';
import { addSignatureRoutes } from './signature-routes.ts';

export type WebhookRouteDependencies = DeliveryRouteDependencies;

export function addWebhookRoutes(router: Router, service: WebhookRouteDependencies): void {
  const { webhooks } = service;
  addOperation(router, webhookOperations.listWebhooks, (request, response) => {
    service.driver.nowMs();
    const page = pageOf(webhooks.endpoints(), parseQuery(request, pageQuery), ({ webhookId }) => webhookId);
    const answer: WebhookList = { webhooks: page.rows.map((each) => viewEndpoint(service, each)), next: page.next };
    sendJson(request, response, 200, answer);
  });
  addOperation(router, webhookOperations.getWebhook, (request, response) => {
    service.driver.nowMs();
    sendJson(request, response, 200, viewEndpoint(service, knownEndpoint(service, idOf(request))));
  });
  addEndpointCommands(router, service);
  addSecretAndRedelivery(router, service);
  addTest(router, service);
  addDeliveryRoutes(router, service);
  addSignatureRoutes(router, service);
}

function addEndpointCommands(router: Router, service: WebhookRouteDependencies): void {
  const { world, driver, webhooks, webhookService } = service;
  addOperation(router, webhookOperations.addWebhook, readJson, (request, response) => {
    const { url, events, ordered, timeout_ms: timeoutMs, secret, tls } = parseBody(request, createWebhook);
    const trust = tls === undefined ? null : trustOf(tls);
    refuseReceiver(service, url, trust);
    driver.nowMs();
    const wanted = { url, events: events ?? null, ordered, timeoutMs, secret: secret ?? null, tls: trust };
    const endpoint = addEndpoint(world, webhooks, webhookService.secretOf, wanted);
    sendJson(request, response, 201, viewEndpoint(service, endpoint));
  });
  addOperation(router, webhookOperations.changeWebhook, readJson, (request, response) => {
    const { timeout_ms: timeoutMs, tls: wanted, ...body } = parseBody(request, changeWebhook);
    driver.nowMs();
    const before = webhooks.findEndpoint(idOf(request));
    const tls = wanted == null ? wanted : trustOf(wanted);
    if (body.url !== undefined || (tls != null && before !== null)) {
      refuseReceiver(service, body.url ?? before?.url ?? '', tls === undefined ? (before?.tls ?? null) : tls);
    }
    const change = definedOf({ ...body, timeoutMs, tls });
    const endpoint = changeEndpoint(world, webhooks, webhookService.scheduleNext, idOf(request), change);
    if (endpoint === null) throw unknownEndpoint(idOf(request));
    driver.afterCommand();
    sendJson(request, response, 200, viewEndpoint(service, endpoint));
  });
  addOperation(router, webhookOperations.removeWebhook, (request, response) => {
    driver.nowMs();
    if (!removeEndpoint(world, webhooks, idOf(request))) throw unknownEndpoint(idOf(request));
    sendJson(request, response, 200, { webhook_id: idOf(request), deleted: true });
  });
}

function addSecretAndRedelivery(router: Router, service: WebhookRouteDependencies): void {
  const { world, driver, webhooks, webhookService } = service;
  addOperation(router, webhookOperations.rotateWebhookSecret, readJsonIfSent, (request, response) => {
    const { secret = null, overlap } = parseBody(request, rotateSecretBody);
    driver.nowMs();
    const rotation = { secret, overlapMs: overlapMsOf(overlap) ?? 0 };
    const rotated = rotateSecret(world, webhooks, webhookService.secretOf, idOf(request), rotation);
    if (rotated === 'unknown_endpoint') throw unknownEndpoint(idOf(request));
    if (rotated === 'same_secret') {
      const issue = 'is already the current secret';
      throw new Problem('invalid_request', `The secret ${issue}.`, [{ path: '/secret', issue }]);
    }
    sendJson(request, response, 200, viewEndpoint(service, rotated));
  });
  addOperation(router, webhookOperations.redeliverWebhook, readJsonIfSent, (request, response) => {
    const { since, statuses } = parseBody(request, redeliverAll);
    driver.nowMs();
    const sinceMs = since === undefined ? null : parseInstant(since);
    const redelivered = redeliverEndpoint(
      world,
      webhooks,
      webhookService.scheduleNext,
      idOf(request),
      statuses,
      sinceMs,
    );
    if (redelivered === null) throw unknownEndpoint(idOf(request));
    if (redelivered === 'disabled') throw disabledEndpoint(idOf(request), 'anything is delivered again');
    driver.afterCommand();
    sendJson(request, response, 202, { redelivered });
  });
}

function addTest(router: Router, service: WebhookRouteDependencies): void {
  const { world, driver, webhooks, webhookService } = service;
  addOperation(router, webhookOperations.testWebhook, readJson, (request, response) => {
    const { type, data } = parseBody(request, testWebhook);
    driver.nowMs();
    const event = { type, data: data ?? WEBHOOK_EXAMPLES[type] };
    const send = (unit: UnitOfWork, delivery: DeliveryRecord) => webhookService.redeliver(unit, delivery);
    const delivery = sendTestEvent(world, webhooks, send, idOf(request), event);
    if (delivery === null) throw unknownEndpoint(idOf(request));
    if (delivery === 'disabled') throw disabledEndpoint(idOf(request), 'a test event is sent');
    driver.afterCommand();
    sendJson(request, response, 202, viewDelivery(delivery));
  });
}

/** These bodies only say what is unusual, so there need be none. */
const readJsonIfSent: RequestHandler = (request, response, next) => {
  const { 'content-length': length, 'transfer-encoding': coding } = request.headers;
  if (coding !== undefined || (length !== undefined && length !== '0')) {
    readJson(request, response, next);
    return;
  }
  request.body = {};
  next();
};

/** 400 for an address that nothing may be sent to, and for certificates that cannot be trusted there. */
function refuseReceiver({ webhookService }: WebhookRouteDependencies, url: string, tls: ReceiverTrust | null): void {
  const issue = webhookService.urlFault(url);
  if (issue !== null) throw new Problem('invalid_request', `The url ${issue}.`, [{ path: '/url', issue }]);
  const fault = trustFault(tls, url);
  if (fault !== null) throw new Problem('invalid_request', `${fault.path} ${fault.issue}.`, [fault]);
}

function knownEndpoint({ webhooks }: WebhookRouteDependencies, webhookId: string): EndpointRecord {
  const endpoint = webhooks.findEndpoint(webhookId);
  if (endpoint === null) throw unknownEndpoint(webhookId);
  return endpoint;
}

function unknownEndpoint(webhookId: string): Problem {
  return new Problem('not_found', `There is no webhook endpoint ${webhookId}.`);
}

function disabledEndpoint(webhookId: string, what: string): Problem {
  const message = `The webhook endpoint ${webhookId} is disabled; enable it before ${what}.`;
  return new Problem('invalid_request', message);
}

function idOf(request: Request): string {
  return String(request.params.id);
}

/** Without members that were left out: those stay as they are. */
function definedOf(change: { [Key in keyof EndpointChange]: EndpointChange[Key] | undefined }): EndpointChange {
  return Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
}

function viewEndpoint({ webhooks, kernel }: WebhookRouteDependencies, endpoint: EndpointRecord): WebhookEndpoint {
  return {
    webhook_id: endpoint.webhookId,
    url: endpoint.url,
    events: endpoint.events === null ? null : [...endpoint.events],
    secret: endpoint.secret,
    previous_secrets: secretsInForce(endpoint, kernel.nowMs).map(({ secret, untilMs }) => ({
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
