/**
 * Finds where a body differs from the one that was sent, and which known change produces the difference (decision I17).
 */
import type { BodyDifference, FieldChange } from '../engine/signature-explanation.ts';

/** Bytes shown before and after the difference. */
const BEFORE = 24;
const AFTER = 40;
const MAX_FIELDS = 20;

/** Returns `null` if the two are equal. */
export function bodyDifference(sent: string, received: string): BodyDifference | null {
  const [left, right] = [Buffer.from(sent), Buffer.from(received)];
  if (left.equals(right)) return null;
  const shorter = Math.min(left.length, right.length);
  let offset = 0;
  while (offset < shorter && left[offset] === right[offset]) offset += 1;
  const [was, is] = [parsed(sent), parsed(received)];
  const fields = was === undefined || is === undefined ? [] : [...fieldChanges(was, is)].slice(0, MAX_FIELDS);
  return { offset, sent: excerpt(left, offset), received: excerpt(right, offset), fields };
}

/** Yields the differences between two JSON values, whatever their formatting. */
function* fieldChanges(sent: unknown, received: unknown, pointer = ''): Generator<FieldChange> {
  if (!isContainer(sent) || !isContainer(received) || Array.isArray(sent) !== Array.isArray(received)) {
    if (JSON.stringify(sent) !== JSON.stringify(received)) yield { pointer, change: 'changed' };
    return;
  }
  const [was, is] = [new Map(Object.entries(sent)), new Map(Object.entries(received))];
  for (const key of new Set([...was.keys(), ...is.keys()])) {
    const place = `${pointer}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`;
    if (!is.has(key)) yield { pointer: place, change: 'missing' };
    else if (!was.has(key)) yield { pointer: place, change: 'added' };
    else yield* fieldChanges(was.get(key), is.get(key), place);
  }
}

function isContainer(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function excerpt(bytes: Buffer, offset: number): string {
  const head = offset > BEFORE ? '…' : '';
  const tail = offset + AFTER < bytes.length ? '…' : '';
  return `${head}${bytes.subarray(Math.max(0, offset - BEFORE), offset + AFTER).toString('utf8')}${tail}`;
}

/** Returns the known change that turns `sent` into `received`, as “the body …”; `null` if there is none. */
export function resemblance(sent: string, received: string): string | null {
  for (const [description, change] of CHANGES) {
    const changed = change(sent);
    if (changed === received) return description;
    if (changed !== null && `${changed}\n` === received) return `${description}, with a trailing newline`;
  }
  const isSameJson = normalised(sent) !== null && normalised(sent) === normalised(received);
  return isSameJson ? 'the same JSON, serialised differently' : null;
}

type Change = (sent: string) => string | null;

const CHANGES: readonly (readonly [string, Change])[] = [
  ['an empty body, as after a framework has already read it', () => ''],
  ['the body', (sent) => sent],
  ['the body with trailing CRLF', (sent) => `${sent}\r\n`],
  ['the body with spaces around it', (sent) => ` ${sent}`],
  ['the body with a byte order mark', (sent) => `\u{feff}${sent}`],
  ['the body decoded as Latin-1 instead of UTF-8', (sent) => Buffer.from(sent).toString('latin1')],
  ['the body quoted once more, as JSON.stringify does with a string', (sent) => JSON.stringify(sent)],
  ['the body re-serialised by Python json.dumps', reserialised({ spaced: true, escaped: true })],
  ['the body re-serialised by Python json.dumps with ensure_ascii=False', reserialised({ spaced: true })],
  [
    'the body re-serialised by Python json.dumps with sort_keys',
    reserialised({ spaced: true, escaped: true, sorted: true }),
  ],
  ['the body with its keys sorted', reserialised({ sorted: true })],
  ['the body with its keys sorted and non-ASCII characters escaped', reserialised({ sorted: true, escaped: true })],
  ['the body with non-ASCII characters escaped', reserialised({ escaped: true })],
  ['the body re-serialised by PHP json_encode, with slashes escaped', reserialised({ escaped: true, slashes: true })],
  ['the body re-serialised with slashes escaped', reserialised({ slashes: true })],
  [
    'the body re-serialised by Go encoding/json, with keys sorted and <, > and & escaped',
    reserialised({ sorted: true, html: true }),
  ],
  ['the body re-serialised by JSON.stringify with indent 2', reserialised({ indent: '  ' })],
  ['the body re-serialised by Python json.dumps with indent=2', reserialised({ indent: '  ', escaped: true })],
  ['the body re-serialised by JSON.stringify with indent 4', reserialised({ indent: '    ' })],
  ['the body re-serialised by Python json.dumps with indent=4', reserialised({ indent: '    ', escaped: true })],
  ['the body re-serialised by JSON.stringify with tabs', reserialised({ indent: '\t' })],
  ['the body with its keys sorted and indent 2', reserialised({ sorted: true, indent: '  ' })],
];

interface Style {
  /** `, ` and `: ` in place of the separators `,` and `:`. */
  readonly spaced?: boolean;
  readonly sorted?: boolean;
  readonly escaped?: boolean;
  readonly slashes?: boolean;
  readonly html?: boolean;
  readonly indent?: string;
}

function reserialised(style: Style): Change {
  return (sent) => {
    const value = parsed(sent);
    if (value === undefined) return null;
    const text = style.spaced ? spaced(value, style) : JSON.stringify(inOrder(value, style), null, style.indent);
    return escapeCharacters(text, style);
  };
}

function spaced(value: unknown, style: Style): string {
  if (Array.isArray(value)) return `[${value.map((each) => spaced(each, style)).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(inOrder(value, style) as object);
  return `{${members.map(([key, each]) => `${JSON.stringify(key)}: ${spaced(each, style)}`).join(', ')}}`;
}

function inOrder(value: unknown, style: Style): unknown {
  if (Array.isArray(value)) return value.map((each) => inOrder(each, style));
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).map(([key, each]) => [key, inOrder(each, style)] as const);
  if (style.sorted) members.sort(([left], [right]) => (left < right ? -1 : 1));
  return Object.fromEntries(members);
}

/** Works on the whole text, because these characters occur only in strings. */
function escapeCharacters(text: string, { escaped, slashes, html }: Style): string {
  let escapedText = slashes ? text.replaceAll('/', '\\/') : text;
  if (html) escapedText = escapedText.replaceAll(/[<>&]/g, unicodeEscape);
  return escaped ? escapedText.replaceAll(/[\u0080-\uffff]/g, unicodeEscape) : escapedText;
}

function unicodeEscape(letter: string): string {
  return `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

function normalised(text: string): string | null {
  const value = parsed(text);
  return value === undefined ? null : JSON.stringify(inOrder(value, { sorted: true }));
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
