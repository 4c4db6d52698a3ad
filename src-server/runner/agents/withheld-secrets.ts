/** What an agent that only reads is not told: keys and secrets, with which it could do more (decision R4). */
import { REDACTED } from '../../engine/redact-secrets.ts';
import { isCredentialName } from '../../engine/redaction/credential-names.ts';

/** Keys that the session tells: they stand nowhere else either. */
export function withoutKeys(answer: unknown, keys: Iterable<string>): unknown {
  const all = [...keys].filter((key) => key !== '');
  const withheld = (value: unknown, name: string): unknown => {
    if (typeof value === 'string') {
      if (isCredentialName(name)) return REDACTED;
      return all.reduce((text, key) => text.replaceAll(key, REDACTED), value);
    }
    if (Array.isArray(value)) return value.map((each) => withheld(each, name));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([each, inside]) => [each, withheld(inside, each)]));
  };
  return withheld(answer, '');
}
