/** `/sim/deliveries`: pending deliveries, and the result of every attempt (decisions I13, L). */
import type { webhookOperations } from '../../../contract/control/webhooks/webhook-operations.ts';
import { accepted, mapOutcome, type Outcome, refused } from '../../../engine/outcome.ts';
import type { DeliveryRecord, WebhookStore } from '../../../engine/ports/webhook-ports.ts';
import { goneCursor, pageFrom } from '../../http/page-of.ts';
import type { HandlersFor } from '../../services.ts';
import { viewDelivery, viewDeliveryInFull, viewListedDelivery } from '../../views/webhooks/view-delivery.ts';

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
