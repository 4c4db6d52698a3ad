/**
 * Redacts the secrets of a whole batch before it is stored: request headers one by one, as everywhere, and all other
 * texts in a few passes. A secret that one request presented is redacted in the whole batch.
 */
import {
  includesSecret,
  type KnownList,
  redactHeaderLines,
  redactText,
  type SoughtSecrets,
  secretsIn,
} from '../../engine/redact-secrets.ts';
import { isSecretHeader } from '../../engine/redaction/credential-names.ts';
import { mayNameSecrets } from '../../engine/redaction/named-secrets.ts';
import { hasOtherForms } from '../../engine/redaction/text-forms.ts';
import { type JournalBatch, packRecords, unpackRecords } from './journal-batch.ts';

/** `null`: each request has to be redacted separately. */
export function redactBatch(batch: JournalBatch, known: KnownList): JournalBatch | null {
  if (namesSecret(batch.responseHeaders)) return null;
  const presented = new Set<string>();
  const requestHeaders = batch.requestHeaders.map((headers) => {
    const secrets = secretsIn(headers, known);
    for (const secret of secrets) presented.add(secret);
    return redactHeaderLines(headers, secrets);
  });
  const redacted = { ...batch, requestHeaders };
  const secrets: SoughtSecrets = Object.assign([...presented], { known: secretsIn('', known).known ?? [] });
  // Headers are on separate lines, so their line breaks are no form of a secret.
  const isClean = [latin(batch.responseHeaders).replaceAll('\n', ' '), latin(batch.texts)].every(
    (text) => !mayNameSecrets(text) && !hasOtherForms(text) && !includesSecret(text, secrets),
  );
  if (isClean) return redacted;
  const redact = (text: string) => redactText(text, secrets);
  return packRecords(
    unpackRecords(redacted).map((record) => ({
      ...record,
      path: redact(record.path),
      keyReuse: record.keyReuse === null ? null : redact(record.keyReuse),
      requestBody: record.requestBody === null ? null : redact(record.requestBody),
      responseHeaders: redact(record.responseHeaders),
      responseBody: redact(record.responseBody),
    })),
  );
}

/** Whether any header has the name of a secret; names are on separate lines. */
function namesSecret(headers: Uint8Array<ArrayBuffer>): boolean {
  return mayNameSecrets(latin(headers)) && latin(headers).split('\n').some(isSecretHeader);
}

function latin(bytes: Uint8Array<ArrayBuffer>): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
}
