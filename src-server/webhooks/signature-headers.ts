/**
 * Reads the three headers of a webhook and reports issues of their form, before anything is computed (decision I17).
 */
import type { SignatureMessage, SignatureVerdict } from '../engine/signature-explanation.ts';

export interface ReadHeaders {
  readonly id: string;
  readonly timestamp: string;
  /** Timestamp in seconds; `null`: it is not a number. */
  readonly seconds: number | null;
  readonly signatures: readonly ReadSignature[];
  /** Issue of the form; `null`: none, so the signature can be computed. */
  readonly fault: { readonly verdict: SignatureVerdict; readonly explanation: string } | null;
}

interface ReadSignature {
  readonly text: string;
  /** `null`: there is no comma. */
  readonly version: string | null;
  readonly digest: string;
}

export const REQUIRED_HEADERS = ['webhook-id', 'webhook-timestamp', 'webhook-signature'] as const;
const DIGEST = /^[A-Za-z0-9+/]{43}=$/;

export function readSignatureHeaders({ headers }: Pick<SignatureMessage, 'headers'>): ReadHeaders {
  const timestamp = headers['webhook-timestamp'] ?? '';
  const signatures = readSignatures(headers['webhook-signature'] ?? '');
  const seconds = /^\d{1,12}$/.test(timestamp) ? Number(timestamp) : null;
  const read = { id: headers['webhook-id'] ?? '', timestamp, seconds, signatures };
  return { ...read, fault: missingHeaders(headers) ?? faultOfTimestamp(timestamp) ?? faultOfSignatures(signatures) };
}

/** True for a well-formed signature of version 1. */
export function isWellFormed({ version, digest }: ReadSignature): boolean {
  return version === 'v1' && DIGEST.test(digest);
}

function readSignatures(text: string): ReadSignature[] {
  const parts = text.split(' ').filter((part) => part !== '');
  return parts.map((part) => {
    const comma = part.indexOf(',');
    return comma < 0
      ? { text: part, version: null, digest: part }
      : { text: part, version: part.slice(0, comma), digest: part.slice(comma + 1) };
  });
}

function missingHeaders(headers: SignatureMessage['headers']): ReadHeaders['fault'] {
  const missing = REQUIRED_HEADERS.filter((name) => !headers[name]?.trim());
  if (missing.length === 0) return null;
  const foreign = Object.keys(headers).filter((name) => /^(?:svix|x-webhook)-/.test(name));
  const hint =
    foreign.length === 0 ? '' : ` There is ${foreign.join(', ')}, but Standard Webhooks uses other header names.`;
  const explanation = `The message has no ${missing.join(' and no ')}.${hint} Check whether a proxy or a framework removed headers.`;
  return { verdict: 'missing_header', explanation };
}

function faultOfTimestamp(timestamp: string): ReadHeaders['fault'] {
  if (/^\d{1,12}$/.test(timestamp)) return null;
  const looks = /^\d{13,}$/.test(timestamp) ? ' It looks like milliseconds.' : '';
  const explanation = `webhook-timestamp is ${JSON.stringify(timestamp)}, which is not a whole number of Unix seconds.${looks}`;
  return { verdict: 'malformed_timestamp', explanation };
}

function faultOfSignatures(signatures: readonly ReadSignature[]): ReadHeaders['fault'] {
  if (signatures.some(isWellFormed)) return null;
  if (signatures.some(({ version }) => version === 'v1')) {
    const explanation = 'The part of webhook-signature after “v1,” is not the base64 of a 32-byte HMAC-SHA256.';
    return { verdict: 'malformed_signature', explanation: `${explanation}${shapeOf(signatures)}` };
  }
  const versions = signatures.flatMap(({ version }) => (version === null ? [] : [version]));
  if (versions.length > 0) {
    const explanation = `webhook-signature has no signature of version v1, only of ${versions.join(', ')}.`;
    return { verdict: 'unsupported_version', explanation: `${explanation} Ballast signs only with v1 (HMAC-SHA256).` };
  }
  const explanation = 'webhook-signature is not of the form v1,<base64>; separate several with spaces.';
  return { verdict: 'malformed_signature', explanation: `${explanation}${shapeOf(signatures)}` };
}

function shapeOf(signatures: readonly ReadSignature[]): string {
  if (signatures.some(({ digest }) => /^[0-9a-f]{64}$/i.test(digest))) {
    return ' It looks like hexadecimal: encode the bytes of the HMAC in base64 instead.';
  }
  return signatures.some(({ digest }) => /^[\w-]{43}=?$/.test(digest) && /[-_]/.test(digest))
    ? ' It looks like base64url: use standard base64, with + and /.'
    : '';
}
