/**
 * Which deliveries of an endpoint may leave at an instant (decision I11): in order one at a time, else up to sixteen.
 */
import type { DeliveryRecord, EndpointRecord, WebhookStore } from '../engine/ports/webhook-ports.ts';

/** Concurrent attempts of an unordered endpoint. */
export const CONCURRENT_ATTEMPTS = 16;

export function chooseNext(store: WebhookStore, endpoint: EndpointRecord, nowMs: number): DeliveryRecord[] {
  if (endpoint.status !== 'enabled') return [];
  const { webhookId, ordered } = endpoint;
  const free = (ordered ? 1 : CONCURRENT_ATTEMPTS) - store.countSending(webhookId);
  if (free <= 0) return [];
  if (!ordered) return store.duePending(webhookId, nowMs, free);
  const next = nextInOrder(store, webhookId);
  return next !== null && isDue(next, nowMs) ? [next] : [];
}

/** The first pending delivery, or the one after it where a fault defers the first. */
function nextInOrder(store: WebhookStore, webhookId: string): DeliveryRecord | null {
  const [first] = store.firstPending(webhookId, 1);
  if (!first?.deferred) return first ?? null;
  const [, second] = store.firstPending(webhookId, 2);
  if (second !== undefined && !second.deferred) return second;
  return first;
}

function isDue({ nextAttemptMs }: DeliveryRecord, nowMs: number): boolean {
  return nextAttemptMs === null || nextAttemptMs <= nowMs;
}
