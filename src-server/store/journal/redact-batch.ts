/**
 * Redacts the secrets of a whole batch before it is stored: request headers one by one, as everywhere, and all other
 * texts in a few passes. A secret that one request presented is redacted in the whole batch.
 */
import { hasEscapes, redactHeaderLines, redactText, secretsIn } from '../../engine/redact-secrets.ts';
import { isSecretHeader } from '../../engine/redaction/credential-names.ts';
import { mayNameSecrets } from '../../engine/redaction/named-secrets.ts';
import { type JournalBatch, packRecords, unpackRecords } from './journal-batch.ts';

/** Each spelling of a secret costs a pass, so many clients with a secret each are cheaper one by one. */
const MOST_SPELLINGS = 300;

/** `null`: each request has to be redacted by itself. */
export function redactBatch(batch: JournalBatch, known: readonly string[]): JournalBatch | null {
  if (namesSecret(batch.responseHeaders)) return null;
  const found = new Set<string>();
  const requestHeaders = batch.requestHeaders.map((headers) => {
    const secrets = secretsIn(headers, known);
    for (const secret of secrets) found.add(secret);
    return redactHeaderLines(headers, secrets);
  });
  if (found.size > MOST_SPELLINGS) return null;
  const redacted = { ...batch, requestHeaders };
  const secrets = [...found].sort((left, right) => right.length - left.length);
  const isClean = [batch.responseHeaders, batch.texts].every(
    (bytes) => !needsLook(bytes) && !includesAny(bytes, secrets),
  );
  if (isClean) return redacted;
  const redact = (text: string) => redactText(text, secrets);
  return packRecords(
    unpackRecords(redacted).map((record) => ({
      ...record,
      path: redact(record.path),
      requestBody: record.requestBody === null ? null : redact(record.requestBody),
      responseHeaders: redact(record.responseHeaders),
      responseBody: redact(record.responseBody),
    })),
  );
}

/** Whether any of the names of headers, which stand on lines of their own, is that of a secret. */
function namesSecret(headers: Uint8Array<ArrayBuffer>): boolean {
  return mayNameSecrets(latin(headers)) && latin(headers).split('\n').some(isSecretHeader);
}

/** Whether something may be named, or be spelt in another way, so that each text has to be looked at. */
function needsLook(bytes: Uint8Array<ArrayBuffer>): boolean {
  const text = latin(bytes);
  return mayNameSecrets(text) || hasEscapes(text);
}

function latin(bytes: Uint8Array<ArrayBuffer>): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
}

function includesAny(bytes: Uint8Array<ArrayBuffer>, texts: readonly string[]): boolean {
  const memory = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return texts.some((text) => memory.includes(text));
}
