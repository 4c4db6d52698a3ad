/** What pasted text becomes: correct rows, and faults with their places. Checks what every row has to hold. */
import type { Schemas } from '../../../../api/api-client.ts';
import type { InstrumentRow } from '../../../../api/market-api.ts';
import type { AccountDraft } from '../../../../components/portfolios/portfolio-draft.ts';

export type PastedHolding = Schemas['PositionInput'];
export type PastedTarget = Schemas['TargetInput'];

export interface PasteFault {
  /** `Line 4` of a table, `/holdings/2` of JSON. */
  readonly place: string;
  /** The column or field; empty for the whole row. */
  readonly column: string;
  /** A sentence without its full stop. */
  readonly reason: string;
}

/** Null: the text says nothing of it, so the form keeps what it has. */
export interface Pasted {
  readonly account: AccountDraft | null;
  readonly cash: number | null;
  readonly holdings: readonly PastedHolding[] | null;
  readonly targets: readonly PastedTarget[] | null;
  /** How the text was understood, as sentences. */
  readonly remarks: readonly string[];
  readonly faults: readonly PasteFault[];
}

export const NOTHING_PASTED: Pasted = {
  ...{ account: null, cash: null, holdings: null, targets: null },
  ...{ remarks: [], faults: [] },
};

/** A value, or why there is none, as a predicate. */
export type Checked<Value> = { readonly value: Value } | { readonly issue: string };

/** Takes the values of one place; what has none becomes a fault. */
export function takerAt(place: string, faults: PasteFault[]) {
  return <Value>(column: string, checked: Checked<Value>): Value | null => {
    if ('value' in checked) return checked.value;
    faults.push({ place, column, reason: checked.issue });
    return null;
  };
}

/** Nothing can be read. */
export function unreadable(place: string, reason: string): Pasted {
  return { ...NOTHING_PASTED, faults: [{ place, column: '', reason }] };
}

/** By ISIN, symbol or full name, in any case. */
export function findInstrument(known: readonly InstrumentRow[], text: string): Checked<InstrumentRow> {
  const wanted = text.trim().toLowerCase();
  if (wanted === '') return { issue: 'names no instrument' };
  const found = known.find((row) => [row.isin, row.symbol, row.name].some((each) => each.toLowerCase() === wanted));
  return found === undefined ? { issue: `“${text.trim()}” is no instrument of this market` } : { value: found };
}

/** Empty: the primary exchange. */
export function findListing({ symbol, listings, primary_exchange }: InstrumentRow, text: string): Checked<string> {
  const mic = text.trim().toUpperCase();
  if (mic === '') return { value: primary_exchange };
  if (listings.includes(mic)) return { value: mic };
  return { issue: `${mic} does not list ${symbol}; ${listings.join(', ')} ${listings.length === 1 ? 'does' : 'do'}` };
}

export function checkQuantity(quantity: number): Checked<number> {
  if (!Number.isFinite(quantity)) return { issue: 'is not a number' };
  if (quantity < 0) return { issue: 'is below zero' };
  if (quantity > 1_000_000_000) return { issue: 'is above 1 000 000 000' };
  if (Number(quantity.toFixed(6)) !== quantity) return { issue: 'has more than six decimals' };
  return { value: quantity };
}

/** A share of 1. */
export function checkWeight(weight: number): Checked<number> {
  if (!Number.isFinite(weight)) return { issue: 'is not a number' };
  if (weight < 0) return { issue: 'is below zero' };
  return weight > 1 ? { issue: 'is above 100 %' } : { value: weight };
}
