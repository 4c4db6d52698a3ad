/** Reads one row of a pasted table: a security, cash, or a sum. Every issue has its line and its column. */
import { isinFault } from '../../../../../src-server/contract/fields/isin-fault.ts';
import type { InstrumentRow } from '../../../../api/market-api.ts';
import { findListing } from './find-exchange.ts';
import { type Checked, checkQuantity, checkWeight, findInstrument, type PasteIssue, takerAt } from './pasted.ts';
import type { CellRow, PastedTable } from './pasted-table.ts';
import { readDay } from './read-date.ts';
import { isCashName, isSumName } from './row-names.ts';
import type { NamedColumn } from './table-columns.ts';
import { currencyIn } from './written-currency.ts';
import { bareAmount, bareShares, numberIn } from './written-numbers.ts';

export interface SecurityRow {
  readonly kind: 'security';
  readonly line: number;
  readonly instrument: InstrumentRow;
  /** Null if the row has only a target. */
  readonly held: { readonly exchange: string; readonly quantity: number } | null;
  /** The cost of a share, and its date of purchase; null if the row has none. */
  readonly lot: { readonly unitCost: number; readonly acquiredAt: string } | null;
  readonly weight: number | null;
  /** Currency of the row, if a column has it. */
  readonly currency: string | null;
}

export type ReadRow =
  | SecurityRow
  | {
      readonly kind: 'cash';
      readonly line: number;
      readonly name: string;
      readonly amount: number;
      readonly weight: number | null;
    }
  /** Its instrument, exchange or quantity is wrong; its target is not. */
  | { readonly kind: 'wrong'; readonly weight: number | null }
  | { readonly kind: 'sum'; readonly line: number; readonly name: string };

/**
 * Null if none of it can be read. A last row without a name is the sum of those above. A row with an ISIN or a symbol is a
 * security, whatever its name: `TOTAL`.
 */
export function readRow(table: PastedTable, row: CellRow, isLast: boolean, issues: PasteIssue[]): ReadRow | null {
  const { line } = row;
  const { what, textOf } = cellsOf(table, row);
  const identifiers = identifiersOf(table).map(textOf);
  const codes = identifiers.slice(0, -1);
  if (codes.some((code) => isSecurity(table, code))) return readSecurity(table, row, issues);
  const names = row.cells.filter((cell) => cell !== '' && !/\d/.test(cell));
  const isCoded = codes.some((code) => /[a-z\d]/i.test(code) && !isSumName(code));
  const sum = isCoded ? undefined : names.find(isSumName);
  if (sum !== undefined) return { kind: 'sum', line, name: sum };
  if (isLast && textOf(what) === '' && names.length === 0) return { kind: 'sum', line, name: '' };
  const cash = identifiers.find(isCashName);
  return cash === undefined ? readSecurity(table, row, issues) : readCash(table, row, cash, issues);
}

function isSecurity({ market }: PastedTable, code: string): boolean {
  return isinFault(code.toUpperCase()) === null || 'value' in findInstrument(market.instruments, code);
}

function identifiersOf({ columns }: PastedTable) {
  return (['isin', 'symbol', 'name'] as const).map((role) => columns.get(role));
}

function cellsOf(table: PastedTable, { cells }: CellRow) {
  const textOf = (column: NamedColumn | undefined) => (column === undefined ? '' : (cells[column.index] ?? ''));
  const identifiers = identifiersOf(table);
  return { textOf, what: identifiers.find((column) => textOf(column) !== '') ?? identifiers.find(Boolean) };
}

function takerOf(line: number, issues: PasteIssue[]) {
  const takeOf = takerAt(`Line ${line}`, issues);
  return <Value>(column: NamedColumn | undefined, checked: Checked<Value>) => takeOf(column?.header ?? '', checked);
}

