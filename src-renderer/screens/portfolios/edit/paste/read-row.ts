/** Reads one row of a pasted table: a security, cash, or a sum. Every issue has its line and its column. */
import type { InstrumentRow } from '../../../../api/market-api.ts';
import { type DecimalMark, decimalMarkOf, readDecimal } from '../../../../components/forms/read-decimal.ts';
import { findListing } from './find-exchange.ts';
import {
  type Checked,
  type CostRole,
  checkQuantity,
  checkWeight,
  findInstrument,
  type PasteIssue,
  type PasteMarket,
  takerAt,
} from './pasted.ts';
import { dayOrderOf, readDay } from './read-date.ts';
import type { Columns, NamedColumn } from './table-columns.ts';
import { currencyIn, withoutCurrency } from './written-currency.ts';

export interface CellRow {
  /** Line number of the row, from 1. */
  readonly line: number;
  readonly cells: readonly string[];
}

export type PastedTable = ReturnType<typeof tableOf>;

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

export function tableOf(columns: Columns, body: readonly CellRow[], market: PasteMarket, costAs: CostRole | null) {
  // A weight beside quantities is the current one, not the target.
  const target = columns.get('target') ?? (columns.has('quantity') ? undefined : columns.get('weight'));
  const textsOf = (column: NamedColumn | undefined) =>
    column === undefined ? [] : body.map(({ cells }) => cells[column.index] ?? '');
  const weights = textsOf(target);
  const numbers = (['quantity', 'unit_cost', 'total_cost', 'value'] as const).flatMap((role) =>
    textsOf(columns.get(role)),
  );
  const mark = decimalMarkOf([...numbers, ...weights].map(bareNumber));
  // Shares of 1 are never above 1.
  const isAboveOne = (text: string) => !text.includes('%') && Number(readDecimal(bareNumber(text), mark)) > 1;
  const isPercent = /%|percent/i.test(target?.header ?? '') || weights.some(isAboveOne);
  const named = columns.get('unit_cost') ?? columns.get('total_cost');
  const role = costAs ?? (columns.has('unit_cost') ? 'unit_cost' : 'total_cost');
  const cost = named && { ...named, role };
  const days = columns.get('acquired');
  return {
    columns,
    market,
    target,
    mark,
    cost,
    days,
    // Converts weights in percent to shares of 1.
    scale: isPercent ? 0.01 : 1,
    isPercent: isPercent || weights.some((text) => text.includes('%')),
    dayOrder: dayOrderOf(textsOf(days)),
    used: new Set([
      ...(['isin', 'symbol', 'name', 'exchange', 'quantity', 'currency'] as const),
      ...(columns.has('value') && body.some(({ cells }) => cells.some(isCashName)) ? (['value'] as const) : []),
      ...(target === undefined ? [] : [target.role]),
      ...(named === undefined ? [] : [named.role, 'acquired' as const]),
    ]),
  };
}

/** Null if none of it can be read. A last row without a name is the sum of those above. */
export function readRow(table: PastedTable, row: CellRow, isLast: boolean, issues: PasteIssue[]): ReadRow | null {
  const { line } = row;
  const { what, textOf } = cellsOf(table, row);
  const names = row.cells.filter((cell) => cell !== '' && !/\d/.test(cell));
  const sum = names.find(isSumName);
  if (sum !== undefined) return { kind: 'sum', line, name: sum };
  if (isLast && textOf(what) === '' && names.length === 0) return { kind: 'sum', line, name: '' };
  const cash = identifiersOf(table).map(textOf).find(isCashName);
  return cash === undefined ? readSecurity(table, row, issues) : readCash(table, row, cash, issues);
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
  const amount = take(at, at === undefined ? { issue: 'has no amount' } : numberIn(textOf(at), mark, checkAmount));
  if (amount === null) return null;
  const target = numberIn(textOf(table.target), mark, toWeight(table, row));
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
  const quantity = isHeld ? take(many, numberIn(textOf(many), mark, checkQuantity)) : null;
  const isWanted = target !== undefined && (textOf(target) !== '' || many === undefined);
  const weight = isWanted ? take(target, numberIn(textOf(target), mark, toWeight(table, row))) : null;
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
  const unitCost = take(cost, numberIn(textOf(cost), mark, toUnitCost));
  if (textOf(days) === '') return unitCost === null ? null : { unitCost, acquiredAt: market.now };
  const day = readDay(textOf(days), dayOrder);
  const present = market.now.slice(0, 10);
  if (day === null) return take(days, { issue: `“${textOf(days)}” is not a date; write 2024-03-15 or 15.03.2024` });
  if (day > present) return take(days, { issue: `${day} is in the future; today is ${present}` });
  return unitCost === null ? null : { unitCost, acquiredAt: `${day}T00:00:00.000Z` };
}

