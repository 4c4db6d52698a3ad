/**
 * The bodies of requests in a scenario, by form, method and path: for completion in editors (decision K138). They come
 * from the rows of operations, as in `validate` (`scenario/check/check-requests.ts`).
 */
import type { z } from 'zod';
import type { DocumentName } from '../openapi/bases.ts';
import { DOCUMENTS } from '../openapi/documents.ts';

/** A body, and the forms, method and path of its requests. */
export interface BodyOfRequest {
  /** Values of `form` in a step, where `both` is also the default; `null`: the control plane. */
  readonly forms: readonly string[] | null;
  readonly method: string;
  /** With its parameters in braces. */
  readonly path: string;
  readonly body: z.ZodType;
}

const FORMS: Readonly<Record<string, DocumentName>> = { A: 'form-a', B: 'form-b', both: 'both' };

/** Bodies of the simulated service; an operation that several forms share occurs once. */
export function serviceBodies(): BodyOfRequest[] {
  const all = Object.entries(FORMS).flatMap(([form, document]) => bodiesOf(document, [form]));
  const alike = Map.groupBy(all, ({ method, path }) => `${method} ${path}`);
  return [...alike.values()].flatMap((group) =>
    [...Map.groupBy(group, ({ body }) => body).values()].flatMap(([first, ...others]) =>
      first === undefined ? [] : [{ ...first, forms: [first, ...others].flatMap(({ forms }) => forms ?? []) }],
    ),
  );
}

export function controlBodies(): BodyOfRequest[] {
  return bodiesOf('control', null);
}

function bodiesOf(document: DocumentName, forms: readonly string[] | null): BodyOfRequest[] {
  return DOCUMENTS[document].operations.flatMap(({ method, path, body }) =>
    typeof body === 'object' ? [{ forms, method: method.toUpperCase(), path, body }] : [],
  );
}

/** Returns a JSON Schema of the request: if it matches this one, its body is that of the operation. */
export function bodyCondition({ forms, method, path }: BodyOfRequest, body: object): object {
  const isOfForm = forms === null ? {} : { form: { enum: forms } };
  return {
    if: {
      type: 'object',
      properties: { ...isOfForm, method: { const: method }, path: { type: 'string', pattern: patternOf(path) } },
      required: ['method', 'path', ...(forms === null || forms.includes('both') ? [] : ['form'])],
    },
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema, and nothing that anybody awaits.
    then: { properties: { body } },
  };
}

/** A parameter is one segment, which may contain references; these may contain slashes. */
function patternOf(path: string): string {
  const segments = path.replaceAll('.', '[.]').replaceAll(/\{\w+\}/g, '([^/?$]|[$][{][^}]*[}])+');
  return `^${segments}([?]|$)`;
}

type JsonSchema = Readonly<Record<string, unknown>>;

/** A text or number without a list of values offers no completion. */
const RETAINED_KEYWORDS = ['type', 'enum'];
const NOTHING_TO_OFFER: readonly unknown[] = ['string', 'number', 'integer', 'null'];

/**
 * Returns a schema that offers and describes the same members and refuses nothing, because a request may be wrong on
 * purpose, or get the response of a stub. A constant still distinguishes alternatives. `place`: location of the
 * definitions.
 */
export function hintOf(schema: JsonSchema, place: string): JsonSchema {
  const { description, anyOf, oneOf, allOf, $ref } = schema;
  const described = description === undefined ? {} : { description };
  if (typeof $ref === 'string') return { ...described, $ref: $ref.replace('#/$defs/', place) };
  const hints = (parts: unknown) =>
    Array.isArray(parts) ? parts.map((part) => hintOf(part as JsonSchema, place)) : [];
  if (Array.isArray(allOf)) return { ...described, allOf: [...hints(allOf), ...ownHints(schema, place)] };
  if ('const' in schema) return { ...described, const: schema.const };
  const offered = [...hints(anyOf ?? oneOf), ...ownHints(schema, place)];
  return offered.length === 0 ? described : { ...described, anyOf: [true, ...offered] };
}

/** Returns the hints of the schema itself, in addition to its alternatives. */
function ownHints(schema: JsonSchema, place: string): JsonSchema[] {
  const { properties, items, additionalProperties: others } = schema;
  const hint = (part: unknown) => hintOf(part as JsonSchema, place);
  if (!('enum' in schema) && NOTHING_TO_OFFER.includes(schema.type)) return [];
  const isSchema = (part: unknown) => typeof part === 'object' && part !== null && !Array.isArray(part);
  const own = {
    ...Object.fromEntries(
      RETAINED_KEYWORDS.flatMap((keyword) => (keyword in schema ? [[keyword, schema[keyword]]] : [])),
    ),
    ...(isSchema(items) ? { items: hint(items) } : {}),
    ...(isSchema(others) ? { additionalProperties: hint(others) } : {}),
    ...(isSchema(properties)
      ? {
          properties: Object.fromEntries(
            Object.entries(properties as JsonSchema).map(([name, part]) => [name, hint(part)]),
          ),
        }
      : {}),
  };
  return Object.keys(own).length === 0 ? [] : [own];
}
