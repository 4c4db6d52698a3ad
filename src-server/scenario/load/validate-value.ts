/**
 * Validates data of a file against a schema. Errors are places with sentences, and an unknown field is reported with
 * the nearest known one. Texts with references (`${name}`) may be let through, because only a run knows their values.
 */
import type { z } from 'zod';
import { type IssuePlace, issuePlaces } from '../../contract/fields/issue-places.ts';
import { UNKNOWN_FIELD } from '../../contract/fields/plain-issues.ts';
import { hasReference } from '../../contract/scenario/scenario-names.ts';
import { didYouMean } from './nearest-name.ts';

export type Validated<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly places: readonly IssuePlace[] };

/** Nobody repairs more errors at once, and each place must be looked up in the text. */
export const MOST_FAULTS = 100;

/** `lateNames`: texts with references are valid anywhere; the value is returned as it was written then. */
export function checkValue<S extends z.ZodType>(schema: S, value: unknown, lateNames: boolean): Validated<z.output<S>> {
  const knownFields = new Map<unknown, readonly string[]>();
  const parsed = schema.safeParse(value, {
    reportInput: true,
    error(issue) {
      if (issue.code === 'unrecognized_keys') {
        knownFields.set(issue.input, [...(knownFields.get(issue.input) ?? []), ...fieldsOf(issue.inst)]);
      }
      return undefined;
    },
  });
  if (parsed.success) return { ok: true, value: parsed.data };
  const places = parsed.error.issues.flatMap((issue) => issuePlaces(issue));
  const faults = lateNames ? places.filter(({ path }) => !isReference(value, path)) : places;
  if (faults.length === 0) return { ok: true, value: value as z.output<S> };
  return { ok: false, places: faults.slice(0, MOST_FAULTS).map((fault) => withHint(fault, value, knownFields)) };
}

function fieldsOf(schema: unknown): string[] {
  const shape = (schema as { _zod?: { def?: { shape?: object } } } | undefined)?._zod?.def?.shape;
  return Object.keys(shape ?? {});
}

function withHint(
  { path, issue }: IssuePlace,
  value: unknown,
  knownFields: ReadonlyMap<unknown, readonly string[]>,
): IssuePlace {
  if (!issue.startsWith(UNKNOWN_FIELD)) return { path, issue };
  const known = knownFields.get(memberAt(value, path.slice(0, -1))) ?? [];
  return { path, issue: `${issue}${didYouMean(String(path.at(-1)), known)}` };
}

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
