/** One row of a pasted table: a holding, a target, both, or what is wrong with it, each fault in its column. */
import type { InstrumentRow } from '../../../../api/queries.ts';
import { type Checked, checkQuantity, checkWeight, findInstrument, findListing } from '../check-row.ts';
import type { ColumnRole, NamedColumn } from './column-names.ts';
import type { PastedHolding, PastedTarget, PasteFault } from './pasted.ts';
import { type DecimalMark, readDecimal } from './read-decimal.ts';
import type { CellRow } from './split-cells.ts';

export interface PastedTable {
  readonly columns: ReadonlyMap<ColumnRole, NamedColumn>;
  readonly instruments: readonly InstrumentRow[];
  /** The column of target weights, where there is one. */
  readonly target: NamedColumn | undefined;
  readonly mark: DecimalMark | null;
  /** 0.01 where weights are written in percent, 1 where as shares. */
  readonly scale: number;
}

export interface ReadRow {
  readonly holding: PastedHolding | null;
  readonly target: PastedTarget | null;
}

export function readTableRow(table: PastedTable, row: CellRow, seen: Map<string, number>): ReadRow | PasteFault[] {
  const faults: PasteFault[] = [];
  const take = <Value>(column: NamedColumn | undefined, checked: Checked<Value>): Value | null => {
    if ('value' in checked) return checked.value;
    faults.push({ place: placeOf(row.line), column: column?.header ?? '', reason: checked.issue });
    return null;
  };
  const textOf = (column: NamedColumn | undefined) => (column === undefined ? '' : (row.cells[column.index] ?? ''));
  const what = (['isin', 'symbol', 'name'] as const)
    .map((role) => table.columns.get(role))
    .find((column) => textOf(column) !== '');
  const instrument = take(what ?? table.columns.get('isin'), findInstrument(table.instruments, textOf(what)));
  const at = table.columns.get('exchange');
  const exchange = instrument === null ? null : take(at, findListing(instrument, textOf(at)));
  const many = table.columns.get('quantity');
  const isHeld = many !== undefined && (textOf(many) !== '' || textOf(table.target) === '');
  const quantity = isHeld ? take(many, numberIn(textOf(many), table.mark, checkQuantity)) : null;
  const toWeight = (weight: number) =>
    checkWeight(Number((weight * scaleOf(table, textOf(table.target))).toPrecision(12)));
  const isWanted = table.target !== undefined && (textOf(table.target) !== '' || many === undefined);
  const weight = isWanted
    ? take(table.target, numberIn(textOf(table.target).replace('%', ''), table.mark, toWeight))
    : null;
  if (instrument === null || exchange === null || faults.length > 0) return faults;
  const { isin } = instrument;
  take(what, notSeen(seen, isHeld ? `${isin} ${exchange}` : null, `${instrument.symbol} at ${exchange}`, row.line));
  take(table.target, notSeen(seen, isWanted ? isin : null, `the target of ${instrument.symbol}`, row.line));
  if (faults.length > 0) return faults;
  return {
    holding: quantity === null ? null : { isin, exchange, quantity },
    target: weight === null ? null : { isin, weight },
  };
}

function numberIn(text: string, mark: DecimalMark | null, check: (value: number) => Checked<number>): Checked<number> {
  if (text.trim() === '') return { issue: 'is empty' };
  const value = readDecimal(text, mark);
  return typeof value === 'string' ? { issue: `“${text.trim()}” ${value}` } : check(value);
}

function scaleOf({ scale }: PastedTable, text: string): number {
  return text.includes('%') ? 0.01 : scale;
}

function notSeen(seen: Map<string, number>, key: string | null, what: string, line: number): Checked<null> {
  if (key === null) return { value: null };
  const first = seen.get(key);
  if (first !== undefined) return { issue: `repeats ${what} of line ${first}` };
  seen.set(key, line);
  return { value: null };
}

/** Where a row is, in words. */
export function placeOf(line: number): string {
  return `Line ${line}`;
}
