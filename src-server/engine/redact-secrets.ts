/**
 * Redacts secrets in stored or displayed requests and responses: keys and cookies that were presented, and the keys and
 * tokens of this server, wherever they occur. Secrets shorter than eight characters are only redacted in their own
 * headers: such words occur in texts by chance.
 */

import { isSchemedHeader, isSecretHeader } from './redaction/credential-names.ts';
import { redactNamed } from './redaction/named-secrets.ts';
import { FEW, SecretIndex } from './redaction/secret-index.ts';
import { formsOf } from './redaction/text-forms.ts';

/** Replaces every secret. */
export const REDACTED = '[redacted]';

/** A scheme and its value. */
const SCHEMED = /^([A-Za-z][A-Za-z0-9-]*)\s+(\S.*)$/;

/** Headers in the format of the journal: alternating names and values, one per line. */
type Headers = string;

/**
 * The secrets to find in the texts of a request and its response: those that its headers presented, and those that the
 * server knows. A list of secrets is one, too.
 */
export interface SoughtSecrets extends ReadonlyArray<string> {
  readonly known?: readonly SecretIndex[];
}

/** The latest result, because the headers of a client are mostly the same. */
let latest: { readonly headers: Headers; readonly known: KnownList; readonly sought: SoughtSecrets } | null = null;

/** A list of secrets, or their indices. */
export type KnownList = readonly string[] | readonly SecretIndex[];

/**
 * Returns the secrets to redact in the texts of a request with these headers; `known`: keys and tokens of this server.
 */
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

/** Returns the value after the scheme; for `Basic` also the password. */
function presentedAs(value: string): string[] {
  const [, scheme, shown = value] = SCHEMED.exec(value) ?? [];
  if (scheme?.toLowerCase() !== 'basic') return [shown];
  const decoded = Buffer.from(shown, 'base64').toString('utf8');
  return [shown, decoded.slice(decoded.indexOf(':') + 1)];
}

/** Redacts the secrets, and the values of names of credentials. */
export function redactText(text: string, secrets: SoughtSecrets): string {
  return redactNamed(redactKnown(text, secrets), REDACTED);
}

/** Redacts only known secrets. For commands that are replayed, whose bodies need their other secrets. */
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

/** Merges overlapping ranges. */
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

/** Whether the bytes contain any of the secrets, unencoded. */
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

/** Cached, because clients present the same secrets again and again. */
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

/** Returns headers by their names in lower case; the values of a repeated header are joined. */
export function redactHeaders(headers: Headers, secrets: SoughtSecrets): Record<string, string> {
  // Without a prototype, so that a header may have any name.
  const clean: Record<string, string> = Object.create(null);
  const lines = headers === '' ? [] : headers.split('\n');
  for (let index = 0; index < lines.length; index += 2) {
    const name = loweredName(lines[index] ?? '');
    const value = redactHeader(name, lines[index + 1] ?? '', secrets);
    // A name may contain a secret, too.
    const shown = redactKnown(lines[index] ?? '', secrets).toLowerCase();
    const before = clean[shown];
    clean[shown] = before === undefined ? value : `${before}, ${value}`;
  }
  return clean;
}

/** Redacts headers in the format of lines. */
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

/** Cached, because most names repeat. */
const lowered = new Map<string, string>();

function loweredName(name: string): string {
  let low = lowered.get(name);
  if (low === undefined) {
    low = name.toLowerCase();
    if (lowered.size < 1000) lowered.set(name, low);
  }
  return low;
}

/** Redacts the value of a header; `name` is in lower case. */
export function redactHeader(name: string, value: string, secrets: SoughtSecrets): string {
  if (!isSecretHeader(name)) return redactText(value, secrets);
  const scheme = isSchemedHeader(name) ? SCHEMED.exec(value.trim())?.[1] : undefined;
  return scheme === undefined ? REDACTED : `${scheme} ${REDACTED}`;
}
