/**
 * Reads delimited text as a header and rows, each with the line it begins in. Finds the delimiter by the header. Returns
 * every row that has another number of cells than the header, and no table then.
 */
import Papa from 'papaparse';
import type { ImportIssue } from '../../contract/control/imports/import-report.ts';
import { lineOf, type SourceFile } from '../source-file.ts';

export interface TableRow {
  /** In the file, from 1. */
  readonly line: number;
  /** As many as the header has, without spaces around them. */
  readonly cells: readonly string[];
}

export interface Table {
  readonly file: string;
  readonly delimiter: string;
  readonly header: readonly string[];
  readonly headerLine: number;
  readonly rows: readonly TableRow[];
  /** Whether such a cell stands in quotation marks somewhere. */
  isQuoted(cell: string): boolean;
}

export type ReadTable =
  | { readonly ok: true; readonly table: Table }
  | { readonly ok: false; readonly issues: readonly ImportIssue[] };

export const DELIMITERS = [';', '\t', '|', ','] as const;

/** `delimiter` null: the one that the header has most of. */
export function readTable(file: SourceFile, delimiter: string | null): ReadTable {
  const text = file.text.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n');
  const used = delimiter ?? delimiterOf(text);
  const issues: ImportIssue[] = [];
  const [header, ...rows] = parseRows(file.name, text, used, issues);
  const fail = (line: number, issue: string) => issues.push({ ...lineOf(file.name, line), issue });
  if (header === undefined) fail(1, 'is empty');
  else if (header.cells.length < 2)
    fail(header.line, 'has one column only: commas, semicolons, tabs or pipes separate cells');
  else if (rows.length === 0 && issues.length === 0) fail(header.line, 'has a header and no rows');
  const width = header?.cells.length ?? 0;
  const whole = rows.map((row) => {
    const excess = row.cells.slice(width).some((cell) => cell !== '');
    if (row.cells.length < width || excess) fail(row.line, `has ${row.cells.length} cells instead of ${width}`);
    return { line: row.line, cells: row.cells.slice(0, width) };
  });
  if (header === undefined || issues.length > 0) return { ok: false, issues };
  return {
    ok: true,
    table: {
      file: file.name,
      delimiter: used,
      header: header.cells,
      headerLine: header.line,
      rows: whole,
      isQuoted: (cell) => text.includes(`"${cell}"`),
    },
  };
}

/** Where several separate as many cells, the comma comes last: it may be a decimal one. */
function delimiterOf(text: string): string {
  const firstLine = text.split('\n').find((line) => line.trim() !== '') ?? '';
  const bare = firstLine.replace(/"[^"]*"/g, '');
  const counts = DELIMITERS.map((delimiter) => ({ delimiter, found: bare.split(delimiter).length - 1 }));
  return counts.reduce((best, each) => (each.found > best.found ? each : best)).delimiter;
}

/** Rows with nothing in them are skipped. */
function parseRows(file: string, text: string, delimiter: string, issues: ImportIssue[]): TableRow[] {
  const rows: TableRow[] = [];
  let offset = 0;
  let line = 1;
  Papa.parse<string[]>(text, {
    delimiter,
    newline: '\n',
    fastMode: false,
    step({ data, errors, meta }) {
      for (const { type } of errors) {
        if (type === 'Quotes') issues.push({ ...lineOf(file, line), issue: 'has a quotation mark that is not closed' });
      }
      const cells = data.map((cell) => cell.trim());
      if (cells.some((cell) => cell !== '')) rows.push({ line, cells });
      for (; offset < meta.cursor; offset += 1) if (text[offset] === '\n') line += 1;
    },
  });
  return rows;
}
