/** Reads pasted text: JSON, or a table of holdings and targets. A row is taken whole or refused with all of its faults. */
import Papa from 'papaparse';
import type { InstrumentRow } from '../../../../api/market-api.ts';
import {
  type Checked,
  checkQuantity,
  checkWeight,
  findInstrument,
  findListing,
  NOTHING_PASTED,
  type Pasted,
  type PasteFault,
  takerAt,
  unreadable,
} from './pasted.ts';
import { type DecimalMark, decimalMarkOf, readDecimal } from './read-decimal.ts';
import { readJsonPaste } from './read-json-paste.ts';

export function readPaste(text: string, instruments: Iterable<InstrumentRow>): Pasted {
  return /^\s*[[{]/.test(text) ? readJsonPaste(text, [...instruments]) : readTable(text, [...instruments]);
}

interface CellRow {
  /** Where the row begins, from 1. */
  readonly line: number;
  readonly cells: readonly string[];
}

function readTable(text: string, instruments: readonly InstrumentRow[]): Pasted {
  const { delimiter, rows, openQuoteLine } = readRows(text);
  const [head, ...body] = rows;
  if (head === undefined) return NOTHING_PASTED;
  if (openQuoteLine !== null) return unreadable(`Line ${openQuoteLine}`, 'A quote begins here and never ends');
  const columns = namedColumns(head.cells);
  const missing = missingColumns(columns);
  if (missing !== null) return unreadable(`Line ${head.line}`, missing);
  const table = tableOf(columns, body, instruments);
  const faults: PasteFault[] = [];
  const seen = new Map<string, number>();
  const hint = delimiter === ',' ? '; between commas, a decimal comma needs quotes' : '';
  const read = body.flatMap((row) => {
    if (row.cells.length <= head.cells.length) return readRow(table, row, seen, faults) ?? [];
    const reason = `has ${row.cells.length} cells, the first line ${head.cells.length}${hint}`;
    faults.push({ place: `Line ${row.line}`, column: '', reason });
    return [];
  });
  return {
    ...NOTHING_PASTED,
    holdings: columns.has('quantity') ? read.flatMap(({ holding }) => holding ?? []) : null,
    targets: table.target === undefined ? null : read.flatMap(({ target }) => target ?? []),
    remarks: remarksOn(table, head.cells),
    faults,
  };
}

/** Trimmed cells. Rows without text and the line `sep=;`, which tells a spreadsheet the delimiter, are left out. */
function readRows(text: string) {
  const lines = text.replace(/^\uFEFF/, '').replaceAll(/\r\n?/g, '\n');
  const delimiter = delimiterOf(lines);
  // A quote may follow spaces, which Papa Parse would take for the beginning of the cell.
  const csv = lines.replaceAll(new RegExp(`(^|${delimiter}) +"`, 'gm'), '$1"');
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
    rows: all.filter(({ cells }) => cells.some((cell) => cell !== '' && !/^sep=/i.test(cell))),
    openQuoteLine: open === undefined ? null : (all[open.row ?? 0]?.line ?? 1),
  };
}

/** Told by the first line, because names of columns contain no numbers. */
function delimiterOf(text: string): string {
  const first = text.split('\n').find((line) => line.trim() !== '') ?? '';
  const head = first.replaceAll(/"[^"]*"/g, '');
  return /^sep=([\t;,])$/i.exec(first)?.[1] ?? ['\t', ';'].find((each) => head.includes(each)) ?? ',';
}

function missingColumns(columns: Columns): string | null {
  const hasAny = (...roles: ColumnRole[]) => roles.some((role) => columns.has(role));
  if (!hasAny('isin', 'symbol', 'name'))
    return 'The first line has to name the columns, and one of them ISIN, Symbol or Name';
  return hasAny('quantity', 'target', 'weight') ? null : 'No column is called Quantity or Target';
}

type PastedTable = ReturnType<typeof tableOf>;

function tableOf(columns: Columns, body: readonly CellRow[], instruments: readonly InstrumentRow[]) {
  // A weight beside quantities is the current one, not the wanted one.
  const target = columns.get('target') ?? (columns.has('quantity') ? undefined : columns.get('weight'));
  const textsOf = (column: NamedColumn | undefined) =>
    column === undefined ? [] : body.map(({ cells }) => cells[column.index] ?? '');
  const weights = textsOf(target);
  const quantities = textsOf(columns.get('quantity'));
  const mark = decimalMarkOf([...quantities, ...weights].map((text) => text.replace('%', '')));
  // Shares of 1 are never above 1.
  const isAboveOne = (text: string) => !text.includes('%') && Number(readDecimal(text, mark)) > 1;
  const isPercent = /%|percent/i.test(target?.header ?? '') || weights.some(isAboveOne);
  // Weights in percent become shares of 1.
  return { columns, instruments, target, mark, scale: isPercent ? 0.01 : 1 };
}

/** Null where the row has faults. */
function readRow(table: PastedTable, { line, cells }: CellRow, seen: Map<string, number>, faults: PasteFault[]) {
  const { columns, mark, target } = table;
  const before = faults.length;
  const takeOf = takerAt(`Line ${line}`, faults);
  const take = <Value>(column: NamedColumn | undefined, checked: Checked<Value>) =>
    takeOf(column?.header ?? '', checked);
  const textOf = (column: NamedColumn | undefined) => (column === undefined ? '' : (cells[column.index] ?? ''));
  const takeUnseen = (column: NamedColumn | undefined, key: string, what: string) => {
    const first = seen.get(key);
    if (first === undefined) seen.set(key, line);
    else take(column, { issue: `repeats ${what} of line ${first}` });
  };
  const identifiers = (['isin', 'symbol', 'name'] as const).map((role) => columns.get(role));
  const what = identifiers.find((column) => textOf(column) !== '') ?? columns.get('isin');
  const instrument = take(what, findInstrument(table.instruments, textOf(what)));
  const at = columns.get('exchange');
  const exchange = instrument && take(at, findListing(instrument, textOf(at)));
  const many = columns.get('quantity');
  const isHeld = many !== undefined && (textOf(many) !== '' || textOf(target) === '');
  const quantity = isHeld ? take(many, numberIn(textOf(many), mark, checkQuantity)) : null;
  const isWanted = target !== undefined && (textOf(target) !== '' || many === undefined);
  const scale = textOf(target).includes('%') ? 0.01 : table.scale;
  const toWeight = (weight: number) => checkWeight(Number((weight * scale).toPrecision(12)));
  const weight = isWanted ? take(target, numberIn(textOf(target).replace('%', ''), mark, toWeight)) : null;
  if (instrument === null || exchange === null || faults.length > before) return null;
  const { isin, symbol } = instrument;
  if (isHeld) takeUnseen(what, `${isin} ${exchange}`, `${symbol} at ${exchange}`);
  if (isWanted) takeUnseen(target, isin, `the target of ${symbol}`);
  if (faults.length > before) return null;
  return {
    holding: quantity === null ? null : { isin, exchange, quantity },
    target: weight === null ? null : { isin, weight },
  };
}

function numberIn(text: string, mark: DecimalMark | null, check: (value: number) => Checked<number>): Checked<number> {
  if (text.trim() === '') return { issue: 'is empty' };
  const value = readDecimal(text, mark);
  return typeof value === 'string' ? { issue: `“${text.trim()}” ${value}` } : check(value);
}

function remarksOn({ columns, mark, target, scale }: PastedTable, head: readonly string[]): string[] {
  const used = [...columns.values()].filter((column) => column.role !== 'weight' || column === target);
  const unused = head.filter((name, index) => name !== '' && !used.some((column) => column.index === index));
  return [
    ...(mark === ',' ? ['The comma is read as the decimal mark.'] : []),
    ...(target === undefined ? [] : [`${target.header} is read ${scale === 1 ? 'as shares of 1' : 'in percent'}.`]),
    ...(unused.length === 0 ? [] : [`Not used: ${unused.join(', ')}.`]),
  ];
}

type Columns = ReturnType<typeof namedColumns>;
type ColumnRole = (typeof SPELLINGS)[number][0];

interface NamedColumn {
  readonly role: ColumnRole;
  /** As it is written. */
  readonly header: string;
  readonly index: number;
}

/** Common names of the columns in several languages, without accents. */
const SPELLINGS = [
  ['isin', 'isin isincode isinnumber codeisin security securityid instrument instrumentid'],
  ['symbol', 'symbol ticker tickersymbol code kurzel symbole'],
  ['name', 'name instrumentname securityname description bezeichnung titre libelle'],
  ['exchange', 'exchange mic exchangecode venue market listing borse boerse handelsplatz bourse'],
  ['quantity', 'quantity qty shares units position holding number stuck stueck anzahl menge quantite nombre antal'],
  ['target', 'target targetweight targetallocation targetpercent targetshare'],
  ['target', 'zielgewicht ziel sollgewicht soll poidscible cible'],
  ['weight', 'weight weighting allocation gewicht gewichtung poids vikt'],
] as const;

const ROLES = new Map(SPELLINGS.flatMap(([role, names]) => names.split(' ').map((name) => [name, role] as const)));

/** The first column of each role; columns with unknown names are left out. */
function namedColumns(head: readonly string[]) {
  const found = new Map<ColumnRole, NamedColumn>();
  head.forEach((header, index) => {
    // A unit in brackets is no part of the name: "Weight (%)", "Quantity [pcs]".
    const withoutUnit = header.replaceAll(/\(.*?\)|\[.*?\]/g, '').normalize('NFD');
    const role = ROLES.get(withoutUnit.toLowerCase().replaceAll(/[^a-z0-9]/g, ''));
    if (role !== undefined && !found.has(role)) found.set(role, { role, header, index });
  });
  return found;
}
