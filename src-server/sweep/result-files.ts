/**
 * The results as files: JSON lines and CSV with the same columns in every row, and a description of the columns. Rows
 * are in the order of the plan and contain nothing of the host, so the bytes do not depend on the workers or on
 * interruptions.
 */
import { stringify } from 'csv-stringify/sync';
import type { SweepResultStore } from './sweep-result-store.ts';

/** One JSON object per line. A column without a value is null, never absent. */
export function* jsonLines(store: SweepResultStore): Generator<string> {
  const names = store.columns().map(({ name }) => JSON.stringify(name));
  for (const row of store.rows()) {
    yield `{${row.map((cell, column) => `${names[column]}:${JSON.stringify(cell)}`).join(',')}}\n`;
  }
}

/** RFC 4180 with a header row; null is an empty field, and an empty text is quoted. */
export function* csvLines(store: SweepResultStore): Generator<string> {
  yield csvLine(store.columns().map(({ name }) => name));
  for (const row of store.rows()) yield csvLine(row);
}

/** The column types that a Parquet file or a database would use. */
export function columnsJson(store: SweepResultStore): string {
  return `${JSON.stringify({ columns: store.columns() }, null, 2)}\n`;
}

/** One row of RFC 4180; texts that a spreadsheet would take for formulas get an apostrophe. */
export function csvLine(cells: readonly unknown[]): string {
  return stringify([[...cells]], { record_delimiter: '\r\n', cast: { boolean: String, string: castText } });
}

/**
 * Quotes distinguish an empty text from null. A text that a spreadsheet would take for a formula gets a leading
 * apostrophe, because names and failures come from the author of the scenario. Numbers are unchanged, also as texts.
 */
function castText(text: string) {
  if (text === '') return { value: text, quoted_empty: true };
  return /^[=+\-@\t\r]/.test(text) && !/^[+-]?\d+(?:\.\d+)?$/.test(text) ? `'${text}` : text;
}
