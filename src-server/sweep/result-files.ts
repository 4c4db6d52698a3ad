/**
 * The results as files: JSON lines and CSV with the same columns in every row, and what each column is. Rows are in the order
 * of the plan and hold nothing of the host, so the bytes do not depend on who played, or on how often it was interrupted.
 */
import { stringify } from 'csv-stringify/sync';
import type { SweepResultStore } from './sweep-result-store.ts';

/** One JSON object a line. A column that a job has nothing for is null, never absent. */
export function* jsonLines(store: SweepResultStore): Generator<string> {
  const names = store.columns().map(({ name }) => JSON.stringify(name));
  for (const row of store.rows()) {
    yield `{${row.map((cell, column) => `${names[column]}:${JSON.stringify(cell)}`).join(',')}}\n`;
  }
}

/** RFC 4180 with a head; null is an empty field, and an empty text is quoted. */
export function* csvLines(store: SweepResultStore): Generator<string> {
  yield csvLine(store.columns().map(({ name }) => name));
  for (const row of store.rows()) yield csvLine(row);
}

/** The types that a Parquet file, or a database, would have for the columns. */
export function columnsJson(store: SweepResultStore): string {
  return `${JSON.stringify({ columns: store.columns() }, null, 2)}\n`;
}

function csvLine(cells: readonly unknown[]): string {
  return stringify([[...cells]], { record_delimiter: '\r\n', cast: { boolean: String, string: castText } });
}

/**
 * Without quotes an empty text could not be told from null. What a spreadsheet would take for a formula gets an apostrophe before
 * it: names and failures are texts of whoever wrote the scenario. Numbers stay what they are, also those that are texts.
 */
function castText(text: string) {
  if (text === '') return { value: text, quoted_empty: true };
  return /^[=+\-@\t\r]/.test(text) && !/^[+-]?\d+(?:\.\d+)?$/.test(text) ? `'${text}` : text;
}
