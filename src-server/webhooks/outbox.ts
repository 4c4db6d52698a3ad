/**
 * Writes a delivery for every endpoint that subscribes to an event, in the event's transaction, so that none is lost or
 * invented. Sets a timer only if no other delivery of the endpoint comes first.
 */
import { newDelivery, webhookPayload } from '../engine/commands/webhooks/send-test-event.ts';
import type { Outbox } from '../engine/ports/stores.ts';
import type { EndpointRecord, WebhookStore } from '../engine/ports/webhook-ports.ts';
import type { EventData } from '../kernel/event-chain.ts';
import type { UnitOfWork } from '../kernel/unit-of-work.ts';

/** Timer kind of a due attempt; the payload is the delivery's id. */
export const ATTEMPT_TIMER = 'webhook.attempt';

export function createOutbox(store: WebhookStore): Outbox {
  return {
    publish(unit: UnitOfWork, eventId: string, type: string, data: EventData) {
      const endpoints = store
        .endpoints()
        .filter(({ status, events }) => status !== 'disabled' && (events?.includes(type) ?? true));
      if (endpoints.length === 0) return;
      const payload = webhookPayload(unit, type, data);
      for (const endpoint of endpoints) {
        const deliveryId = unit.nextId('dl');
        const isNext = isFree(store, endpoint);
        const delivery = newDelivery(unit, endpoint, { deliveryId, eventId, type, payload, isTest: false });
        store.insertDelivery({ ...delivery, nextAttemptMs: isNext ? unit.nowMs : null });
        if (isNext) unit.schedule(unit.nowMs, ATTEMPT_TIMER, deliveryId);
      }
    },
  };
}

function isFree(store: WebhookStore, { webhookId, status, ordered }: EndpointRecord): boolean {
  return status === 'enabled' && !(ordered && store.isBusy(webhookId));
}
