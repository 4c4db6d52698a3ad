/** The tax on realised gains still included in a value and a gain, by tax year. Pure. */
import type { GainsReport } from '../../../src-server/contract/control/portfolios/gains.ts';

type Report = Pick<GainsReport, 'tax_year' | 'tax_estimate'> & {
  readonly rows: readonly Pick<GainsReport['rows'][number], 'date'>[];
};

/**
 * Tax years whose tax may still be unpaid: from the one before `since` on, which a year such as 2026/27 reaches into;
 * without `since`, the current one and the one before, which is assessed in the current one.
 */
export function yearsDue(
  { tax_year: present, tax_years: years }: Pick<GainsReport, 'tax_year' | 'tax_years'>,
  since?: string,
) {
  const least = firstYear(since ?? present) - 1;
  return years.filter((year) => firstYear(year) >= least).toSorted();
}

/** Reports with a tax and sells since then; states whether there were earlier sells in the same year, too. */
export function taxesDue<R extends Report>(
  reports: readonly R[],
  since = '',
): { readonly report: R; readonly isEarlier: boolean }[] {
  return reports
    .filter(({ tax_estimate: tax, rows }) => tax > 0 && rows.some(({ date }) => date >= since))
    .map((report) => ({ report, isEarlier: report.rows.some(({ date }) => date < since) }));
}

function firstYear(year: string): number {
  return Number(year.slice(0, 4));
}
