/** Reads the cells of a table of portfolios as dates, numbers and texts, by the meanings of their columns. */
import type { DateStyle, PortfolioMeaning } from '../../contract/control/imports/import-meanings.ts';
import type { CellPlace, ImportIssues } from '../source-file.ts';
import { splitHeader } from '../tables/currency-units.ts';
import { splitUnit } from '../tables/number-text.ts';
import { type DateCell, readDates } from '../tables/read-dates.ts';
import { type Decimal, isEmptyCell, type NumberCell, noteRounded, readNumbers } from '../tables/read-numbers.ts';
import type { PortfolioRow, PortfolioTable } from './portfolio-table.ts';

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
    return {
      place: placeOf('quantity'),
      date: dated.dates.get(index) ?? null,
      placeOf,
      text: (meaning) => textOf(table, meanings, row, meaning),
      micro(meaning) {
        let sum: number | null = null;
        for (const column of columns.get(meaning) ?? []) {
          const value = numbers.micro.get(index * meanings.length + column) ?? null;
          if (value !== null) sum = (sum ?? 0) + value;
        }
        return sum;
      },
    };
  });
  return { styles: { dates: dated.style, decimal: numbers.decimal }, rows };
}

/** The column whose header may state the currency of its numbers, which takes precedence over a column of currencies. */
const CURRENCY_OF: Readonly<Partial<Record<PortfolioMeaning, PortfolioMeaning>>> = {
  currency: 'unit_cost',
  total_currency: 'total_cost',
  charges_currency: 'charges',
};

function textOf(
  { header }: PortfolioTable,
  meanings: readonly PortfolioMeaning[],
  { cells }: PortfolioRow,
  meaning: PortfolioMeaning,
): string {
  const at = meanings.indexOf(meaning);
  const of = CURRENCY_OF[meaning];
  const stated = of === undefined ? '' : headerCurrency(header, meanings, of);
  if (stated !== '' || of === undefined || meaning === 'currency' || at >= 0) return stated || (cells[at] ?? '');
  // Other amounts are in the currency of the row, which is not that of the price if its header states one.
  return headerCurrency(header, meanings, 'unit_cost') === '' ? '' : (cells[meanings.indexOf('currency')] ?? '');
}

function headerCurrency(header: readonly string[], meanings: readonly PortfolioMeaning[], of: PortfolioMeaning) {
  return splitHeader(header[meanings.indexOf(of)] ?? '').currency;
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
