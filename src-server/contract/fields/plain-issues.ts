/**
 * Replaces zod's messages by plain predicates of the field: `must be at least 0.01`. A schema's own message takes
 * precedence. Registered once for the process, as zod's locales are.
 */
import { z } from 'zod';
import { didYouMean } from './nearest-name.ts';

const SHAPES: Readonly<Record<string, string>> = {
  number: 'a number',
  int: 'an integer',
  string: 'a text',
  boolean: 'true or false',
  array: 'a list',
  record: 'an object',
  object: 'an object',
  tuple: 'a list of two',
  null: 'null',
};
const PARTS: Readonly<Record<string, string>> = { string: 'characters', array: 'items', object: 'fields' };

export const UNKNOWN_FIELD = 'is not a known field';
/** Stored on the schema itself: the process has one `customError`, whichever copy of this module registered it. */
const HINT = Symbol.for('ballast.unknown-field-hint');
/** Stored on the list of unknown keys, because an issue no longer has its schema when it is read. */
const KNOWN = Symbol.for('ballast.known-fields');

interface KnownFields {
  readonly names: readonly string[];
  /** Fields of the objects within those, such as `match.operation`. */
  readonly inner: readonly string[];
  readonly hint: string | undefined;
}

/** Adds `hint` to `UNKNOWN_FIELD` for objects whose fields are easily confused with others. */
export function hintUnknownFields(schema: z.ZodType, hint: string): void {
  Object.defineProperty(schema, HINT, { value: hint });
}

z.config({ customError: plainIssue });

/** Returns `undefined` to use zod's own message. */
function plainIssue(issue: z.core.$ZodRawIssue): string | undefined {
  switch (issue.code) {
    case 'invalid_type':
      return shapeIssue(issue.expected, issue.input, issue.inst);
    case 'too_small':
      return sizeIssue(issue.origin, Number(issue.minimum), issue.inclusive === true ? 'at least' : 'above');
    case 'too_big':
      return sizeIssue(issue.origin, Number(issue.maximum), issue.inclusive === true ? 'at most' : 'below');
    case 'invalid_value':
      return choiceIssue(issue.values, issue.input);
    case 'invalid_union':
      return issue.discriminator === undefined
        ? undefined
        : choiceIssue(
            Array.isArray(issue.options) ? issue.options : [],
            (issue.input as Readonly<Record<string, unknown>>)[issue.discriminator],
          );
    case 'unrecognized_keys':
      Object.defineProperty(issue.keys, KNOWN, { value: knownFields(issue.inst), configurable: true });
      return UNKNOWN_FIELD;
    default:
      return undefined;
  }
}

/** Returns the sentence for one of the unknown keys of an issue: with the nearest known name, or all of them. */
export function unknownFieldIssue(key: string, keys: readonly string[]): string {
  const { [KNOWN]: known } = keys as { readonly [KNOWN]?: KnownFields };
  const { names, inner, hint } = known ?? { names: [], inner: [], hint: undefined };
  const meant = inner.find((name) => name.endsWith(`.${key}`)) ?? names.find((name) => SYNONYMS[name]?.includes(key));
  const near = meant === undefined ? didYouMean(key, names) : ` (did you mean ${meant}?)`;
  const message = hint === undefined || meant !== undefined ? UNKNOWN_FIELD : `${UNKNOWN_FIELD} ${hint}`;
  const isListed = near === '' && hint === undefined && names.length > 0;
  return `${message}${isListed ? ` (possible: ${names.join(', ')})` : near}`;
}

/** Names that other tools use for a field. */
const SYNONYMS: Readonly<Record<string, readonly string[]>> = {
  body: ['json', 'data', 'payload', 'content'],
  path: ['url', 'uri', 'endpoint', 'route'],
  query: ['params', 'parameters', 'search'],
  method: ['verb'],
  timeout_ms: ['timeout'],
  within: ['timeout', 'deadline'],
  size: ['change', 'percent', 'by'],
  times: ['count', 'n'],
  status: ['code', 'status_code', 'statusCode'],
  share: ['probability', 'rate', 'chance'],
  until: ['to', 'end'],
  from: ['start', 'begin'],
  greater: ['gt', 'greater_than', 'above', 'more_than', 'over'],
  at_least: ['gte', 'ge', 'min', 'minimum', 'from'],
  less: ['lt', 'less_than', 'below', 'under'],
  at_most: ['lte', 'le', 'max', 'maximum'],
  range: ['between'],
  pattern: ['regex', 'regexp', 'matches', 'match', 'like'],
  one_of: ['in', 'any_of', 'enum', 'oneOf'],
  present: ['exists', 'defined', 'is_present'],
  items: ['length', 'len', 'item_count'],
  not: ['ne', 'neq', 'not_equals', 'not_equal'],
  equals: ['eq', 'is', 'value', 'equal'],
  approx: ['about', 'near', 'close_to', 'approximately'],
  contains: ['includes', 'has', 'contain', 'include'],
};

