/**
 * Decides where a form shows the service's refusals: each issue at its field, the others at the top of the form. Pure.
 */

import { ApiError } from '../../api/api-error.ts';
import { asSentence } from '../format/as-sentence.ts';

export interface PlacedErrors {
  /** The issues at each field that has any, by the field's JSON pointer, as sentences. */
  readonly atField: ReadonlyMap<string, string>;
  /** Issues that no field shows, as sentences. */
  readonly formErrors: readonly string[];
}

/** A field, by its JSON pointer; or a list as a whole, which does not show issues inside it. */
export type FieldPointer = string | { readonly list: string };

/** An issue belongs to the field with the longest pointer that is a prefix: `/match/headers/x` to `/match/headers`. */
export function placeErrors(error: unknown, pointers: readonly FieldPointer[]): PlacedErrors {
  if (error === null || error === undefined) return { atField: new Map(), formErrors: [] };
  const details = error instanceof ApiError ? error.details : [];
  if (details.length === 0) {
    return { atField: new Map(), formErrors: [error instanceof Error ? error.message : String(error)] };
  }
  const issues = details.map(({ path, issue }) => ({ path, issue, field: fieldOf(path, pointers) }));
  const atField = Map.groupBy(issues, ({ field }) => field);
  const homeless = atField.get(undefined) ?? [];
  return {
    atField: new Map(
      [...atField].flatMap(([field, found]) => (field === undefined ? [] : [[field, sentenceOf(found)] as const])),
    ),
    formErrors: homeless.map(({ path, issue }) => `${path || 'The request'} ${issue}.`),
  };
}

function fieldOf(path: string, pointers: readonly FieldPointer[]): string | undefined {
  const above = pointers.flatMap((pointer) => {
    if (typeof pointer !== 'string') return pointer.list === path ? [path] : [];
    return path === pointer || path.startsWith(`${pointer}/`) ? [pointer] : [];
  });
  return above.reduce<string | undefined>(
    (nearest, pointer) => (nearest === undefined || pointer.length > nearest.length ? pointer : nearest),
    undefined,
  );
}

/** Issues of the service are predicates: `does not list this ISIN`. */
function sentenceOf(found: readonly { readonly issue: string }[]): string {
  return asSentence(found.map(({ issue }) => issue).join('; '));
}
