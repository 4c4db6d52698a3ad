/** Replaces values of a file before it is validated: at JSON pointers, or as its variables. */
import type { IssuePlace } from '../../contract/fields/issue-places.ts';
import { didYouMean } from '../../contract/fields/nearest-name.ts';
import type { Json } from '../../kernel/canonical-json.ts';
import { setValueAt, tokensOf, valueAt } from '../references/json-pointer.ts';

type Varied =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly places: readonly IssuePlace[] };

/** The given value is not changed. */
export function applyVariations(value: unknown, vary: Readonly<Record<string, Json>>): Varied {
  const wanted = Object.entries(vary);
  if (wanted.length === 0) return { ok: true, value };
  const copy: unknown = structuredClone(value);
  const places: IssuePlace[] = [];
  for (const [where, other] of wanted) {
    if (where.startsWith('/')) {
      if (!setValueAt(copy, where, other))
        places.push({ path: tokensOf(where), issue: `there is no ${where} to vary` });
      continue;
    }
    const variables = namesOf(copy);
    if (variables.includes(where)) setVariable(copy, where, other);
    else {
      const known = variables.length === 0 ? 'the file has none' : `it has ${variables.join(', ')}`;
      places.push({
        path: ['variables'],
        issue: `there is no variable ${where} to vary: ${known}${didYouMean(where, variables)}`,
      });
    }
  }
  return places.length > 0 ? { ok: false, places } : { ok: true, value: copy };
}

/** The variables of a file, and those that the environment may set. */
function namesOf(value: unknown): string[] {
  const variables = valueAt(value, '/variables');
  const own = typeof variables === 'object' && variables !== null ? Object.keys(variables) : [];
  return [...new Set([...own, ...environmentNames(value)])];
}

/** Names of environment variables that may set variables of a file (decision K134). */
export function environmentNames(value: unknown): string[] {
  const names = valueAt(value, '/env');
  return Array.isArray(names) ? names.filter((name) => typeof name === 'string') : [];
}

/** A name that only `env` has comes first, so that every variable can use it. */
function setVariable(value: unknown, name: string, other: Json): void {
  const variables: unknown = valueAt(value, '/variables');
  const isKnown = typeof variables === 'object' && variables !== null && Object.hasOwn(variables, name);
  if (isKnown) Object.assign(variables, { [name]: other });
  else Object.assign(value as object, { variables: { [name]: other, ...Object(variables) } });
}
