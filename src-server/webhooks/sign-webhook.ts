/**
 * Standard Webhooks 1.0 (decision I): makes the three headers of an attempt and explains, for any received request,
 * whether its signature holds and why not. Secrets come from the seeded stream, so a world's signatures repeat.
 */
import { timingSafeEqual } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import type { SignatureCheck } from '../engine/webhook-ports.ts';
import { drawUint32, streamKey } from '../kernel/streams.ts';

/** The secret of endpoint `webhookId`: `whsec_` and base64 of 32 bytes. */
export function webhookSecret(seed: number, webhookId: string): string {
  const key = streamKey(seed, 'webhook-secret', webhookId);
  const bytes = Buffer.alloc(32);
  for (let word = 0; word < 8; word += 1) bytes.writeUInt32BE(drawUint32(key, word), word * 4);
  return `whsec_${bytes.toString('base64')}`;
}

/** The headers of one attempt; `timestampSeconds` is fresh for each. */
export function signWebhook(
  secret: string,
  eventId: string,
  timestampSeconds: number,
  body: string,
): Record<string, string> {
  return {
    'webhook-id': eventId,
    'webhook-timestamp': String(timestampSeconds),
    'webhook-signature': signatureOf(secret, eventId, timestampSeconds, body),
  };
}

/** Checks `body` and `headers` (lower-case names) against `secret`; never throws on what a stranger sent. */
export function checkSignature(
  secret: string,
  headers: Readonly<Record<string, string | undefined>>,
  body: string,
): SignatureCheck {
  const id = headers['webhook-id'] ?? '';
  const timestamp = headers['webhook-timestamp'] ?? '';
  const received = headers['webhook-signature'] ?? '';
  const missing = REQUIRED_HEADERS.filter((name) => !headers[name]);
  const signedContent = `${id}.${timestamp}.${body}`;
  if (missing.length > 0) {
    return { valid: false, explanation: `missing ${missing.join(', ')}`, signedContent, expected: '' };
  }
  if (!/^\d{1,12}$/.test(timestamp)) {
    return { valid: false, explanation: 'webhook-timestamp is not in Unix seconds', signedContent, expected: '' };
  }
  const expected = signatureOf(secret, id, Number(timestamp), body);
  const valid = received.split(' ').some((signature) => isSame(signature, expected));
  const explanation = valid
    ? 'HMAC-SHA256 of id, timestamp and body with the endpoint secret gives the signature that was sent'
    : 'the endpoint secret gives another signature: the body was changed after signing, or another secret was used';
  return { valid, explanation, signedContent, expected };
}

const REQUIRED_HEADERS = ['webhook-id', 'webhook-timestamp', 'webhook-signature'] as const;

function signatureOf(secret: string, eventId: string, timestampSeconds: number, body: string): string {
  return new Webhook(secret).sign(eventId, new Date(timestampSeconds * 1000), body);
}

function isSame(left: string, right: string): boolean {
  const a = Buffer.from(left);
  const b = Buffer.from(right);
  return a.length === b.length && timingSafeEqual(a, b);
}