type Definition = { readonly shape?: Readonly<Record<string, z.core.$ZodType>>; readonly innerType?: z.core.$ZodType };

function knownFields(schema: unknown): KnownFields {
  const { [HINT]: hint } = (schema ?? {}) as { readonly [HINT]?: string };
  const shape = Object.entries(shapeOf(schema));
  const inner = shape.flatMap(([name, member]) => Object.keys(shapeOf(member)).map((field) => `${name}.${field}`));
  return { names: shape.map(([name]) => name), inner, hint };
}

/** Returns the fields of an object schema, optional or not; none of any other schema. */
function shapeOf(schema: unknown): NonNullable<Definition['shape']> {
  const { shape, innerType } = ((schema as z.core.$ZodType | undefined)?._zod.def ?? {}) as Definition;
  return innerType === undefined ? (shape ?? {}) : shapeOf(innerType);
}

/** If there are more choices, only the nearest one is named, if one is near. */
const MAX_CHOICES = 12;
/** Any single letter is near every other. */
const SHORTEST_SLIP = 3;

function choiceIssue(values: readonly unknown[], input: unknown): string {
  const choices = values.map((value) => JSON.stringify(value)).join(', ');
  if (values.length === 1) return `must be ${choices}`;
  const texts = values.filter((value) => typeof value === 'string');
  const near =
    typeof input === 'string' && (input.length >= SHORTEST_SLIP || texts.includes(input.toUpperCase()))
      ? didYouMean(input, texts)
      : '';
  return near !== '' && values.length > MAX_CHOICES
    ? `is not one of the ${values.length} possible values${near}`
    : `must be one of ${choices}${near}`;
}

function shapeIssue(expected: string, input: unknown, schema: unknown): string | undefined {
  const shape = SHAPES[expected];
  if (expected === 'number' && typeof input === 'number') return 'must be a finite number';
  return shape === undefined ? undefined : `must be ${shape}${shapeHint(expected, input, schema)}`;
}

/** Returns a hint on the correct syntax for a value that is nearly right. */
function shapeHint(expected: string, input: unknown, schema: unknown): string {
  const fields = expected === 'object' ? Object.keys(shapeOf(schema)) : [];
  if (fields.length > 0 && fields.length <= MAX_CHOICES) return ` with ${fields.join(', ')}`;
  if (expected === 'array' && (typeof input === 'string' || typeof input === 'number')) return listHint(String(input));
  if (typeof input !== 'string' || !(expected === 'number' || expected === 'int')) return '';
  const [, percent] = /^(-?\d{1,9}(?:\.\d{1,9})?) ?%$/.exec(input) ?? [];
  if (percent !== undefined) return `: ${input} is ${Number((Number(percent) / 100).toPrecision(12))}`;
  if (/^-?\d+(?:\.\d+)?$/.test(input)) return ', without quotes';
  return /^-?\d[\d.,' ]*$/.test(input) ? ', as 1234.56' : '';
}

/** Returns a hint for a text that was meant as a list. */
function listHint(text: string): string {
  if (/^\[.*\]$/.test(text)) return ', without quotes';
  const [, inside] = /^\((.*)\)$/.exec(text) ?? [];
  if (inside !== undefined) return `, as [${inside}]`;
  return /^\d+\.\.\.?\d+$/.test(text) ? ', as [1, 2, 3]' : `, as [${text}]`;
}

function sizeIssue(origin: string, size: number, bound: string): string {
  const parts = PARTS[origin];
  if (parts === undefined) return `must be ${bound} ${size}`;
  return size === 1 && bound === 'at least' ? 'must not be empty' : `must have ${bound} ${size} ${parts}`;
}
