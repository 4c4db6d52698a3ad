/**
 * Draws the fault of an attempt that is about to be sent (decision L42): the first matching webhook fault, in the order
 * in which they were set, whose draw hits. The dispatcher carries it out.
 */
import type { WebhookEffect } from '../../domain/faults/webhook-effect.ts';
import { drawUint32, streamKey } from '../../kernel/streams.ts';
import type { DeliveryRecord, DrawWebhookFault } from '../ports/webhook-ports.ts';
import type { HttpFaultTerms } from './http-fault.ts';
import type { HttpFaultRegistry } from './http-fault-registry.ts';

/** The match of a webhook fault, as parsed by the contract. */
export interface WebhookMatch {
  readonly webhook_id?: string | undefined;
  readonly types?: readonly string[] | undefined;
  readonly event_id?: string | undefined;
}

/** Returns the effect of a fault on an attempt, by its kind; `strangeSecret`: well-formed, but of no endpoint. */
type WebhookEffectOf = (terms: HttpFaultTerms, strangeSecret: () => string) => WebhookEffect;

/** Counts its draws in the open transaction. */
export function createWebhookFaultDraw(
  registry: HttpFaultRegistry,
  seed: number,
  effectOf: WebhookEffectOf,
): DrawWebhookFault {
  return (delivery, nowMs) => {
    for (const fault of registry.open('webhook', nowMs)) {
      const { faultId, terms } = fault;
      if (webhookDifferences((terms.match ?? {}) as WebhookMatch, delivery).length > 0) continue;
      const effect = effectOf(terms, () => strangeSecret(seed, faultId));
      // A deferred delivery has been reordered already; deferring it again and again would be another fault.
      if (effect.what === 'reorder' && delivery.deferred) continue;
      const chance = registry.draw(fault, nowMs);
      if (chance === null) continue;
      registry.put(chance.fault);
      if (chance.isHit) return { injection: { faultId, kind: terms.kind }, ...effect };
    }
    return null;
  };
}

/** Returns why a delivery does not match, as `types: expected a, got b`. */
export function webhookDifferences(
  { webhook_id: webhookId, types, event_id: eventId }: WebhookMatch,
  delivery: Pick<DeliveryRecord, 'webhookId' | 'type' | 'eventId'>,
): string[] {
  const differences: string[] = [];
  const compare = (what: string, wanted: readonly string[], actual: string) => {
    if (!wanted.includes(actual)) differences.push(`${what}: expected ${wanted.join(' or ')}, got ${actual}`);
  };
  if (webhookId !== undefined) compare('webhook_id', [webhookId], delivery.webhookId);
  if (types !== undefined) compare('types', types, delivery.type);
  if (eventId !== undefined) compare('event_id', [eventId], delivery.eventId);
  return differences;
}

/** Returns a well-formed secret that no endpoint has. */
function strangeSecret(seed: number, faultId: string): string {
  const key = streamKey(seed, 'wire.fault.secret', faultId);
  const bytes = Buffer.alloc(32);
  for (let index = 0; index < 8; index += 1) bytes.writeUInt32BE(drawUint32(key, index), index * 4);
  return `whsec_${bytes.toString('base64')}`;
}
