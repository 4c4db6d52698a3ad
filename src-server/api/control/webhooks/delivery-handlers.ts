/**
 * `/sim/deliveries` and `/sim/signature`: pending deliveries with the result of every attempt (decisions I13, L), and
 * explanations of signatures.
 */
import type { webhookOperations } from '../../../contract/control/webhooks/webhook-operations.ts';
import { parseInstant } from '../../../domain/numbers/instant.ts';
import { accepted, mapOutcome, type Outcome, refused } from '../../../engine/outcome.ts';
import type { DeliveryRecord, WebhookStore } from '../../../engine/ports/webhook-ports.ts';
import { goneCursor, pageFrom } from '../../http/page-of.ts';
import type { HandlersFor } from '../../services.ts';
import { viewDelivery, viewDeliveryInFull, viewListedDelivery } from '../../views/webhooks/view-delivery.ts';
import { viewSignature } from '../../views/webhooks/view-signature.ts';

type DeliveryRows = Pick<typeof webhookOperations, 'listDeliveries' | 'getDelivery' | 'redeliver'>;

export const deliveryHandlers: HandlersFor<DeliveryRows, 'world' | 'kernel' | 'webhooks' | 'webhookService'> = {
  listDeliveries({ world, webhooks, query }) {
    const { webhook_id, status, type, event_id, q, cursor, limit } = query;
    if (cursor !== undefined && webhooks.findDelivery(cursor) === null) return goneCursor();
    const wanted = {
      webhookId: webhook_id ?? null,
      status: status ?? null,
      type: type ?? null,
      eventId: event_id ?? null,
      text: q ?? null,
    };
    const found = webhooks.deliveries({ ...wanted, beforeDeliveryId: cursor ?? null, limit: limit + 1 });
    const { rows, next } = pageFrom(found, limit, ({ deliveryId }) => deliveryId);
    const listed = rows.map((row) => viewListedDelivery({ world, webhooks }, row));
    return accepted({ deliveries: listed, next, total: webhooks.countDeliveries(wanted) });
  },

  getDelivery: ({ kernel, webhooks, webhookService, params }) =>
    mapOutcome(findDelivery(webhooks, params.id), (delivery) =>
      viewDeliveryInFull({ kernel, webhooks, webhookService }, delivery),
    ),

  redeliver: ({ world, webhooks, webhookService, params }) =>
    mapOutcome(findDelivery(webhooks, params.id), (delivery) =>
      viewDelivery(world.kernel.execute((unit) => webhookService.redeliver(unit, delivery))),
    ),
};

function findDelivery(webhooks: WebhookStore, deliveryId: string): Outcome<DeliveryRecord> {
  const delivery = webhooks.findDelivery(deliveryId);
  return delivery === null ? refused('not_found', `There is no delivery ${deliveryId}.`) : accepted(delivery);
}

type SignatureRows = Pick<typeof webhookOperations, 'explainSignature'>;

/** Explains why a receiver accepts a webhook, or why it should not (decision I17). */
export const signatureHandlers: HandlersFor<SignatureRows, 'webhookService'> = {
  explainSignature({ webhookService, body: { headers, body, secret, at, tolerance_s: toleranceSeconds } }) {
    const explained = webhookService.explain({
      headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value])),
      body,
      secret: secret ?? null,
      webhookId: null,
      atMs: at === undefined ? webhookService.stampNowMs() : parseInstant(at),
      toleranceSeconds,
    });
    return accepted(viewSignature(explained));
  },
};
