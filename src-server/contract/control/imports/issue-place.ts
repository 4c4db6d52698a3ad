/**
 * Formats the place of an issue: lines and numbered columns of text, rows and lettered columns of a sheet. Without zod,
 * for the app.
 */
import type { ImportedFile, ImportIssue } from './import-report.ts';

/** Names for the places in one file. */
interface PlaceLabels {
  readonly line: 'line' | 'row';
  /** Empty for a whole line. */
  columnOf(place: Pick<ImportIssue, 'column' | 'name'>): string;
}

export function placeLabels(file: string, files: readonly Pick<ImportedFile, 'name' | 'sheets'>[]): PlaceLabels {
  const isSheet = files.some(({ name, sheets }) => name === file && sheets.length > 0);
  return {
    line: isSheet ? 'row' : 'line',
    columnOf({ column, name }) {
      if (column === 0) return '';
      return `column ${isSheet ? columnLetters(column) : column}${name === '' ? '' : ` (${name})`}`;
    },
  };
}

/** Returns a column's name in spreadsheets: 1 is `A`, 27 is `AA`. */
export function columnLetters(column: number): string {
  let letters = '';
  for (let rest = column; rest > 0; rest = Math.floor((rest - 1) / 26))
    letters = String.fromCharCode(65 + ((rest - 1) % 26)) + letters;
  return letters;
}
