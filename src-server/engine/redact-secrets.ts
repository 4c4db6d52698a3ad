/**
 * Takes secrets out of what is kept or shown of an exchange: what was presented as a key or cookie, and the keys and
 * tokens of this server, wherever they stand. Refuses to look for secrets shorter than eight characters outside the
 * headers made for them: such a word stands in texts by chance.
 */

import { isSchemedHeader, isSecretHeader } from './redaction/credential-names.ts';
import { redactNamed } from './redaction/named-secrets.ts';
import { FEW, SecretIndex } from './redaction/secret-index.ts';
import { formsOf } from './redaction/text-forms.ts';

/** Stands in place of every secret. */
export const REDACTED = '[redacted]';

/** A scheme and what follows it. */
const SCHEMED = /^([A-Za-z][A-Za-z0-9-]*)\s+(\S.*)$/;

/** Headers as the journal takes them down: names and values in turn, a line each. */
type Headers = string;

/**
 * What is sought in the texts of an exchange: what its headers presented, and beside it what the server knows. A list of
 * secrets is one, too.
 */
export interface SoughtSecrets extends ReadonlyArray<string> {
  readonly known?: readonly SecretIndex[];
}

/** The latest answer: a client says much the same every time. */
let latest: { readonly headers: Headers; readonly known: KnownList; readonly sought: SoughtSecrets } | null = null;

/** A list of secrets, or what seeks them. */
export type KnownList = readonly string[] | readonly SecretIndex[];

/** What to replace in texts of an exchange with these headers; `known`: keys and tokens of this server. */
export function secretsIn(headers: Headers, known: KnownList): SoughtSecrets {
  if (latest?.headers === headers && latest.known === known) return latest.sought;
  const presented = presentedIn(headers.split('\n'));
  const [indexes, listed] = [
    known.filter((each) => typeof each === 'object'),
    known.filter((each) => typeof each === 'string'),
  ];
  const sought: SoughtSecrets = Object.assign([...new Set([...listed, ...presented])], { known: indexes });
  latest = { headers, known, sought };
  return sought;
}

function presentedIn(lines: readonly string[]): string[] {
  const found: string[] = [];
  for (let index = 0; index < lines.length; index += 2) {
    const name = loweredName(lines[index] ?? '');
    const value = lines[index + 1]?.trim() ?? '';
    if (isSchemedHeader(name)) found.push(...presentedAs(value));
    else if (isSecretHeader(name)) {
      found.push(...value.split(/[;,]\s*/).map((part) => part.slice(part.indexOf('=') + 1).trim()));
    }
  }
  return found;
}

/** What follows the scheme; of `Basic` the password, too. */
function presentedAs(value: string): string[] {
  const [, scheme, shown = value] = SCHEMED.exec(value) ?? [];
  if (scheme?.toLowerCase() !== 'basic') return [shown];
  const decoded = Buffer.from(shown, 'base64').toString('utf8');
  return [shown, decoded.slice(decoded.indexOf(':') + 1)];
}

/** Without the secrets, and without what stands behind the name of a credential. */
export function redactText(text: string, secrets: SoughtSecrets): string {
  return redactNamed(redactKnown(text, secrets), REDACTED);
}

/** Removes only known secrets. For commands that are replayed, whose bodies need their other secrets. */
export function redactKnown(text: string, secrets: SoughtSecrets): string {
  const met: [start: number, end: number][] = [];
  for (const { text: form, places } of formsOf(text)) {
    for (const index of indexesOf(secrets)) {
      index.find(form, (start, end) => {
        met.push(places === null ? [start, end] : [places.starts[start] ?? 0, places.ends[end - 1] ?? 0]);
      });
    }
  }
  return met.length === 0 ? text : withoutPlaces(text, met);
}

/** Places that overlap are one. */
function withoutPlaces(text: string, places: [start: number, end: number][]): string {
  places.sort((left, right) => left[0] - right[0]);
  const parts: string[] = [];
  let [from, until] = [0, 0];
  for (const [start, end] of places) {
    if (start >= until) {
      parts.push(text.slice(from, start), REDACTED);
      from = end;
    }
    until = Math.max(until, end);
    from = until;
  }
  return parts.join('') + text.slice(from);
}

/** Whether any of the secrets is in the bytes as it is. */
export function includesSecret(bytes: string, secrets: SoughtSecrets): boolean {
  let isMet = false;
  for (const index of indexesOf(secrets)) index.find(bytes, () => (isMet = true));
  return isMet;
}

function indexesOf(secrets: SoughtSecrets): readonly SecretIndex[] {
  const known = secrets.known ?? [];
  return secrets.length === 0 ? known : [...known, indexOfList(secrets)];
}

const MAX_LISTS = 50;
const listIndexes = new Map<string, SecretIndex>();

/** Clients present the same secrets again and again. */
function indexOfList(secrets: readonly string[]): SecretIndex {
  const list = secrets.join('\n');
  let index = listIndexes.get(list);
  if (index === undefined) {
    if (listIndexes.size >= MAX_LISTS) listIndexes.clear();
    index = new SecretIndex(secrets, FEW);
    listIndexes.set(list, index);
  }
  return index;
}

/** Headers by their names in small letters; of one that came several times the values stand in a row. */
export function redactHeaders(headers: Headers, secrets: SoughtSecrets): Record<string, string> {
  // Without a prototype, so that a header may be called like anything.
  const clean: Record<string, string> = Object.create(null);
  const lines = headers === '' ? [] : headers.split('\n');
  for (let index = 0; index < lines.length; index += 2) {
    const name = loweredName(lines[index] ?? '');
    const value = redactHeader(name, lines[index + 1] ?? '', secrets);
    // A secret can stand in a name, too.
    const shown = redactKnown(lines[index] ?? '', secrets).toLowerCase();
    const before = clean[shown];
    clean[shown] = before === undefined ? value : `${before}, ${value}`;
  }
  return clean;
}

/** The same, as lines again. */
export function redactHeaderLines(headers: Headers, secrets: SoughtSecrets): Headers {
  if (headers === '') return '';
  const lines = headers.split('\n');
  for (let index = 0; index + 1 < lines.length; index += 2) {
    const name = lines[index] ?? '';
    lines[index] = redactKnown(name, secrets);
    lines[index + 1] = redactHeader(loweredName(name), lines[index + 1] ?? '', secrets);
  }
  return lines.join('\n');
}

/** Names repeat, and most are those of any client. */
const lowered = new Map<string, string>();

function loweredName(name: string): string {
  let low = lowered.get(name);
  if (low === undefined) {
    low = name.toLowerCase();
    if (lowered.size < 1000) lowered.set(name, low);
  }
  return low;
}

/** The value of a header, whose name is in small letters. */
export function redactHeader(name: string, value: string, secrets: SoughtSecrets): string {
  if (!isSecretHeader(name)) return redactText(value, secrets);
  const scheme = isSchemedHeader(name) ? SCHEMED.exec(value.trim())?.[1] : undefined;
  return scheme === undefined ? REDACTED : `${scheme} ${REDACTED}`;
}
