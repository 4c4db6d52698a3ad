/**
 * Registers, changes and removes webhook endpoints (decision I). These are in the event log, because they affect what
 * is sent.
 */

import type { UnitOfWork } from '../../../kernel/unit-of-work.ts';
import type { DeliveryRecord, EndpointRecord, ReceiverTrust, WebhookStore } from '../../ports/webhook-ports.ts';
import type { World } from '../../world.ts';

interface NewEndpoint {
  readonly url: string;
  /** `null`: every type. */
  readonly events: readonly string[] | null;
  readonly ordered: boolean;
  readonly timeoutMs: number;
  /** `null`: derived from the seed and the endpoint's id. */
  readonly secret: string | null;
  /** `null`: like all receivers of this server; already validated. */
  readonly tls: ReceiverTrust | null;
}

/** Default settings of an endpoint. */
export const DEFAULT_ENDPOINT = { events: null, ordered: true, timeoutMs: 15_000, secret: null, tls: null } as const;

/** Makes the secret of an endpoint after a number of rotations. */
export type SecretOf = (seed: number, webhookId: string, rotations: number) => string;

/** Schedules deliveries that may be sent to an endpoint now; must be called after a change that they waited for. */
type ScheduleNext = (unit: UnitOfWork, webhookId: string) => void;

/** The caller has validated the URL. */
export function addEndpoint(
  world: Pick<World, 'kernel'>,
  store: WebhookStore,
  secretOf: SecretOf,
  { url, events, ordered, timeoutMs, secret, tls }: NewEndpoint,
): EndpointRecord {
  return world.kernel.execute((unit) => {
    const webhookId = unit.nextId('wh');
    const endpoint: EndpointRecord = {
      webhookId,
      url,
      events,
      secret: secret ?? secretOf(unit.seed, webhookId, 0),
      previousSecrets: [],
      rotations: 0,
      status: 'enabled',
      disabledReason: null,
      failingSinceMs: null,
      ordered,
      timeoutMs,
      tls,
      createdMs: unit.nowMs,
    };
    store.insertEndpoint(endpoint);
    // The event contains only settings that differ from the defaults: logs from before these settings existed do not
    // change.
    const manner = {
      ...(ordered ? {} : { ordered }),
      ...(timeoutMs === 15_000 ? {} : { timeout_ms: timeoutMs }),
      ...(tls === null ? {} : { tls: { ...tls } }),
    };
    unit.emit('webhook.registered', { webhook_id: webhookId, url, events, ...manner });
    return endpoint;
  });
}

/** Changes of an endpoint; omitted members do not change. */
export interface EndpointChange {
  readonly url?: string;
  readonly events?: readonly string[] | null;
  readonly status?: 'enabled' | 'paused';
  readonly ordered?: boolean;
  readonly timeoutMs?: number;
  readonly tls?: ReceiverTrust | null;
}

/** Returns `null` if there is no such endpoint. The caller has validated the URL. */
export function changeEndpoint(
  world: Pick<World, 'kernel'>,
  store: WebhookStore,
  scheduleNext: ScheduleNext,
  webhookId: string,
  change: EndpointChange,
): EndpointRecord | null {
  if (store.findEndpoint(webhookId) === null) return null;
  return world.kernel.execute((unit) => {
    const before = store.findEndpoint(webhookId) as EndpointRecord;
    const isNewStart = change.status === 'enabled' && before.status !== 'enabled';
    // The duration of its failures does not apply to another URL, nor after it is enabled again.
    const health = isNewStart || change.url !== undefined ? { failingSinceMs: null } : {};
    const reason = change.status === undefined ? {} : { disabledReason: null };
    const endpoint: EndpointRecord = { ...before, ...change, ...health, ...reason };
    store.updateEndpoint(endpoint);
    unit.emit('webhook.changed', { webhook_id: webhookId, ...asEventData(change) });
    if (isNewStart) store.wakeWaiting(webhookId);
    scheduleNext(unit, webhookId);
    return endpoint;
  });
}

/**
 * Formats the change as requested: the earlier settings of an endpoint may depend on its receiver, which is not in the
 * log.
 */
function asEventData({ timeoutMs, events, tls, ...change }: EndpointChange) {
  return {
    ...change,
    ...(events === undefined ? {} : { events: events === null ? null : [...events] }),
    ...(timeoutMs === undefined ? {} : { timeout_ms: timeoutMs }),
    ...(tls === undefined ? {} : { tls: tls === null ? null : { ...tls } }),
  };
}

/** Returns false if there is no such endpoint. Waiting deliveries fail at once; an attempt in progress is recorded. */
export function removeEndpoint(world: Pick<World, 'kernel'>, store: WebhookStore, webhookId: string): boolean {
  if (store.findEndpoint(webhookId) === null) return false;
  return world.kernel.execute((unit) => {
    unit.emit('webhook.removed', { webhook_id: webhookId });
    store.failWaiting(webhookId);
    return store.removeEndpoint(webhookId);
  });
}

/**
 * Returns the number of deliveries that are pending again; `null` if there is no such endpoint. `sinceMs` null: from
 * the beginning.
 */
export function redeliverEndpoint(
  world: Pick<World, 'kernel'>,
  store: WebhookStore,
  scheduleNext: ScheduleNext,
  webhookId: string,
  statuses: readonly DeliveryRecord['status'][],
  sinceMs: number | null,
): number | 'disabled' | null {
  const endpoint = store.findEndpoint(webhookId);
  if (endpoint === null) return null;
  if (endpoint.status === 'disabled') return 'disabled';
  return world.kernel.execute((unit) => {
    const redelivered = store.reopen(webhookId, statuses, sinceMs ?? 0);
    scheduleNext(unit, webhookId);
    return redelivered;
  });
}
