/**
 * Validates data of a file against a schema. Errors are places with sentences. Texts with references (`${name}`) may be
 * accepted, because their values are only known in the run.
 */
import type { z } from 'zod';
import { type IssuePlace, issuePlaces } from '../../contract/fields/issue-places.ts';
import { hasReference } from '../../contract/scenario/scenario-names.ts';

type Validated<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly places: readonly IssuePlace[] };

/** Nobody fixes more errors at once, and each place must be looked up in the text. */
export const MAX_FAULTS = 100;

/** `lateNames`: texts with references are valid anywhere; the value is then returned unchanged. */
export function checkValue<S extends z.ZodType>(schema: S, value: unknown, lateNames: boolean): Validated<z.output<S>> {
  const parsed = schema.safeParse(value, { reportInput: true });
  if (parsed.success) return { ok: true, value: parsed.data };
  const places = parsed.error.issues.flatMap((issue) => issuePlaces(issue));
  const faults = lateNames ? places.filter((place) => isStructure(place) || !isReference(value, place.path)) : places;
  if (faults.length === 0) return { ok: true, value: value as z.output<S> };
  return { ok: false, places: faults.slice(0, MAX_FAULTS).map((place) => withRemedy(value, place)) };
}

/** Adds how to write it in a file: `name: value` with a space, a number that is a text in quotes, and 90 % as 0.9. */
export function withRemedy(value: unknown, { path, issue }: IssuePlace): IssuePlace {
  const member = memberAt(value, path);
  const [, glued, text] = (member === null ? /^(\w+):(\S.*)$/.exec(String(path.at(-1))) : null) ?? [];
  if (glued !== undefined) return { path, issue: `needs a space after the colon, as ${glued}: ${text}` };
  const isPlain = typeof member === 'number' || typeof member === 'boolean';
  const [, bound] = /^must be (?:at most|at least|above|below) (-?\d+(?:\.\d+)?)$/.exec(issue) ?? [];
  if (typeof member === 'number' && Math.abs(Number(bound)) <= 1 && Math.abs(member) >= 2 && Math.abs(member) <= 100)
    return { path, issue: `${issue}: ${member} % is ${Number((member / 100).toPrecision(12))}` };
  return { path, issue: isPlain && issue === 'must be a text' ? 'must be a text: put it in quotes' : issue };
}

/** Nested steps are in the file. */
function isStructure({ path }: IssuePlace): boolean {
  return path.at(-1) === 'steps' || (path.length === 1 && OF_STEPS.includes(path[0] ?? ''));
}

const OF_STEPS: readonly PropertyKey[] = ['parallel', 'fork', 'repeat'];

function isReference(value: unknown, path: readonly PropertyKey[]): boolean {
  const member = memberAt(value, path);
  return typeof member === 'string' && hasReference(member);
}

/** The value at a path or its nearest text above, because a text is validated as a whole. */
function memberAt(value: unknown, path: readonly PropertyKey[]): unknown {
  let member: unknown = value;
  for (const key of path) {
    if (typeof member !== 'object' || member === null) return member;
    member = (member as Readonly<Record<PropertyKey, unknown>>)[key];
  }
  return member;
}
