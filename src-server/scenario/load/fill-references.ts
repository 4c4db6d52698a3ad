/**
 * Fills `${name}`, `${name/pointer}` and, of an instant, `${name+2d:date}` into texts; `$${` becomes a plain `${`. A text that consists of one reference
 * becomes the value itself, a number or an object. A name without a value throws an error with that name, and more than
 * there is room for is refused before it is made.
 */
import { REFERENCE } from '../../contract/scenario/scenario-names.ts';
import { CannotFillIn, createFillRoom, type FillRoom } from './fill-room.ts';
import { valueAt } from './json-pointer.ts';
import { shiftedInstant, tailFault } from './shifted-instant.ts';

export class MissingVariable extends CannotFillIn {
  constructor(name: string, pointer = '') {
    super(
      pointer === ''
        ? `\${${name}} was never saved`
        : `\${${name}${pointer}}: there is nothing at ${pointer} of ${name}`,
    );
  }
}

interface Filling {
  readonly room: FillRoom;
  /** What stands for a reference within a text, `undefined` for one that stays. */
  readonly resolve: (name: string | undefined, pointer: string) => unknown;
}

/** `value` with every reference in its texts, and in names of its members, replaced. Throws `CannotFillIn`. */
export function fillIn<T>(value: T, variables: { get(name: string): unknown }, room = createFillRoom()): T {
  const resolve: Filling['resolve'] = (name, pointer) =>
    name === undefined ? ESCAPED : found(name, pointer, variables.get(name));
  return mapTexts({ room, resolve }, value, 0) as T;
}

const ESCAPED = '${';

/** The same, but references without a value and escapes stay, to be filled in later. */
export function fillKnown(value: unknown, known: ReadonlyMap<string, unknown>, room = createFillRoom()): unknown {
  if (known.size === 0) return value;
  const resolve: Filling['resolve'] = (name, pointer) =>
    name !== undefined && known.has(name) ? found(name, pointer, known.get(name)) : undefined;
  return mapTexts({ room, resolve }, value, 0);
}

/** Every name that the texts of a value refer to, with the pointer to the text. */
export function* referencesIn(value: unknown): Generator<{ readonly name: string; readonly pointer: string }> {
  for (const { text, pointer } of textsIn(value)) {
    for (const [, name] of text.matchAll(REFERENCE)) if (name !== undefined) yield { name, pointer };
  }
}

/** Every text of a value, and every name of a member, with the pointer to it. */
export function* textsIn(value: unknown, pointer = ''): Generator<{ readonly text: string; readonly pointer: string }> {
  if (typeof value === 'string') {
    yield { text: value, pointer };
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, member] of Object.entries(value)) {
      const at = `${pointer}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`;
      if (!Array.isArray(value)) yield { text: key, pointer: at };
      yield* textsIn(member, at);
    }
  }
}

function fill({ room, resolve }: Filling, text: string, depth: number): unknown {
  const whole = wholeReference(text);
  const value = whole === null ? undefined : resolve(whole.name, whole.pointer);
  if (value !== undefined) {
    room.take(value, depth);
    return value;
  }
  return text.replace(REFERENCE, (match, name: string | undefined, pointer: string) => {
    const part = resolve(name, pointer);
    if (part === undefined) return match;
    room.take(part, 0);
    return asText(part);
  });
}

function wholeReference(text: string): { readonly name: string; readonly pointer: string } | null {
  if (!text.startsWith('${') || !text.endsWith('}')) return null;
  const [match] = text.matchAll(REFERENCE);
  if (match?.[0] !== text || match[1] === undefined) return null;
  return { name: match[1], pointer: match[2] ?? '' };
}

function found(name: string, pointer: string, value: unknown): unknown {
  if (value === undefined) throw new MissingVariable(name);
  if (pointer === '') return value;
  if (!pointer.startsWith('/')) return shifted(name, pointer, value);
  const inside = valueAt(value, pointer);
  if (inside === undefined) throw new MissingVariable(name, pointer);
  return inside;
}

function shifted(name: string, tail: string, value: unknown): string | number {
  const moved = shiftedInstant(value, tail);
  const why = tailFault(tail) ?? `${name} is no instant that can be moved so far, such as 2026-03-02T09:30:00Z`;
  if (moved === null) throw new CannotFillIn(`\${${name}${tail}}: ${why}`);
  return moved;
}

/** As it stands within a text: an object as JSON. */
export function asText(value: unknown): string {
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value);
}

function mapTexts(filling: Filling, value: unknown, depth: number): unknown {
  if (typeof value === 'string') return value.includes('${') ? fill(filling, value, depth) : value;
  if (Array.isArray(value)) return value.map((item) => mapTexts(filling, item, depth + 1));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [
      key.includes('${') ? asText(fill(filling, key, 0)) : key,
      mapTexts(filling, member, depth + 1),
    ]),
  );
}
