/**
 * Tables of portfolios, from text or from XML, with the places of their cells. Leaves out the rows that a layout does
 * not count, and adds columns for the parts of cells.
 */
import { PORTFOLIO_MEANINGS, type PortfolioMeaning } from '../../contract/control/imports/import-meanings.ts';
import { plainLabel } from '../../contract/control/imports/plain-label.ts';
import type { CellPlace, ImportIssues } from '../source-file.ts';
import { splitHeader } from '../tables/currency-units.ts';
import { looksLikeDate } from '../tables/read-dates.ts';
import type { Table, TableRow } from '../tables/read-table.ts';
import type { TableLayout } from './broker-layouts.ts';
import type { PortfolioColumns } from './portfolio-columns.ts';

export interface PortfolioRow extends TableRow {
  /** Column of the first character of an XML element, from 1; a row of text has cells instead. */
  readonly at?: number;
}

export interface PortfolioTable extends Table {
  readonly rows: readonly PortfolioRow[];
  /** Index of the first column that is a part of another column. */
  readonly partsFrom: number;
  /** `column` counts from 0. */
  placeOf(row: PortfolioRow, column: number): CellPlace;
}

export function tableOfText(table: Table): PortfolioTable {
  const { file, header } = table;
  return {
    ...table,
    partsFrom: header.length,
    placeOf: ({ line }, column) => ({ file, line, column: column + 1, name: header[column] ?? '' }),
  };
}

/** Removes the rows that do not count; each is reported unless `isQuiet`. */
export function countedRows(
  table: PortfolioTable,
  { only, first }: Pick<TableLayout, 'only' | 'first'>,
  isQuiet: boolean,
  findings: ImportIssues,
): PortfolioTable {
  const columns = [
    ...Object.entries(only).map(([header, allowed]) => ({ at: columnOf(table, header), allowed })),
    ...Object.entries(first).map(([header, order]) => {
      const at = columnOf(table, header);
      const found = order.find((each) => table.rows.some(({ cells }) => isSame(cells[at] ?? '', each)));
      return { at, allowed: found === undefined ? [] : [found] };
    }),
  ].filter(({ at }) => at >= 0);
  if (columns.length === 0) return table;
  const rows = table.rows.filter((row) => {
    const other = columns.find(({ at, allowed }) => {
      const cell = row.cells[at] ?? '';
      return cell !== '' && !allowed.some((each) => isSame(cell, each));
    });
    if (other === undefined) return true;
    const issue = `is a row of “${row.cells[other.at]}”; only the rows of ${listOf(other.allowed)} are used`;
    if (!isQuiet) findings.leftOut.push({ ...table.placeOf(row, other.at), issue });
    return false;
  });
  return { ...table, rows };
}

function columnOf({ header }: Table, name: string): number {
  return header.findIndex((each) => plainLabel(each) === plainLabel(name));
}

function isSame(one: string, other: string): boolean {
  return plainLabel(one) === plainLabel(other);
}

function listOf(allowed: readonly string[]): string {
  return allowed.length === 0 ? 'nothing else' : allowed.map((each) => `“${each}”`).join(', ');
}

/** Labels of rows with sums in files. */
const SUMS = new Set(
  'total,totals,sum,subtotal,sub total,zwischensumme,insgesamt,sous-total,tussentotaal,subtotale,grand total,portfolio total,total portfolio,total value,transactions total,account total,summe,gesamt,gesamtsumme,gesamtwert,depot gesamtwert,totaal,totale,totaux,somme,suma,summa,sum total'
    .split(',')
    .map(plainLabel),
);

const LONGEST_SUM = 40;

/** `Total`, `Summe EUR:`. A word of up to four capitals may be a symbol. */
function isSumLabel(text: string): boolean {
  if (text.length > LONGEST_SUM) return false;
  return SUMS.has(plainLabel(splitHeader(text.replace(/[:.]$/, '')).label)) && !/^[A-Z]{1,4}$/.test(text);
}

/**
 * Removes and reports remarks and sums: transactions without an instrument whose date cell is not a date, a last row of
 * numbers alone, or rows with the label of a sum in any column, if no portfolio with instruments is called so.
 */
