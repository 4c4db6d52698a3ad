/**
 * Redacts the secrets of a whole batch before it is stored: request headers one by one, as everywhere, and all other
 * texts in a few passes. A secret that one request presented is redacted in the whole batch.
 */
import { redactHeaderLines, redactText, secretsIn } from '../../engine/redact-secrets.ts';
import { type JournalBatch, packRecords, unpackRecords } from './journal-batch.ts';

/** Each secret costs a pass, so many clients with a secret each are cheaper one by one. */
const MOST_SECRETS = 40;
/** How the names of response headers with secret values end, in either case. */
const SECRET_NAMES = ['ookie\n', 'uthorization\n', '-key\n', '-Key\n', '-token\n', '-Token\n'];

/** `null`: each request has to be redacted by itself. */
export function redactBatch(batch: JournalBatch, known: readonly string[]): JournalBatch | null {
  if (includesAny(batch.responseHeaders, SECRET_NAMES)) return null;
  const found = new Set<string>();
  const requestHeaders = batch.requestHeaders.map((headers) => {
    const secrets = secretsIn(headers, known);
    for (const secret of secrets) found.add(secret);
    return redactHeaderLines(headers, secrets);
  });
  if (found.size > MOST_SECRETS) return null;
  const redacted = { ...batch, requestHeaders };
  const secrets = [...found].sort((left, right) => right.length - left.length);
  if (!includesAny(batch.responseHeaders, secrets) && !includesAny(batch.texts, secrets)) return redacted;
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

function includesAny(bytes: Uint8Array<ArrayBuffer>, texts: readonly string[]): boolean {
  const memory = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return texts.some((text) => memory.includes(text));
}
