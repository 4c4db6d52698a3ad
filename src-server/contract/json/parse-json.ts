/**
 * Parses JSON of bodies and files. Reports invalid JSON by line and column, without the engine's messages, which
 * differ.
 */
import { jsonEndOf } from './json-end.ts';

type ParsedJson =
  | { readonly ok: true; readonly value: unknown }
  /** `place`: line and column, both from 1, of the first unexpected character. */
  | { readonly ok: false; readonly place: string };

/** `text` without a byte order mark. */
export function parseJson(text: string): ParsedJson {
  try {
    return { ok: true, value: JSON.parse(text) };
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    const lines = text.slice(0, jsonEndOf(text)).split(/\r\n|\r|\n/);
    const column = (lines.at(-1) ?? '').length + 1;
    return { ok: false, place: `line ${lines.length}, column ${column}` };
  }
}
