/** The dividends of a portfolio by year of payment and instrument. Pure. */
import type { Dividend } from '../../../../api/activity-api.ts';

export interface IncomeRow {
  /** Calendar year of payment, UTC. */
  readonly year: string;
  readonly isin: string;
  readonly payments: number;
  /** Base currency. */
  readonly gross: number;
  readonly tax: number;
  readonly net: number;
}

/** Only paid dividends, the latest year first, and within it the largest income first. */
export function incomeRows(dividends: readonly Dividend[]): IncomeRow[] {
  const paid = dividends.filter(({ status }) => status === 'paid');
  const groups = Map.groupBy(paid, ({ pay_at: at, isin }) => `${at.slice(0, 4)} ${isin}`);
  const rows = Array.from(groups.values(), (group): IncomeRow => {
    const { pay_at: at = '', isin = '' } = group[0] ?? {};
    return {
      year: at.slice(0, 4),
      isin,
      payments: group.length,
      gross: sumOf(group, ({ base_gross: gross }) => gross),
      tax: sumOf(group, ({ withholding_tax: tax }) => tax),
      net: sumOf(group, ({ net }) => net),
    };
  });
  return rows.sort((one, other) => other.year.localeCompare(one.year) || other.net - one.net);
}

/** The sum of each year, the latest first. */
export function incomeOfYears(rows: readonly IncomeRow[]): { readonly year: string; readonly net: number }[] {
  const years = Map.groupBy(rows, ({ year }) => year);
  return Array.from(years, ([year, own]) => ({ year, net: own.reduce((sum, { net }) => sum + net, 0) }));
}

function sumOf(group: readonly Dividend[], amount: (dividend: Dividend) => number | null): number {
  return group.reduce((sum, each) => sum + (amount(each) ?? 0), 0);
}
