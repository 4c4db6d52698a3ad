/** Reads a table of positions or transactions as movements, each with its place. Does not know instruments. */
import type { DateStyle, PortfolioMeaning, TypeMeaning } from '../../contract/control/imports/import-meanings.ts';
import type { ImportedColumn } from '../../contract/control/imports/import-report.ts';
import { bareName, type TableOptions, unreadFile } from '../prices/read-prices.ts';
import type { CellPlace, Findings, SourceFile } from '../source-file.ts';
import { plainLabel, statedByLabel } from '../tables/column-labels.ts';
import { firstRows } from '../tables/first-rows.ts';
import { splitUnit } from '../tables/number-text.ts';
import { type DateCell, readDates } from '../tables/read-dates.ts';
import { type Decimal, isEmptyCell, noteRounded, readNumbers } from '../tables/read-numbers.ts';
import { readTable, type Table, type TableRow } from '../tables/read-table.ts';
import { brokerLayoutOf } from './broker-layouts.ts';
import { isPortfolioHeader, type PortfolioColumns, readPortfolioColumns } from './portfolio-columns.ts';
import { costOf, type RowCost } from './row-cost.ts';
import type { Movement, MovementKind, Statement, UnknownType } from './statement.ts';
import { type TransactionKind, transactionKindOf } from './transaction-kinds.ts';

export interface StatementOptions extends TableOptions {
  /** What types of transactions do, by their words. */
  readonly types: Readonly<Record<string, TypeMeaning>>;
}

export function readPortfolioTable(file: SourceFile, options: StatementOptions, findings: Findings): Statement {
  const nothing = { currency: '', movements: [], cash: [], unknownTypes: [] };
  const table = readTable(file, { delimiter: options.delimiter, isHeader: isPortfolioHeader }, findings);
  if (table === null) return { ...nothing, file: unreadFile(file) };
  const layout = brokerLayoutOf(table.header);
  if (layout !== null) findings.notes.add(`${file.name} has the layout of ${layout.name}.`);
  const types = statedByLabel({ ...layout?.types, ...options.types });
  const columns = readPortfolioColumns(table, { ...layout?.columns, ...options.columns }, types, findings);
  const described = {
    ...unreadFile(file),
    delimiter: table.delimiter,
    columns: describeColumns(table, columns),
    first_rows: firstRows(table.rows),
  };
  if (!columns.isReadable) return { ...nothing, file: described };
  const dated = datesOf(table, columns, options.dates ?? layout?.dates ?? null, findings);
  const numbers = numbersOf(table, columns.meanings, options.decimal ?? layout?.decimal ?? null, findings);
  const unknownTypes = new Map<string, UnknownType>();
  const { micro } = numbers;
  const context: TableContext = { table, columns, types, dates: dated.dates, micro, findings, unknownTypes };
  const signs = signsOf(context);
  const movements = table.rows.flatMap((row, index) => movementOf(row, index, context, signs));
  const known = {
    ...described,
    layout: columns.layout,
    dates: columns.meanings.includes('date') ? dated.style : null,
    decimal: numbers.decimal,
    rows: table.rows.length,
  };
  return { ...nothing, file: known, movements: withShares(movements), unknownTypes: [...unknownTypes.values()] };
}

function describeColumns({ header, rows }: Table, { meanings }: PortfolioColumns): ImportedColumn[] {
  return header.map((name, index) => ({
    column: index + 1,
    name,
    meaning: meanings[index] ?? 'ignored',
    subject: null,
    sample: rows[0]?.cells[index] ?? '',
  }));
}

interface TableContext {
  readonly table: Table;
  readonly columns: PortfolioColumns;
  readonly types: ReadonlyMap<string, string>;
  readonly dates: ReadonlyMap<number, string | null>;
  /** By row and column. */
  readonly micro: ReadonlyMap<string, number | null>;
  readonly findings: Findings;
  readonly unknownTypes: Map<string, UnknownType>;
}

const NUMBERS: readonly PortfolioMeaning[] = ['quantity', 'unit_cost', 'total_cost', 'charges', 'weight'];

function placeAt({ file, header }: Table, row: TableRow, column: number): CellPlace {
  return { file, line: row.line, column: column + 1, name: header[column] ?? '' };
}