export function withoutRemarks(
  table: PortfolioTable,
  { layout, meanings }: Pick<PortfolioColumns, 'layout' | 'meanings'>,
  findings: ImportIssues,
): PortfolioTable {
  const columnsOf = (...wanted: PortfolioMeaning[]) =>
    meanings.flatMap((meaning, column) => (wanted.includes(meaning) ? [column] : []));
  const [codes, names, dates] = [columnsOf('isin', 'symbol'), columnsOf('name'), columnsOf('date')];
  const [nameColumns, portfolioColumn] = [[...codes, ...names], meanings.indexOf('portfolio')];
  const portfolios = new Set(
    table.rows
      .filter(({ cells }) => nameColumns.some((column) => !['', undefined].includes(cells[column])))
      .map(({ cells }) => cells[portfolioColumn]),
  );
  const rows = table.rows.filter((row, index) => {
    const textsOf = (columns: readonly number[]) =>
      columns.map((column) => row.cells[column] ?? '').filter((each) => each !== '');
    const [named, dated] = [textsOf(nameColumns), textsOf(dates)];
    const sumAt = row.cells.findIndex(
      (cell, column) => isSumLabel(cell) && !(meanings[column] === 'portfolio' && portfolios.has(cell)),
    );
    const isSum = sumAt >= 0 && named.every(isSumLabel);
    const isUndated = !dated.some(looksLikeDate);
    const isRemark =
      (layout === 'transactions' && dated.length > 0) ||
      (index === table.rows.length - 1 && row.cells.every(isNumeric));
    if (!isSum && !(isRemark && named.length === 0 && isUndated)) return true;
    const first = row.cells.findIndex((cell) => cell !== '');
    const at = isSum ? sumAt : Math.max(0, dated.length > 0 ? (dates[0] ?? 0) : first);
    const shown = row.cells[at] ?? '';
    findings.leftOut.push({
      ...table.placeOf(row, at),
      issue: `is a total or a remark: “${shown.slice(0, LONGEST_SHOWN)}”`,
    });
    return false;
  });
  return { ...table, rows };
}

/** `1.234,50 EUR`, rather than the name of anything. */
function isNumeric(cell: string): boolean {
  return cell === '' || /\d/.test(cell);
}

const LONGEST_SHOWN = 80;

/** Longer cells have no parts, because a pattern is tried at each of their characters. */
const LONGEST_CELL = 500;

const NO_COLUMNS: Readonly<Record<string, PortfolioMeaning>> = {};

/**
 * Adds a column for each part of a cell, with its meaning. A type whose cell does not match the pattern is the whole
 * cell.
 */
export function withParts(table: PortfolioTable, { patterns }: Pick<TableLayout, 'patterns'>) {
  const parts = Object.entries(patterns).flatMap(([header, pattern]) => {
    const at = columnOf(table, header);
    if (at < 0) return [];
    const meanings = PORTFOLIO_MEANINGS.filter((meaning) => pattern.source.includes(`(?<${meaning}>`));
    const found = table.rows.map(({ cells }) => pattern.exec((cells[at] ?? '').slice(0, LONGEST_CELL))?.groups);
    return meanings.map((meaning) => ({ at, meaning, name: `${table.header[at]}: ${meaning}`, found }));
  });
  if (parts.length === 0) return { table, columns: NO_COLUMNS };
  const width = table.header.length;
  const rows = table.rows.map((row, index) => {
    const added = parts.map(
      ({ at, meaning, found }) => found[index]?.[meaning] ?? (meaning === 'type' ? (row.cells[at] ?? '') : ''),
    );
    return { ...row, cells: [...table.header.map((_name, at) => row.cells[at] ?? ''), ...added] };
  });
  const widened: PortfolioTable = {
    ...table,
    header: [...table.header, ...parts.map(({ name }) => name)],
    rows,
    placeOf: (row, column) => table.placeOf(row, parts[column - width]?.at ?? column),
  };
  return { table: widened, columns: Object.fromEntries(parts.map(({ name, meaning }) => [name, meaning] as const)) };
}
