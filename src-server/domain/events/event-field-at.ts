/**
 * Finds the possible values at a JSON pointer into the data of events, to validate references to events before any are
 * recorded.
 */
import { z } from 'zod';
import { EVENT_SCHEMAS, type EventType } from './event-catalogue.ts';
import { allowedTexts, everyMember, namedMembers, shapeMember, shapesOf } from './schema-shapes.ts';

type Schema = z.core.$ZodType;

/** A pointer without a field. */
export interface NoField {
  readonly exists: false;
  /** The longest part of the pointer that exists; empty for the value as a whole. */
  readonly within: string;
  /** The name that does not exist there. */
  readonly name: string;
  /** The names that do exist there. */
  readonly names: readonly string[];
  /** Pointer to a value of that name one level deeper, there or at the root; `null` if there is none. */
  readonly deeper: string | null;
  /** Whether the value there is a list. */
  readonly isList: boolean;
}

type FieldAt =
  | {
      readonly exists: true;
      /** The possible texts of the value; `null`: any, or it is not a text. */
      readonly choices: readonly string[] | null;
    }
  | NoField;

/**
 * Returns the value of any of the types at the pointer. Free keys, such as ISINs of weights, and indices of lists may
 * be any.
 */
export function eventFieldAt(types: readonly EventType[], pointer: string): FieldAt {
  const found = shapesAt(eventSchemas(types), pointer);
  return found.exists ? { exists: true, choices: found.shapes && allowedTexts(found.shapes) } : found;
}

export function eventSchemas(types: readonly EventType[]): readonly Schema[] {
  return types.map((type) => EVENT_SCHEMAS[type]);
}

/**
 * Returns the possible shapes at a pointer of a value of any of the schemas; `null`: the schema does not say. `stars`:
 * `*` stands for every entry of a list and every member of an object, and the shapes are those of all of them.
 */
export function shapesAt(
  schemas: readonly Schema[],
  pointer: string,
  { stars = false } = {},
): { readonly exists: true; readonly shapes: readonly Schema[] | null } | NoField {
  const roots = schemas.flatMap((schema) => shapesOf(schema).shapes);
  let shapes: readonly Schema[] = roots;
  let within = '';
  for (const part of pointer.split('/').slice(1)) {
    const name = part.replaceAll('~1', '/').replaceAll('~0', '~');
    const members = shapes.flatMap((shape) =>
      stars && name === '*' ? everyMember(shape) : [shapeMember(shape, name)],
    );
    if (members.some(({ is }) => is === 'any')) return { exists: true, shapes: null };
    if (members.every(({ is }) => is === 'none')) {
      const names = [...new Set(shapes.flatMap((shape) => Object.keys(namedMembers(shape))))];
      return {
        exists: false,
        within,
        name,
        names,
        deeper: deeperPointer(shapes, within, part, name) ?? deeperPointer(roots, '', part, name),
        isList: isList(shapes),
      };
    }
    shapes = members.flatMap((member) => (member.is === 'schema' ? shapesOf(member.schema).shapes : []));
    within = `${within}/${part}`;
  }
  return { exists: true, shapes };
}

function deeperPointer(shapes: readonly Schema[], within: string, part: string, name: string): string | null {
  for (const shape of shapes) {
    for (const [member, schema] of Object.entries(namedMembers(shape))) {
      const { shapes: inner } = shapesOf(schema);
      if (inner.some((each) => Object.hasOwn(namedMembers(each), name))) return `${within}/${member}/${part}`;
    }
  }
  return null;
}

function isList(shapes: readonly Schema[]): boolean {
  return shapes.length > 0 && shapes.every((shape) => shape instanceof z.ZodArray);
}