function datesOf(table: Table, { meanings }: PortfolioColumns, style: DateStyle | null, findings: Findings) {
  const column = meanings.indexOf('date');
  const cells = table.rows.flatMap((row, index): { index: number; cell: DateCell }[] => {
    const text = row.cells[column] ?? '';
    return isEmptyCell(text) ? [] : [{ index, cell: { ...placeAt(table, row, column), text } }];
  });
  const read = readDates(
    cells.map(({ cell }) => cell),
    style,
    findings,
  );
  return { style: read.style, dates: new Map(cells.map(({ index }, at) => [index, read.dates[at] ?? null])) };
}

function numbersOf(table: Table, meanings: readonly PortfolioMeaning[], decimal: Decimal | null, findings: Findings) {
  const columns = meanings.flatMap((meaning, column) => (NUMBERS.includes(meaning) ? [column] : []));
  const cells = table.rows.flatMap((row, index) =>
    columns.flatMap((column) => {
      const text = splitUnit(row.cells[column] ?? '').number;
      return isEmptyCell(text) ? [] : [{ key: `${index}:${column}`, cell: { ...placeAt(table, row, column), text } }];
    }),
  );
  const read = readNumbers(
    cells.map(({ cell }) => cell),
    decimal,
    table,
    findings,
  );
  noteRounded('Numbers', read.rounded, findings);
  return { decimal: read.decimal, micro: new Map(cells.map(({ key }, at) => [key, read.micro[at] ?? null])) };
}

/** A row as its meanings have it. */
interface ReadRow {
  readonly row: TableRow;
  readonly place: CellPlace;
  text(meaning: PortfolioMeaning): string;
  /** Of several columns, which charges alone have, the sum. */
  micro(meaning: PortfolioMeaning): number | null;
}

function readRow(row: TableRow, index: number, { table, columns, micro }: TableContext): ReadRow {
  const valuesOf = (meaning: PortfolioMeaning) =>
    columns.meanings.flatMap((each, column) => {
      const value = each === meaning ? (micro.get(`${index}:${column}`) ?? null) : null;
      return value === null ? [] : [value];
    });
  return {
    row,
    place: placeAt(table, row, columns.meanings.indexOf('quantity')),
    text: (meaning) => row.cells[columns.meanings.indexOf(meaning)] ?? '',
    micro(meaning) {
      const values = valuesOf(meaning);
      return values.length === 0 ? null : values.reduce((sum, value) => sum + value);
    },
  };
}

/** None for a row that moves no position, which is reported. */
function movementOf(row: TableRow, index: number, context: TableContext, signs: Signs): Movement[] {
  const { table, columns, findings } = context;
  const read = readRow(row, index, context);
  const { text, micro, place } = read;
  const leaveOut = (issue: string): Movement[] => {
    findings.leftOut.push({ ...place, issue });
    return [];
  };
  if (NOT_DONE.has(plainLabel(text('status')))) return leaveOut(`has the status “${text('status')}”`);
  const type = typeOf(read, context);
  if (type === null) return [];
  if (type === 'skip') return leaveOut(`is a row of type “${text('type')}”, which moves no position`);
  const quantityMicro = micro('quantity');
  const hasNumber = quantityMicro !== null || isEmptyCell(text('quantity'));
  if (quantityMicro === null || quantityMicro === 0) return hasNumber ? leaveOut('has no quantity') : [];
  const moved = columns.layout === 'positions' ? heldAs(quantityMicro) : movedBy(type, quantityMicro, signs);
  if ('issue' in moved) {
    findings.issues.push({ ...place, issue: moved.issue });
    return [];
  }
  const date = context.dates.get(index) ?? null;
  if (columns.layout === 'transactions' && date === null && isEmptyCell(text('date'))) {
    findings.issues.push({ ...placeAt(table, row, columns.meanings.indexOf('date')), issue: 'has no date' });
  }
  const shares = Math.abs(quantityMicro);
  const cost = GOES.has(moved.kind) ? NO_COST : costOf(read, shares);
  if ('issue' in cost) {
    findings.issues.push({ ...place, issue: cost.issue });
    return [];
  }
  return [
    {
      portfolio: text('portfolio') === '' ? bareName(table.file) : text('portfolio'),
      kind: moved.kind,
      names: { isin: text('isin').toUpperCase(), symbol: text('symbol'), name: text('name') },
      quantityMicro: moved.kind === 'split' ? quantityMicro : shares,
      unitCostMicro: cost.unitMicro,
      date,
      currency: cost.currency,
      exchange: text('exchange').toUpperCase(),
      weight: micro('weight') === null ? null : (micro('weight') ?? 0) / 1_000_000,
      place,
    },
  ];
}

