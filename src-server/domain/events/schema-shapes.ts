/**
 * Finds the possible shapes of a value by its schema, behind optional, nullable and alternative ones, and their
 * members.
 */
import { z } from 'zod';

type Schema = z.core.$ZodType;

interface MemberShapes {
  /** No shape is optional, nullable or a choice itself. */
  readonly shapes: readonly Schema[];
  /** Whether the value may be absent. */
  readonly isOptional: boolean;
  /** Whether the value may be null. */
  readonly isNullable: boolean;
}

export function shapesOf(schema: Schema): MemberShapes {
  if (schema instanceof z.ZodOptional) return { ...shapesOf(schema.unwrap()), isOptional: true };
  if (schema instanceof z.ZodDefault) return { ...shapesOf(schema.unwrap()), isOptional: true };
  if (schema instanceof z.ZodNullable) return { ...shapesOf(schema.unwrap()), isNullable: true };
  if (schema instanceof z.ZodReadonly) return shapesOf(schema.unwrap());
  if (schema instanceof z.ZodLazy) return shapesOf(schema.unwrap());
  if (schema instanceof z.ZodUnion) {
    const all = schema.options.map(shapesOf);
    return {
      shapes: all.flatMap(({ shapes }) => shapes),
      isOptional: all.some(({ isOptional }) => isOptional),
      isNullable: all.some(({ isNullable }) => isNullable),
    };
  }
  if (schema instanceof z.ZodNull) return { shapes: [], isOptional: false, isNullable: true };
  return { shapes: [schema], isOptional: false, isNullable: false };
}

/** Returns the meaning of a schema, or of the schema that it wraps. */
export function meaningOf(schema: Schema): string | undefined {
  const described = schema instanceof z.ZodType ? schema.description : undefined;
  if (described !== undefined) return described;
  const isWrapper =
    schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault;
  return isWrapper ? meaningOf(schema.unwrap()) : undefined;
}

/** Returns the members that an object names; empty for every other shape. */
export function namedMembers(shape: Schema): Readonly<Record<string, Schema>> {
  return shape instanceof z.ZodObject ? (shape.shape as Readonly<Record<string, Schema>>) : {};
}

/** `any`: the shape does not define its members. */
type Member = { readonly is: 'schema'; readonly schema: Schema } | { readonly is: 'any' } | { readonly is: 'none' };

/** Returns the member of an object by name, or the entry of a list. */
export function shapeMember(shape: Schema, name: string): Member {
  if (shape instanceof z.ZodObject) {
    const found = namedMembers(shape)[name];
    if (found !== undefined && Object.hasOwn(namedMembers(shape), name)) return { is: 'schema', schema: found };
    const { catchall } = shape.def;
    return catchall === undefined || catchall instanceof z.ZodNever
      ? { is: 'none' }
      : { is: 'schema', schema: catchall };
  }
  if (shape instanceof z.ZodRecord) return { is: 'schema', schema: shape.valueType };
  if (shape instanceof z.ZodArray) return INDEX.test(name) ? { is: 'schema', schema: shape.element } : { is: 'none' };
  if (shape instanceof z.ZodTuple) return INDEX.test(name) ? tupleMember(shape, Number(name)) : { is: 'none' };
  return isPlain(shape) ? { is: 'none' } : { is: 'any' };
}

/** Returns all members of an object, a list or a table; for every other shape a single `none`. */
export function everyMember(shape: Schema): readonly Member[] {
  const named = Object.values(namedMembers(shape)).map((schema): Member => ({ is: 'schema', schema }));
  return [...named, shapeMember(shape, shape instanceof z.ZodArray || shape instanceof z.ZodTuple ? '0' : '*')];
}

const INDEX = /^\d+$/;

function tupleMember(shape: z.ZodTuple, index: number): Member {
  const schema = shape.def.items[index] ?? shape.def.rest;
  return schema === undefined || schema === null ? { is: 'none' } : { is: 'schema', schema };
}

/** Whether the shape has no members. */
function isPlain(shape: Schema): boolean {
  return (
    shape instanceof z.ZodString ||
    shape instanceof z.ZodStringFormat ||
    shape instanceof z.ZodNumber ||
    shape instanceof z.ZodBoolean ||
    shape instanceof z.ZodEnum ||
    shape instanceof z.ZodLiteral
  );
}

/**
 * Returns the possible texts of a value, if its shapes are of few texts; `null`: any text is possible. Values that are
 * not texts, such as numbers, are not included.
 */
export function allowedTexts(shapes: readonly Schema[]): readonly string[] | null {
  const found: string[] = [];
  for (const shape of shapes) {
    if (shape instanceof z.ZodEnum) found.push(...shape.options.map(String));
    else if (shape instanceof z.ZodLiteral)
      found.push(...[...shape.values].filter((value) => typeof value === 'string'));
    else if (!(shape instanceof z.ZodNumber || shape instanceof z.ZodBoolean)) return null;
  }
  return found.length === 0 ? null : [...new Set(found)];
}
