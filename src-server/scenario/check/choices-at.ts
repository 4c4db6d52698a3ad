/** The few texts that a value of an answer can be, found in the schema of that answer by JSON pointer. */
import { z } from 'zod';

/** `null` where any text will do, or where the schema does not say. */
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

/** Without what only says that it may be missing. */
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
