/**
 * Fills `${name}`, `${name/pointer}`, of an instant `${name+2d:date}`, and expressions into texts; `$${` becomes a
 * plain `${`. A text that consists of exactly one of them becomes the value itself, a number or an object. A name
 * without a value throws an error with that name, and a result that exceeds the limit is refused before it is created.
 */
import { REFERENCE } from '../../contract/scenario/scenario-names.ts';
import { parseInstant } from '../../domain/numbers/instant.ts';
import { evaluate, type LookUp, whyFalse } from './evaluate-expression.ts';
import {
  type Expression,
  ExpressionFault,
  LONGEST_EXPRESSION,
  parseExpression,
  type Reference,
  referencesOf,
} from './expression.ts';
import { plain } from './expression-values.ts';
import { CannotFillIn, createFillRoom, type FillRoom } from './fill-room.ts';
import { valuesAt, whatIsThere } from './json-pointer.ts';
import { shiftedInstant, tailFault } from './shifted-instant.ts';

export class MissingVariable extends CannotFillIn {
  constructor(name: string, pointer = '', value?: unknown) {
    super(
      pointer === ''
        ? `\${${name}} was never saved`
        : `\${${name}${pointer}}: there is nothing at ${pointer} of ${name}${whatIsThere(value, pointer)}`,
    );
  }
}

/** A reference, or an expression; both `undefined` for an escape. */
interface Placeholder {
  readonly name: string | undefined;
  readonly pointer: string;
  readonly expression: string | undefined;
}

interface Filling {
  readonly room: FillRoom;
  /** Returns the replacement within a text, `undefined` to leave the placeholder. */
  readonly resolve: (placeholder: Placeholder) => unknown;
}

/** `value` with every reference in its texts and member names replaced. Throws `CannotFillIn`. */
export function fillIn<T>(value: T, variables: { get(name: string): unknown }, room = createFillRoom()): T {
  const lookUp: LookUp = ({ name, tail }) => found(name, tail, variables.get(name));
  const resolve: Filling['resolve'] = ({ name, pointer, expression }) => {
    if (name !== undefined) return found(name, pointer, variables.get(name));
    if (expression === undefined) return ESCAPED;
    const parsed = readExpression(expression);
    return parsed === null ? undefined : resultOf(expression, parsed, lookUp);
  };
  return mapTexts({ room, resolve }, value, 0) as T;
}

const ESCAPED = '${';

/** The same, but references without a value and escapes remain, to be filled in later. */
export function fillKnown(value: unknown, known: ReadonlyMap<string, unknown>, room = createFillRoom()): unknown {
  if (known.size === 0) return value;
  const lookUp: LookUp = ({ name, tail }) => found(name, tail, known.get(name));
  const resolve: Filling['resolve'] = ({ name, pointer, expression }) => {
    if (name !== undefined) return known.has(name) ? found(name, pointer, known.get(name)) : undefined;
    const parsed = expression === undefined ? null : readExpression(expression);
    if (expression === undefined || parsed === null) return undefined;
    const names = [...referencesOf(parsed)].map((each) => each.name);
    if (names.every((each) => known.has(each))) return resultOf(expression, parsed, lookUp);
    return names.some((each) => known.has(each)) ? `\${${withLiterals(expression, known)}}` : undefined;
  };
  return mapTexts({ room, resolve }, value, 0);
}

/** An expression with the values of known names as literals. Throws `CannotFillIn`. */
export function withLiterals(text: string, known: ReadonlyMap<string, unknown>): string {
  const parsed = readExpression(text);
  if (parsed === null) return text;
  let [filled, end] = ['', 0];
  for (const { name, tail, start, end: next } of referencesOf(parsed)) {
    if (!known.has(name)) continue;
    filled += text.slice(end, start) + literalOf(found(name, tail, known.get(name)), name);
    end = next;
  }
  filled += text.slice(end);
  if (filled.length > LONGEST_EXPRESSION)
    throw new CannotFillIn(
      `with the values of variables, the condition has more than ${LONGEST_EXPRESSION} characters`,
    );
  return filled;
}

