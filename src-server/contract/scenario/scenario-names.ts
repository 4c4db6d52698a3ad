/**
 * Names in scenarios, and references to them in texts: `${name}`, `${name/pointer}`, for an instant `${now+2d}` and
 * `${now-90m:date}`, and expressions such as `${2 * price}`; `$${` is a plain `${`.
 */
import { z } from 'zod';

export const SAVED_NAME = /^[a-zA-Z_][\w-]{0,63}$/;

export const savedName = z
  .string()
  .regex(SAVED_NAME, 'is not a name of at most 64 letters, digits, underscores and hyphens')
  .describe('Name by which later steps refer to it: `${name}`.');

export const stepTitle = z
  .string()
  .min(1)
  .max(300)
  .describe('Purpose of the step, shown in reports in place of the generated title.');

/** Names of every run: its seed, and virtual time as ISO 8601. */
export const GIVEN_NAMES = ['seed', 'now'] as const;
/** Within `repeat`: the number of finished repetitions. */
export const INDEX_NAME = 'index';

/** Pattern of a name; it may contain a hyphen, but `now-90m` is an instant. */
export const NAME_PATTERN = '(?:now(?=-\\d)|[a-zA-Z_][\\w-]*)';
const OPERATOR = ' (?:[-+*/%<>?]|[=!<>]=|&&|\\|\\|) ';
/**
 * Pattern of the text after a name: a JSON pointer, or the offset and the format of an instant. A pointer ends before
 * the next `${`, so that a text is parsed in linear time, and has no operator with spaces around it.
 */
export const TAIL_PATTERN = `\\/(?:(?!${OPERATOR})[^}$]|\\$(?!\\{))*|\\s*[+-]\\s*(?:\\d[\\d.]*[a-z]|P)[\\w.]*(?::\\w+)?|:\\w+`;
/** It also ends before the next `$`. */
const EXPRESSION_PATTERN = `(?:[^{}$'"]|'(?:[^'\\\\$]|\\\\[^$])*'|"(?:[^"\\\\$]|\\\\[^$])*")+`;

/** A reference, an expression, or the escape of one. Groups: the name, the text after it; else the expression. */
export const REFERENCE = new RegExp(
  `\\$\\$\\{|\\$\\{(${NAME_PATTERN})(${TAIL_PATTERN}|)\\}|\\$\\{(${EXPRESSION_PATTERN})\\}`,
  'g',
);

/** Whether a text contains a reference, so that its value is only known in a run. */
export function hasReference(text: string): boolean {
  return [...text.matchAll(REFERENCE)].some(([, name, , expression]) => name !== undefined || expression !== undefined);
}
