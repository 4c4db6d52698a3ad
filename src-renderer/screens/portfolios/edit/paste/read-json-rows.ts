/** Holdings and targets of pasted JSON, entry by entry, each fault at its pointer. */
import type { InstrumentRow } from '../../../../api/queries.ts';
import { type Checked, checkQuantity, checkWeight, findInstrument, findListing } from '../check-row.ts';
import type { PastedHolding, PastedTarget, PasteFault } from './pasted.ts';

export type Body = Readonly<Record<string, unknown>>;

export function readHoldings(
  rows: unknown,
  at: string,
  known: readonly InstrumentRow[],
  faults: PasteFault[],
): PastedHolding[] {
  return readRows(rows, at, faults, ['isin', 'exchange', 'quantity'], (row, take) => {
    const instrument = take('isin', findInstrument(known, String(row.isin ?? '')));
    const exchange = instrument && take('exchange', findListing(instrument, String(row.exchange ?? '')));
    const quantity = take('quantity', numberOf(row.quantity, checkQuantity));
    return instrument === null || exchange === null || quantity === null
      ? null
      : { isin: instrument.isin, exchange, quantity };
  });
}

export function readTargets(
  rows: unknown,
  at: string,
  known: readonly InstrumentRow[],
  faults: PasteFault[],
): PastedTarget[] {
  return readRows(rows, at, faults, ['isin', 'weight'], (row, take) => {
    const instrument = take('isin', findInstrument(known, String(row.isin ?? '')));
    const weight = take('weight', numberOf(row.weight, checkWeight));
    return instrument === null || weight === null ? null : { isin: instrument.isin, weight };
  });
}

type Take = <Value>(field: string, checked: Checked<Value>) => Value | null;

function readRows<Row>(
  rows: unknown,
  at: string,
  faults: PasteFault[],
  fields: readonly string[],
  read: (row: Body, take: Take) => Row | null,
): Row[] {
  if (!Array.isArray(rows)) {
    faults.push({ place: at, column: '', reason: 'is not an array' });
    return [];
  }
  return rows.flatMap((row: unknown, index) => {
    const place = `${at}/${index}`;
    const before = faults.length;
    const take: Take = (column, checked) => {
      if ('value' in checked) return checked.value;
      faults.push({ place, column, reason: checked.issue });
      return null;
    };
    const body = isRecord(row) ? row : {};
    for (const field of Object.keys(body).filter((each) => !fields.includes(each))) {
      take(field, { issue: `is none of ${fields.join(', ')}` });
    }
    const value = read(body, take);
    return value === null || faults.length > before ? [] : [value];
  });
}

function numberOf(value: unknown, check: (value: number) => Checked<number>): Checked<number> {
  return typeof value === 'number' ? check(value) : { issue: value === undefined ? 'is missing' : 'is not a number' };
}

export function isRecord(value: unknown): value is Body {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
