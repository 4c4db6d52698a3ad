/** Reads what stands on a command line or in the environment. Pure. */
import type { z } from 'zod';
import type { jsonValue } from './json-value.ts';

export type JsonValue = z.infer<typeof jsonValue>;

/** As JSON where it is some; numbers that JSON cannot represent stay texts. */
export function jsonOrText(text: string): JsonValue {
  try {
    const value = JSON.parse(text) as JsonValue;
    return typeof value === 'number' && !Number.isFinite(value) ? text : value;
  } catch (error) {
    if (error instanceof SyntaxError) return text;
    throw error;
  }
}
