/**
 * Texts of the JSON Schemas that Ballast publishes: patterns that every language reads alike and, in files for editors and
 * scripts, no format. Validators that are strict, as ajv is, refuse a format that they were not taught, and zod has formats
 * of its own.
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

/** What JavaScript and Python read differently, or one of them does not know, as ranges for a class of characters. */
const RANGES: Readonly<Record<string, string>> = {
  '\\d': '0-9',
  '\\w': 'A-Za-z0-9_',
  '\\s': '\\t-\\r \\u00a0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000\\ufeff',
  '\\p{Cc}': '\\x00-\\x1f\\x7f-\\x9f',
};

/**
 * In place: the pattern in what JavaScript, with the flag `u` or without it, and `re` of Python accept and reject alike (L130),
 * but for a line feed at the end of a text, before which `$` of Python matches. Throws for a pattern with anything else that
 * they do not share.
 */
export function sayPortably(schema: Record<string, unknown>): void {
  if (typeof schema.pattern !== 'string') return;
  let isInClass = false;
  schema.pattern = schema.pattern.replaceAll(/\\[pPu]\{[^}]*\}|\\.|[[\]]|\(\?</gs, (part) => {
    if (part === '[' || part === ']') isInClass = part === '[';
    const ranges = RANGES[part];
    if (ranges !== undefined) return isInClass ? ranges : `[${ranges}]`;
    if (/^\\(?:[A-Zabcegkp]|u\{)|^\(\?</.test(part))
      throw new Error(`not every language reads ${part} in ${schema.pattern}`);
    return part;
  });
}
