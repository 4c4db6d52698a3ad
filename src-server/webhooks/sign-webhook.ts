/**
 * Standard Webhooks 1.0 (decision I): makes the three headers of an attempt and checks the signature of a received
 * request. Secrets come from the seeded stream, so a world's signatures are reproducible.
 */

import { createHmac, createSecretKey, type KeyObject, timingSafeEqual } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import type { SignatureCheck } from '../engine/ports/webhook-ports.ts';
import { drawUint32, streamKey } from '../kernel/streams.ts';
import { REQUIRED_HEADERS } from './signature-headers.ts';

/** Returns the secret of endpoint `webhookId` after `rotations` rotations: `whsec_` and base64 of 32 bytes. */
export function webhookSecret(seed: number, webhookId: string, rotations = 0): string {
  const entity = rotations === 0 ? webhookId : `${webhookId}#${rotations}`;
  const key = streamKey(seed, 'webhook-secret', entity);
  const bytes = Buffer.alloc(32);
  for (let index = 0; index < 8; index += 1) bytes.writeUInt32BE(drawUint32(key, index), index * 4);
  return `whsec_${bytes.toString('base64')}`;
}

/**
 * Returns the headers of one attempt; `timestampSeconds` is new for each. Every secret signs, the present one first.
 */
export function signWebhook(
  secrets: readonly string[],
  eventId: string,
  timestampSeconds: number,
  body: string,
): Record<string, string> {
  const signatures = secrets.map((secret) => signatureOf(secret, eventId, timestampSeconds, body));
  return {
    'webhook-id': eventId,
    'webhook-timestamp': String(timestampSeconds),
    'webhook-signature': signatures.join(' '),
  };
}

/** Returns the same headers with signatures whose first byte is changed, as if altered in transit. */
export function corruptSignature(headers: Record<string, string>): Record<string, string> {
  const signatures = (headers['webhook-signature'] ?? '').split(' ').map((signature) => {
    const [version, digest = ''] = signature.split(',');
    const bytes = Buffer.from(digest, 'base64');
    bytes[0] = (bytes[0] ?? 0) ^ 0xff;
    return `${version},${bytes.toString('base64')}`;
  });
  return { ...headers, 'webhook-signature': signatures.join(' ') };
}

/** Checks `body` and `headers` (lower-case names) against `secret`; never throws on foreign input. */
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
    ? 'HMAC-SHA256 of id, timestamp and body with the endpoint secret matches the signature sent'
    : 'the endpoint secret produces another signature: the body was changed after signing, or another secret was used';
  return { valid, explanation, signedContent, expected };
}

/**
 * Returns `v1,` and base64: the signature that a receiver's library computes with `secret`. That library is several
 * times slower, and every attempt is signed here, and checked here at a sink.
 */
export function signatureOf(secret: string, eventId: string, timestampSeconds: number, body: string): string {
  const key = knownKeys.get(secret) ?? keyOf(secret);
  if (key === null) return new Webhook(secret).sign(eventId, new Date(timestampSeconds * 1000), body);
  return signatureByKey(key, eventId, timestampSeconds, body);
}

/** Caches the keys of secrets: OpenSSL takes five times as long to make one as to sign with it. */
const knownKeys = new Map<string, KeyObject>();
const MAX_KNOWN_KEYS = 1000;

/** Returns `null` if only the library can read, or refuse, the secret. */
function keyOf(secret: string): KeyObject | null {
  const text = secret.startsWith(SECRET_PREFIX) ? secret.slice(SECRET_PREFIX.length) : secret;
  if (!isBase64(text)) return null;
  const key = createSecretKey(text, 'base64');
  if (knownKeys.size >= MAX_KNOWN_KEYS) knownKeys.clear();
  knownKeys.set(secret, key);
  return key;
}

function signatureByKey(key: KeyObject | Buffer, eventId: string, timestampSeconds: number, body: string): string {
  const signed = createHmac('sha256', key).update(`${eventId}.${timestampSeconds}.${body}`);
  return `v1,${signed.digest('base64')}`;
}

/** The library reads or refuses secrets that are not plain base64. */
function isBase64(key: string): boolean {
  return key.length > 0 && key.length % 4 === 0 && /^[A-Za-z0-9+/]+={0,2}$/.test(key);
}

const SECRET_PREFIX = 'whsec_';

/**
 * Signs with the bytes of a text as the key: a common mistake of receivers, and the rule for secrets without base64. An
 * empty text is a key, too (a receiver whose setting is missing), although the library refuses it.
 */
export function signatureByText(text: string, eventId: string, timestampSeconds: number, body: string): string {
  return signatureByKey(Buffer.from(text), eventId, timestampSeconds, body);
}

function isSame(left: string, right: string): boolean {
  const a = Buffer.from(left);
  const b = Buffer.from(right);
  return a.length === b.length && timingSafeEqual(a, b);
}
