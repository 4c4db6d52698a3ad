/**
 * Texts of the JSON Schemas that Ballast writes for editors and scripts: said by patterns. Validators that are strict,
 * as ajv is, refuse a format that they were not taught, and zod has formats of its own.
 */
import { INSTANT_PATTERN } from '../../domain/numbers/instant.ts';

/** In place: a pattern instead of a format. For texts that begin with something and for days zod states both. */
export function sayByPattern(schema: Record<string, unknown>): void {
  const { format } = schema;
  if (format === undefined) return;
  if (format === 'date-time') schema.pattern = INSTANT_PATTERN;
  if (schema.pattern === undefined) throw new Error(`the format ${format} has no pattern`);
  delete schema.format;
}
