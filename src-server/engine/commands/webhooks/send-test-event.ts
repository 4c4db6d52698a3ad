/**
 * Sends a webhook by hand to try an endpoint (decision I21). It leaves as any other, signed, once; but nothing happened in
 * the world, so the event log has no entry of it, and it takes no id of an event.
 */
import { formatInstant } from '../../../domain/numbers/instant.ts';
import type { EventData } from '../../../kernel/event-chain.ts';
import type { UnitOfWork } from '../../../kernel/unit-of-work.ts';
import type { DeliveryRecord, EndpointRecord, WebhookStore } from '../../ports/webhook-ports.ts';
import type { World } from '../../world.ts';

/** Makes a delivery leave before those that wait. */
type SendNext = (unit: UnitOfWork, delivery: DeliveryRecord) => DeliveryRecord;

/** The delivery, which is pending; `null` where there is no such endpoint. */
export function sendTestEvent(
  world: Pick<World, 'kernel'>,
  store: WebhookStore,
  send: SendNext,
  webhookId: string,
  { type, data }: { readonly type: string; readonly data: EventData },
): DeliveryRecord | 'disabled' | null {
  const endpoint = store.findEndpoint(webhookId);
  if (endpoint === null) return null;
  if (endpoint.status === 'disabled') return 'disabled';
  return world.kernel.execute((unit) => {
    const deliveryId = unit.nextId('dl');
    // The next id of an event is in the hashed log: taking it would change every log that comes after a test.
    const eventId = deliveryId.replace(/^dl/, 'ev');
    const payload = webhookPayload(unit, type, data);
    const delivery = newDelivery(unit, endpoint, { deliveryId, eventId, type, payload, isTest: true });
    store.insertDelivery(delivery);
    return send(unit, delivery);
  });
}

/** The exact text that is signed. */
export function webhookPayload({ nowMs }: Pick<UnitOfWork, 'nowMs'>, type: string, data: EventData): string {
  return JSON.stringify({ type, timestamp: formatInstant(nowMs), data });
}

type NewDelivery = Pick<DeliveryRecord, 'deliveryId' | 'eventId' | 'type' | 'payload' | 'isTest'>;

/** A delivery that waits for its turn. */
export function newDelivery(
  { nowMs }: Pick<UnitOfWork, 'nowMs'>,
  { webhookId, url }: Pick<EndpointRecord, 'webhookId' | 'url'>,
  event: NewDelivery,
): DeliveryRecord {
  return {
    ...event,
    webhookId,
    url,
    status: 'pending',
    sending: false,
    deferred: false,
    drawnFault: null,
    attempts: 0,
    responseStatus: null,
    createdMs: nowMs,
    nextAttemptMs: null,
  };
}
