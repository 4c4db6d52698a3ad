/**
 * Converts an OpenAPI 3.1 document to 3.0.3, for generators that read no newer one. Knows the schema keywords that the
 * documents of Ballast use; a keyword that it misses shows in the client that is generated from the result.
 */

type Json = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isNull = (schema: unknown) => isObject(schema) && schema.type === 'null';

/** Returns a copy of `document` in OpenAPI 3.0. */
export function toOpenApi30(document: Json): Json {
  const { webhooks: _, ...rest } = document;
  const { license: __, ...info } = isObject(rest.info) ? rest.info : {};
  const bare = { ...rest, openapi: '3.0.3', info };
  return JSON.parse(JSON.stringify(bare), (key, value: unknown) => (isObject(value) ? older(key, value) : value));
}

/** Converts one object of the document, whose members are converted already. */
function older(key: string, value: Json): Json {
  const { propertyNames: _, examples: __, const: ___, ...known } = value;
  // Only a schema has these; a property of that name contains an object of schemas.
  const schema = key === 'properties' ? value : known;
  return nullableUnion(nullableType(bounded(schema)));
}

function bounded(schema: Json): Json {
  const { exclusiveMinimum: minimum, exclusiveMaximum: maximum, ...rest } = schema;
  return {
    ...rest,
    ...(typeof minimum === 'number' ? { minimum, exclusiveMinimum: true } : {}),
    ...(typeof maximum === 'number' ? { maximum, exclusiveMaximum: true } : {}),
  };
}

/** `type: [string, null]` is `nullable` there. */
function nullableType(schema: Json): Json {
  const { type } = schema;
  if (!Array.isArray(type)) return schema;
  const [first, ...others] = type.filter((name) => name !== 'null');
  return { ...schema, ...(others.length === 0 ? { type: first } : { type: undefined }), nullable: true };
}

/** So is `anyOf: [$ref, null]`, around a reference that must have no siblings. */
function nullableUnion(schema: Json): Json {
  const { anyOf, ...rest } = schema;
  if (!Array.isArray(anyOf) || !anyOf.some(isNull)) return schema;
  const others = anyOf.filter((member) => !isNull(member));
  return { ...rest, nullable: true, ...(others.length === 1 ? { allOf: others } : { anyOf: others }) };
}
