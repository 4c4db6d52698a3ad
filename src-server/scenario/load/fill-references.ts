/**
 * Fills `${name}` and `${name/pointer}` into texts; `$${` becomes a plain `${`. A text that consists of one reference
 * becomes the value itself, a number or an object. A name without a value throws an error with that name.
 */
import { REFERENCE } from '../../contract/scenario/scenario-names.ts';
import { valueAt } from './json-pointer.ts';

/** The value of a name, or `undefined`. */
export type LookUp = (name: string) => unknown;

export class MissingVariable extends Error {
  constructor(name: string, pointer = '') {
    super(
      pointer === ''
        ? `\${${name}} was never saved`
        : `\${${name}${pointer}}: there is nothing at ${pointer} of ${name}`,
    );
  }
}

/** `value` with every reference in its texts, and in names of its members, replaced. Throws `MissingVariable`. */
export function fillIn<T>(value: T, variables: { get(name: string): unknown }): T {
  return fill(value, (name) => variables.get(name)) as T;
}

/** The same, but references without a value and escapes stay, to be filled in later. */
export function fillKnown(value: unknown, known: ReadonlyMap<string, unknown>): unknown {
  if (known.size === 0) return value;
  return mapTexts(value, (text) => {
    const whole = wholeReference(text);
    if (whole !== null && known.has(whole.name)) return found(whole.name, whole.pointer, known.get(whole.name));
    return text.replace(REFERENCE, (match, name: string | undefined, pointer: string) =>
      name !== undefined && known.has(name) ? asText(found(name, pointer, known.get(name))) : match,
    );
  });
}

/** Every name that the texts of a value refer to, with the pointer to the text. */
export function* referencesIn(
  value: unknown,
  pointer = '',
): Generator<{ readonly name: string; readonly pointer: string }> {
  if (typeof value === 'string') {
    for (const [, name] of value.matchAll(REFERENCE)) if (name !== undefined) yield { name, pointer };
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, member] of Object.entries(value)) {
      const at = `${pointer}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`;
      if (!Array.isArray(value)) yield* referencesIn(key, at);
      yield* referencesIn(member, at);
    }
  }
}

function fill(value: unknown, lookUp: LookUp): unknown {
  return mapTexts(value, (text) => {
    const whole = wholeReference(text);
    if (whole !== null) return found(whole.name, whole.pointer, lookUp(whole.name));
    return text.replace(REFERENCE, (_match, name: string | undefined, pointer: string) =>
      name === undefined ? '${' : asText(found(name, pointer, lookUp(name))),
    );
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
  const inside = valueAt(value, pointer);
  if (inside === undefined) throw new MissingVariable(name, pointer);
  return inside;
}

/** As it stands within a text: an object as JSON. */
export function asText(value: unknown): string {
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value);
}

function mapTexts(value: unknown, map: (text: string) => unknown): unknown {
  if (typeof value === 'string') return value.includes('${') ? map(value) : value;
  if (Array.isArray(value)) return value.map((item) => mapTexts(item, map));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [key.includes('${') ? asText(map(key)) : key, mapTexts(member, map)]),
  );
}
