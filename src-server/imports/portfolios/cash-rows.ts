/**
 * Finds the rows of cash in a table of positions, and their amounts: the value of the row, or else its quantity. Refuses
 * a row in which both could be the amount.
 */
import { isIsin } from '../../domain/identifiers/isin.ts';
import type { NameResolver } from '../names/name-resolver.ts';
import { readCurrency } from '../tables/currency-units.ts';
import { isEmptyCell } from '../tables/read-numbers.ts';
import { type CashAmount, type InstrumentNames, instrumentTexts, type Movement, type RowValue } from './statement.ts';
import type { ReadRow } from './table-cells.ts';

/** Returns nothing if the row has no value. */
export function rowValueOf(row: ReadRow): RowValue | undefined {
  const [amount] = row.amounts('value');
  if (amount !== undefined) {
    const { currency, perUnit } = readCurrency(amount.currency);
    return { ...amount, micro: Math.round(amount.micro / perUnit), currency };
  }
  const text = row.text('value');
  if (isEmptyCell(text)) return undefined;
  return { micro: 0, currency: '', issue: `“${text}” is not a number`, place: row.placeOf('value') };
}

interface CashRow extends CashAmount {
  /** `null` if the amount could be read. */
  readonly issue: string | null;
}

/** Returns `null` for a row of an instrument. An amount below 0 is a debt. */
export function cashOf(movement: Movement, names: NameResolver): CashRow | null {
  const named = cashCurrency(movement.names, names);
  if (named === null) return null;
  const { portfolio, quantityMicro, quantityIn = '', value, place } = movement;
  if (value === undefined) {
    const { currency, perUnit } = readCurrency(quantityIn);
    const issue =
      currency === '' || currency === named ? null : `is cash in ${named}, but its amount is in ${currency}`;
    return { portfolio, amountMicro: Math.round(quantityMicro / perUnit), currency: named, place, issue };
  }
  const { micro, currency } = value;
  const isInOwn = currency === '' || currency === named;
  const isClear = !isInOwn || quantityMicro === 0 || quantityMicro === ONE || isSame(quantityMicro, micro);
  const both = `has the quantity ${quantityMicro / ONE} and the value ${micro / ONE}, of which only one can be the amount of cash; ignore the column of the other (--column HEADER=ignored)`;
  const issue = value.issue ?? (isClear ? null : both);
  return { portfolio, amountMicro: micro, currency: currency || named, place: value.place, issue };
}

const ONE = 1_000_000;
const CENT = 10_000;

function isSame(quantityMicro: number, valueMicro: number): boolean {
  return Math.abs(Math.abs(quantityMicro) - Math.abs(valueMicro)) < CENT;
}

/**
 * Returns the currency that a row names, by code or by the mapping; `null`: it names an instrument. Some files have the
 * code in the column of ISINs; a row with an ISIN is cash only if the ISIN itself is mapped to a currency.
 */
function cashCurrency(names: InstrumentNames, resolver: NameResolver): string | null {
  for (const text of isIsin(names.isin) ? [names.isin] : instrumentTexts(names)) {
    if ((resolver.mapped(text) ?? text).toUpperCase() === 'EUR') return 'EUR';
    const found = resolver.find(text);
    if (found.kind === 'currency') return found.currency;
  }
  return null;
}
