/** Amounts of portfolios in one currency, at the mid of the virtual now. A missing rate is reported, never guessed. */
import { useMemo } from 'react';
import type { RateTable } from '../../../src-server/contract/control/market/market-rates.ts';
import type { PortfolioSummary } from '../../../src-server/contract/control/portfolios/portfolios.ts';
import { useRateTable } from '../../api/market-api.ts';
import { usePreferences } from '../../state/preferences-store.ts';
import { formatMoney, formatRate, plural } from '../format/format-number.ts';
import { formatInstant } from '../format/format-time.ts';

/** Amounts in different currencies are compared in this one. */
const COMMON_CURRENCY = 'EUR';

export interface Reporting {
  /** Null: every portfolio is shown in its own. */
  readonly currency: string | null;
  /** Virtual time of the rates; null if they have not been read. */
  readonly at: string | null;
  /** Units for one EUR, including EUR itself. */
  readonly perEur: ReadonlyMap<string, number>;
}

export function useReporting(): Reporting {
  const chosen = usePreferences((state) => state.reportingCurrency);
  const { data } = useRateTable();
  return useMemo(() => reportingOf(chosen, data), [chosen, data]);
}

export function reportingOf(chosen: string, table: RateTable | undefined): Reporting {
  const perEur = new Map(table?.currencies.map(({ currency, per_eur: units }) => [currency, units]));
  return { currency: chosen === '' ? null : chosen, at: table?.at ?? null, perEur };
}

/** The value of one unit of a currency in the reporting currency; null if a rate is missing. */
function rateTo({ currency, perEur }: Reporting, from: string): number | null {
  const to = currency ?? COMMON_CURRENCY;
  if (from === to) return 1;
  const [toUnits, fromUnits] = [perEur.get(to), perEur.get(from)];
  return toUnits === undefined || fromUnits === undefined ? null : toUnits / fromUnits;
}

/** Null if a rate is missing. */
export function converted(reporting: Reporting, amount: number, from: string): number | null {
  const rate = rateTo(reporting, from);
  return rate === null ? null : amount * rate;
}

type Valued = Pick<PortfolioSummary, 'total_value' | 'currency'>;

/**
 * The total NAV in one currency, as the rows show it, and the number of portfolios omitted because their rate is
 * missing.
 */
function totalNav(reporting: Reporting, portfolios: readonly Valued[]) {
  const amounts = portfolios.map(({ total_value: nav, currency }) => converted(reporting, nav, currency));
  const known = amounts.filter((amount) => amount !== null);
  const cents = known.reduce((total, amount) => total + Math.round(amount * 100), 0);
  return { sum: cents / 100, currency: reporting.currency ?? COMMON_CURRENCY, left: amounts.length - known.length };
}

/** `NAV 1 234 567.89 EUR`, with the omissions; null if nothing can be added up. */
export function formatTotalNav(reporting: Reporting, portfolios: readonly Valued[]): string | null {
  const { sum, currency, left } = totalNav(reporting, portfolios);
  if (left === portfolios.length) return null;
  const without = left === 0 ? '' : `, without ${plural(left, 'portfolio')} whose exchange rate is missing`;
  return `NAV ${formatMoney(sum)} ${currency}${without}`;
}

/** The applied rates, with their time: `1 GBP = 1.16009 EUR, … mid at 2026-03-02 09:30:00 virtual UTC`. */
export function formatRates(reporting: Reporting, currencies: readonly string[]): string {
  const to = reporting.currency ?? COMMON_CURRENCY;
  const foreign = [...new Set(currencies)].filter((currency) => currency !== to).sort();
  if (foreign.length === 0) return `Every portfolio is in ${to}.`;
  if (reporting.at === null) return 'The exchange rates are not loaded yet.';
  const rates = foreign.map((currency) => {
    const rate = rateTo(reporting, currency);
    return rate === null ? `no rate for ${currency}` : `1 ${currency} = ${formatRate(rate)} ${to}`;
  });
  return `${rates.join(', ')}: mid at ${formatInstant(reporting.at)} virtual UTC`;
}
