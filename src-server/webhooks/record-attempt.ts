/** Records the outcome of an attempt, and updates its delivery and its endpoint (decisions I, I12). */
import type { DeliveryRecord, EndpointRecord, WebhookStore } from '../engine/ports/webhook-ports.ts';
import type { UnitOfWork } from '../kernel/unit-of-work.ts';
import type { AttemptMade } from './make-attempt.ts';
import { ATTEMPT_TIMER } from './outbox.ts';
import { type RetryAfter, retryDelayMs } from './retry-plan.ts';

/** An endpoint whose attempts have all failed for this long (virtual time) is disabled. */
const FAILING_MS = 120 * 3_600_000;

/**
 * Returns the updated delivery. `wasTaken`: whether the first attempt of a duplicate succeeded; a message that is sent
 * twice has arrived if either attempt succeeded.
 */
export function recordAttempt(
  store: WebhookStore,
  unit: UnitOfWork,
  delivery: DeliveryRecord,
  made: AttemptMade,
  wasTaken: boolean,
): DeliveryRecord {
  const counted = numberAttempt(store, delivery, made);
  const done = { ...counted, sending: false, deferred: false, drawnFault: null, nextAttemptMs: null };
  // A test event says nothing about the endpoint's health, and is not retried.
  const endpoint = delivery.isTest ? null : store.findEndpoint(delivery.webhookId);
  const next = wasTaken || isTaken(made) ? succeed(store, endpoint, done) : fail(store, unit, endpoint, done, made);
  store.updateDelivery(next);
  if (next.status !== 'pending') store.releaseDeferred(next.webhookId, next.deliveryId);
  return next;
}

/** Records the first attempt of a duplicate, which does not decide the outcome of the delivery. */
export function countAttempt(store: WebhookStore, delivery: DeliveryRecord, made: AttemptMade): DeliveryRecord {
  const counted = numberAttempt(store, delivery, made);
  store.updateDelivery(counted);
  return counted;
}

function numberAttempt(store: WebhookStore, delivery: DeliveryRecord, made: AttemptMade): DeliveryRecord {
  const attempt = delivery.attempts + 1;
  const { stampMs: _stamp, ...stored } = made;
  store.insertAttempt({ ...stored, deliveryId: delivery.deliveryId, attempt });
  return { ...delivery, url: made.url, attempts: attempt, responseStatus: made.responseStatus };
}

/** Whether the receiver accepted the attempt: with a complete 2xx response. */
export function isTaken({ responseStatus, error }: AttemptMade): boolean {
  return error === null && responseStatus !== null && responseStatus >= 200 && responseStatus < 300;
}

function succeed(store: WebhookStore, endpoint: EndpointRecord | null, done: DeliveryRecord): DeliveryRecord {
  if (endpoint !== null && endpoint.failingSinceMs !== null)
    store.updateEndpoint({ ...endpoint, failingSinceMs: null });
  return { ...done, status: 'succeeded' };
}

function fail(
  store: WebhookStore,
  unit: UnitOfWork,
  endpoint: EndpointRecord | null,
  done: DeliveryRecord,
  made: AttemptMade,
): DeliveryRecord {
  const failed = { ...done, status: 'failed' as const };
  if (endpoint === null || endpoint.status === 'disabled') return failed;
  const failingSinceMs = endpoint.failingSinceMs ?? unit.nowMs;
  const isGone = made.responseStatus === 410;
  if (isGone || unit.nowMs - failingSinceMs >= FAILING_MS) {
    store.updateEndpoint({
      ...endpoint,
      failingSinceMs,
      status: 'disabled',
      disabledReason: isGone ? 'gone' : 'failing',
    });
    store.failWaiting(endpoint.webhookId);
    return failed;
  }
  if (endpoint.failingSinceMs === null) store.updateEndpoint({ ...endpoint, failingSinceMs });
  const delayMs = retryDelayMs(unit.seed, done.deliveryId, done.attempts, retryAfterOf(made));
  if (delayMs === null) return failed;
  unit.schedule(unit.nowMs + delayMs, ATTEMPT_TIMER, done.deliveryId);
  return { ...done, nextAttemptMs: unit.nowMs + delayMs };
}

/** `Retry-After` counts only with 429 and 503. */
function retryAfterOf({ responseStatus, responseHeaders, stampMs }: AttemptMade): RetryAfter | null {
  const text = responseHeaders['retry-after'];
  const isBusy = responseStatus === 429 || responseStatus === 503;
  return isBusy && text !== undefined ? { text, stampMs } : null;
}
