/** What the service refused of a portfolio, at the rows and cells of the form. Pointers of the control plane are read as the form's. */
import { ApiError } from '../../../api/api-error.ts';
import { placeErrors } from '../../../components/forms/place-errors.ts';

export interface EditorErrors {
  /** What is wrong at a field, a row or the list of targets, named by its JSON pointer. */
  at(pointer: string): string | null;
  /** What belongs to none of them, as sentences. */
  readonly formErrors: readonly string[];
}

const CELLS = { '/holdings': ['exchange', 'quantity'], '/targets': ['weight'] } as const;

/** `rows` is how many rows each list has. */
export function editorErrors(
  error: unknown,
  fields: readonly string[],
  rows: Readonly<Record<keyof typeof CELLS, number>>,
): EditorErrors {
  const placesOf = (list: keyof typeof CELLS) =>
    Array.from({ length: rows[list] }, (_, index) => `${list}/${index}`).flatMap((row) => [
      row,
      ...CELLS[list].map((cell) => `${row}/${cell}`),
    ]);
  const pointers = [...fields, '/targets', ...placesOf('/holdings'), ...placesOf('/targets')];
  const { atField, formErrors } = placeErrors(error, pointers);
  return { at: (pointer) => atField.get(pointer) ?? null, formErrors };
}

/** The control plane calls holdings positions, and cash an amount. */
export function asFormPointers(error: unknown): unknown {
  if (!(error instanceof ApiError)) return error;
  const details = error.details.map(({ path, issue }) => ({
    path: path.replace(/^\/positions(?=\/|$)/, '/holdings').replace(/^\/amount$/, '/cash'),
    issue,
  }));
  return new ApiError(error.status, error.code, error.message, details, error.requestId);
}