/** Its amount is its value, or else the value in the column of quantities. */
function readCash(table: PastedTable, row: CellRow, name: string, issues: PasteIssue[]): ReadRow | null {
  const { columns, market, mark } = table;
  const { textOf } = cellsOf(table, row);
  const take = takerOf(row.line, issues);
  const at = [columns.get('value'), columns.get('quantity')].find((column) => textOf(column) !== '');
  const currency = currencyIn(name) ?? currencyAt(table, row, at);
  if (currency !== null && market.currency !== null && currency !== market.currency) {
    const issue = `is cash in ${currency}, but the portfolio’s cash is in ${market.currency}`;
    return take(currencyIn(textOf(columns.get('currency'))) === currency ? columns.get('currency') : at, { issue });
  }
  const amount = take(
    at,
    at === undefined ? { issue: 'has no amount' } : numberIn(textOf(at), bareAmount, mark, checkAmount),
  );
  if (amount === null) return null;
  const target = numberIn(textOf(table.target), bareShares, mark, toWeight(table, row));
  const weight = 'value' in target ? target.value : null;
  return { kind: 'cash', line: row.line, name, amount: Number(amount.toFixed(2)), weight };
}

function toWeight(table: PastedTable, row: CellRow): (weight: number) => Checked<number> {
  const scale = cellsOf(table, row).textOf(table.target).includes('%') ? 0.01 : table.scale;
  return (weight) => checkWeight(Number((weight * scale).toPrecision(12)));
}

function readSecurity(table: PastedTable, row: CellRow, issues: PasteIssue[]): ReadRow {
  const { columns, market, mark, target } = table;
  const before = issues.length;
  const take = takerOf(row.line, issues);
  const { what, textOf } = cellsOf(table, row);
  const instrument = take(what, findInstrument(market.instruments, textOf(what)));
  const at = columns.get('exchange');
  const exchange = instrument && take(at, findListing(instrument, textOf(at), market.exchanges));
  const many = columns.get('quantity');
  const isHeld = many !== undefined && (textOf(many) !== '' || textOf(target) === '');
  const quantity = isHeld ? take(many, numberIn(textOf(many), bareShares, mark, checkQuantity)) : null;
  const isWanted = target !== undefined && (textOf(target) !== '' || many === undefined);
  const weight = isWanted ? take(target, numberIn(textOf(target), bareShares, mark, toWeight(table, row))) : null;
  const lot = quantity === null ? null : readLot(table, row, quantity, issues);
  if (instrument === null || exchange === null || issues.length > before) return { kind: 'wrong', weight };
  return {
    kind: 'security',
    line: row.line,
    instrument,
    lot,
    weight,
    held: quantity === null ? null : { exchange, quantity },
    currency: currencyAt(table, row, table.cost),
  };
}

/** Null if the row has no cost. Without a date it counts as bought now. */
function readLot(table: PastedTable, row: CellRow, quantity: number, issues: PasteIssue[]): SecurityRow['lot'] {
  const { cost, days, mark, market, dayOrder } = table;
  const { textOf } = cellsOf(table, row);
  if (textOf(cost) === '' || quantity === 0) return null;
  const take = takerOf(row.line, issues);
  const shares = cost?.role === 'total_cost' ? quantity : 1;
  const toUnitCost = (amount: number) => checkAmount(Number((amount / shares).toFixed(6)));
  const unitCost = take(cost, numberIn(textOf(cost), bareAmount, mark, toUnitCost));
  if (textOf(days) === '') return unitCost === null ? null : { unitCost, acquiredAt: market.now };
  const day = take(days, readDay(textOf(days), dayOrder));
  const present = market.now.slice(0, 10);
  if (day !== null && day > present) return take(days, { issue: `${day} is in the future; today is ${present}` });
  return unitCost === null || day === null ? null : { unitCost, acquiredAt: `${day}T00:00:00.000Z` };
}

/** The currency of an amount: of its cell, else of the header of its column, else of the row's column of currencies. */
function currencyAt(table: PastedTable, row: CellRow, column: NamedColumn | undefined): string | null {
  const { textOf } = cellsOf(table, row);
  const stated = currencyIn(textOf(column)) ?? currencyIn(column?.header ?? '');
  return stated ?? currencyIn(textOf(table.columns.get('currency')));
}

function checkAmount(amount: number): Checked<number> {
  return amount < 0 ? { issue: 'is negative' } : { value: amount };
}
