/** Webhook endpoints, their deliveries, and the explanation of a signature. */
import { useQuery } from '@tanstack/react-query';
import { answerOf, control, inPath, read, readAll, type Schemas } from './api-client.ts';
import { useLiveList } from './live-list.ts';
import { KEYS } from './query-keys.ts';

const SHOWN_DELIVERIES = 200;
/** Older ones are read once, when the user scrolls to them or sorts by them. */
const OLDER_DELIVERIES = 1000;

export const webhooksQuery = readAll(KEYS.webhooks, 'webhooks', (page) => control.GET('/webhooks', page));

export const useWebhooks = () => useQuery(webhooksQuery);

export const useDelivery = (id: string) => useQuery(read(KEYS.delivery(id), '/deliveries/{id}', inPath({ id })));

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
      // The filter comes from an address that anybody can write, so the service validates it.
      const asked = { webhook_id: webhookId, status, type, q, cursor };
      const query = new URLSearchParams(Object.entries(asked).filter(([, value]) => value !== ''));
      query.set('limit', String(cursor === '' ? SHOWN_DELIVERIES : OLDER_DELIVERIES));
      return answerOf(control.GET('/deliveries', { querySerializer: () => query.toString(), signal }));
    },
    select: (pages) => ({ deliveries: pages.flatMap(({ deliveries }) => deliveries), total: pages[0]?.total ?? 0 }),
    isPaused,
  });
}

export const addWebhook = (body: Schemas['CreateWebhook']) => answerOf(control.POST('/webhooks', { body }));

/** Omitted fields stay as they are. */
export const changeWebhook = (id: string, body: Schemas['ChangeWebhook']) =>
  answerOf(control.PATCH('/webhooks/{id}', { ...inPath({ id }), body }));

/** Its pending deliveries fail at once. */
export const removeWebhook = (id: string) => answerOf(control.DELETE('/webhooks/{id}', inPath({ id })));

/** Sends an example of a webhook event to try out the endpoint. Returns the delivery, which is pending. */
export const sendTestEvent = (id: string, body: Schemas['TestWebhook']) =>
  answerOf(control.POST('/webhooks/{id}/test', { ...inPath({ id }), body }));

/** The latest delivery of a type that was not a test; null if there is none. */
export async function findLatestDelivery(type: Schemas['TestWebhook']['type']) {
  const query = { type, limit: SHOWN_DELIVERIES };
  const { deliveries } = await answerOf(control.GET('/deliveries', { params: { query } }));
  const latest = deliveries.find(({ test }) => !test);
  if (latest === undefined) return null;
  return answerOf(control.GET('/deliveries/{id}', inPath({ id: latest.delivery_id })));
}

/** The previous secret signs beside the new one for 24 hours of virtual time. */
export const rotateSecret = (id: string, body: Schemas['RotateSecret']) =>
  answerOf(control.POST('/webhooks/{id}/rotate-secret', { ...inPath({ id }), body }));

/** Redelivers all failed and dropped deliveries of an endpoint, in order. */
export const redeliverAll = (id: string, body: Schemas['RedeliverAll']) =>
  answerOf(control.POST('/webhooks/{id}/redeliver', { ...inPath({ id }), body }));

/** Makes one more attempt of one delivery. */
export const redeliver = (id: string) => answerOf(control.POST('/deliveries/{id}/redeliver', inPath({ id })));

/** Diagnoses the signature of a webhook. Changes nothing. */
export const explainSignature = (body: Schemas['ExplainSignature']) =>
  answerOf(control.POST('/signature/explain', { body }));
