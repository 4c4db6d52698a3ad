/**
 * Names in scenarios, and how texts refer to what has one: `${name}`, `${name/pointer}`, and of an instant `${now+2d}`,
 * `${now-90m:date}`; `$${` is a plain `${`.
 */
import { z } from 'zod';

export const SAVED_NAME = /^[a-zA-Z_][\w-]{0,63}$/;

export const savedName = z
  .string()
  .regex(SAVED_NAME, 'is not a name of at most 64 letters, digits, underscores and hyphens')
  .describe('Name under which later steps find it: `${name}`.');

export const stepTitle = z
  .string()
  .min(1)
  .max(300)
  .describe('What the step is for, in words that reports show instead of their own.');

/** Names that every run has: its seed, and virtual time as ISO 8601. */
export const GIVEN_NAMES = ['seed', 'now'] as const;
/** Within `repeat`: how often it was done before. */
export const INDEX_NAME = 'index';

/**
 * A reference, or the escape of one. Groups: the name, what stands after it: a JSON pointer, or what is added to an instant
 * and how it is written. A name may have a hyphen, but `now-90m` is an instant. A pointer ends before the next `${`, so that
 * a text is read in linear time.
 */
export const REFERENCE =
  /\$\$\{|\$\{(now(?=-\d)|[a-zA-Z_][\w-]*)((?:\/(?:[^}$]|\$(?!\{))*|\s*[+-]\s*\w[\w.]*(?::\w+)?|:\w+)?)\}/g;

/** Whether a text refers to anything, so that only the run can say what it is. */
export function hasReference(text: string): boolean {
  return [...text.matchAll(REFERENCE)].some(([, name]) => name !== undefined);
}
