/**
 * The report of a portfolio's gains in one tax year: a row for each disposal and the totals; and the shares of gains in
 * the tax on them. Does not consider allowances and carried losses; whether a wrapper is taxed at all is decided by the caller (`tax-terms.ts`).
 */

import type { Disposal } from './disposal.ts';
import type { Removal } from './replay.ts';
import { formatDay, type TaxYearSpan, taxYearOf, taxYearSpan } from './tax-year.ts';

/** The disposals of one ISIN in the present state of its holding. One ISIN may occur more than once. */
interface IsinDisposals {
  readonly isin: string;
  readonly disposals: readonly Disposal[];
}

interface IsinRemovals {
  readonly isin: string;
  readonly removals: readonly Removal[];
}

/** Shares that left the holding in the tax year without a sale, because positions were set by hand. */
interface RemovalRow extends Omit<Removal, 'day'> {
  readonly date: string;
  readonly isin: string;
}

interface RealisedRow extends Omit<Disposal, 'day'> {
  /** `YYYY-MM-DD` where the tax is owed. */
  readonly date: string;
  readonly isin: string;
}

interface RealisedGains {
  readonly kind: 'report';
  readonly taxYear: string;
  /** By date, then ISIN, then as booked. */
  readonly rows: readonly RealisedRow[];
  readonly totals: {
    readonly proceedsMinor: number;
    readonly costMinor: number;
    readonly gainsMinor: number;
    /**
     * Losses that count in the year, not negative: excludes losses that count only against later gains, includes
     * earlier ones that count now (IE).
     */
    readonly lossesMinor: number;
    readonly netMinor: number;
  };
}

type RealisedGainsResult = RealisedGains | { readonly kind: 'unknown_tax_year' };

/** Returns the report of a named tax year; `unknown_tax_year` if the jurisdiction has none of that name. */
export function realisedGains(
  history: readonly IsinDisposals[],
  jurisdiction: string | null,
  taxYear: string,
): RealisedGainsResult {
  const span = taxYearSpan(jurisdiction, taxYear);
  if (span === null) return { kind: 'unknown_tax_year' };
  const rows = history.flatMap(({ isin, disposals }) => inYear(isin, disposals, span)).sort(byDate);
  return { kind: 'report', taxYear, rows, totals: totalsOf(rows) };
}

/** Returns the removals without a sale in a tax year, by date, then ISIN; not included in the report's totals. */
export function removalsIn(
  history: readonly IsinRemovals[],
  jurisdiction: string | null,
  taxYear: string,
): readonly RemovalRow[] {
  const span = taxYearSpan(jurisdiction, taxYear);
  if (span === null) return [];
  return history.flatMap(({ isin, removals }) => inYear(isin, removals, span)).sort(byDate);
}

function inYear<T extends { readonly day: number }>(
  isin: string,
  all: readonly T[],
  { firstDay, lastDay }: TaxYearSpan,
) {
  return all
    .filter(({ day }) => day >= firstDay && day <= lastDay)
    .map(({ day, ...rest }) => ({ date: formatDay(day), isin, ...rest }));
}

function byDate(a: Pick<RemovalRow, 'date' | 'isin'>, b: Pick<RemovalRow, 'date' | 'isin'>): number {
  return compare(a.date, b.date) || compare(a.isin, b.isin);
}

/** Returns the tax years in which anything was sold, in the order of time. */
export function taxYearsOf(history: readonly IsinDisposals[], jurisdiction: string | null): string[] {
  const years = history.flatMap(({ disposals }) => disposals.map(({ day }) => taxYearOf(jurisdiction, day)));
  return [...new Set(years)].sort();
}

function totalsOf(rows: readonly RealisedRow[]): RealisedGains['totals'] {
  const totals = { proceedsMinor: 0, costMinor: 0, gainsMinor: 0, lossesMinor: 0, netMinor: 0 };
  for (const { proceedsMinor, costMinor, gainMinor, relief } of rows) {
    totals.proceedsMinor += proceedsMinor;
    totals.costMinor += costMinor;
    totals.gainsMinor += Math.max(0, gainMinor);
    totals.lossesMinor += Math.max(0, -gainMinor) - (relief?.heldBackMinor ?? 0) + (relief?.setOffMinor ?? 0);
  }
  return { ...totals, netMinor: totals.gainsMinor - totals.lossesMinor };
}

/** Compares by code unit, independently of the locale. */
function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

/**
 * Splits the tax on a net gain among its gains and losses (decision L135), so that the parts sum to it to the cent. A
 * gain gets its tax, a loss gets its saving as a negative tax: all of it if a net gain remains, else as much as the tax
 * on the gains. Minor units; `rate`: on a positive net gain, 0 to 1. Returns one part for each gain, in their order.
 */
export function shareTax(gainsMinor: readonly number[], rate: number): number[] {
  const gained = sumOf(gainsMinor.map((gain) => Math.max(0, gain)));
  const lost = sumOf(gainsMinor.map((gain) => Math.max(0, -gain)));
  const usedOfLosses = lost > gained ? gained / lost : 1;
  const exact = gainsMinor.map((gain) => (gain < 0 ? gain * usedOfLosses : gain) * rate);
  // Adding 0 avoids −0.
  const shares = exact.map((share) => Math.floor(share) + 0);
  const missing = Math.round(Math.max(0, gained - lost) * rate) - sumOf(shares);
  const byRemainder = exact
    .map((share, index) => ({ index, remainder: share - Math.floor(share) }))
    .sort((one, other) => other.remainder - one.remainder);
  for (const { index } of byRemainder.slice(0, Math.max(0, missing))) shares[index] = (shares[index] ?? 0) + 1;
  return shares;
}

function sumOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}
