/** `/sim/deliveries`: what is on its way to endpoints, and what came of every attempt (decisions I13, L). */

import type { Request, Router } from 'express';
import { webhookOperations } from '../../../contract/control/webhooks/webhook-operations.ts';
import type { DeliveryList } from '../../../contract/control/webhooks/webhooks.ts';
import { deliveriesQuery } from '../../../contract/control/webhooks/webhooks.ts';
import type { DeliveryFilter, DeliveryRecord, WebhookStore } from '../../../engine/ports/webhook-ports.ts';
import type { World } from '../../../engine/world.ts';
import type { Kernel } from '../../../kernel/kernel.ts';
import type { TimeDriver } from '../../../kernel/time-driver.ts';
import { addOperation } from '../../http/add-operation.ts';
import { goneCursor, pageFrom } from '../../http/page-of.ts';
import { parseQuery } from '../../http/parse-query.ts';
import { Problem } from '../../http/problem.ts';
import { sendJson } from '../../http/send-response.ts';
import { viewDelivery, viewDeliveryInFull, viewListedDelivery } from '../../views/webhooks/view-delivery.ts';
import type { WebhookService } from './webhook-service.ts';

export interface DeliveryRouteDependencies {
  readonly world: World;
  readonly kernel: Kernel;
  readonly driver: TimeDriver;
  readonly webhooks: WebhookStore;
  readonly webhookService: WebhookService;
}

export function addDeliveryRoutes(router: Router, service: DeliveryRouteDependencies): void {
  const { world, driver, webhooks, webhookService } = service;
  addOperation(router, webhookOperations.listDeliveries, (request, response) => {
    const filter = filterOf(service, request);
    const found = webhooks.deliveries({ ...filter, limit: filter.limit + 1 });
    const { rows, next } = pageFrom(found, filter.limit, ({ deliveryId }) => deliveryId);
    const answer: DeliveryList = { deliveries: rows.map((row) => viewListedDelivery(world, row)), next };
    sendJson(request, response, 200, answer);
  });
  addOperation(router, webhookOperations.getDelivery, (request, response) => {
    sendJson(request, response, 200, viewDeliveryInFull(service, findDelivery(service, request)));
  });
  addOperation(router, webhookOperations.redeliver, (request, response) => {
    const delivery = findDelivery(service, request);
    driver.nowMs();
    const pending = world.kernel.execute((unit) => webhookService.redeliver(unit, delivery));
    driver.afterCommand();
    sendJson(request, response, 202, viewDelivery(pending));
  });
}

function filterOf({ webhooks }: DeliveryRouteDependencies, request: Request): DeliveryFilter {
  const { webhook_id, status, type, event_id, q, cursor, limit } = parseQuery(request, deliveriesQuery);
  if (cursor !== undefined && webhooks.findDelivery(cursor) === null) throw goneCursor();
  return {
    webhookId: webhook_id ?? null,
    status: status ?? null,
    type: type ?? null,
    eventId: event_id ?? null,
    text: q ?? null,
    beforeDeliveryId: cursor ?? null,
    limit,
  };
}

function findDelivery({ webhooks }: DeliveryRouteDependencies, request: Request): DeliveryRecord {
  const delivery = webhooks.findDelivery(String(request.params.id));
  if (delivery === null) throw new Problem('not_found', `There is no delivery ${request.params.id}.`);
  return delivery;
}
