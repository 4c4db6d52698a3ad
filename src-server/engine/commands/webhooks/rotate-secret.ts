/**
 * Replaces the secret of an endpoint (decision I10); previous secrets also sign for a while. The log never contains a
 * secret.
 */
import type { EndpointRecord, PreviousSecret, WebhookStore } from '../../ports/webhook-ports.ts';
import type { World } from '../../world.ts';
import type { SecretOf } from './manage-webhooks.ts';

/** Number of previous secrets that are stored: more signatures would exceed the header length that receivers accept. */
const MAX_PREVIOUS = 10;

interface Rotation {
  /** `null`: derived from the seed, the endpoint's id and the number of rotations. */
  readonly secret: string | null;
  /** Virtual ms for which the previous secret also signs. */
  readonly overlapMs: number;
}

export function rotateSecret(
  world: Pick<World, 'kernel'>,
  store: WebhookStore,
  secretOf: SecretOf,
  webhookId: string,
  { secret, overlapMs }: Rotation,
): EndpointRecord | 'unknown_endpoint' | 'same_secret' {
  const before = store.findEndpoint(webhookId);
  if (before === null) return 'unknown_endpoint';
  if (before.secret === secret) return 'same_secret';
  return world.kernel.execute((unit) => {
    const rotations = before.rotations + 1;
    const next = secret ?? secretOf(unit.seed, webhookId, rotations);
    const replaced = { secret: before.secret, untilMs: unit.nowMs + overlapMs };
    // Secrets that no longer sign are also stored for a while, to explain the signatures of earlier attempts.
    const others = before.previousSecrets.filter((each) => each.secret !== next);
    const previousSecrets = [replaced, ...others].slice(0, MAX_PREVIOUS);
    const endpoint = { ...before, secret: next, previousSecrets, rotations };
    store.updateEndpoint(endpoint);
    unit.emit('webhook.secret_rotated', { webhook_id: webhookId, rotations });
    return endpoint;
  });
}

/** Returns the previous secrets of an endpoint that still sign at an instant, newest first. */
export function secretsInForce({ previousSecrets }: EndpointRecord, nowMs: number): readonly PreviousSecret[] {
  return previousSecrets.filter(({ untilMs }) => untilMs > nowMs);
}
