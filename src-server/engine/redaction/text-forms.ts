/**
 * The forms in which a text is searched: as it is, and decoded in the ways in which clients and logs encode. Each form
 * maps its characters to positions in the text, so that matches can be redacted there. Linear.
 */

interface TextForm {
  readonly text: string;
  /** For each character of the form, where its source begins and ends in the text; `null`: at its own position. */
  readonly places: { readonly starts: Uint32Array; readonly ends: Uint32Array } | null;
}

const PERCENT = /%[0-9a-f]{2}/i;
const BACKSLASH = /\\/;
const ENTITY = /&(?:#\d|#x[0-9a-f]|amp;|quot;|apos;|lt;|gt;)/i;
const LINE_BREAK = /[\r\n]|\\[rn]/;
const HEX_RUN = /[0-9a-f]{16,}/gi;

/** Whether a text may contain a secret in another form than as it is; all other texts have that one form. */
export function hasOtherForms(text: string): boolean {
  return hasEncodedCharacters(text) || lowerHex(text) !== text;
}

function hasEncodedCharacters(text: string): boolean {
  return PERCENT.test(text) || BACKSLASH.test(text) || ENTITY.test(text) || LINE_BREAK.test(text);
}

function lowerHex(text: string): string {
  return text.replace(HEX_RUN, (run) => run.toLowerCase());
}

/** Yields forms one after the other, because most texts have only one. */
export function* formsOf(text: string): Generator<TextForm> {
  yield { text, places: null };
  const lowered = lowerHex(text);
  if (lowered !== text) yield { text: lowered, places: null };
  if (!hasEncodedCharacters(text)) return;
  const bytes = bytesOf(text);
  yield* decodedForms(bytes);
  if (ENTITY.test(text)) yield decoded(bytes, entityAt);
  if (LINE_BREAK.test(text)) yield decoded(bytes, lineBreakAt);
}

function* decodedForms(bytes: TextForm): Generator<TextForm> {
  const hasPercent = PERCENT.test(bytes.text);
  const plain = BACKSLASH.test(bytes.text) ? decoded(bytes, jsonEscapeAt) : null;
  if (hasPercent) {
    yield decoded(bytes, percentOnceAt);
    const whole = decoded(bytes, percentAt);
    yield whole;
    if (BACKSLASH.test(whole.text)) yield decoded(whole, jsonEscapeAt);
  }
  if (plain === null) return;
  yield plain;
  if (PERCENT.test(plain.text)) yield decoded(plain, percentAt);
}

/** Returns an encoding in each of the forms, so that it is found in them even if it contains escapes itself. */
export function soughtForms(variant: string): string[] {
  const bytes = bytesOf(variant);
  return [variant, bytes.text, ...[...decodedForms(bytes)].map(({ text }) => text)];
}

/** Returns UTF-8 with one character per byte, because percent signs encode bytes. */
function bytesOf(text: string): TextForm {
  if (!/[^\0-\x7f]/.test(text)) return { text, places: null };
  return decoded({ text, places: null }, characterAt, Buffer.byteLength(text));
}

/** Returns the bytes of an escape at this position, and its length; `null` if there is none. */
type EscapeAt = (text: string, index: number) => Escape | null;
interface Escape {
  readonly length: number;
  readonly bytes: readonly number[] | Uint8Array;
}

function decoded({ text, places }: TextForm, escapeAt: EscapeAt, most = text.length): TextForm {
  const [bytes, starts, ends] = [Buffer.allocUnsafe(most), new Uint32Array(most), new Uint32Array(most)];
  let size = 0;
  for (let index = 0; index < text.length; ) {
    const found = escapeAt(text, index);
    const length = found?.length ?? 1;
    const start = places === null ? index : (places.starts[index] ?? 0);
    const end = places === null ? index + length : (places.ends[index + length - 1] ?? 0);
    for (let each = 0; each < (found?.bytes.length ?? 1); each += 1) {
      bytes[size] = found === null ? text.charCodeAt(index) : (found.bytes[each] ?? 0);
      starts[size] = start;
      ends[size] = end;
      size += 1;
    }
    index += length;
  }
  return { text: bytes.toString('latin1', 0, size), places: { starts, ends } };
}

function characterAt(text: string, index: number): Escape | null {
  const code = text.codePointAt(index) ?? 0;
  if (code < 0x80) return null;
  const character = String.fromCodePoint(code);
  return { length: character.length, bytes: Buffer.from(character) };
}

function percentOnceAt(text: string, index: number): Escape | null {
  const byte = text[index] === '%' ? hexAt(text, index + 1, 2) : -1;
  return byte < 0 ? null : { length: 3, bytes: [byte] };
}

/** Encoded once or more often: `%41`, `%2541`, `%252541`. */
function percentAt(text: string, index: number): Escape | null {
  if (text[index] !== '%') return null;
  let digits = index + 1;
  while (text.startsWith('25', digits) && hexAt(text, digits + 2, 2) >= 0) digits += 2;
  const byte = hexAt(text, digits, 2);
  return byte < 0 ? null : { length: digits + 2 - index, bytes: [byte] };
}

const LOW_SURROGATE = 0xdc00;
const LAST_SURROGATE = 0xdfff;
const HIGH_SURROGATE = 0xd800;

/** In JSON inside of JSON, an escape has more than one backslash. */
function jsonEscapeAt(text: string, index: number): Escape | null {
  if (text[index] !== '\\') return null;
  const after = afterBackslashes(text, index);
  const unit = text[after] === 'u' ? hexAt(text, after + 1, 4) : -1;
  if (unit < 0) return { length: after - index, bytes: /["/]/.test(text[after] ?? '') ? [] : [BACKSLASH_BYTE] };
  const next = afterBackslashes(text, after + 5);
  const low = next > after + 5 && text[next] === 'u' ? hexAt(text, next + 1, 4) : -1;
  const isPair = unit >= HIGH_SURROGATE && unit < LOW_SURROGATE && low >= LOW_SURROGATE && low <= LAST_SURROGATE;
  const character = isPair ? String.fromCharCode(unit, low) : String.fromCharCode(unit);
  return { length: (isPair ? next : after) + 5 - index, bytes: Buffer.from(character) };
}

const BACKSLASH_BYTE = 0x5c;

function afterBackslashes(text: string, index: number): number {
  let after = index;
  while (text[after] === '\\') after += 1;
  return after;
}

const NAMED: Readonly<Record<string, string>> = { amp: '&', quot: '"', apos: "'", lt: '<', gt: '>' };
const ENTITY_HERE = /&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|(amp|quot|apos|lt|gt));/iy;
const LAST_CODE = 0x10ffff;

function entityAt(text: string, index: number): Escape | null {
  if (text[index] !== '&') return null;
  ENTITY_HERE.lastIndex = index;
  const [all, decimal, hex, name] = ENTITY_HERE.exec(text) ?? [];
  if (all === undefined) return null;
  const code = decimal === undefined ? Number.parseInt(hex ?? '0', 16) : Number(decimal);
  if (code > LAST_CODE) return null;
  const character = name === undefined ? String.fromCodePoint(code) : (NAMED[name.toLowerCase()] ?? '');
  return { length: all.length, bytes: Buffer.from(character) };
}

/** Base 64 is often broken into lines. */
function lineBreakAt(text: string, index: number): Escape | null {
  const letter = text[index];
  if (letter === '\r' || letter === '\n') return { length: 1, bytes: [] };
  if (letter !== '\\') return null;
  const after = afterBackslashes(text, index);
  return text[after] === 'r' || text[after] === 'n' ? { length: after + 1 - index, bytes: [] } : null;
}

/** Returns the number of that many hexadecimal digits; -1 if there are others. */
function hexAt(text: string, index: number, digits: number): number {
  let value = 0;
  for (let at = index; at < index + digits; at += 1) {
    const digit = HEX_DIGITS[text.charCodeAt(at)] ?? -1;
    if (digit < 0) return -1;
    value = value * 16 + digit;
  }
  return value;
}

const HEX_DIGITS = new Int8Array(128).fill(-1);
for (const [digit, letter] of [...'0123456789abcdef'].entries()) {
  HEX_DIGITS[letter.charCodeAt(0)] = digit;
  HEX_DIGITS[letter.toUpperCase().charCodeAt(0)] = digit;
}
