/**
 * Gives an endpoint another secret (decision I10); those before it sign beside it for a while. The log never tells one.
 */
import type { EndpointRecord, PreviousSecret, WebhookStore } from '../../ports/webhook-ports.ts';
import type { World } from '../../world.ts';
import type { SecretOf } from './manage-webhooks.ts';

/** Secrets that are kept beside it: more signatures would outgrow what receivers take as one header. */
const MAX_PREVIOUS = 10;

interface Rotation {
  /** `null`: made from the seed, the endpoint's id and how often it was rotated. */
  readonly secret: string | null;
  /** Virtual ms for which the one before signs beside it. */
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
    // Those that sign no more stay for a while, too: they explain the signatures of earlier attempts.
    const others = before.previousSecrets.filter((each) => each.secret !== next);
    const previousSecrets = [replaced, ...others].slice(0, MAX_PREVIOUS);
    const endpoint = { ...before, secret: next, previousSecrets, rotations };
    store.updateEndpoint(endpoint);
    unit.emit('webhook.secret_rotated', { webhook_id: webhookId, rotations });
    return endpoint;
  });
}

/** The previous secrets of an endpoint that still sign at an instant, newest first. */
export function secretsInForce({ previousSecrets }: EndpointRecord, nowMs: number): readonly PreviousSecret[] {
  return previousSecrets.filter(({ untilMs }) => untilMs > nowMs);
}
