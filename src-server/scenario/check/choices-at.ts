/** Finds the texts that a value of a response may have, by JSON pointer into the schema of the response. */
import { z } from 'zod';

/** Returns `null` where any text is valid, or where the schema does not say. */
export function choicesAt(schema: z.ZodType, pointer: string): readonly string[] | null {
  const parts = pointer.split('/').slice(1);
  const found = parts.reduce<z.core.$ZodType | null>(
    (at, part) => (at === null ? null : memberOf(bare(at), part.replaceAll('~1', '/').replaceAll('~0', '~'))),
    schema,
  );
  const plain = found === null ? null : bare(found);
  if (plain instanceof z.ZodEnum) return plain.options.map(String);
  if (plain instanceof z.ZodLiteral && typeof plain.value === 'string') return [plain.value];
  return null;
}

/** The schema without its optional, nullable and default wrappers. */
function bare(schema: z.core.$ZodType): z.core.$ZodType {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault) {
    return bare(schema.unwrap());
  }
  return schema;
}

function memberOf(schema: z.core.$ZodType, part: string): z.core.$ZodType | null {
  if (schema instanceof z.ZodObject) return (schema.shape as Readonly<Record<string, z.core.$ZodType>>)[part] ?? null;
  if (schema instanceof z.ZodArray && /^\d+$/.test(part)) return schema.element;
  return null;
}
