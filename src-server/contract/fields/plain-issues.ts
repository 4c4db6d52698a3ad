/**
 * What zod finds wrong, as plain predicates of the field: `must be at least 0.01`. A message that a schema brings itself
 * takes precedence. Registered once for the process, as zod's locales are.
 */
import { z } from 'zod';

const SHAPES: Readonly<Record<string, string>> = {
  number: 'a number',
  int: 'an integer',
  string: 'a text',
  boolean: 'true or false',
  array: 'a list',
  record: 'an object',
  object: 'an object',
  null: 'null',
};
const PARTS: Readonly<Record<string, string>> = { string: 'characters', array: 'items', object: 'fields' };

export const UNKNOWN_FIELD = 'is not a known field';
/** On the schema itself, because `customError` is one for the process, from wherever this module was loaded. */
const HINT = Symbol.for('ballast.unknown-field-hint');

/** Has `hint` said beside `UNKNOWN_FIELD` of objects whose fields are easily taken for something else. */
export function hintUnknownFields(schema: z.ZodType, hint: string): void {
  Object.defineProperty(schema, HINT, { value: hint });
}

z.config({ customError: plainIssue });

/** `undefined`: zod's own words serve. */
export function plainIssue(issue: z.core.$ZodRawIssue): string | undefined {
  switch (issue.code) {
    case 'invalid_type':
      return shapeIssue(issue.expected, issue.input);
    case 'too_small':
      return sizeIssue(issue.origin, Number(issue.minimum), issue.inclusive === true ? 'at least' : 'above');
    case 'too_big':
      return sizeIssue(issue.origin, Number(issue.maximum), issue.inclusive === true ? 'at most' : 'below');
    case 'invalid_value':
      return `must be ${issue.values.length === 1 ? '' : 'one of '}${issue.values.map((value) => JSON.stringify(value)).join(', ')}`;
    case 'unrecognized_keys': {
      const { [HINT]: hint } = (issue.inst ?? {}) as { readonly [HINT]?: string };
      return hint === undefined ? UNKNOWN_FIELD : `${UNKNOWN_FIELD} ${hint}`;
    }
    default:
      return undefined;
  }
}

function shapeIssue(expected: string, input: unknown): string | undefined {
  const shape = SHAPES[expected];
  if (expected === 'number' && typeof input === 'number') return 'must be a finite number';
  return shape === undefined ? undefined : `must be ${shape}`;
}

function sizeIssue(origin: string, size: number, bound: string): string {
  const parts = PARTS[origin];
  if (parts === undefined) return `must be ${bound} ${size}`;
  return size === 1 && bound === 'at least' ? 'must not be empty' : `must have ${bound} ${size} ${parts}`;
}
