/**
 * Takes secrets out of what is kept or shown of an exchange: what was presented as a key or cookie, and the keys and
 * tokens of this server, wherever they stand. Refuses to look for secrets shorter than eight characters outside the
 * headers made for them: such a word stands in texts by chance.
 */

import { isSchemedHeader, isSecretHeader } from './redaction/credential-names.ts';
import { redactNamed } from './redaction/named-secrets.ts';
import { encodingsOf } from './redaction/secret-encodings.ts';

/** Stands in place of every secret. */
export const REDACTED = '[redacted]';

const SHORTEST_SOUGHT = 8;
/** A scheme and what follows it. */
const SCHEMED = /^([A-Za-z][A-Za-z0-9-]*)\s+(\S.*)$/;

/** Headers as the journal takes them down: names and values in turn, a line each. */
type Headers = string;

/** The latest answer: a client says much the same every time. */
let latest: { readonly headers: Headers; readonly known: string; readonly sought: readonly string[] } | null = null;

/** What to replace in texts of an exchange with these headers; `known`: keys and tokens of this server. */
export function secretsIn(headers: Headers, known: readonly string[]): readonly string[] {
  const knownText = known.join('\n');
  if (latest?.headers === headers && latest.known === knownText) return latest.sought;
  const found = [...known, ...presentedIn(headers.split('\n'))];
  const spelt = new Set(found.flatMap(encodingsIn));
  // A secret that is part of another must not leave the rest of it behind.
  const sought = [...spelt].sort((left, right) => right.length - left.length);
  latest = { headers, known: knownText, sought };
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

const MOST_ENCODED = 500;
const encoded = new Map<string, readonly string[]>();

/** The same secrets are sought again and again. */
function encodingsIn(secret: string): readonly string[] {
  let spelt = encoded.get(secret);
  if (spelt === undefined) {
    if (encoded.size >= MOST_ENCODED) encoded.clear();
    spelt = encodingsOf(secret, SHORTEST_SOUGHT);
    encoded.set(secret, spelt);
  }
  return spelt;
}

/** Without the secrets, and without what stands behind the name of a credential. */
export function redactText(text: string, secrets: readonly string[]): string {
  return redactNamed(redactKnown(text, secrets), REDACTED);
}

/** Without the secrets alone: for what is carried out again, where a body names secrets of its own. */
export function redactKnown(text: string, secrets: readonly string[]): string {
  let clean = text;
  for (const secret of secrets) if (clean.includes(secret)) clean = clean.replaceAll(secret, REDACTED);
  // Few texts have an escape, and only those may hold a secret that is spelt in another way.
  if (!ESCAPED.test(clean)) return clean;
  for (const secret of secrets) clean = clean.replace(escapedOnce(secret), REDACTED);
  return clean;
}

/** Whether a text may spell a secret in another way than those that are sought in it as they are. */
export function hasEscapes(text: string): boolean {
  return ESCAPED.test(text);
}

const ESCAPED = /%[0-9a-f]{2}|\\(?:u[0-9a-f]{4}|["\\/])/i;
const escapedKnown = new Map<string, RegExp>();

function escapedOnce(secret: string): RegExp {
  let pattern = escapedKnown.get(secret);
  if (pattern === undefined) {
    if (escapedKnown.size >= 1000) escapedKnown.clear();
    pattern = escapedPattern(secret);
    escapedKnown.set(secret, pattern);
  }
  return pattern;
}

/**
 * Each character as it is, percent-encoded once or more often, or as JSON escapes it; there is one way to go on, so it
 * is quick.
 */
function escapedPattern(secret: string): RegExp {
  const parts = [...secret].map((character) => {
    const bytes = [...Buffer.from(character)].map((byte) => `%(?:25)*${byte.toString(16).padStart(2, '0')}`).join('');
    const units = character
      .split('')
      .map((unit) => `\\\\+u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
      .join('');
    return `(?:${inText(character)}|${bytes}|${units})`;
  });
  return new RegExp(parts.map(ignoringCaseOfHex).join(''), 'gu');
}

/** In JSON inside of JSON, what is escaped has more than one backslash before it. */
function inText(character: string): string {
  const plain = escapeForPattern(character);
  if (character === '\\') return '\\\\+';
  return character === '"' || character === '/' ? `\\\\*${plain}` : plain;
}

/** Hexadecimal digits in either case, and the character itself in its own alone. */
function ignoringCaseOfHex(part: string): string {
  return part.replace(/%\(\?:25\)\*[0-9a-f]{2}|u[0-9a-f]{4}/g, (code) =>
    code.replace(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`),
  );
}

function escapeForPattern(character: string): string {
  return character.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
}

/** Headers by their names in small letters; of one that came several times the values stand in a row. */
export function redactHeaders(headers: Headers, secrets: readonly string[]): Record<string, string> {
  // Without a prototype, so that a header may be called like anything.
  const clean: Record<string, string> = Object.create(null);
  const lines = headers === '' ? [] : headers.split('\n');
  for (let index = 0; index < lines.length; index += 2) {
    const name = loweredName(lines[index] ?? '');
    const value = redactHeader(name, lines[index + 1] ?? '', secrets);
    const before = clean[name];
    clean[name] = before === undefined ? value : `${before}, ${value}`;
  }
  return clean;
}

/** The same, as lines again. */
export function redactHeaderLines(headers: Headers, secrets: readonly string[]): Headers {
  if (headers === '') return '';
  const lines = headers.split('\n');
  for (let index = 0; index + 1 < lines.length; index += 2) {
    lines[index + 1] = redactHeader(loweredName(lines[index] ?? ''), lines[index + 1] ?? '', secrets);
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
export function redactHeader(name: string, value: string, secrets: readonly string[]): string {
  if (!isSecretHeader(name)) return redactText(value, secrets);
  const scheme = isSchemedHeader(name) ? SCHEMED.exec(value.trim())?.[1] : undefined;
  return scheme === undefined ? REDACTED : `${scheme} ${REDACTED}`;
}