/** Of an order that has moved nothing, or not yet. */
const NOT_DONE = new Set(
  (
    'cancelled,canceled,rejected,expired,pending,open,failed,declined,inactive,storniert,gestrichen,abgelehnt,offen,verfallen,' +
    'annulé,annulée,rejeté,expiré,geannuleerd,afgewezen,verlopen,annullato,rifiutato,scaduto,avbruten,makulerad'
  )
    .split(',')
    .map(plainLabel),
);

/** `null` for a type that nobody knows, which is collected. A table without types has signed quantities. */
function typeOf(
  { text, place, micro }: ReadRow,
  { columns, types, unknownTypes, table }: TableContext,
): TransactionKind | null {
  if (columns.layout === 'positions') return 'buy';
  const typeAt = columns.meanings.indexOf('type');
  if (typeAt < 0) return (micro('quantity') ?? 0) < 0 ? 'sell' : 'buy';
  const written = text('type');
  const hasQuantity = (micro('quantity') ?? 0) !== 0;
  if (written === '') return hasQuantity ? unknown('') : 'skip';
  const kind = transactionKindOf(written, types);
  return kind ?? unknown(written);

  function unknown(type: string): null {
    const before = unknownTypes.get(type);
    const at = before?.place ?? { ...place, column: typeAt + 1, name: table.header[typeAt] ?? '' };
    unknownTypes.set(type, { type, place: at, rows: (before?.rows ?? 0) + 1 });
    return null;
  }
}

/** What leaves has the costs of its lots. */
const GOES: ReadonlySet<MovementKind> = new Set(['out', 'transfer_out', 'exchange_out', 'split']);
const NO_COST: RowCost = { unitMicro: null, currency: '' };

type Moved = { readonly kind: MovementKind } | { readonly issue: string };

function heldAs(quantityMicro: number): Moved {
  return quantityMicro < 0 ? { issue: 'is below 0, and short positions cannot be held' } : { kind: 'in' };
}

/** By kind of transaction, whether a quantity of it is below 0 anywhere in the table, and whether one is above. */
type Signs = ReadonlyMap<TransactionKind, { readonly below: boolean; readonly above: boolean }>;

function signsOf(context: TableContext): Signs {
  const signs = new Map<TransactionKind, { below: boolean; above: boolean }>();
  if (context.columns.layout === 'positions') return signs;
  context.table.rows.forEach((row, index) => {
    const { text, micro } = readRow(row, index, context);
    const kind = transactionKindOf(text('type'), context.types);
    const quantity = micro('quantity') ?? 0;
    if (kind === null || quantity === 0) return;
    const before = signs.get(kind) ?? { below: false, above: false };
    signs.set(kind, { below: before.below || quantity < 0, above: before.above || quantity > 0 });
  });
  return signs;
}

/** What a transaction does, by its kind and the sign of its quantity. A cancelled one cannot be told from another. */
function movedBy(kind: Exclude<TransactionKind, 'skip'>, quantityMicro: number, signs: Signs): Moved {
  const isBelow = quantityMicro < 0;
  const { below = false, above = false } = signs.get(kind) ?? {};
  switch (kind) {
    case 'buy':
    case 'transfer_in':
      if (isBelow) return { issue: `comes in with a quantity below 0; ${CANCELLED}` };
      return { kind: kind === 'buy' ? 'in' : 'transfer_in' };
    case 'sell':
    case 'transfer_out':
      if (below && above && !isBelow)
        return { issue: `goes out with a quantity above 0, and others below; ${CANCELLED}` };
      return { kind: kind === 'sell' ? 'out' : 'transfer_out' };
    case 'split':
      return { kind: 'split' };
    case 'merger':
      if (!below)
        return { issue: 'does not say whether shares come or go: what goes needs a minus before its quantity' };
      return { kind: isBelow ? 'exchange_out' : 'exchange_in' };
    case 'transfer':
      if (!below && !isBelow)
        return { issue: 'does not say whether shares come or go: say --type with transfer_in or transfer_out' };
      return { kind: isBelow ? 'transfer_out' : 'transfer_in' };
  }
}

const CANCELLED = 'take out what was cancelled, and its cancellation';

/** Weights that sum to far more than 1 are per cent. */
function withShares(movements: readonly Movement[]): Movement[] {
  const sum = movements.reduce((total, { weight }) => total + (weight ?? 0), 0);
  if (sum <= 1.5) return [...movements];
  return movements.map((each) => ({ ...each, weight: each.weight === null ? null : each.weight / 100 }));
}
