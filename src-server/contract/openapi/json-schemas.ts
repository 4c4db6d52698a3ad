/** Converts Zod schemas to JSON Schema 2020-12: named ones become components, others are inline. */
import { z } from 'zod';
import { evenTuple } from '../fields/even-tuples.ts';
import { jsonValue } from '../fields/json-value.ts';
import { sayPortably } from '../fields/plain-formats.ts';

export type DocumentSchema = Readonly<Record<string, unknown>>;

export interface Translation {
  /** By the names in the schemas' metadata. */
  readonly components: Readonly<Record<string, DocumentSchema>>;
  /** Returns the schema, or a reference to its component, for every requested schema. */
  of(schema: z.ZodType): DocumentSchema;
}

interface TranslatedSchemas {
  /** Bodies of requests: members with a default may be left out. */
  readonly bodies: readonly z.ZodType[];
  /** Parameters of addresses, as objects; members with a default may be left out. */
  readonly queries: readonly z.ZodType[];
  /** Bodies of responses and of webhooks. */
  readonly outputs: readonly z.ZodType[];
}

/** Translates all schemas of a document; throws if two of one name differ. */
export function translate({ bodies, queries, outputs }: TranslatedSchemas): Translation {
  const found = new Map<z.ZodType, DocumentSchema>();
  const components: Record<string, DocumentSchema> = {};
  const groups = [
    { schemas: bodies, io: 'input', tidy: tidyBody },
    { schemas: queries, io: 'input', tidy },
    { schemas: outputs, io: 'output', tidy },
  ] as const;
  for (const { schemas, ...settings } of groups) {
    const { properties, definitions } = translateAll([...new Set(schemas)], settings);
    for (const [schema, translated] of properties) found.set(schema, translated);
    for (const [name, definition] of Object.entries(definitions)) {
      const known = components[name];
      if (known !== undefined && JSON.stringify(known) !== JSON.stringify(definition)) {
        throw new Error(`the schema ${name} is not the same in requests and in answers: they need two names`);
      }
      components[name] = definition;
    }
  }
  return {
    components: Object.fromEntries(Object.entries(components).sort(([left], [right]) => (left < right ? -1 : 1))),
    of(schema) {
      const translated = found.get(schema);
      if (translated === undefined) throw new Error('a schema was not translated');
      return translated;
    },
  };
}

interface Settings {
  readonly io: 'input' | 'output';
  /** Corrects one translated schema in place. */
  readonly tidy: (translated: Translated) => void;
}

function translateAll(schemas: readonly z.ZodType[], { io, tidy: mend }: Settings) {
  const all = z.object(Object.fromEntries(schemas.map((schema, index) => [`s${index}`, schema])));
  const text = JSON.stringify(z.toJSONSchema(all, { io, override: mend }));
  // Entries of a tuple are translated after the tuple itself, so tuples are converted at the end.
  const whole = JSON.parse(text.replaceAll('"#/$defs/', '"#/components/schemas/'), (_key, value: unknown) => {
    if (typeof value === 'object' && value !== null) listOf(value as Writable);
    return value;
  }) as {
    readonly properties?: Readonly<Record<string, DocumentSchema>>;
    readonly $defs?: Readonly<Record<string, DocumentSchema>>;
  };
  const properties = schemas.map((schema, index) => [schema, whole.properties?.[`s${index}`] ?? {}] as const);
  return { properties, definitions: whole.$defs ?? {} };
}

type Writable = Record<string, unknown>;

interface Translated {
  readonly zodSchema: z.core.$ZodType;
  readonly jsonSchema: Writable;
}

/**
 * The keyword `default` makes generators such as openapi-typescript declare a member as required, in requests too.
 * Therefore the description of a member of a body states its default instead.
 */
function tidyBody(translated: Translated): void {
  tidy(translated);
  const schema: Writable = translated.jsonSchema;
  if (schema.default === undefined) return;
  const stated = `Default: \`${JSON.stringify(schema.default)}\`.`;
  schema.description = typeof schema.description === 'string' ? `${schema.description} ${stated}` : stated;
  delete schema.default;
}

/**
 * `null` in addition to one plain type becomes a second type; keywords for texts are removed from numbers. A constant
 * text becomes an enumeration of one value, which generators of older versions of OpenAPI understand as well.
 */
function tidy({ zodSchema, jsonSchema: schema }: Translated): void {
  // Any JSON needs no list of all its types, and some compilers reject a type that refers to itself.
  if (zodSchema === jsonValue) delete schema.anyOf;
  // Bounds that apply to every whole number anyway would hide the intended ones.
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
  if (schema.type === 'integer') delete schema.pattern;
  sayPortably(schema);
  // A format of zod that only repeats the pattern.
  if (schema.format === 'starts_with') delete schema.format;
  if (typeof schema.const === 'string') {
    schema.enum = [schema.const];
    delete schema.const;
  }
  if (!Array.isArray(schema.anyOf) || schema.anyOf.length !== 2) return;
  const [first, second] = schema.anyOf as Writable[];
  if (first === undefined || second?.type !== 'null' || typeof first.type !== 'string' || '$ref' in first) return;
  const { type, enum: values, ...rest } = first;
  const own = { ...schema };
  delete own.anyOf;
  delete schema.anyOf;
  const allowed = Array.isArray(values) ? { enum: [...values, null] } : {};
  Object.assign(schema, rest, own, { type: [type, 'null'], ...allowed });
}

/** Describes a tuple as a list of a fixed length; in one of several kinds, each entry is one of them. */
function listOf(schema: Writable): void {
  evenTuple(schema);
  if (schema.items !== false || !Array.isArray(schema.prefixItems)) return;
  schema.items = { anyOf: schema.prefixItems };
  delete schema.prefixItems;
}
