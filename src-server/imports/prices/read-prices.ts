/**
 * Reads one table of prices as points: subject, date, price, dividend, each with its place. Finds columns and subjects;
 * does not check duplicates, gaps or currencies.
 */
import type { DateStyle, PriceMeaning } from '../../contract/control/imports/import-meanings.ts';
import type { ImportedColumn, ImportedFile } from '../../contract/control/imports/import-report.ts';
import { compactIsin, isIsin } from '../../domain/identifiers/isin.ts';
import { type CellPlace, type ImportIssues, newFindings, type SourceFile } from '../source-file.ts';
import { amountCurrency, splitHeader } from '../tables/currency-units.ts';
import { firstRows } from '../tables/first-rows.ts';
import { splitUnit } from '../tables/number-text.ts';
import { type DateCell, readDates } from '../tables/read-dates.ts';
import { type Decimal, isEmptyCell, type NumberCell, readNumbers } from '../tables/read-numbers.ts';
import { readTable, type Table } from '../tables/read-table.ts';
import { isPriceHeader, readPriceColumns } from './price-columns.ts';

export interface TableOptions {
  readonly delimiter: string | null;
  readonly dates: DateStyle | null;
  readonly decimal: Decimal | null;
  /** Meanings of columns by their headers, which take precedence. */
  readonly columns: Readonly<Record<string, string>>;
  /** Whether rates older than a month may be used. */
  readonly staleRates: boolean;
}

export interface PricePoint {
  /** As written in the file: the header, the cell of the instrument, or the file's name. */
  readonly subject: string;
  readonly date: string;
  /** Millionths; `null` for a cell without a price. */
  readonly priceMicro: number | null;
  /** Millionths per share, with this date as its ex-date; 0 without one. */
  readonly dividendMicro: number;
  /** Currency that the row states; empty if it does not. */
  readonly currency: string;
  readonly place: CellPlace;
}

export interface ReadPrices {
  readonly file: ImportedFile;
  readonly points: readonly PricePoint[];
  readonly rounded: readonly CellPlace[];
}

export function readPrices(file: SourceFile, options: TableOptions, findings: ImportIssues): ReadPrices {
  const table = readTable(file, { delimiter: options.delimiter, isHeader: isPriceHeader }, findings);
  if (table === null) return { file: unreadFile(file), points: [], rounded: [] };
  const columns = readPriceColumns(table, options.columns, findings);
  const { layout, meanings } = columns;
  const described = {
    ...unreadFile(file),
    layout,
    delimiter: table.delimiter,
    columns: describeColumns(table, meanings, layout),
    first_rows: firstRows(table.rows),
  };
  if (layout === 'unknown') return { file: described, points: [], rounded: [] };
  const dateAt = meanings.indexOf('date');
  const dated = readDates(
    table.rows.map((_row, row): DateCell => cellOf(table, row, dateAt)),
    options.dates,
    findings,
  );
  const values = readValues(table, meanings, decimalOf(table, meanings, layout, options), findings);
  const subjects = subjectsOf(table, meanings, layout);
  const points = table.rows.flatMap((_row, row): PricePoint[] => {
    const date = dated.dates[row] ?? null;
    return date === null ? [] : subjects.map((subject) => pointOf(table, row, date, subject, values, findings));
  });
  const read = { ...described, dates: dated.style, decimal: values.decimal, rows: table.rows.length };
  return { file: read, points: withNames(points, table, meanings, findings), rounded: values.rounded };
}

/** Removes points without an instrument: an issue if they have a price. */
function withNames(
  points: readonly PricePoint[],
  table: Table,
  meanings: readonly PriceMeaning[],
  findings: ImportIssues,
): PricePoint[] {
  const column = meanings.indexOf('instrument');
  return points.filter(({ subject, priceMicro, place }) => {
    if (subject !== '') return true;
    const at = column < 0 ? place : { ...place, column: column + 1, name: table.header[column] ?? '' };
    (priceMicro === null ? findings.leftOut : findings.issues).push({ ...at, issue: 'names no instrument' });
    return false;
  });
}

export function unreadFile({ name, sheet }: SourceFile): ImportedFile {
  const sheets = { sheet: sheet?.name ?? null, sheets: [...(sheet?.names ?? [])] };
  const nothing = { delimiter: null, dates: null, decimal: null, rows: 0, columns: [], first_rows: [] };
  return { name, ...sheets, layout: 'unknown', ...nothing };
}

/** The columns of the parts of a point, or -1. */
interface SubjectColumns {
  readonly priceAt: number;
  readonly dividendAt: number;
  readonly currencyAt: number;
  /** That of the header; empty if it states none. */
  readonly priceCurrency: string;
  /** The ISIN of a row, else the first of its names. */
  readonly nameOf: (cells: readonly string[]) => string;
}

