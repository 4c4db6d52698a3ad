/** Any JSON value, as a schema with a name: it contains itself, so documents must be able to refer to it. */
import { z } from 'zod';

export type JsonValue = z.core.util.JSONType;

export const jsonValue: z.ZodType<JsonValue> = z
  .lazy(() =>
    z.union([z.string(), z.number(), z.boolean(), z.null(), z.array(jsonValue), z.record(z.string(), jsonValue)]),
  )
  .meta({ id: 'JsonValue', description: 'Any JSON value.' });

/**
 * Parses a value of the command line or the environment: as JSON if it is valid; numbers that JSON cannot represent
 * stay texts.
 */
export function jsonOrText(text: string): JsonValue {
  try {
    const value = JSON.parse(text) as JsonValue;
    return typeof value === 'number' && !Number.isFinite(value) ? text : value;
  } catch (error) {
    if (error instanceof SyntaxError) return text;
    throw error;
  }
}
