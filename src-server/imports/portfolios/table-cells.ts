/** Reads the cells of a table of portfolios as dates, numbers and texts, by the meanings of their columns. */
import type { DateStyle, PortfolioMeaning } from '../../contract/control/imports/import-meanings.ts';
import { type CellPlace, type ImportIssues, newFindings } from '../source-file.ts';
import { amountCurrency, dollarOf, splitHeader } from '../tables/currency-units.ts';
import { splitUnit } from '../tables/number-text.ts';
import { type DateCell, readDates } from '../tables/read-dates.ts';
import { type Decimal, isEmptyCell, type NumberCell, noteRounded, readNumbers } from '../tables/read-numbers.ts';
import type { PortfolioTable } from './portfolio-table.ts';

/** Formats of cells; `null`: detected from the cells. */
interface CellStyles {
  readonly dates: DateStyle | null;
  readonly decimal: Decimal | null;
  /** Decimal separator of numbers inside of cells. */
  readonly partsDecimal: Decimal | null;
}

interface TableCells {
  readonly styles: Omit<CellStyles, 'partsDecimal'>;
  /** In the order of the table's rows. */
  readonly rows: readonly ReadRow[];
}

/** A row by the meanings of its columns. */
export interface ReadRow {
  /** Place of its quantity. */
  readonly place: CellPlace;
  /** `YYYY-MM-DD`; `null` if it has no date, or an unreadable one, which is an issue. */
  readonly date: string | null;
  placeOf(meaning: PortfolioMeaning): CellPlace;
  text(meaning: PortfolioMeaning): string;
  /** The sum of several columns, which only charges can have. */
  micro(meaning: PortfolioMeaning): number | null;
  /** The readable amounts of the columns with this meaning, each in its own currency. */
  amounts(meaning: AmountMeaning): readonly AmountCell[];
  /** Currency of an amount by its header or a column of currencies, as written; empty if nothing states it. */
  currencyOf(meaning: AmountMeaning): string;
}

export type AmountMeaning = 'unit_cost' | 'total_cost' | 'charges' | 'value';

export interface AmountCell extends ReturnType<typeof amountCurrency> {
  /** Millionths of the written number. */
  readonly micro: number;
  readonly place: CellPlace;
}

const NUMBERS: readonly PortfolioMeaning[] = ['quantity', 'unit_cost', 'total_cost', 'charges', 'weight'];

/** An unreadable cell is an issue. */
export function readCells(
  table: PortfolioTable,
  meanings: readonly PortfolioMeaning[],
  styles: CellStyles,
  findings: ImportIssues,
): TableCells {
  const dated = datesOf(table, meanings.indexOf('date'), styles.dates, findings);
  const numbers = numbersOf(table, meanings, styles, findings);
  const columns = Map.groupBy(meanings.keys(), (column) => meanings[column] ?? 'ignored');
  const rows = table.rows.map((row, index): ReadRow => {
    const placeOf = (meaning: PortfolioMeaning) => table.placeOf(row, meanings.indexOf(meaning));
    const text = (meaning: PortfolioMeaning) => row.cells[meanings.indexOf(meaning)] ?? '';
    const cellsOf = (meaning: PortfolioMeaning) =>
      (columns.get(meaning) ?? []).flatMap((column) => {
        const micro = numbers.micro.get(index * meanings.length + column) ?? null;
        return micro === null ? [] : [{ column, micro }];
      });
    const headerOf = (column: number) => splitHeader(table.header[column] ?? '').currency;
    const currencyAt = (meaning: AmountMeaning, column: number) =>
      headerOf(column) || currencyOfRow(meaning, text, headerOf(meanings.indexOf('unit_cost')), meanings);
    return {
      place: placeOf('quantity'),
      date: dated.dates.get(index) ?? null,
      placeOf,
      text,
      micro(meaning) {
        const found = cellsOf(meaning);
        return found.length === 0 ? null : found.reduce((sum, { micro }) => sum + micro, 0);
      },
      amounts: (meaning) =>
        cellsOf(meaning).map(({ column, micro }) => {
          const cell = row.cells[column] ?? '';
          const own = dollarOf(cell, splitUnit(cell).currency, text('currency'));
          const currency = amountCurrency(cell, own, currencyAt(meaning, column));
          return { ...currency, micro, place: table.placeOf(row, column) };
        }),
      currencyOf: (meaning) => currencyAt(meaning, meanings.indexOf(meaning)),
    };
  });
  return { styles: { dates: dated.style, decimal: numbers.decimal }, rows };
}