function subjectsOf(table: Table, meanings: readonly PriceMeaning[], layout: ImportedFile['layout']): SubjectColumns[] {
  const dividendAt = meanings.indexOf('dividend');
  const currencyAt = meanings.indexOf('currency');
  const priceAt = meanings.indexOf('price');
  const priceCurrency = splitHeader(table.header[priceAt] ?? '').currency;
  const one = { priceAt, dividendAt, currencyAt, priceCurrency };
  if (layout === 'long') {
    const columnsOfNames = meanings.flatMap((meaning, index) => (meaning === 'instrument' ? [index] : []));
    const nameOf = (cells: readonly string[]) => {
      const names = columnsOfNames.map((column) => cells[column] ?? '').filter((name) => !isEmptyCell(name));
      return names.map(compactIsin).find(isIsin) ?? names[0] ?? '';
    };
    return [{ ...one, nameOf }];
  }
  if (layout === 'single') return [{ ...one, nameOf: () => bareName(table.file) }];
  return meanings.flatMap((meaning, index) =>
    meaning === 'price'
      ? [{ priceAt: index, dividendAt: -1, currencyAt: -1, priceCurrency: '', nameOf: () => table.header[index] ?? '' }]
      : [],
  );
}

/** Returns the name of a file without its extension. */
export function bareName(file: string): string {
  return file.replace(/\.[a-z0-9]{1,5}$/i, '');
}

interface Values {
  readonly micro: ReadonlyMap<string, number | null>;
  readonly decimal: Decimal | null;
  readonly rounded: readonly CellPlace[];
}

/**
 * The separator that was chosen for a file of prices or holdings may not be that of a table of rates next to it, if that
 * table shows one.
 */
function decimalOf(
  table: Table,
  meanings: readonly PriceMeaning[],
  layout: ImportedFile['layout'],
  { decimal }: TableOptions,
): Decimal | null {
  return (layout === 'rates' ? readValues(table, meanings, null, newFindings()).decimal : null) ?? decimal;
}

/** Reads prices and dividends together, because they share their decimal separator. */
function readValues(
  table: Table,
  meanings: readonly PriceMeaning[],
  decimal: Decimal | null,
  findings: ImportIssues,
): Values {
  const cells: NumberCell[] = [];
  const keys: string[] = [];
  meanings.forEach((meaning, column) => {
    if (meaning !== 'price' && meaning !== 'dividend') return;
    table.rows.forEach(({ cells: row }, index) => {
      if (isEmptyCell(row[column] ?? '')) return;
      const cell = cellOf(table, index, column);
      cells.push({ ...cell, text: splitUnit(cell.text).number });
      keys.push(`${index}:${column}`);
    });
  });
  const read = readNumbers(cells, decimal, table, findings);
  return {
    micro: new Map(keys.map((key, index) => [key, read.micro[index] ?? null])),
    decimal: read.decimal,
    rounded: read.rounded,
  };
}

function pointOf(
  table: Table,
  row: number,
  date: string,
  columns: SubjectColumns,
  values: Values,
  findings: ImportIssues,
): PricePoint {
  const { cells } = table.rows[row] ?? { cells: [] };
  const { priceAt, priceCurrency, currencyAt } = columns;
  const { text, ...place } = cellOf(table, row, priceAt);
  const stated = priceCurrency || (cells[currencyAt] ?? '');
  const { currency, issue } = amountCurrency(text, splitUnit(text).currency, stated);
  if (issue !== null) findings.issues.push({ ...place, issue });
  return {
    subject: columns.nameOf(cells),
    date,
    priceMicro: values.micro.get(`${row}:${priceAt}`) ?? null,
    dividendMicro: values.micro.get(`${row}:${columns.dividendAt}`) ?? 0,
    currency,
    place,
  };
}

function cellOf(table: Table, row: number, column: number): DateCell {
  const { line = 0, cells = [] } = table.rows[row] ?? {};
  return { file: table.file, line, column: column + 1, name: table.header[column] ?? '', text: cells[column] ?? '' };
}

function describeColumns(
  { header, rows, file }: Table,
  meanings: readonly PriceMeaning[],
  layout: ImportedFile['layout'],
): ImportedColumn[] {
  return header.map((name, index) => {
    const meaning = meanings[index] ?? 'ignored';
    const isSubject = meaning === 'price' && layout !== 'long';
    const subject = isSubject ? (layout === 'single' ? bareName(file) : name) : null;
    return { column: index + 1, name, meaning, subject, sample: rows[0]?.cells[index] ?? '' };
  });
}