function literalOf(value: unknown, name: string): string {
  if (Array.isArray(value)) return `[${value.map((each: unknown) => literalOf(each, name)).join(', ')}]`;
  if (typeof value === 'object' && value !== null)
    throw new CannotFillIn(`\${${name}} is an object, which no expression has`);
  return JSON.stringify(value);
}

/** `null` if `text`, a condition, holds, else the reason. Throws `CannotFillIn` if it is invalid, or has no value. */
export function checkCondition(text: string, variables: { get(name: string): unknown }): string | null {
  try {
    return whyFalse(text, parseExpression(text), ({ name, tail }) => found(name, tail, variables.get(name)));
  } catch (error) {
    if (!(error instanceof ExpressionFault)) throw error;
    throw new CannotFillIn(`${text}: ${error.message}`);
  }
}

/** `null` if it is invalid, which was reported when its file was read. */
function readExpression(text: string): Expression | null {
  try {
    return parseExpression(text);
  } catch (error) {
    if (error instanceof ExpressionFault) return null;
    throw error;
  }
}

function resultOf(text: string, expression: Expression, lookUp: LookUp): unknown {
  try {
    return plain(evaluate(expression, lookUp));
  } catch (error) {
    if (!(error instanceof CannotFillIn) || error instanceof MissingVariable) throw error;
    throw new CannotFillIn(`\${${text}}: ${error.message}`);
  }
}

/** `tail`: the text after the name. */
type NamedPlace = Pick<Reference, 'name' | 'tail'>;

/** Every name that the texts of a value refer to, with the pointer to the text. */
export function* referencesIn(value: unknown): Generator<NamedPlace & { readonly pointer: string }> {
  for (const { text, pointer } of textsIn(value)) {
    for (const { name, tail } of namesIn(text)) yield { name, tail, pointer };
  }
}

function* namesIn(text: string): Generator<NamedPlace> {
  for (const [, name, tail = '', expression] of text.matchAll(REFERENCE)) {
    if (name !== undefined) yield { name, tail };
    else if (expression !== undefined) yield* referencesOfExpression(expression);
  }
}

/** None for an invalid expression. */
export function namesOfExpression(text: string): string[] {
  return referencesOfExpression(text).map(({ name }) => name);
}

function referencesOfExpression(text: string): Reference[] {
  const parsed = readExpression(text);
  return parsed === null ? [] : [...referencesOf(parsed)];
}

/** Every text and every member name of a value, with its pointer. */
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
  const [first] = text.startsWith('${') && text.endsWith('}') ? text.matchAll(REFERENCE) : [];
  const value = first?.[0] === text ? resolve(placeholderOf(first)) : undefined;
  if (value !== undefined) {
    room.take(value, depth);
    return value;
  }
  return text.replace(REFERENCE, (...match: (string | undefined)[]) => {
    const part = resolve(placeholderOf(match));
    if (part === undefined) return match[0] ?? '';
    room.take(part, 0);
    return asText(part);
  });
}

function placeholderOf([, name, pointer = '', expression]: readonly (string | undefined)[]): Placeholder {
  return { name, pointer, expression };
}

function found(name: string, pointer: string, value: unknown): unknown {
  if (value === undefined) throw new MissingVariable(name);
  if (pointer === '') return value;
  if (!pointer.startsWith('/')) return shifted(name, pointer, value);
  const inside = valuesAt(value, pointer);
  if (inside === undefined) throw new MissingVariable(name, pointer, value);
  return inside;
}

function shifted(name: string, tail: string, value: unknown): string | number {
  const moved = shiftedInstant(value, tail);
  if (moved !== null) return moved;
  const isInstant = typeof value === 'string' && parseInstant(value) !== null;
  const why = isInstant
    ? 'the result is not within the years 1 to 9999'
    : `${name} is not an instant such as 2026-03-02T09:30:00Z`;
  throw new CannotFillIn(`\${${name}${tail}}: ${tailFault(tail) ?? why}`);
}

/** As part of a text: an object as JSON. */
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
