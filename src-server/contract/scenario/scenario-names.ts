/**
 * Names in scenarios, and how texts refer to what has one: `${name}`, `${name/pointer}`, of an instant `${now+2d}` and
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

/** Names that every run has: its seed, and virtual time as ISO 8601. */
export const GIVEN_NAMES = ['seed', 'now'] as const;
/** Within `repeat`: how often it was done before. */
export const INDEX_NAME = 'index';

/** How a name begins; it may have a hyphen, but `now-90m` is an instant. */
export const NAME_PATTERN = '(?:now(?=-\\d)|[a-zA-Z_][\\w-]*)';
const OPERATOR = ' (?:[-+*/%<>?]|[=!<>]=|&&|\\|\\|) ';
/**
 * What may stand behind a name: a JSON pointer, or what is added to an instant and how it is written. A pointer ends before
 * the next `${`, so that a text is read in linear time, and has no operator with spaces around it.
 */
export const TAIL_PATTERN = `\\/(?:(?!${OPERATOR})[^}$]|\\$(?!\\{))*|\\s*[+-]\\s*(?:\\d[\\d.]*[a-z]|P)[\\w.]*(?::\\w+)?|:\\w+`;
/** It ends before the next `$`, too. */
const EXPRESSION_PATTERN = `(?:[^{}$'"]|'(?:[^'\\\\$]|\\\\[^$])*'|"(?:[^"\\\\$]|\\\\[^$])*")+`;

/** A reference, an expression, or the escape of one. Groups: the name, what stands behind it; else the expression. */
export const REFERENCE = new RegExp(
  `\\$\\$\\{|\\$\\{(${NAME_PATTERN})(${TAIL_PATTERN}|)\\}|\\$\\{(${EXPRESSION_PATTERN})\\}`,
  'g',
);

/** Whether a text refers to anything, so that only the run can say what it is. */
export function hasReference(text: string): boolean {
  return [...text.matchAll(REFERENCE)].some(([, name, , expression]) => name !== undefined || expression !== undefined);
}
