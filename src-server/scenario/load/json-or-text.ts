/** Reads what stands on a command line or in the environment. Pure. */
import type { Json } from '../../kernel/canonical-json.ts';

/** As JSON where it is some; numbers that JSON cannot represent stay texts. */
export function jsonOrText(text: string): Json {
  try {
    const value = JSON.parse(text) as Json;
    return typeof value === 'number' && !Number.isFinite(value) ? text : value;
  } catch (error) {
    if (error instanceof SyntaxError) return text;
    throw error;
  }
}