/** The currency of an amount: of its cell, else of the header of its column, else of the row's column of currencies. */
function currencyAt(table: PastedTable, row: CellRow, column: NamedColumn | undefined): string | null {
  const { textOf } = cellsOf(table, row);
  const stated = currencyIn(textOf(column)) ?? currencyIn(column?.header ?? '');
  return stated ?? currencyIn(textOf(table.columns.get('currency')));
}

/** Without percent sign, currency and the word for pieces: `1.234,50 €` is `1.234,50`. */
function bareNumber(text: string): string {
  const withoutBefore = withoutCurrency(text).replace(/^\s*[a-z]{2,3}\.?(?=[\s\d])\s*(?=[-+\u2212.,\d])/i, '');
  return withoutBefore.replace(/(?<=\d)\s*(?:%|[a-z]{3}|kr\.?|stk\.?|stück|pcs\.?|shares)\s*$/i, '');
}

function checkAmount(amount: number): Checked<number> {
  return amount < 0 ? { issue: 'is negative' } : { value: amount };
}

function numberIn(text: string, mark: DecimalMark | null, check: (value: number) => Checked<number>): Checked<number> {
  if (text.trim() === '') return { issue: 'is empty' };
  const value = readDecimal(bareNumber(text), mark);
  return typeof value === 'string' ? { issue: `“${text.trim()}” ${value}` } : check(value);
}

/** Rows of a broker's list that are not securities have names of cash or of a sum. */
const CASH_TERMS = termSet(
  'cash liquidity liquid liquiditat liquiditaet liquidites liquide kasse bargeld barmittel guthaben kontoguthaben',
  'verrechnungskonto especes tresorerie likvider kontanter',
);
/** Words that may accompany a word for cash. */
const CASH_QUALIFIERS = termSet(
  'eur gbp chf usd sek dkk nok and und et equivalents balance account position konto saldo solde compte total',
  'available free settled en in funds',
);
const SUM_TERMS = termSet(
  'total totals sum summe gesamt gesamtsumme gesamtwert insgesamt zwischensumme subtotal somme totaux',
);
const SUM_QUALIFIERS = termSet(
  'grand sub portfolio portefeuille depot general value wert overall all holdings positions eur gbp chf usd sek dkk nok',
);

/** `Cash`, `EUR cash`, `Liquidität`. */
function isCashName(text: string): boolean {
  return isMadeOf(text, CASH_TERMS, CASH_QUALIFIERS);
}

/** `Total`, `Grand total`, `Summe EUR:`. */
function isSumName(text: string): boolean {
  return isMadeOf(text, SUM_TERMS, SUM_QUALIFIERS);
}

function isMadeOf(text: string, needed: ReadonlySet<string>, allowed: ReadonlySet<string>): boolean {
  const plain = text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
  const found = plain.split(/[^a-z]+/).filter((term) => term !== '');
  return found.some((term) => needed.has(term)) && found.every((term) => needed.has(term) || allowed.has(term));
}

function termSet(...lists: readonly string[]): ReadonlySet<string> {
  return new Set(lists.flatMap((list) => list.split(' ')));
}
