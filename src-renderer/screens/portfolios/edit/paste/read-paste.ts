/**
 * Parses pasted text: JSON, or a table of holdings and targets. A row is accepted whole or refused with all of its
 * issues.
 */
import Papa from 'papaparse';
import { mergeRows } from './merge-rows.ts';
import { otherTableFault } from './other-tables.ts';
import { type CostRole, EMPTY_PASTE, type Pasted, type PasteIssue, type PasteMarket, unreadable } from './pasted.ts';
import { type CellRow, type PastedTable, tableOf } from './pasted-table.ts';
import { readJsonPaste } from './read-json-paste.ts';
import { readRow } from './read-row.ts';
import { isCashName } from './row-names.ts';
import { missingColumns, namedColumns } from './table-columns.ts';

/** `costAs`: how to read its column of costs; null: by the name of the column. */
export function readPaste(text: string, market: PasteMarket, costAs: CostRole | null = null): Pasted {
  return /^\s*[[{]/.test(text) ? readJsonPaste(text, market) : readTable(text, market, costAs);
}

function readTable(text: string, market: PasteMarket, costAs: CostRole | null): Pasted {
  const { delimiter, usualMark, rows, openQuoteLine } = readRows(text);
  if (rows[0] === undefined) return EMPTY_PASTE;
  if (openQuoteLine !== null) return unreadable(`Line ${openQuoteLine}`, 'The quotation mark here is never closed');
  const above = Math.max(
    0,
    rows.findIndex(({ cells }) => missingColumns(namedColumns(cells)) === null),
  );
  const [head = rows[0], ...body] = rows.slice(above);
  const columns = namedColumns(
    head.cells,
    body.map(({ cells }) => cells),
  );
  const missing = missingColumns(columns);
  if (missing !== null) return unreadable(`Line ${head.line}`, missing);
  const other = otherTableFault(head, columns, body);
  const issues: PasteIssue[] = other === null ? [] : [other];
  const table = tableOf(columns, body, { market, costAs, usualMark }, issues);
  if (issues.length > 0) return { ...EMPTY_PASTE, issues };
  const hint = delimiter === ',' ? '; put numbers with a decimal comma in quotes' : '';
  const parsedRows = body.flatMap((row, index) => {
    if (row.cells.length <= head.cells.length) return readRow(table, row, index === body.length - 1, issues) ?? [];
    const reason = `has ${row.cells.length} cells, but the first line has ${head.cells.length}${hint}`;
    issues.push({ where: `Line ${row.line}`, column: '', reason });
    return [];
  });
  const merged = mergeRows(table, parsedRows, issues);
  return {
    account: null,
    issues,
    cash: merged.cash,
    holdings: columns.has('quantity') ? merged.holdings : null,
    targets: table.target === undefined ? null : merged.targets,
    cost: merged.holdings.some(({ lots }) => lots !== undefined) ? (table.cost ?? null) : null,
    remarks: [
      ...(above > 0 ? [`The header is line ${head.line}; the lines above it are ignored.`] : []),
      ...remarksOn(table, head.cells, body),
      ...merged.remarks,
    ],
  };
}

/**
 * Trimmed cells. Rows without text and the line `sep=;`, which declares the delimiter to a spreadsheet, are omitted.
 */
function readRows(text: string) {
  const lines = text.replace(/^\uFEFF/, '').replaceAll(/\r\n?/g, '\n');
  const delimiter = delimiterOf(lines);
  // A quote may follow spaces, which Papa Parse would treat as the start of the cell.
  const csv = lines.replaceAll(new RegExp(`(^|[${delimiter}]) +"`, 'gm'), '$1"');
  const { data, errors } = Papa.parse<string[]>(csv, { delimiter, newline: '\n' });
  let line = 1;
  const all = data.map((cells): CellRow => {
    const begins = line;
    line += cells.join('').split('\n').length;
    return { line: begins, cells: cells.map((cell) => cell.trim()) };
  });
  const open = errors.find(({ code }) => code === 'MissingQuotes');
  return {
    delimiter,
    // Between commas, numbers without quotes have neither decimal commas nor points between thousands.
    usualMark: delimiter === ',' && !QUOTED_NUMBER.test(lines) ? ('.' as const) : null,
    rows: all.filter(({ cells }) => cells.some((cell) => cell !== '' && !/^sep=/i.test(cell))),
    openQuoteLine: open === undefined ? null : (all[open.row ?? 0]?.line ?? 1),
  };
}

/** With a mark before three digits, which may separate decimals or thousands. */
const QUOTED_NUMBER = /"[^"\n]*\d[.,]\d{3}\b[^"\n]*"/;

/** Determined by the header line, because names contain no numbers; by the first line if there is none. */
function delimiterOf(text: string): string {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const [first = ''] = lines;
  const declared = /^sep=([\t;,|])$/i.exec(first)?.[1];
  if (declared !== undefined) return declared;
  const splitBy = (line: string, delimiter: string) =>
    (Papa.parse<string[]>(line, { delimiter }).data[0] ?? []).map((cell) => cell.trim());
  const named = lines.flatMap((line) =>
    DELIMITERS.filter((delimiter) => missingColumns(namedColumns(splitBy(line, delimiter))) === null),
  );
  const head = first.replaceAll(/"[^"]*"/g, '');
  return named[0] ?? DELIMITERS.find((delimiter) => head.includes(delimiter)) ?? ',';
}

const DELIMITERS = ['\t', ';', '|', ','];

function remarksOn(table: PastedTable, head: readonly string[], body: readonly CellRow[]): string[] {
  const { columns, mark, target, weightUnit, dayOrder, cost } = table;
  const names = (['isin', 'symbol', 'name'] as const).flatMap((role) => columns.get(role) ?? []);
  const hasCash = body.some(({ cells }) => names.some(({ index }) => isCashName(cells[index] ?? '')));
  const roles = new Set([
    ...(['isin', 'symbol', 'name', 'exchange', 'quantity', 'currency'] as const),
    ...(hasCash ? (['value'] as const) : []),
    ...(target === undefined ? [] : [target.role]),
  ]);
  const used = [
    ...[...columns.values()].filter(({ role }) => roles.has(role)),
    ...(cost === undefined ? [] : [cost, columns.get('acquired')]),
  ];
  const unused = head.filter((name, index) => name !== '' && !used.some((column) => column?.index === index));
  return [
    ...(mark === ',' ? ['The comma is read as the decimal mark.'] : []),
    ...(dayOrder === 'mdy' ? ['Dates are read as month/day/year.'] : []),
    ...(cost?.role === 'total_cost' ? [`${cost.header} is read as the total cost of the line.`] : []),
    ...(target === undefined ? [] : [`${target.header} is read ${weightUnit}.`]),
    ...(unused.length === 0 ? [] : [`Not used: ${unused.join(', ')}.`]),
  ];
}
