/** Reads a table of positions or transactions as movements, each with its place. Does not know instruments. */
import type { PortfolioMeaning } from '../../contract/control/imports/import-meanings.ts';
import type { TableOptions } from '../prices/read-prices.ts';
import { bareName, unreadFile } from '../prices/read-prices.ts';
import type { CellPlace, Findings, SourceFile } from '../source-file.ts';
import { type DateCell, readDates } from '../tables/read-dates.ts';
import { type Decimal, isEmptyCell, readNumbers } from '../tables/read-numbers.ts';
import { readTable, type Table, type TableRow } from '../tables/read-table.ts';
import { type PortfolioColumns, readPortfolioColumns } from './portfolio-columns.ts';
import { type Movement, type Statement, unitCostOf } from './statement.ts';
import { movementKindOf } from './transaction-kinds.ts';

export function readPortfolioTable(file: SourceFile, options: TableOptions, findings: Findings): Statement {
  const nothing = { currency: '', movements: [], cash: [] };
  const read = readTable(file, options.delimiter);
  if (!read.ok) {
    for (const issue of read.issues) findings.issues.push(issue);
    return { ...nothing, file: unreadFile(file) };
  }
  const { table } = read;
  const columns = readPortfolioColumns(table, options.columns, findings);
  if (columns === null) return { ...nothing, file: { ...unreadFile(file), delimiter: table.delimiter } };
  const dated = datesOf(table, columns, options, findings);
  const numbers = numbersOf(table, columns.meanings, options.decimal, findings);
  const context: TableContext = { table, columns, dates: dated.dates, micro: numbers.micro, findings };
  const movements = table.rows.flatMap((row, index) => movementOf(row, index, context));
  const described = {
    name: file.name,
    layout: columns.layout,
    delimiter: table.delimiter,
    dates: columns.meanings.includes('date') ? dated.style : null,
    decimal: numbers.decimal,
    rows: table.rows.length,
    columns: table.header.map((name, index) => {
      const meaning = columns.meanings[index] ?? 'ignored';
      return { column: index + 1, name, meaning, subject: null, sample: table.rows[0]?.cells[index] ?? '' };
    }),
  };
  return { ...nothing, file: described, movements: withShares(movements) };
}

interface TableContext {
  readonly table: Table;
  readonly columns: PortfolioColumns;
  readonly dates: ReadonlyMap<number, string | null>;
  /** By row and meaning. */
  readonly micro: ReadonlyMap<string, number | null>;
  readonly findings: Findings;
}

const NUMBERS: readonly PortfolioMeaning[] = ['quantity', 'unit_cost', 'total_cost', 'charges', 'weight'];

function placeAt({ file, header }: Table, row: TableRow, column: number): CellPlace {
  return { file, line: row.line, column: column + 1, name: header[column] ?? '' };
}

function datesOf(table: Table, { meanings }: PortfolioColumns, options: TableOptions, findings: Findings) {
  const column = meanings.indexOf('date');
  const cells = table.rows.flatMap((row, index): { index: number; cell: DateCell }[] => {
    const text = row.cells[column] ?? '';
    return isEmptyCell(text) ? [] : [{ index, cell: { ...placeAt(table, row, column), text } }];
  });
  const read = readDates(
    cells.map(({ cell }) => cell),
    options.dates,
    findings,
  );
  return { style: read.style, dates: new Map(cells.map(({ index }, at) => [index, read.dates[at] ?? null])) };
}

function numbersOf(table: Table, meanings: readonly PortfolioMeaning[], decimal: Decimal | null, findings: Findings) {
  const cells = table.rows.flatMap((row, index) =>
    NUMBERS.flatMap((meaning) => {
      const column = meanings.indexOf(meaning);
      const text = withoutUnit(row.cells[column] ?? '');
      return isEmptyCell(text) ? [] : [{ key: `${index}:${meaning}`, cell: { ...placeAt(table, row, column), text } }];
    }),
  );
  const read = readNumbers(
    cells.map(({ cell }) => cell),
    decimal,
    table.delimiter,
    findings,
  );
  return { decimal: read.decimal, micro: new Map(cells.map(({ key }, at) => [key, read.micro[at] ?? null])) };
}

/** A pattern for the spaces before the unit would take as long as the square of their number. */
function withoutUnit(text: string): string {
  return /[%€£$]$/.test(text) ? text.slice(0, -1).trimEnd() : text;
}

/** None for a row that moves no position, which is told. */
function movementOf(row: TableRow, index: number, context: TableContext): Movement[] {
  const { table, columns, findings } = context;
  const text = (meaning: PortfolioMeaning) => row.cells[columns.meanings.indexOf(meaning)] ?? '';
  const micro = (meaning: PortfolioMeaning) => context.micro.get(`${index}:${meaning}`) ?? null;
  const place = placeAt(table, row, columns.meanings.indexOf('quantity'));
  const leaveOut = (issue: string): Movement[] => {
    findings.leftOut.push({ ...place, issue });
    return [];
  };
  const kind = columns.layout === 'positions' ? 'in' : movementKindOf(text('type'));
  if (kind === null) return leaveOut(`is a row of type “${text('type')}”, which moves no position`);
  const quantityMicro = micro('quantity');
  const hasNumber = quantityMicro !== null || isEmptyCell(text('quantity'));
  if (quantityMicro === null || quantityMicro === 0) return hasNumber ? leaveOut('has no quantity') : [];
  if (quantityMicro < 0 && columns.layout === 'positions') {
    findings.issues.push({ ...place, issue: 'is below 0, and short positions cannot be held' });
  }
  const date = context.dates.get(index) ?? null;
  if (columns.layout === 'transactions' && date === null && isEmptyCell(text('date'))) {
    findings.issues.push({ ...placeAt(table, row, columns.meanings.indexOf('date')), issue: 'has no date' });
  }
  const shares = Math.abs(quantityMicro);
  return [
    {
      portfolio: text('portfolio') === '' ? bareName(table.file) : text('portfolio'),
      kind,
      names: { isin: text('isin').toUpperCase(), symbol: text('symbol'), name: text('name') },
      quantityMicro: shares,
      unitCostMicro: unitCost(shares, micro),
      date,
      currency: text('currency').toUpperCase(),
      exchange: text('exchange').toUpperCase(),
      weight: micro('weight') === null ? null : (micro('weight') ?? 0) / 1_000_000,
      place,
    },
  ];
}

/** The total by their number where there is one; else the price of a share, and its part of the charges. */
function unitCost(shares: number, micro: (meaning: PortfolioMeaning) => number | null): number | null {
  const [unit, total, charges] = [micro('unit_cost'), micro('total_cost'), Math.abs(micro('charges') ?? 0)];
  if (total !== null) return unitCostOf(Math.abs(total), shares);
  return unit === null ? null : Math.abs(unit) + (charges === 0 ? 0 : unitCostOf(charges, shares));
}

/** Weights that sum to far more than 1 are per cent. */
function withShares(movements: readonly Movement[]): Movement[] {
  const sum = movements.reduce((total, { weight }) => total + (weight ?? 0), 0);
  if (sum <= 1.5) return [...movements];
  return movements.map((each) => ({ ...each, weight: each.weight === null ? null : each.weight / 100 }));
}
