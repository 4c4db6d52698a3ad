/**
 * Computes the cost per share of a row from its numbers: a price, an amount, charges. Comparing an amount with the
 * price shows whether it includes the charges, and whether it is in pounds while the price is in pence; if neither
 * fits, the row is refused rather than guessed.
 */
import type { PortfolioMeaning } from '../../contract/control/imports/import-meanings.ts';
import { readCurrency } from '../tables/currency-units.ts';
import { splitUnit } from '../tables/number-text.ts';
import { unitCostOf } from './statement.ts';

interface CostedRow {
  text(meaning: PortfolioMeaning): string;
  micro(meaning: PortfolioMeaning): number | null;
}

/** Millionths of a whole unit of `currency` for one share; `null` if the row has no cost. */
export type RowCost = { readonly unitMicro: number | null; readonly currency: string } | { readonly issue: string };

/** `shares` in millionths, above 0. */
export function rowCostOf(row: CostedRow, shares: number): RowCost {
  const unit = amountOf(row, 'unit_cost', row.text('currency'));
  const stated = row.text('total_currency');
  const total = amountOf(row, 'total_cost', stated === '' ? row.text('currency') : stated);
  const charges = Math.abs(row.micro('charges') ?? 0);
  if (unit === null && total === null)
    return { unitMicro: null, currency: readCurrency(row.text('currency')).currency };
  if (unit === null || (total !== null && stated !== '' && total.currency !== unit.currency))
    return allOf(total, shares);
  const chargedIn = readCurrency(row.text('charges_currency')).currency;
  if (charges > 0 && chargedIn !== '' && unit.currency !== '' && chargedIn !== unit.currency)
    return { issue: `has charges in ${chargedIn} and a price in ${unit.currency}, ${NO_SUM}` };
  if (total === null) return { unitMicro: unit.whole + chargesOf(charges, shares), currency: unit.currency };
  const gross = product(unit.whole, shares);
  // With a price in pence, an amount is in pounds as often as in pence.
  const best = [total.whole, total.written]
    .flatMap((amount) => [
      { by: Math.abs(amount - gross), cost: amount + charges },
      { by: Math.abs(amount - gross - charges), cost: amount },
    ])
    .reduce((nearest, each) => (each.by < nearest.by ? each : nearest));
  if (best.by > tolerance(gross, shares)) return { issue: `has the amount ${row.text('total_cost')}, ${NO_PRODUCT}` };
  return { unitMicro: unitCostOf(best.cost, shares), currency: unit.currency };
}

const NO_PRODUCT =
  'which is not its quantity times its price, with or without its charges; ignore the wrong one (--column HEADER=ignored)';

const NO_SUM =
  'which cannot be added; give the charges in the currency of the price, or ignore them (--column HEADER=ignored)';

interface WrittenAmount {
  /** Millionths of the written number, without a sign. */
  readonly written: number;
  /** Millionths of a whole unit of the currency. */
  readonly whole: number;
  readonly currency: string;
}

/** The currency comes from the column of currencies, or else from the text next to the number. */
function amountOf({ text, micro }: CostedRow, meaning: PortfolioMeaning, column: string): WrittenAmount | null {
  const value = micro(meaning);
  if (value === null) return null;
  const { currency, perUnit } = readCurrency(column === '' ? splitUnit(text(meaning)).currency : column);
  return { written: Math.abs(value), whole: Math.round(Math.abs(value) / perUnit), currency };
}

/** Returns the total amount per share, if that is all that is known in its currency. */
function allOf(total: WrittenAmount | null, shares: number): RowCost {
  if (total === null) return { unitMicro: null, currency: '' };
  return { unitMicro: unitCostOf(total.whole, shares), currency: total.currency };
}

function chargesOf(charges: number, shares: number): number {
  return charges === 0 ? 0 : unitCostOf(charges, shares);
}

/**
 * Returns the tolerance: a cent of the amount, half of the last decimal of a rounded price, and a thousandth, which is
 * too small to be an error.
 */
function tolerance(gross: number, shares: number): number {
  return 10_000 + shares * 0.005 + gross / 1000;
}

function product(micro: number, shares: number): number {
  return (micro / 1_000_000) * shares;
}
