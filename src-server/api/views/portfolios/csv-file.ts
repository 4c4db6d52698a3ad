/** Files for a spreadsheet (RFC 4180), in which no name, which is free text, is a formula. */
import { stringify } from 'csv-stringify/sync';

type Cell = string | number | null;

export function csvFile(
  rows: readonly Readonly<Record<string, Cell>>[],
  columns: readonly string[],
  withHeader = true,
): string {
  const lines = rows.map((row) => columns.map((column) => withoutFormula(row[column] ?? null)));
  return stringify(withHeader ? [[...columns], ...lines] : lines, { record_delimiter: '\r\n' });
}

/** Texts that a spreadsheet would read as a formula; negative numbers are not. */
const FORMULA = /^[=+\-@\t\r\uff1d\uff0b\uff0d\uff20]/;
const NUMBER = /^-?\d+(?:\.\d+)?$/;

function withoutFormula(cell: Cell): Cell {
  return typeof cell === 'string' && FORMULA.test(cell) && !NUMBER.test(cell) ? `'${cell}` : cell;
}

/** Formats an amount or a price: at least two decimals. */
export function csvAmount(amount: number): string {
  const text = amount.toFixed(2);
  return Number(text) === amount ? text : String(amount);
}
