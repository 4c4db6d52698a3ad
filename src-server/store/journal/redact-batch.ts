/**
 * Takes the secrets out of a whole group at once, before it is kept: request headers one by one, as everywhere, and all other
 * texts in a few passes. What one exchange presented as a secret is sought in the whole group. Refuses groups that need a
 * closer look.
 */
import { redactHeaderLines, redactText, secretsIn } from '../../engine/redact-secrets.ts';
import { type JournalBatch, packExchanges, unpackExchanges } from './journal-batch.ts';

/** More different secrets than this are no rush of a few clients, and each would cost a pass. */
const MOST_SECRETS = 40;
/** How names of headers end whose values are secret, in either spelling, as answers would have them. */
const SECRET_NAMES = ['ookie\n', 'uthorization\n', '-key\n', '-Key\n', '-token\n', '-Token\n'];

/** `null`: each exchange has to be looked at by itself. */
export function redactBatch(parcel: JournalBatch, known: readonly string[]): JournalBatch | null {
  if (says(parcel.answerHeads, SECRET_NAMES)) return null;
  const sought = new Set<string>();
  const heads = parcel.heads.map((headers) => {
    const secrets = secretsIn(headers, known);
    for (const secret of secrets) sought.add(secret);
    return redactHeaderLines(headers, secrets);
  });
  if (sought.size > MOST_SECRETS) return null;
  const clean = { ...parcel, heads };
  const secrets = [...sought].sort((left, right) => right.length - left.length);
  if (!says(parcel.answerHeads, secrets) && !says(parcel.texts, secrets)) return clean;
  const without = (text: string) => redactText(text, secrets);
  return packExchanges(
    unpackExchanges(clean).map((each) => ({
      ...each,
      path: without(each.path),
      requestBody: each.requestBody === null ? null : without(each.requestBody),
      responseHeaders: without(each.responseHeaders),
      responseBody: without(each.responseBody),
    })),
  );
}

function says(bytes: Uint8Array<ArrayBuffer>, words: readonly string[]): boolean {
  const memory = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return words.some((word) => memory.includes(word));
}
