/** Zod schemas as JSON Schema 2020-12: named ones become components, the rest stands where it is used. */
import { z } from 'zod';

export type JsonSchema = Readonly<Record<string, unknown>>;

export interface Translation {
  /** By the names that schemas have in their metadata. */
  readonly components: Readonly<Record<string, JsonSchema>>;
  /** The schema, or a reference to its component, for everything that was asked for. */
  of(schema: z.ZodType): JsonSchema;
}

/** Translates what requests may be (`input`: defaults may be left out) and what answers are (`output`). */
export function translate(inputs: readonly z.ZodType[], outputs: readonly z.ZodType[]): Translation {
  const found = new Map<z.ZodType, JsonSchema>();
  const components: Record<string, JsonSchema> = {};
  for (const [io, schemas] of [['input', inputs] as const, ['output', outputs] as const]) {
    const { properties, definitions } = translateAll([...new Set(schemas)], io);
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

function translateAll(schemas: readonly z.ZodType[], io: 'input' | 'output') {
  const all = z.object(Object.fromEntries(schemas.map((schema, index) => [`s${index}`, schema])));
  const text = JSON.stringify(z.toJSONSchema(all, { io, override: ({ jsonSchema }) => tidy(jsonSchema) }));
  const whole = JSON.parse(text.replaceAll('"#/$defs/', '"#/components/schemas/')) as {
    readonly properties?: Readonly<Record<string, JsonSchema>>;
    readonly $defs?: Readonly<Record<string, JsonSchema>>;
  };
  const properties = schemas.map((schema, index) => [schema, whole.properties?.[`s${index}`] ?? {}] as const);
  return { properties, definitions: whole.$defs ?? {} };
}

type Writable = Record<string, unknown>;

/** Notes in the code begin small; a document has sentences. What begins with a value (`null: …`) stays as it is. */
function asSentence(note: string): string {
  const begun = /^[a-z_]+:/.test(note) ? note : `${note.charAt(0).toUpperCase()}${note.slice(1)}`;
  return begun.endsWith('.') ? begun : `${begun}.`;
}

/** `null` beside one plain type is a second type; what only concerns texts does not stand beside a number. */
function tidy(schema: Writable): void {
  if (typeof schema.description === 'string') schema.description = asSentence(schema.description);
  // Bounds that every whole number has anyway only hide the ones that were meant.
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
  if (schema.type === 'integer') delete schema.pattern;
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
