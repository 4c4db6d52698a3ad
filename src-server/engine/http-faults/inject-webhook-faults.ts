/**
 * Draws the fault of an attempt that is about to be sent (decision L42): the first matching webhook fault, in the order
 * they were set, whose draw hits. The dispatcher carries it out.
 */
import { parseDuration } from '../../domain/numbers/instant.ts';
import { drawUint32, streamKey } from '../../kernel/streams.ts';
import type { DeliveryRecord, DrawnWebhookFault, DrawWebhookFault } from '../ports/webhook-ports.ts';
import type { HttpFault } from './http-fault.ts';
import type { HttpFaultRegistry } from './http-fault-registry.ts';

/** What a fault on webhooks is about, as the contract read it. */
export interface WebhookMatch {
  readonly webhook_id?: string | undefined;
  readonly types?: readonly string[] | undefined;
  readonly event_id?: string | undefined;
}

/** Counts what it draws in the transaction that is open. */
export function createWebhookFaultDraw(registry: HttpFaultRegistry, seed: number): DrawWebhookFault {
  return (delivery, nowMs) => {
    for (const fault of registry.open('webhook', nowMs)) {
      if (!isAbout(fault, delivery)) continue;
      const chance = registry.draw(fault, nowMs);
      if (chance === null) continue;
      registry.put(chance.fault);
      if (chance.isHit) return drawnFaultOf(fault, seed);
    }
    return null;
  };
}

function isAbout({ terms }: HttpFault, delivery: DeliveryRecord): boolean {
  // What yielded has been reordered already: to let it wait again and again would be another fault.
  if (terms.kind === 'webhook_reorder' && delivery.deferred) return false;
  return webhookDifferences((terms.match ?? {}) as WebhookMatch, delivery).length === 0;
}

/** What keeps a delivery from being one that is meant, as `types: expected a, got b`. */
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

function drawnFaultOf({ faultId, terms }: HttpFault, seed: number): DrawnWebhookFault | null {
  const injection = { faultId, kind: terms.kind };
  switch (terms.kind) {
    case 'webhook_drop':
      return { injection, what: 'drop' };
    case 'webhook_delay':
      return { injection, what: 'delay', delayMs: spanOf(terms.delay) };
    case 'webhook_duplicate':
      return { injection, what: 'duplicate' };
    case 'webhook_reorder':
      return { injection, what: 'reorder' };
    case 'webhook_stale_timestamp':
      return { injection, what: 'stale_timestamp', ageSeconds: Math.ceil(spanOf(terms.age) / 1000) };
    case 'webhook_bad_signature':
      return { injection, what: 'bad_signature' };
    case 'webhook_wrong_secret':
      return { injection, what: 'wrong_secret', secret: strangeSecret(seed, faultId) };
    case 'webhook_lost_acknowledgement':
      return { injection, what: 'lost_acknowledgement' };
    default:
      return null;
  }
}

function spanOf(text: unknown): number {
  return parseDuration(String(text)) ?? 0;
}

/** A secret of the right form that no endpoint has. */
function strangeSecret(seed: number, faultId: string): string {
  const key = streamKey(seed, 'wire.fault.secret', faultId);
  const bytes = Buffer.alloc(32);
  for (let word = 0; word < 8; word += 1) bytes.writeUInt32BE(drawUint32(key, word), word * 4);
  return `whsec_${bytes.toString('base64')}`;
}
