/** Writes each request that the service of a world handled, and each attempt to deliver a webhook, to the log. */

import { DEFAULT_WORLD } from '../../contract/control/worlds/world-address.ts';
import type { JournalRecord } from '../../engine/ports/journal-port.ts';
import type { DeliveryRecord, WebhookStore } from '../../engine/ports/webhook-ports.ts';
import type { LoggedCall } from '../../system/call-text.ts';

/** `path` without secrets. */
export function loggedRequest(world: string, request: JournalRecord): LoggedCall {
  const { method, path, status, durationMs, faultId, faultKind, latencyFaultId, injectedMs } = request;
  return {
    kind: 'request',
    ...ofWorld(world),
    method,
    path,
    status,
    ms: Math.round(durationMs * 10) / 10,
    ...(faultId === null ? {} : { fault: faultId, fault_kind: faultKind ?? '', injected_ms: injectedMs }),
    ...(latencyFaultId === null ? {} : { latency_fault: latencyFaultId }),
  };
}

/** Logs the attempt that was just recorded; `null`: there was none, for example because the delivery was dropped. */
export function loggedWebhook(
  world: string,
  { deliveryId, type }: DeliveryRecord,
  webhooks: Pick<WebhookStore, 'attempts'>,
): LoggedCall | null {
  const made = webhooks.attempts(deliveryId).at(-1);
  if (made === undefined) return null;
  const { url, attempt, responseStatus: status, error, durationMs, tls, injected } = made;
  return {
    kind: 'webhook',
    ...ofWorld(world),
    method: 'POST',
    path: url,
    status,
    ms: Math.round(durationMs * 10) / 10,
    type,
    attempt,
    ...(tls === null ? {} : { tls }),
    ...(error === null ? {} : { error }),
    ...(injected === null ? {} : { fault: injected.faultId, fault_kind: injected.kind }),
  };
}

function ofWorld(world: string) {
  return world === DEFAULT_WORLD ? {} : { world };
}
