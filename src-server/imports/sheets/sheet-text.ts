/**
 * Writes the cells of a sheet as text with commas. Line and column of a cell in the text are its row and column in the
 * sheet, including empty ones at the beginning. Texts are quoted if they could be mistaken for numbers.
 */
import type { CellObject, ColInfo, Range, RowInfo } from '@e965/xlsx';
import { columnLetters } from '../../contract/control/imports/issue-place.ts';
import { MAX_CELLS, MAX_TABLE_COLUMNS } from '../tables/read-table.ts';
import { type CellText, cellText, NO_CELL } from './cell-text.ts';

/** A sheet as the library returns it: missing rows and cells have no cells. */
export interface ReadSheet {
  readonly '!data'?: readonly (readonly (CellObject | undefined)[] | undefined)[];
  readonly '!merges'?: readonly Range[];
  readonly '!rows'?: readonly (RowInfo | undefined)[];
  readonly '!cols'?: readonly (ColInfo | undefined)[];
}

interface SheetText {
  readonly text: string;
  /** Why the cells are not read. */
  readonly issue: string | null;
  /** Whether the sheet has a number or a date, instead of a text, at a line and column (from 1). */
  isStored(line: number, column: number): boolean;
  /** Only rows with cells count. */
  readonly hiddenRows: number;
  readonly hiddenColumns: number;
}

export function sheetText({ cells: sheet }: { readonly cells: ReadSheet }, from1904: boolean): SheetText {
  const data = Array.from(sheet['!data'] ?? [], (row = []) => row.slice(0, row.findLastIndex(hasContent) + 1));
  const issue = boundIssue(data);
  const nothing = { text: '', isStored: () => false, hiddenRows: 0, hiddenColumns: 0 };
  if (issue !== null) return { ...nothing, issue };
  const rows = data.map((row) => Array.from(row, (cell) => cellText(cell, from1904)));
  fillMerged(rows, sheet['!merges'] ?? []);
  const width = rows.reduce((most, row) => Math.max(most, row.length), 0);
  const isFilled = (row: readonly CellText[] | undefined) => row?.some(({ text }) => text !== '') ?? false;
  const hidden = (infos: readonly ({ readonly hidden?: boolean } | undefined)[] = []) =>
    infos.flatMap((info, index) => (info?.hidden === true ? [index] : []));
  return {
    text: `${rows.map(lineOf).join('\n')}\n`,
    issue: null,
    isStored: (line, column) => rows[line - 1]?.[column - 1]?.isStored ?? false,
    hiddenRows: hidden(sheet['!rows']).filter((index) => isFilled(rows[index])).length,
    hiddenColumns: hidden(sheet['!cols']).filter((index) => index < width && rows.some((row) => row[index]?.text))
      .length,
  };
}

/** An empty cell may have colours. */
function hasContent(cell: CellObject | undefined): boolean {
  return cell !== undefined && (cell.t !== 'z' || cell.f !== undefined);
}

/** Checked before anything is made of the cells: a single cell far to the right makes every line of the text long. */
function boundIssue(data: readonly { readonly length: number }[]): string | null {
  let cells = 0;
  for (const { length: width } of data) {
    if (width > MAX_TABLE_COLUMNS) return `has ${width} columns; the maximum is ${MAX_TABLE_COLUMNS}`;
    cells += width;
    if (cells > MAX_CELLS) return `has more than the maximum of ${MAX_CELLS} cells`;
  }
  return null;
}

/**
 * Fills merged cells: a text or date that spans several rows applies to each of them. A number applies only to the
 * first row, and the others say so.
 */
function fillMerged(rows: CellText[][], merges: readonly Range[]): void {
  for (const { s: first, e: last } of merges) {
    const shown = rows[first.r]?.[first.c];
    if (shown === undefined || shown.text === '' || last.r === first.r) continue;
    const isNumber = shown.isStored && !/^\d{4}-\d{2}/.test(shown.text);
    const place = `${columnLetters(first.c + 1)}${first.r + 1}`;
    const filled = isNumber ? { text: `merged with ${place}`, isStored: false } : shown;
    for (let index = first.r + 1; index <= Math.min(last.r, rows.length - 1); index += 1) {
      const row = rows[index];
      if (row === undefined || !row.some(({ text }) => text !== '')) continue;
      while (row.length <= first.c) row.push(NO_CELL);
      row[first.c] = filled;
    }
  }
}

/** Words that cannot be mistaken for anything else need no quotation marks. */
const PLAIN_TEXT = /^\p{L}[\p{L}\p{N} .%/()-]*$/u;

function lineOf(row: readonly CellText[]): string {
  return row
    .slice(0, row.findLastIndex(({ text }) => text !== '') + 1)
    .map(({ text, isStored }) => {
      if (text === '' || isStored || PLAIN_TEXT.test(text)) return text;
      return `"${text.replaceAll('"', '""')}"`;
    })
    .join(',');
}
