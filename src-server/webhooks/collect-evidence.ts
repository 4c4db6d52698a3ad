/**
 * Collects the evidence that a webhook is compared with: the secrets that could have signed it, and the sent messages
 * (decision I17).
 */

import type {
  AttemptRecord,
  DeliveryQuery,
  DeliveryRecord,
  EndpointRecord,
  WebhookStore,
} from '../engine/ports/webhook-ports.ts';
import type { KnownSecret, SentMessage, SignatureEvidence, SignatureMessage } from '../engine/signature-explanation.ts';

/** Number of latest messages that are searched for one whose id was changed in transit. */
const LATEST = 200;

export function collectEvidence(
  store: WebhookStore,
  stampOf: (attempt: AttemptRecord) => number | null,
  message: SignatureMessage,
): SignatureEvidence {
  const { webhookId, headers, secret } = message;
  const eventId = headers['webhook-id'] ?? null;
  const named = eventId === null ? [] : store.deliveries({ ...ANY, webhookId, eventId });
  const all = store.endpoints();
  const own = all.filter((each) => isFor(each, webhookId, named));
  const given: KnownSecret[] = secret === null ? [] : [{ webhookId: null, kind: 'given', secret }];
  const toMessage = (delivery: DeliveryRecord) => sentMessage(store, stampOf, delivery);
  return {
    secrets: [...given, ...own.flatMap((each) => secretsOf(each))],
    others: all.filter((each) => !own.includes(each)).flatMap((each) => secretsOf(each, 'other_endpoint')),
    sent: named.map(toMessage),
    latest: () => (webhookId === null ? store.deliveries(ANY).map(toMessage) : []),
  };
}

const ANY: DeliveryQuery = {
  webhookId: null,
  status: null,
  type: null,
  eventId: null,
  text: null,
  beforeDeliveryId: null,
  limit: LATEST,
};

/** Any endpoint may be the receiver of a message that this world did not send. */
function isFor(endpoint: EndpointRecord, webhookId: string | null, named: readonly DeliveryRecord[]): boolean {
  if (webhookId !== null) return endpoint.webhookId === webhookId;
  return named.length === 0 || named.some((delivery) => delivery.webhookId === endpoint.webhookId);
}

function secretsOf(
  { webhookId, secret, previousSecrets }: EndpointRecord,
  kind: KnownSecret['kind'] | null = null,
): KnownSecret[] {
  const previous = previousSecrets.map((each) => ({
    webhookId,
    kind: kind ?? ('previous' as const),
    secret: each.secret,
  }));
  return [{ webhookId, kind: kind ?? 'current', secret }, ...previous];
}

function sentMessage(
  store: WebhookStore,
  stampOf: (attempt: AttemptRecord) => number | null,
  { deliveryId, eventId, payload }: DeliveryRecord,
): SentMessage {
  const attempts = store.attempts(deliveryId).flatMap((attempt) => {
    const { 'webhook-timestamp': timestamp, 'webhook-signature': signatures = '' } = attempt.requestHeaders;
    if (timestamp === undefined) return [];
    const { attempt: number, injected } = attempt;
    return [{ number, timestamp, signatures: signatures.split(' '), leftMs: stampOf(attempt), injected }];
  });
  return { deliveryId, eventId, payload, attempts };
}
