/** What the service refused of a portfolio, at the rows and cells of the form. Pointers of the control plane are read as the form's. */
import { ApiError } from '../../../api/api-error.ts';
import { type FieldErrors, fieldErrors } from '../../../components/forms/field-errors.ts';
import { formatIssue } from '../../../components/forms/format-issue.ts';

export interface EditorErrors extends FieldErrors {
  /** The issues of a row and of what lies in it, but for the fields that have cells of their own. */
  ofRow(pointer: string, cells: readonly string[]): string | null;
  /** The issues at a list as a whole. */
  ofList(pointer: string): string | null;
}

/** `rows` is how many rows each list has; what belongs to no field, row or list is elsewhere. */
export function editorErrors(
  error: unknown,
  fields: readonly string[],
  rows: Readonly<Record<string, number>>,
): EditorErrors {
  const details = error instanceof ApiError ? error.details : [];
  const lists = Object.keys(rows);
  const places = lists.flatMap((list) => Array.from({ length: rows[list] ?? 0 }, (_, index) => `${list}/${index}`));
  // A list as a whole is shown by its editor, and is no field, because a field shows what lies inside it, too.
  const rest = details.filter(({ path }) => !lists.includes(path));
  const shown = error instanceof ApiError ? restOf(error, rest) : error;
  const byField = fieldErrors(details.length > 0 && rest.length === 0 ? null : shown, [...fields, ...places]);
  const issuesAt = (holds: (path: string) => boolean) =>
    details.filter(({ path }) => holds(path)).map(({ issue }) => formatIssue(issue));
  return {
    ...byField,
    ofRow: (pointer, cells) =>
      sentence(
        issuesAt(
          (path) =>
            (path === pointer || path.startsWith(`${pointer}/`)) &&
            !cells.some((cell) => path === `${pointer}/${cell}` || path.startsWith(`${pointer}/${cell}/`)),
        ),
      ),
    ofList: (pointer) => sentence(issuesAt((path) => path === pointer)),
  };
}

/** The control plane calls holdings positions, and cash an amount. */
export function asFormPointers(error: unknown): unknown {
  if (!(error instanceof ApiError)) return error;
  const details = error.details.map(({ path, issue }) => ({
    path: path.replace(/^\/positions(?=\/|$)/, '/holdings').replace(/^\/amount$/, '/cash'),
    issue,
  }));
  return restOf(error, details);
}

function restOf(error: ApiError, details: ApiError['details']): ApiError {
  return new ApiError(error.status, error.code, error.message, details, error.requestId);
}

function sentence(issues: readonly string[]): string | null {
  const text = issues.join('; ');
  return text === '' ? null : `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}
