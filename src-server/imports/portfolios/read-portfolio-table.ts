/**
 * Reads the tables of a file of positions or transactions: one table of text, or several of a statement with sections
 * or of a Flex Query. Returns movements with their places, cash, and the holdings that the file states. Does not know
 * instruments.
 */
import type { PortfolioMeaning, TypeMeaning } from '../../contract/control/imports/import-meanings.ts';
import type { ImportedColumn, ImportedFile } from '../../contract/control/imports/import-report.ts';
import { plainLabel } from '../../contract/control/imports/plain-label.ts';
import { bareName, type TableOptions, unreadFile } from '../prices/read-prices.ts';
import type { ImportIssues, SourceFile } from '../source-file.ts';
import { statedByLabel } from '../tables/column-labels.ts';
import { readCurrency } from '../tables/currency-units.ts';
import { firstRows } from '../tables/first-rows.ts';
import { readTable } from '../tables/read-table.ts';
import { type TableLayout, tableLayoutOf } from './broker-layouts.ts';
import { isFlexQuery, readFlexQuery } from './flex-query.ts';
import { isPortfolioHeader, readPortfolioColumns } from './portfolio-columns.ts';
import { countedRows, type PortfolioTable, tableOfText, withoutRemarks, withParts } from './portfolio-table.ts';
import type { CashAmount, InstrumentNames, Movement, StatedBalance, Statement, UnknownType } from './statement.ts';
import { isSectioned, readSections } from './statement-sections.ts';
import { type ReadRow, readCells } from './table-cells.ts';
import { instrumentNamesOf, movementsOf } from './table-movements.ts';

export interface StatementOptions extends TableOptions {
  /** Effects of types of transactions, by their labels. */
  readonly types: Readonly<Record<string, TypeMeaning>>;
}

export function readPortfolioTable(file: SourceFile, options: StatementOptions, findings: ImportIssues): Statement {
  const parts = tablesOf(file, options, findings).map((table) => readPart(file, table, options, findings));
  const instruments = new Map(parts.flatMap((part) => part.instruments).map((each) => [each.symbol, each]));
  const named = <Each extends { readonly names: InstrumentNames }>(each: Each): Each => ({
    ...each,
    names: completed(each.names, instruments),
  });
  const described = parts.flatMap((part) => part.file ?? []);
  const [first = unreadFile(file)] = described;
  return {
    file: { ...first, rows: described.reduce((sum, { rows }) => sum + rows, 0) },
    currency: '',
    movements: parts.flatMap(({ movements }) => movements).map(named),
    cash: parts.flatMap(({ cash }) => withoutSum(cash)),
    balances: parts.flatMap(({ balances }) => balances).map(named),
    unknownTypes: parts.flatMap(({ unknownTypes }) => unknownTypes),
  };
}

function tablesOf(file: SourceFile, { delimiter }: StatementOptions, findings: ImportIssues): PortfolioTable[] {
  if (isFlexQuery(file.text)) return readFlexQuery(file, findings);
  if (isSectioned(file.text)) return readSections(file, findings);
  const table = readTable(file, { delimiter, isHeader: isPortfolioHeader }, findings);
  return table === null ? [] : [tableOfText(table)];
}

/** Contents of one table. */
interface TablePart {
  /** `null`: its rows move nothing. */
  readonly file: ImportedFile | null;
  readonly movements: readonly Movement[];
  readonly cash: readonly CashAmount[];
  readonly balances: readonly StatedBalance[];
  readonly instruments: readonly InstrumentNames[];
  readonly unknownTypes: readonly UnknownType[];
}

const EMPTY_PART: TablePart = { file: null, movements: [], cash: [], balances: [], instruments: [], unknownTypes: [] };

function readPart(
  file: SourceFile,
  found: PortfolioTable,
  options: StatementOptions,
  findings: ImportIssues,
): TablePart {
  const layout = tableLayoutOf(found.header);
  if (layout === null) return readMovements(file, found, null, options, findings);
  findings.notes.add(`${file.name} has the layout of ${layout.name}.`);
  const moves = layout.table === 'transactions' || layout.table === 'positions';
  const { table, columns } = withParts(countedRows(found, layout, !moves, findings), layout);
  const known = { ...layout, columns: { ...layout.columns, ...columns } };
  return moves ? readMovements(file, table, known, options, findings) : readStated(table, known, findings);
}

