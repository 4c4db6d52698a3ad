/**
 * Computes the cost per share of a row from its numbers: a price, an amount, charges. Comparing an amount with the
 * price shows whether it includes the charges, and whether it is in pounds while the price is in pence; if neither
 * fits, the row is refused rather than guessed.
 */
import type { CellPlace } from '../source-file.ts';
import { readCurrency } from '../tables/currency-units.ts';
import { unitCostOf } from './statement.ts';
import type { AmountCell, ReadRow } from './table-cells.ts';

/** `at`: the cell of the issue; left out: the row. */
interface CostIssue {
  readonly issue: string;
  readonly at?: CellPlace;
}

/** Millionths of a whole unit of `currency` for one share; `null` if the row has no cost. */
export type RowCost =
  | {
      readonly unitMicro: number | null;
      readonly currency: string;
      /** Set if the amount was ignored, because it is not the product. */
      readonly isPriceAlone?: boolean;
    }
  | CostIssue;

/** `shares` in millionths, above 0. `mayDiffer`: the price counts if the amount is something else. */
export function rowCostOf(
  row: Pick<ReadRow, 'text' | 'amounts' | 'currencyOf'>,
  shares: number,
  mayDiffer: boolean,
): RowCost {
  const [units, totals, fees] = (['unit_cost', 'total_cost', 'charges'] as const).map(row.amounts) as Amounts;
  for (const { issue, micro, place } of [...units, ...totals, ...fees])
    if (issue !== null && micro !== 0) return { issue, at: place };
  const [unit, total] = [amountOf(units[0]), amountOf(totals[0])];
  if (unit === null && total === null)
    return { unitMicro: null, currency: readCurrency(row.currencyOf('unit_cost')).currency };
  if (unit === null || isApart(unit, total, row.currencyOf('total_cost'))) return allOf(total, shares);
  const charged = chargesOf(fees, unit.currency || total?.currency || '');
  if ('issue' in charged) return charged;
  const { whole: charges, currency } = charged;
  const alone = { unitMicro: unit.whole + (charges && unitCostOf(charges, shares)), currency };
  if (total === null) return alone;
  const gross = product(unit.whole, shares);
  // With a price in pence, an amount is in pounds as often as in pence.
  const best = [total.whole, total.written]
    .flatMap((amount) => [
      { by: Math.abs(amount - gross), cost: amount + charges },
      { by: Math.abs(amount - gross - charges), cost: amount },
    ])
    .reduce((nearest, each) => (each.by < nearest.by ? each : nearest));
  const isProduct = best.by <= tolerance(gross, shares);
  if (!isProduct && mayDiffer) return { ...alone, isPriceAlone: true };
  if (!isProduct) return { issue: `has the amount ${row.text('total_cost')}, ${NO_PRODUCT}` };
  return { unitMicro: unitCostOf(best.cost, shares), currency };
}

/**
 * Whether an amount is in another currency than the price, so that the two cannot be compared. A sign in its cell alone
 * is also that of a price without a currency; `stated`: by its header or its row.
 */
function isApart({ currency }: WrittenAmount, total: WrittenAmount | null, stated: string): boolean {
  if (total === null || total.currency === '' || total.currency === currency) return false;
  return currency !== '' || stated !== '';
}

const NO_PRODUCT =
  'which does not equal quantity times price, with or without charges; ignore the wrong column (--column HEADER=ignored)';

const NO_SUM =
  'which cannot be added; give the charges in the currency of the price, or ignore them (--column HEADER=ignored)';

interface WrittenAmount {
  /** Millionths of the written number, without a sign. */
  readonly written: number;
  /** Millionths of a whole unit of the currency. */
  readonly whole: number;
  readonly currency: string;
}

type Amounts = [readonly AmountCell[], readonly AmountCell[], readonly AmountCell[]];

function amountOf(cell: AmountCell | undefined): WrittenAmount | null {
  if (cell === undefined) return null;
  const { currency, perUnit } = readCurrency(cell.currency);
  return { written: Math.abs(cell.micro), whole: Math.round(Math.abs(cell.micro) / perUnit), currency };
}

/** Adds up charges in the currency of the price; their currency is that of the price if nothing states the latter. */
function chargesOf(cells: readonly AmountCell[], priceCurrency: string): Omit<WrittenAmount, 'written'> | CostIssue {
  let [sum, currency] = [0, priceCurrency];
  for (const cell of cells) {
    const charge = amountOf(cell);
    if (charge === null || charge.written === 0) continue;
    currency ||= charge.currency;
    if (charge.currency !== '' && charge.currency !== currency)
      return { issue: `has charges in ${charge.currency} and a price in ${currency}, ${NO_SUM}`, at: cell.place };
    sum += Math.sign(cell.micro) * charge.whole;
  }
  return { whole: Math.abs(sum), currency };
}

/** Returns the total amount per share, if that is all that is known in its currency. */
function allOf(total: WrittenAmount | null, shares: number): RowCost {
  if (total === null) return { unitMicro: null, currency: '' };
  return { unitMicro: unitCostOf(total.whole, shares), currency: total.currency };
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
