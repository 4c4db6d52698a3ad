/**
 * Reads delimited text as a header and rows, each with the line it begins in. Detects the delimiter and the header from
 * the contents; `sep=;` in the first line states the delimiter. A row with fewer cells than the header is filled with
 * empty ones; a row with additional cells that are not empty is an issue, and then no table is returned.
 */

import Papa from 'papaparse';
import { NO_TEXT } from '../../contract/control/imports/decode-text.ts';
import type { ImportIssue } from '../../contract/control/imports/import-report.ts';
import { countOf } from '../../domain/numbers/count-of.ts';
import { type CellPlace, type ImportIssues, lineOf, type SourceFile } from '../source-file.ts';

export interface TableRow {
  /** Line in the file, from 1. */
  readonly line: number;
  /** At most as many as the header has, without surrounding spaces; missing ones are empty. */
  readonly cells: readonly string[];
}

export interface Table {
  readonly file: string;
  /** `null` for a sheet of a workbook. */
  readonly delimiter: string | null;
  readonly header: readonly string[];
  readonly headerLine: number;
  readonly rows: readonly TableRow[];
  /** Whether the text of a cell is in quotation marks anywhere. */
  isQuoted(cell: string): boolean;
  /** Whether the sheet of a workbook has a number or a date there, which is not in any text format. */
  isStored(place: Pick<CellPlace, 'line' | 'column'>): boolean;
}

const DELIMITERS = [';', '\t', '|', ','] as const;

interface TableForm {
  /** `null`: the one that separates the most headers in a line, else the one that occurs most in the first line. */
  readonly delimiter: string | null;
  /** Whether a text is the header of a column: the row with most of them is the header, whatever rows are above it. */
  readonly isHeader: (text: string) => boolean;
}

/** More columns than any real table has. */
export const MAX_TABLE_COLUMNS = 5_000;
/** Includes missing cells at the ends of rows, of which a short file may have many. */
export const MAX_CELLS = 4_000_000;

/** Rows above the header, and cells after its last column, are reported unless they are empty. */
export function readTable(file: SourceFile, form: TableForm, findings: ImportIssues): Table | null {
  const written = file.text.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n');
  const stated = /^sep=(.)\n/i.exec(written)?.[1] ?? null;
  // The line remains, so that all others retain their numbers.
  const text = stated === null ? written : written.slice('sep=;'.length);
  const used = file.sheet === undefined ? (form.delimiter ?? stated ?? delimiterOf(text, form.isHeader)) : ',';
  const issues: ImportIssue[] = [];
  const all = parseRows(file.name, text, used, issues);
  const headerAt = headerRow(all, form.isHeader);
  const [header, ...rows] = all.slice(headerAt);
  const fail = (line: number, issue: string) => issues.push({ ...lineOf(file.name, line), issue });
  if (file.issue !== undefined) fail(1, file.issue);
  else if (text.includes('\0')) fail(1, NO_TEXT);
  else if (header === undefined) {
    if (issues.length === 0) fail(1, 'is empty');
  } else if (header.cells.length < 2)
    fail(header.line, 'has only one column; separate cells with commas, semicolons, tabs or pipes');
  else if (header.cells.length > MAX_TABLE_COLUMNS)
    fail(header.line, `has ${header.cells.length} columns; the maximum is ${MAX_TABLE_COLUMNS}`);
  else if (header.cells.length * rows.length > MAX_CELLS)
    fail(header.line, `has ${header.cells.length} columns and ${rows.length} rows; the maximum is ${MAX_CELLS} cells`);
  else if (rows.length === 0 && issues.length === 0) fail(header.line, 'has a header but no rows');
  const width = header?.cells.length ?? 0;
  const whole = rows.map(({ line, cells }) => {
    if (cells.slice(width).some((cell) => cell !== ''))
      fail(line, `has ${countOf(cells.length, 'cell')} instead of ${width}`);
    return { line, cells: cells.length > width ? cells.slice(0, width) : cells };
  });
  for (const issue of issues) findings.issues.push(issue);
  if (header === undefined || issues.length > 0) return null;
  for (const { line, cells } of all.slice(0, headerAt)) {
    const title = cells.filter((cell) => cell !== '').join(' ');
    findings.leftOut.push({ ...lineOf(file.name, line), issue: `is above the header: ${title.slice(0, MAX_SHOWN)}` });
  }
  return {
    file: file.name,
    delimiter: file.sheet === undefined ? used : null,
    header: header.cells,
    headerLine: header.line,
    rows: whole,
    isQuoted: (cell) => text.includes(`"${cell}"`),
    isStored: ({ line, column }) => file.sheet?.isStored(line, column) ?? false,
  };
}

