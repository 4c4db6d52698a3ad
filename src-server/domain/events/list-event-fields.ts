/** Lists the fields of a type of event for reference documentation: their places, types and meanings. */
import { z } from 'zod';
import { EVENT_SCHEMAS, type EventType } from './event-catalogue.ts';
import { allowedTexts, meaningOf, namedMembers, shapesOf } from './schema-shapes.ts';

export interface EventField {
  /** JSON pointer into its data; `0` stands for any entry of a list, `ISIN` for any ISIN: `/orders/0/isin`. */
  readonly pointer: string;
  /** Types as in JSON: `string or null`. */
  readonly type: string;
  /** The possible texts; `null`: any, or it is not a text. */
  readonly values: readonly string[] | null;
  /** False if some events of the type lack the field; for a field of an object: if some objects lack it. */
  readonly isAlways: boolean;
  readonly meaning: string;
}

/** Returns fields in the order of their pointers, without `by`, which any event may have. */
export function listEventFields(type: EventType): EventField[] {
  const fields: EventField[] = [];
  visitObjects(shapesOf(EVENT_SCHEMAS[type]).shapes, '', fields);
  return fields
    .filter(({ pointer }) => pointer !== '/by')
    .sort((left, right) => (left.pointer < right.pointer ? -1 : 1));
}

type Schema = z.core.$ZodType;

/** Visits the fields of an object that may have one of several shapes. */
function visitObjects(objects: readonly Schema[], place: string, fields: EventField[]): void {
  for (const name of new Set(objects.flatMap((object) => Object.keys(namedMembers(object))))) {
    const members = objects.flatMap((object) => namedMembers(object)[name] ?? []);
    const isAlways = members.length === objects.length && !members.some((member) => shapesOf(member).isOptional);
    visit(members, `${place}/${name}`, isAlways, fields);
  }
}

function visit(members: readonly Schema[], pointer: string, isAlways: boolean, fields: EventField[]): void {
  const all = members.map(shapesOf);
  const shapes = all.flatMap((each) => each.shapes);
  const types = new Set([...shapes.map(typeOf), ...(all.some(({ isNullable }) => isNullable) ? ['null'] : [])]);
  const [meaning = ''] = members.flatMap((member) => meaningOf(member) ?? []);
  fields.push({ pointer, type: [...types].join(' or '), values: allowedTexts(shapes), isAlways, meaning });
  visitObjects(shapes.filter(isObject), pointer, fields);
  const entries = shapes.flatMap((shape) => (shape instanceof z.ZodArray ? shapesOf(shape.element).shapes : []));
  visitObjects(entries.filter(isObject), `${pointer}/0`, fields);
  for (const shape of shapes) if (isByIsin(shape)) visit([shape.valueType], `${pointer}/ISIN`, false, fields);
}

function isObject(shape: Schema): boolean {
  return shape instanceof z.ZodObject;
}

/** Only amounts have ISINs as keys; other free keys are names of clients. */
function isByIsin(shape: Schema): shape is z.ZodRecord {
  return shape instanceof z.ZodRecord && shape.valueType instanceof z.ZodNumber;
}

function typeOf(shape: Schema): string {
  if (shape instanceof z.ZodArray) {
    const [entry] = shapesOf(shape.element).shapes;
    return `array of ${entry === undefined ? 'any' : typeOf(entry)}s`;
  }
  if (shape instanceof z.ZodNumber) return 'number';
  if (shape instanceof z.ZodBoolean) return 'boolean';
  if (shape instanceof z.ZodLiteral) return typeof shape.value;
  return shape instanceof z.ZodObject || shape instanceof z.ZodRecord ? 'object' : 'string';
}