/**
 * Returns the currency that columns of currencies state for an amount whose header states none. Charges without one are
 * in the currency of the price, unless the header of the price sets that apart from the currency of the row.
 */
function currencyOfRow(
  meaning: AmountMeaning,
  textOf: (meaning: PortfolioMeaning) => string,
  priceHeader: string,
  meanings: readonly PortfolioMeaning[],
): string {
  const text = (of: PortfolioMeaning) => (isEmptyCell(textOf(of)) ? '' : textOf(of));
  if (meaning === 'unit_cost' || meaning === 'value') return text('currency');
  if (meaning === 'total_cost') return text('total_currency') || text('currency') || priceHeader;
  if (meanings.includes('charges_currency')) return text('charges_currency');
  return priceHeader === '' ? '' : text('currency');
}

function datesOf(table: PortfolioTable, column: number, style: DateStyle | null, findings: ImportIssues) {
  const cells = table.rows.flatMap((row, index): { index: number; cell: DateCell }[] => {
    const text = row.cells[column] ?? '';
    return isEmptyCell(text) ? [] : [{ index, cell: { ...table.placeOf(row, column), text } }];
  });
  const read = readDates(
    cells.map(({ cell }) => cell),
    style,
    findings,
  );
  return {
    style: column < 0 ? null : read.style,
    dates: new Map(cells.map(({ index }, at) => [index, read.dates[at] ?? null])),
  };
}

/** Parts of cells have their own format: the decimal separator of each group is detected separately. */
function numbersOf(
  table: PortfolioTable,
  meanings: readonly PortfolioMeaning[],
  { decimal, partsDecimal }: CellStyles,
  findings: ImportIssues,
) {
  const columns = meanings.flatMap((meaning, column) => (NUMBERS.includes(meaning) ? [column] : []));
  const micro = new Map<number, number | null>();
  const whole = columns.filter((column) => column < table.partsFrom);
  const parts = columns.filter((column) => column >= table.partsFrom);
  const shown = readGroup(table, whole, decimal, micro, findings);
  const shownByParts = readGroup(table, parts, partsDecimal ?? decimal, micro, findings);
  // Values matter only in rows of cash, so that one that cannot be read is no issue here.
  const values = meanings.flatMap((meaning, column) => (meaning === 'value' ? [column] : []));
  readGroup(table, values, shown ?? decimal, micro, newFindings());
  return { micro, decimal: shown ?? shownByParts };
}

/** Adds the numbers to `micro`, by row and column; returns their decimal separator. */
function readGroup(
  table: PortfolioTable,
  columns: readonly number[],
  decimal: Decimal | null,
  micro: Map<number, number | null>,
  findings: ImportIssues,
): Decimal | null {
  const keys: number[] = [];
  const cells: NumberCell[] = [];
  table.rows.forEach((row, index) => {
    for (const column of columns) {
      const text = splitUnit(row.cells[column] ?? '').number;
      if (isEmptyCell(text)) continue;
      keys.push(index * table.header.length + column);
      cells.push({ ...table.placeOf(row, column), text });
    }
  });
  const read = readNumbers(cells, decimal, table, findings);
  noteRounded('Numbers', read.rounded, findings);
  for (const [at, key] of keys.entries()) micro.set(key, read.micro[at] ?? null);
  return read.decimal;
}
