/** Commands about webhook endpoints and deliveries. Each throws ApiError. */
import type { DeliverySummary, WebhookEndpoint } from '../../src-server/contract/control/webhooks/webhooks.ts';
import { sendJson } from './api-client.ts';
import type { FormBody } from './market-calls.ts';

/** `CreateWebhook` of the contract. */
export function addWebhook(body: FormBody): Promise<WebhookEndpoint> {
  return sendJson('POST', '/sim/webhooks', { body });
}

/** What is left out stays (`ChangeWebhook`). */
export function changeWebhook(webhookId: string, body: FormBody): Promise<WebhookEndpoint> {
  return sendJson('PATCH', endpointPath(webhookId), { body });
}

/** What waits for it fails at once. */
export function removeWebhook(webhookId: string): Promise<unknown> {
  return sendJson('DELETE', endpointPath(webhookId));
}

/** The secret so far signs beside the new one for 24 hours of virtual time. */
export function rotateSecret(webhookId: string, body: FormBody): Promise<WebhookEndpoint> {
  return sendJson('POST', `${endpointPath(webhookId)}/rotate-secret`, { body });
}

/** Everything of an endpoint that failed or was dropped, in order (`RedeliverAll`). */
export function redeliverAll(webhookId: string, body: FormBody): Promise<{ redelivered: number }> {
  return sendJson('POST', `${endpointPath(webhookId)}/redeliver`, { body });
}

/** One more attempt of one delivery. */
export function redeliver(deliveryId: string): Promise<DeliverySummary> {
  return sendJson('POST', `/sim/deliveries/${encodeURIComponent(deliveryId)}/redeliver`);
}

function endpointPath(webhookId: string): string {
  return `/sim/webhooks/${encodeURIComponent(webhookId)}`;
}
