/** Where a form shows what the service refused: each fault at its field, what belongs to none above the form. */
import { ApiError } from '../../api/api-error.ts';
import { formatIssue } from './format-issue.ts';

export interface FieldErrors {
  /** The issues at a field, named by its JSON pointer, and at what lies inside it. */
  at(pointer: string): string | null;
  /** What no field of the form shows, as sentences; empty when there is none. */
  readonly elsewhere: readonly string[];
}

/** `fields` are the JSON pointers that the form shows errors at. */
export function fieldErrors(error: unknown, fields: readonly string[]): FieldErrors {
  const details = error instanceof ApiError ? error.details : [];
  const isIn = (path: string, field: string) => path === field || path.startsWith(`${field}/`);
  const homeless = details.filter(({ path }) => !fields.some((field) => isIn(path, field)));
  return {
    at: (pointer) => {
      const issues = details.filter(({ path }) => isIn(path, pointer)).map(({ issue }) => formatIssue(issue));
      return issues.length === 0 ? null : sentence(issues.join('; '));
    },
    elsewhere: error === null || error === undefined ? [] : elsewhereOf(error, details.length, homeless),
  };
}

function elsewhereOf(error: unknown, found: number, homeless: readonly { path: string; issue: string }[]): string[] {
  if (found === 0) return [error instanceof Error ? error.message : String(error)];
  return homeless.map(({ path, issue }) => `${path || 'The request'} ${formatIssue(issue)}.`);
}

/** Issues of the service are predicates: `does not list this ISIN`. */
function sentence(issue: string): string {
  return `${issue.charAt(0).toUpperCase()}${issue.slice(1)}.`;
}
