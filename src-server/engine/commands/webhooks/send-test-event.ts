/**
 * Sends a test webhook on request (decision I21). It is sent and signed like any other, once; but nothing happened in
 * the world, so it has no entry in the event log and takes no event id.
 */
import { formatInstant } from '../../../domain/numbers/instant.ts';
import type { EventData } from '../../../kernel/event-chain.ts';
import type { UnitOfWork } from '../../../kernel/unit-of-work.ts';
import type { DeliveryRecord, EndpointRecord, WebhookStore } from '../../ports/webhook-ports.ts';
import type { World } from '../../world.ts';

/** Sends a delivery before those that wait. */
type SendNext = (unit: UnitOfWork, delivery: DeliveryRecord) => DeliveryRecord;

/** Returns the delivery, which is pending; `null` if there is no such endpoint. */
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
    // The next event id is in the hashed log: using it would change every log after a test.
    const eventId = deliveryId.replace(/^dl/, 'ev');
    const payload = webhookPayload(unit, type, data);
    const delivery = newDelivery(unit, endpoint, { deliveryId, eventId, type, payload, isTest: true });
    store.insertDelivery(delivery);
    return send(unit, delivery);
  });
}

/** Returns the exact text that is signed. */
export function webhookPayload({ nowMs }: Pick<UnitOfWork, 'nowMs'>, type: string, data: EventData): string {
  return JSON.stringify({ type, timestamp: formatInstant(nowMs), data });
}

type NewDelivery = Pick<DeliveryRecord, 'deliveryId' | 'eventId' | 'type' | 'payload' | 'isTest'>;

/** Returns a delivery that waits for its turn. */
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
