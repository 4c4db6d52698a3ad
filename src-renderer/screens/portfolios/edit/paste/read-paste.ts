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
  type PastedHolding,
  type PastedTarget,
  type PasteFault,
} from './pasted.ts';
import { type DecimalMark, decimalMarkOf, readDecimal } from './read-decimal.ts';
import { readJsonPaste } from './read-json-paste.ts';

export function readPaste(text: string, instruments: Iterable<InstrumentRow>): Pasted {
  return /^\s*[[{]/.test(text) ? readJsonPaste(text, [...instruments]) : readTable(text, [...instruments]);
}

interface PastedTable {
  readonly columns: ReadonlyMap<ColumnRole, NamedColumn>;
  readonly instruments: readonly InstrumentRow[];
  /** The column of target weights. */
  readonly target: NamedColumn | undefined;
  readonly mark: DecimalMark | null;
  /** 0.01 where weights are percentages, 1 where they are shares of 1. */
  readonly scale: number;
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
  if (openQuoteLine !== null) return unreadable(openQuoteLine, 'A quote begins here and never ends');
  const columns = namedColumns(head.cells);
  const missing = missingColumns(columns);
  if (missing !== null) return unreadable(head.line, missing);
  const table = tableOf(columns, body, instruments);
  const holdings: PastedHolding[] = [];
  const targets: PastedTarget[] = [];
  const faults: PasteFault[] = [];
  const seen = new Map<string, number>();
  for (const row of body) {
    if (row.cells.length > head.cells.length) {
      const hint = delimiter === ',' ? '; between commas, a decimal comma needs quotes' : '';
      const reason = `has ${row.cells.length} cells, the first line ${head.cells.length}${hint}`;
      faults.push({ place: `Line ${row.line}`, column: '', reason });
      continue;
    }
    const read = readRow(table, row, seen);
    faults.push(...read.faults);
    if (read.holding !== null) holdings.push(read.holding);
    if (read.target !== null) targets.push(read.target);
  }
  return {
    ...NOTHING_PASTED,
    holdings: columns.has('quantity') ? holdings : null,
    targets: table.target === undefined ? null : targets,
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

function missingColumns(columns: PastedTable['columns']): string | null {
  const hasAny = (...roles: ColumnRole[]) => roles.some((role) => columns.has(role));
  if (!hasAny('isin', 'symbol', 'name'))
    return 'The first line has to name the columns, and one of them ISIN, Symbol or Name';
  return hasAny('quantity', 'target', 'weight') ? null : 'No column is called Quantity or Target';
}

function unreadable(line: number, reason: string): Pasted {
  return { ...NOTHING_PASTED, faults: [{ place: `Line ${line}`, column: '', reason }] };
}

function tableOf(
  columns: PastedTable['columns'],
  body: readonly CellRow[],
  instruments: readonly InstrumentRow[],
): PastedTable {
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
  return { columns, instruments, target, mark, scale: isPercent ? 0.01 : 1 };
}

interface ReadRow {
  readonly holding: PastedHolding | null;
  readonly target: PastedTarget | null;
  readonly faults: readonly PasteFault[];
}

function readRow(table: PastedTable, { line, cells }: CellRow, seen: Map<string, number>): ReadRow {
  const { columns, mark, target } = table;
  const faults: PasteFault[] = [];
  const take = <Value>(column: NamedColumn | undefined, checked: Checked<Value>): Value | null => {
    if ('value' in checked) return checked.value;
    faults.push({ place: `Line ${line}`, column: column?.header ?? '', reason: checked.issue });
    return null;
  };
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
  const refused = { holding: null, target: null, faults };
  if (instrument === null || exchange === null || faults.length > 0) return refused;
  const { isin, symbol } = instrument;
  if (isHeld) takeUnseen(what, `${isin} ${exchange}`, `${symbol} at ${exchange}`);
  if (isWanted) takeUnseen(target, isin, `the target of ${symbol}`);
  if (faults.length > 0) return refused;
  return {
    holding: quantity === null ? null : { isin, exchange, quantity },
    target: weight === null ? null : { isin, weight },
    faults,
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

/** Which columns a pasted table has: common names of several languages, in any order and case, with or without accents. */

type ColumnRole = keyof typeof SPELLINGS;

interface NamedColumn {
  readonly role: ColumnRole;
  /** As it is written. */
  readonly header: string;
  readonly index: number;
}

const SPELLINGS = {
  isin: 'isin isincode isinnumber codeisin security securityid instrument instrumentid',
  symbol: 'symbol ticker tickersymbol code kurzel symbole',
  name: 'name instrumentname securityname description bezeichnung titre libelle',
  exchange: 'exchange mic exchangecode venue market listing borse boerse handelsplatz bourse',
  quantity: 'quantity qty shares units position holding number stuck stueck anzahl menge quantite nombre antal',
  target:
    'target targetweight targetallocation targetpercent targetshare zielgewicht ziel sollgewicht soll poidscible cible',
  weight: 'weight weighting allocation gewicht gewichtung poids vikt',
};

const ROLES = new Map(
  (['isin', 'symbol', 'name', 'exchange', 'quantity', 'target', 'weight'] as const).flatMap((role) =>
    SPELLINGS[role].split(' ').map((name) => [name, role] as const),
  ),
);

/** The first column of each role; columns with unknown names are left out. */
function namedColumns(head: readonly string[]): ReadonlyMap<ColumnRole, NamedColumn> {
  const found = new Map<ColumnRole, NamedColumn>();
  head.forEach((header, index) => {
    // A unit in brackets is no part of the name: "Weight (%)", "Quantity [pcs]".
    const withoutUnit = header.replaceAll(/\(.*?\)|\[.*?\]/g, '');
    const role = ROLES.get(
      withoutUnit
        .normalize('NFD')
        .toLowerCase()
        .replaceAll(/[^a-z0-9]/g, ''),
    );
    if (role !== undefined && !found.has(role)) found.set(role, { role, header, index });
  });
  return found;
}
