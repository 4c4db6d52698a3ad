/** Commands of the control plane: the clock, webhook endpoints and deliveries. Each throws ApiError. */
import type { ClockWire, DeliverySummary, WebhookEndpoint } from '../../src-server/contract/control.ts';
import { sendJson } from './api-client.ts';

/** Moves virtual time forward, by a duration (`5m`) or to an instant (ISO 8601). */
export function advanceClock(step: { by: string } | { to: string }): Promise<ClockWire> {
  return sendJson('POST', '/sim/clock/advance', { body: step });
}

export type ClockModeChange = { mode?: ClockWire['mode']; rate?: number; paused?: boolean };

export function setClockMode(change: ClockModeChange): Promise<ClockWire> {
  return sendJson('POST', '/sim/clock/mode', { body: change });
}

/** `events` left out means every type. */
export function addWebhook(endpoint: { url: string; events?: string[] }): Promise<WebhookEndpoint> {
  return sendJson('POST', '/sim/webhooks', { body: endpoint });
}

export function removeWebhook(webhookId: string): Promise<unknown> {
  return sendJson('DELETE', `/sim/webhooks/${encodeURIComponent(webhookId)}`);
}

export function redeliver(deliveryId: string): Promise<DeliverySummary> {
  return sendJson('POST', `/sim/deliveries/${encodeURIComponent(deliveryId)}/redeliver`);
}
