/** Finds the secret, or the common mistake, that made a signature (decision I17). Never throws on an invalid secret. */
import type { KnownSecret, SentAttempt, SentMessage } from '../engine/signature-explanation.ts';
import { signatureByText, signatureOf } from './sign-webhook.ts';
import type { ReadHeaders } from './signature-headers.ts';

/** The signed parts of a message; `seconds` is the timestamp. */
export interface SignedParts {
  readonly id: string;
  readonly seconds: number;
  readonly body: string;
}

export interface ExpectedSignature {
  readonly by: KnownSecret;
  readonly signature: string;
}

/** Computes the signature by each secret; a secret that cannot be decoded is used as text. */
export function expectedSignatures(secrets: readonly KnownSecret[], parts: SignedParts): ExpectedSignature[] {
  return secrets.map((by) => ({ by, signature: sign(by.secret, parts) }));
}

/** Returns the secret of the first expected signature that was received. */
export function findMatch(expected: readonly ExpectedSignature[], read: ReadHeaders): KnownSecret | null {
  const received = new Set(read.signatures.map(({ text }) => text));
  return expected.find(({ signature }) => received.has(signature))?.by ?? null;
}

interface Mistake {
  readonly by: KnownSecret;
  readonly verdict: 'secret_not_decoded' | 'malformed_signature';
  readonly explanation: string;
}

/** Finds a signature that results from a common mistake with the right secret. */
export function findMistake(secrets: readonly KnownSecret[], parts: SignedParts, read: ReadHeaders): Mistake | null {
  const digests = new Set(read.signatures.map(({ digest }) => digest));
  for (const by of secrets) {
    const bare = by.secret.replace(/^whsec_/, '');
    const asText = (text: string) => digestOf(signatureByText(text, parts.id, parts.seconds, parts.body));
    const right = Buffer.from(digestOf(sign(by.secret, parts)), 'base64');
    const found = MISTAKES.find(([, , make]) => digests.has(make({ bare, whole: by.secret, asText, right })));
    if (found !== undefined) return { by, verdict: found[0], explanation: found[1] };
  }
  return null;
}

/** Finds the attempt with a received signature among sent messages. */
export function findOrigin(
  messages: readonly SentMessage[],
  { signatures }: Pick<ReadHeaders, 'signatures'>,
): { readonly sent: SentMessage; readonly attempt: SentAttempt } | null {
  const received = new Set(signatures.map(({ text }) => text));
  for (const sent of messages) {
    const attempt = sent.attempts.find((each) => each.signatures.some((text) => received.has(text)));
    if (attempt !== undefined) return { sent, attempt };
  }
  return null;
}

/** True if most bytes of a received signature equal an expected one: the signature itself was altered. */
export function isNearMiss(expected: readonly ExpectedSignature[], read: ReadHeaders): boolean {
  const received = read.signatures.map(({ digest }) => Buffer.from(digest, 'base64'));
  return expected.some(({ signature }) => {
    const right = Buffer.from(digestOf(signature), 'base64');
    return received.some((bytes) => bytes.filter((byte, at) => byte === right[at]).length >= right.length / 2);
  });
}

interface Attempted {
  readonly bare: string;
  readonly whole: string;
  readonly asText: (text: string) => string;
  readonly right: Buffer;
}

const MISTAKES: readonly (readonly [Mistake['verdict'], string, (attempted: Attempted) => string])[] = [
  [
    'secret_not_decoded',
    'The text of the secret after whsec_ was used as the key. Decode it from base64 first: the key is the bytes.',
    ({ bare, asText }) => asText(bare),
  ],
  [
    'secret_not_decoded',
    'The whole text of the secret, with whsec_, was used as the key. Remove whsec_ and decode the rest from base64.',
    ({ whole, asText }) => asText(whole),
  ],
  [
    'malformed_signature',
    'The HMAC is right, but written in hexadecimal. Encode its bytes in base64.',
    ({ right }) => right.toString('hex'),
  ],
  [
    'malformed_signature',
    'The HMAC is right, but written in base64url. Use standard base64, with + and / and padding.',
    ({ right }) => right.toString('base64url'),
  ],
  ['malformed_signature', 'The HMAC is right, but the prefix v1, is missing.', ({ right }) => right.toString('base64')],
];

function sign(secret: string, { id, seconds, body }: SignedParts): string {
  const isDecodable = /^(?:whsec_)?(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/.test(secret);
  const isEmpty = secret.replace(/^whsec_/, '') === '';
  return isDecodable && !isEmpty ? signatureOf(secret, id, seconds, body) : signatureByText(secret, id, seconds, body);
}

function digestOf(signature: string): string {
  return signature.slice(signature.indexOf(',') + 1);
}
