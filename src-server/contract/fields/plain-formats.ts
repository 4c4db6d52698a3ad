/**
 * Texts in the JSON Schemas that Ballast publishes: patterns that mean the same in every language and, in files for
 * editors and scripts, no formats. Strict validators, such as ajv, refuse an unknown format, and zod has formats of its
 * own.
 */
import { INSTANT_PATTERN } from '../../domain/numbers/instant.ts';

/** Replaces a format by its pattern, in place. For prefixes and for dates zod has both. */
export function sayByPattern(schema: Record<string, unknown>): void {
  const { format } = schema;
  if (format === undefined) return;
  if (format === 'date-time') schema.pattern = INSTANT_PATTERN;
  if (schema.pattern === undefined) throw new Error(`the format ${format} has no pattern`);
  delete schema.format;
}

/**
 * Escapes that JavaScript and Python interpret differently, or that one of them lacks, as ranges for a character class.
 */
const RANGES: Readonly<Record<string, string>> = {
  '\\d': '0-9',
  '\\w': 'A-Za-z0-9_',
  '\\s': '\\t-\\r \\u00a0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000\\ufeff',
  '\\p{Cc}': '\\x00-\\x1f\\x7f-\\x9f',
};

/**
 * Rewrites the pattern in place so that JavaScript, with or without the flag `u`, and Python's `re` accept and reject
 * the same texts (L130), except for a line feed at the end of a text, before which `$` of Python matches. Throws for
 * any other syntax that they do not share.
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
