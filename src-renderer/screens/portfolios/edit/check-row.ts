/** What holds of every pasted row, whether it came as a table or as JSON: known instrument, listing, quantity, weight. */
import type { InstrumentRow } from '../../../api/queries.ts';

/** A value, or why it is none as a predicate. */
export type Checked<Value> = { readonly value: Value } | { readonly issue: string };

const LARGEST_QUANTITY = 1_000_000_000;

/** By ISIN, symbol or full name, in any case. */
export function findInstrument(known: Iterable<InstrumentRow>, text: string): Checked<InstrumentRow> {
  const wanted = text.trim().toLowerCase();
  if (wanted === '') return { issue: 'names no instrument' };
  const matches = (row: InstrumentRow) =>
    [row.isin, row.symbol, row.name].some((each) => each.toLowerCase() === wanted);
  for (const row of known) if (matches(row)) return { value: row };
  return { issue: `“${text.trim()}” is no instrument of this market` };
}

/** Empty: the primary exchange. */
export function findListing(
  { symbol, listings, primary_exchange: primary }: InstrumentRow,
  text: string,
): Checked<string> {
  const mic = text.trim().toUpperCase();
  if (mic === '') return { value: primary };
  if (listings.includes(mic)) return { value: mic };
  return { issue: `${mic} does not list ${symbol}; ${listings.join(', ')} ${listings.length === 1 ? 'does' : 'do'}` };
}

export function checkQuantity(quantity: number): Checked<number> {
  if (!Number.isFinite(quantity)) return { issue: 'is not a number' };
  if (quantity < 0) return { issue: 'is below zero' };
  if (quantity > LARGEST_QUANTITY) return { issue: 'is above 1 000 000 000' };
  if (Number(quantity.toFixed(6)) !== quantity) return { issue: 'has more than six decimals' };
  return { value: quantity };
}

/** A share of 1. */
export function checkWeight(weight: number): Checked<number> {
  if (!Number.isFinite(weight)) return { issue: 'is not a number' };
  if (weight < 0) return { issue: 'is below zero' };
  if (weight > 1) return { issue: 'is above 100 %' };
  return { value: weight };
}
