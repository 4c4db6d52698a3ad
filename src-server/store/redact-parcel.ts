/**
 * Takes the secrets out of a whole group at once, before it is kept: request headers one by one, as everywhere, and all other
 * texts in a few passes. What one exchange presented as a secret is sought in the whole group. Refuses groups that need a
 * closer look.
 */
import { redactHeaderLines, redactText, secretsIn } from '../engine/redact-secrets.ts';
import { BETWEEN, type JournalParcel } from './journal-parcel.ts';

/** More different secrets than this are no rush of a few clients, and each would cost a pass. */
const MOST_SECRETS = 40;
/** How names of headers end whose values are secret, in either spelling, as answers would have them. */
const SECRET_NAMES = ['ookie\n', 'uthorization\n', '-key\n', '-Key\n', '-token\n', '-Token\n'];

/** `null`: each exchange has to be looked at by itself. */
export function redactParcel(parcel: JournalParcel, known: readonly string[]): JournalParcel | null {
  if (SECRET_NAMES.some((name) => parcel.answerHeads.includes(name))) return null;
  const sought = new Set<string>();
  let [latest, clean] = ['', ''];
  const heads: string[] = [];
  for (const headers of parcel.heads.split(BETWEEN)) {
    // Clients say the same over and over.
    if (headers !== latest) {
      const secrets = secretsIn(headers, known);
      for (const secret of secrets) sought.add(secret);
      [latest, clean] = [headers, redactHeaderLines(headers, secrets)];
    }
    heads.push(clean);
  }
  if (sought.size > MOST_SECRETS) return null;
  const secrets = [...sought].sort((left, right) => right.length - left.length);
  return {
    numbers: parcel.numbers,
    heads: heads.join(BETWEEN),
    answerHeads: redactText(parcel.answerHeads, secrets),
    texts: redactText(parcel.texts, secrets),
  };
}