/** Number of characters shown of a line above the header. */
const MAX_SHOWN = 80;

/** Titles above a table take few lines. */
const MAX_ABOVE = 40;
/** Number of characters of a line that are searched for headers. */
const LONGEST_HEADER = 10_000;

/** Returns the first of the rows with the most headers; the first row if no other has at least two. */
function headerRow(rows: readonly TableRow[], isHeader: TableForm['isHeader']): number {
  let [best, most] = [0, 0];
  rows.slice(0, MAX_ABOVE).forEach(({ cells }, index) => {
    const headers = cells.slice(0, MAX_ABOVE).filter((cell) => cell !== '' && isHeader(cell)).length;
    if (headers > most && (index === 0 || headers >= 2)) [best, most] = [index, headers];
  });
  if (most > 0) return best;
  // If no header is known: a title has one cell.
  const first = rows.findIndex(({ cells }) => cells.filter((cell) => cell !== '').length > 1);
  return Math.max(0, first);
}

/**
 * Returns the delimiter that separates the most headers in one of the first lines, because a title may have commas. If
 * none separates two: the one that occurs most often in the first line; if it has none, the one that occurs in most of
 * the first lines. Of equal ones the comma comes last, because it may be a decimal one.
 */
function delimiterOf(text: string, isHeader: TableForm['isHeader']): string {
  const written = text
    .split('\n', MAX_ABOVE * 2)
    .filter((line) => line.trim() !== '')
    .slice(0, MAX_ABOVE);
  const headersOf = (line: string, delimiter: string) =>
    line
      .slice(0, LONGEST_HEADER)
      .split(delimiter)
      .filter((cell) => isHeader(cell.replaceAll('"', '').trim())).length;
  const headed = DELIMITERS.map((delimiter) => ({
    delimiter,
    headers: Math.max(0, ...written.map((line) => headersOf(line, delimiter))),
  })).reduce((best, each) => (each.headers > best.headers ? each : best));
  if (headed.headers >= 2) return headed.delimiter;
  const lines = written.map((line) => line.replace(/"[^"]*"/g, ''));
  const counts = DELIMITERS.map((delimiter) => {
    const found = lines.map((line) => line.split(delimiter).length - 1);
    return {
      delimiter,
      lines: found.filter((count) => count > 0).length,
      most: Math.max(0, ...found),
      first: found[0] ?? 0,
    };
  });
  const better = (one: (typeof counts)[number], other: (typeof counts)[number]) =>
    other.first > one.first || (one.first === 0 && other.first === 0 && other.lines > one.lines);
  return counts.reduce((best, each) => (better(best, each) ? each : best)).delimiter;
}

/** Skips empty rows. Returns none if a quotation mark is not closed, which is an issue. */
function parseRows(file: string, text: string, delimiter: string, issues: ImportIssue[]): TableRow[] {
  const openAt = openQuote(text, delimiter);
  if (openAt !== null) {
    issues.push({ ...lineOf(file, openAt), issue: 'has a quotation mark that is not closed' });
    return [];
  }
  const rows: TableRow[] = [];
  let offset = 0;
  let line = 1;
  Papa.parse<string[]>(text, {
    delimiter,
    newline: '\n',
    fastMode: false,
    step({ data, meta }) {
      const cells = data.map((cell) => cell.trim());
      if (cells.some((cell) => cell !== '')) rows.push({ line, cells });
      for (; offset < meta.cursor; offset += 1) if (text[offset] === '\n') line += 1;
    },
  });
  return rows;
}

/**
 * Returns the line of the first cell whose quotation mark is not closed before the next separator; `null` if there is
 * none. The parser would search for the end of each such cell again and again.
 */
function openQuote(text: string, delimiter: string): number | null {
  let line = 1;
  for (let at = 0; at < text.length; ) {
    const began = line;
    if (text[at] === '"') {
      at += 1;
      while (at < text.length && (text[at] !== '"' || text[at + 1] === '"')) {
        if (text[at] === '\n') line += 1;
        at += text[at] === '"' ? 2 : 1;
      }
      if (at >= text.length) return began;
      at += 1;
      while (text[at] === ' ' && delimiter !== ' ') at += 1;
      if (at < text.length && text[at] !== delimiter && text[at] !== '\n') return began;
    } else while (at < text.length && text[at] !== delimiter && text[at] !== '\n') at += 1;
    if (text[at] === '\n') line += 1;
    at += 1;
  }
  return null;
}
