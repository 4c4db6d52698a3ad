/** Parses JSON of bodies and files. What is none is told with its line and column, and not in the words of the engine, which differ. */
import { jsonEndOf } from './json-end.ts';

type ParsedJson =
  | { readonly ok: true; readonly value: unknown }
  /** `place`: line and column, both from 1, of the first character that cannot be there. */
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
