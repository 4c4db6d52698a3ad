/**
 * Registers, changes and removes webhook endpoints (decision I); the event log has it, because it changes what is sent.
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
  /** `null`: one that is made from the seed and the endpoint's id. */
  readonly secret: string | null;
  /** `null`: as all receivers of this server; checked before. */
  readonly tls: ReceiverTrust | null;
}

/** What an endpoint is like where nobody says otherwise. */
export const DEFAULT_ENDPOINT = { events: null, ordered: true, timeoutMs: 15_000, secret: null, tls: null } as const;

/** Makes the secret of an endpoint after so many rotations. */
export type SecretOf = (seed: number, webhookId: string, rotations: number) => string;

/** Schedules what may be sent to an endpoint now; call it after a change of what it waited for. */
type ScheduleNext = (unit: UnitOfWork, webhookId: string) => void;

/** The address was checked before. */
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
    // How it is told shows where it is not as usual: logs of before there was a choice stay what they are.
    const manner = {
      ...(ordered ? {} : { ordered }),
      ...(timeoutMs === 15_000 ? {} : { timeout_ms: timeoutMs }),
      ...(tls === null ? {} : { tls: { ...tls } }),
    };
    unit.emit('webhook.registered', { webhook_id: webhookId, url, events, ...manner });
    return endpoint;
  });
}

/** What to change of an endpoint; what is left out stays. */
export interface EndpointChange {
  readonly url?: string;
  readonly events?: readonly string[] | null;
  readonly status?: 'enabled' | 'paused';
  readonly ordered?: boolean;
  readonly timeoutMs?: number;
  readonly tls?: ReceiverTrust | null;
}

/** `null` where there is no such endpoint. The address was checked before. */
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
    // How long it has failed says nothing of another address, nor of one that somebody has just put right.
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

/** As it was asked for: what an endpoint was like before may depend on its receiver, which the log knows nothing of. */
function asEventData({ timeoutMs, events, tls, ...change }: EndpointChange) {
  return {
    ...change,
    ...(events === undefined ? {} : { events: events === null ? null : [...events] }),
    ...(timeoutMs === undefined ? {} : { timeout_ms: timeoutMs }),
    ...(tls === undefined ? {} : { tls: tls === null ? null : { ...tls } }),
  };
}

/** False where there is no such endpoint. What waits for it fails at once; an attempt under way is recorded. */
export function removeEndpoint(world: Pick<World, 'kernel'>, store: WebhookStore, webhookId: string): boolean {
  if (store.findEndpoint(webhookId) === null) return false;
  return world.kernel.execute((unit) => {
    unit.emit('webhook.removed', { webhook_id: webhookId });
    store.failWaiting(webhookId);
    return store.removeEndpoint(webhookId);
  });
}

/** How many are pending again; `null` where there is no such endpoint. `sinceMs` null: from the beginning. */
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
