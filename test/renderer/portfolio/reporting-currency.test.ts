/** Amounts of several currencies in one, at mid. */
import { describe, expect, it } from 'vitest';
import {
  converted,
  formatRates,
  formatTotalNav,
  reportingOf,
} from '../../../src-renderer/components/portfolios/reporting-currency.ts';

const TABLE = {
  at: '2026-03-02T09:30:00.000Z',
  half_spread_bps: 10,
  currencies: [
    { currency: 'EUR', per_eur: 1, per_eur_day_ago: 1 },
    { currency: 'GBP', per_eur: 0.8, per_eur_day_ago: 0.8 },
    { currency: 'SEK', per_eur: 10, per_eur_day_ago: 10 },
  ],
};
const PORTFOLIOS = [
  { total_value: 1_000, currency: 'EUR' },
  { total_value: 800, currency: 'GBP' },
  { total_value: 5_000, currency: 'SEK' },
];

describe('the reporting currency', () => {
  it('converts through the euro: 800 GBP are 1 000 EUR and 10 000 SEK', () => {
    expect(converted(reportingOf('EUR', TABLE), 800, 'GBP')).toBe(1_000);
    expect(converted(reportingOf('SEK', TABLE), 800, 'GBP')).toBe(10_000);
    expect(converted(reportingOf('SEK', TABLE), 5, 'SEK')).toBe(5);
  });

  it('sums the shown amounts: 1 000 + 1 000 + 500', () => {
    expect(formatTotalNav(reportingOf('EUR', TABLE), PORTFOLIOS)).toBe('NAV 2\u202f500.00 EUR');
    // Portfolios in their own currencies have no sum of their own.
    expect(formatTotalNav(reportingOf('', TABLE), PORTFOLIOS)).toBe('NAV 2\u202f500.00 EUR');
  });

  it('sums the cents of its rows: 0.004 + 0.004 is not 0.01', () => {
    const small = [
      { total_value: 1.004, currency: 'EUR' },
      { total_value: 0.8032, currency: 'GBP' },
    ];
    // 1.00 and 1.00, as the rows show them.
    expect(formatTotalNav(reportingOf('EUR', TABLE), small)).toBe('NAV 2.00 EUR');
  });

  it('names the missing rate, and what the sum excludes', () => {
    const reporting = reportingOf('EUR', { ...TABLE, currencies: TABLE.currencies.slice(0, 2) });
    expect(converted(reporting, 5_000, 'SEK')).toBeNull();
    expect(formatTotalNav(reporting, PORTFOLIOS)).toBe(
      'NAV 2\u202f000.00 EUR, without 1 portfolio whose exchange rate is missing',
    );
    expect(formatTotalNav(reportingOf('EUR', undefined), PORTFOLIOS.slice(1))).toBeNull();
  });

  it('shows the rates with their time', () => {
    expect(formatRates(reportingOf('EUR', TABLE), ['EUR', 'SEK', 'GBP', 'SEK'])).toBe(
      '1 GBP = 1.25000 EUR, 1 SEK = 0.1000000 EUR: mid at 2026-03-02\u00a009:30:00 virtual UTC',
    );
    expect(formatRates(reportingOf('USD', TABLE), ['SEK'])).toBe(
      'no rate for SEK: mid at 2026-03-02\u00a009:30:00 virtual UTC',
    );
  });
});
