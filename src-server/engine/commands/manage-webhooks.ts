/** Registers and removes webhook endpoints (decision I); the event log says so, because it changes what is sent. */

import type { EndpointRecord, WebhookStore } from '../webhook-ports.ts';
import type { World } from '../world.ts';

export interface NewEndpoint {
  readonly url: string;
  /** `null`: every type. */
  readonly events: readonly string[] | null;
}

/** `secretOf` makes the endpoint's secret from the seed and its id. The address was checked before. */
export function addEndpoint(
  world: Pick<World, 'kernel'>,
  store: WebhookStore,
  secretOf: (seed: number, webhookId: string) => string,
  { url, events }: NewEndpoint,
): EndpointRecord {
  return world.kernel.execute((unit) => {
    const webhookId = unit.nextId('wh');
    const secret = secretOf(unit.seed, webhookId);
    const endpoint: EndpointRecord = {
      webhookId,
      url,
      events,
      secret,
      previousSecrets: [],
      rotations: 0,
      status: 'enabled',
      disabledReason: null,
      failingSinceMs: null,
      ordered: true,
      timeoutMs: 15_000,
      createdMs: unit.nowMs,
    };
    store.insertEndpoint(endpoint);
    unit.emit('webhook.registered', { webhook_id: webhookId, url, events });
    return endpoint;
  });
}

/** False where there is no such endpoint. What waits for it fails at its next attempt. */
export function removeEndpoint(world: Pick<World, 'kernel'>, store: WebhookStore, webhookId: string): boolean {
  if (store.findEndpoint(webhookId) === null) return false;
  return world.kernel.execute((unit) => {
    unit.emit('webhook.removed', { webhook_id: webhookId });
    return store.removeEndpoint(webhookId);
  });
}
