/** Webhook endpoints, their deliveries, and the explanation of a signature. */
import { useQuery } from '@tanstack/react-query';
import type { ControlBody } from '../../src-server/contract/control/control-routes.ts';
import { allPagesQuery, ask, controlQuery } from './api-client.ts';
import { useLiveList } from './live-list.ts';
import { KEYS } from './query-keys.ts';

const SHOWN_DELIVERIES = 200;
/** Older ones are read once, when the user scrolls to them or sorts by them. */
const OLDER_DELIVERIES = 1000;

export const webhooksQuery = allPagesQuery(KEYS.webhooks, 'webhooks', (page) => ask('GET /webhooks', page));

export const useWebhooks = () => useQuery(webhooksQuery);

export const useDelivery = (id: string) =>
  useQuery(controlQuery(KEYS.delivery(id), 'GET /deliveries/{id}', { params: { id } }));

/** Empty fields do not filter. */
export interface DeliveryFilter {
  readonly webhookId: string;
  readonly status: string;
  readonly type: string;
  /** Text in the payload, the ids or the label of the portfolio. */
  readonly q: string;
}

export function useDeliveryPages({ webhookId, status, type, q }: DeliveryFilter, isPaused: boolean) {
  return useLiveList({
    queryKey: KEYS.deliveryPages(webhookId, status, type, q),
    readPage: (cursor, signal) => {
      const criteria = { webhook_id: webhookId, status, type, q };
      const search = new URLSearchParams(Object.entries(criteria).filter(([, value]) => value !== ''));
      const query = cursor === '' ? { limit: SHOWN_DELIVERIES } : { limit: OLDER_DELIVERIES, cursor };
      return ask('GET /deliveries', { query, search, signal });
    },
    select: (pages) => ({ deliveries: pages.flatMap(({ deliveries }) => deliveries), total: pages[0]?.total ?? 0 }),
    isPaused,
  });
}

export const addWebhook = (body: ControlBody<'POST /webhooks'>) => ask('POST /webhooks', { body });

/** Omitted fields stay as they are. */
export const changeWebhook = (id: string, body: ControlBody<'PATCH /webhooks/{id}'>) =>
  ask('PATCH /webhooks/{id}', { params: { id }, body });

/** Its pending deliveries fail at once. */
export const removeWebhook = (id: string) => ask('DELETE /webhooks/{id}', { params: { id } });

/** Sends an example of a webhook event to try out the endpoint. Returns the delivery, which is pending. */
export const sendTestEvent = (id: string, body: ControlBody<'POST /webhooks/{id}/test'>) =>
  ask('POST /webhooks/{id}/test', { params: { id }, body });

/** The latest delivery of a type that was not a test; null if there is none. */
export async function findLatestDelivery(type: ControlBody<'POST /webhooks/{id}/test'>['type']) {
  const query = { type, limit: SHOWN_DELIVERIES };
  const { deliveries } = await ask('GET /deliveries', { query });
  const latest = deliveries.find(({ test }) => !test);
  if (latest === undefined) return null;
  return ask('GET /deliveries/{id}', { params: { id: latest.delivery_id } });
}

/** The previous secret signs beside the new one for 24 hours of virtual time. */
export const rotateSecret = (id: string, body: ControlBody<'POST /webhooks/{id}/rotate-secret'>) =>
  ask('POST /webhooks/{id}/rotate-secret', { params: { id }, body });

/** Redelivers all failed and dropped deliveries of an endpoint, in order. */
export const redeliverAll = (id: string, body: ControlBody<'POST /webhooks/{id}/redeliver'>) =>
  ask('POST /webhooks/{id}/redeliver', { params: { id }, body });

/** Makes one more attempt of one delivery. */
export const redeliver = (id: string) => ask('POST /deliveries/{id}/redeliver', { params: { id } });

/** Diagnoses the signature of a webhook. Changes nothing. */
export const explainSignature = (body: ControlBody<'POST /signature/explain'>) =>
  ask('POST /signature/explain', { body });