function readMovements(
  file: SourceFile,
  table: PortfolioTable,
  layout: TableLayout | null,
  options: StatementOptions,
  findings: ImportIssues,
): TablePart {
  const types = statedByLabel({ ...layout?.types, ...options.types });
  const form = layout?.table === 'transactions' || layout?.table === 'positions' ? layout.table : null;
  const stated = { ...layout?.columns, ...options.columns };
  const columns = readPortfolioColumns(table, stated, types, form, findings);
  const { meanings } = columns;
  const described = {
    ...unreadFile(file),
    delimiter: table.delimiter === '' ? null : table.delimiter,
    columns: describeColumns(table, meanings),
    // XML elements have no cells to show, and may all be on one line.
    first_rows: table.delimiter === '' ? [] : firstRows(table.rows),
  };
  if (!columns.isReadable) return { ...EMPTY_PART, file: described };
  const { dates = null, decimal = null, partsDecimal = null, outgoing = [], splits = null } = layout ?? {};
  const styles = { dates: options.dates ?? dates, decimal: options.decimal ?? decimal, partsDecimal };
  const cells = readCells(withoutRemarks(table, columns, findings), meanings, styles, findings);
  const unknownTypes = new Map<string, UnknownType>();
  const hasTypes = meanings.includes('type');
  const movements = movementsOf(cells.rows, {
    table,
    layout: columns.layout,
    hasTypes,
    isCostChosen: Object.values(stated).some((meaning) => meaning === 'unit_cost' || meaning === 'total_cost'),
    types,
    outgoing,
    splits,
    findings,
    unknownTypes,
  });
  const read = { ...described, layout: columns.layout, ...cells.styles, rows: table.rows.length };
  return { ...EMPTY_PART, file: read, movements, unknownTypes: [...unknownTypes.values()] };
}

function describeColumns({ header, rows }: PortfolioTable, meanings: readonly PortfolioMeaning[]): ImportedColumn[] {
  return header.map((name, index) => ({
    column: index + 1,
    name,
    meaning: meanings[index] ?? 'ignored',
    subject: null,
    sample: rows[0]?.cells[index] ?? '',
  }));
}

/** Reads a table that moves nothing: names of instruments, balances, or cash. */
function readStated(table: PortfolioTable, layout: TableLayout, findings: ImportIssues): TablePart {
  const meaningsByLabel = new Map(
    Object.entries(layout.columns).map(([header, meaning]) => [plainLabel(header), meaning]),
  );
  const meanings = table.header.map((name) => meaningsByLabel.get(plainLabel(name)) ?? 'ignored');
  const { rows } = readCells(table, meanings, layout, findings);
  if (layout.table === 'instruments') return { ...EMPTY_PART, instruments: rows.flatMap(instrumentsOf) };
  if (layout.table === 'balances') return { ...EMPTY_PART, balances: rows.flatMap(balanceOf) };
  return { ...EMPTY_PART, cash: rows.flatMap((row) => cashOf(row, table)) };
}

/** Returns one entry for each symbol that the instrument has had: `NEW, OLD`. */
function instrumentsOf(row: ReadRow): InstrumentNames[] {
  const names = instrumentNamesOf(row);
  return names.symbol.split(/, */).map((symbol) => ({ ...names, symbol }));
}

function balanceOf(row: ReadRow): StatedBalance[] {
  const quantityMicro = row.micro('quantity');
  return quantityMicro === null ? [] : [{ names: instrumentNamesOf(row), quantityMicro, place: row.place }];
}

function cashOf(row: ReadRow, { file }: PortfolioTable): CashAmount[] {
  const [amount] = row.amounts('total_cost');
  if (amount === undefined) return [];
  const portfolio = row.text('portfolio');
  const { currency, perUnit } = readCurrency(amount.currency);
  return [
    {
      portfolio: portfolio === '' ? bareName(file) : portfolio,
      amountMicro: Math.round(amount.micro / perUnit),
      currency: /^[A-Z]{3}$/.test(currency) ? currency : '',
      place: amount.place,
    },
  ];
}

/** Removes cash without a currency, which is the sum of the others in the portfolio's base currency. */
function withoutSum(cash: readonly CashAmount[]): readonly CashAmount[] {
  const apart = cash.filter(({ currency }) => currency !== '');
  return apart.length > 0 ? apart : cash;
}

/** Adds the names that the file states elsewhere for the symbol. */
function completed(names: InstrumentNames, instruments: ReadonlyMap<string, InstrumentNames>): InstrumentNames {
  const found = instruments.get(names.symbol);
  if (found === undefined) return names;
  return {
    ...names,
    isin: names.isin === '' ? found.isin : names.isin,
    name: names.name === '' ? found.name : names.name,
  };
}
