/** Cells of pasted text, by tab, semicolon or comma, with quotes as spreadsheets set them. Knows the line of each row. */

export interface CellRow {
  /** Of the text, from 1: where the row begins. */
  readonly line: number;
  readonly cells: readonly string[];
}

export interface SplitText {
  readonly delimiter: Delimiter;
  readonly rows: readonly CellRow[];
  /** Where a quote begins that never ends; null where every one does. */
  readonly openQuoteLine: number | null;
}

export type Delimiter = '\t' | ';' | ',';

/** Rows without any text are left out; cells are trimmed. */
export function splitCells(text: string): SplitText {
  const body = text
    .replace(/^\uFEFF/, '')
    .replaceAll('\r\n', '\n')
    .replaceAll('\r', '\n');
  const delimiter = delimiterOf(body);
  const rows: CellRow[] = [];
  let line = 1;
  let start = 1;
  let cells: string[] = [];
  let openQuoteLine: number | null = null;
  const end = () => {
    if (cells.some((cell) => cell !== '') && !isSeparatorLine(cells)) rows.push({ line: start, cells });
    cells = [];
  };
  for (let at = 0; at <= body.length; ) {
    const cell = cellFrom(body, at, delimiter);
    if (!cell.isClosed) openQuoteLine ??= line;
    cells.push(cell.text.trim());
    line += cell.lines;
    at = cell.end + 1;
    if (body[cell.end] === delimiter) continue;
    end();
    line += 1;
    start = line;
  }
  return { delimiter, rows, openQuoteLine };
}

interface Cell {
  readonly text: string;
  /** Where the delimiter, the line break or the end is. */
  readonly end: number;
  /** Line breaks inside it. */
  readonly lines: number;
  readonly isClosed: boolean;
}

function cellFrom(body: string, from: number, delimiter: Delimiter): Cell {
  const quoted = /^ *"/.exec(body.slice(from, from + 100));
  if (quoted === null) {
    const end = endOfCell(body, from, delimiter);
    return { text: body.slice(from, end), end, lines: 0, isClosed: true };
  }
  let at = from + quoted[0].length;
  let text = '';
  while (at < body.length && !(body[at] === '"' && body[at + 1] !== '"')) {
    text += body[at];
    at += body[at] === '"' ? 2 : 1;
  }
  const end = endOfCell(body, at, delimiter);
  return { text, end, lines: text.split('\n').length - 1, isClosed: at < body.length };
}

function endOfCell(body: string, from: number, delimiter: Delimiter): number {
  let end = from;
  while (end < body.length && body[end] !== delimiter && body[end] !== '\n') end += 1;
  return end;
}

/** By the first line: a head has no number, so what stands between its names is the delimiter. */
function delimiterOf(body: string): Delimiter {
  const lines = body.split('\n').filter((line) => line.trim() !== '');
  const told = /^sep=([\t;,])$/i.exec(lines[0] ?? '')?.[1];
  if (told !== undefined) return told as Delimiter;
  const head = (lines[0] ?? '').replaceAll(/"[^"]*"/g, '');
  return head.includes('\t') ? '\t' : head.includes(';') ? ';' : ',';
}

/** `sep=;` is how a spreadsheet is told the delimiter; split by it, nothing of it is data. */
function isSeparatorLine(cells: readonly string[]): boolean {
  return /^sep=/i.test(cells[0] ?? '') && cells.slice(1).every((cell) => cell === '');
}
