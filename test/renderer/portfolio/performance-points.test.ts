/** The difference between a portfolio and its target mix adds up with the two returns beside it. */

import { describe, expect, it } from 'vitest';
import type { Dividend } from '../../../src-renderer/api/activity-api.ts';
import { taxesDue, yearsDue } from '../../../src-renderer/components/portfolios/gains-tax-due.tsx';
import { flowName } from '../../../src-renderer/screens/portfolios/detail/flow-name.ts';
import { incomeOfYears, incomeRows } from '../../../src-renderer/screens/portfolios/detail/performance/income-rows.ts';
import {
  monthlyRows,
  performanceRows,
  pointsAhead,
  shownVolatility,
} from '../../../src-renderer/screens/portfolios/detail/performance/performance-rows.ts';

it('is the difference of the returns as they are written', () => {
  // +1.89 % and +1.81 %, although 1.894 less 1.806 is 0.088.
  expect(pointsAhead(0.01894, 0.01806)).toBe(0.0008);
  expect(pointsAhead(-0.0006, -0.0004)).toBe(-0.0002);
  expect(pointsAhead(0.01, null)).toBeNull();
});

it('has a volatility only from twenty daily returns on', () => {
  expect(shownVolatility({ volatility: 0.0919, days: 19 })).toBeNull();
  expect(shownVolatility({ volatility: 0.0919, days: 20 })).toBe(0.0919);
  expect(shownVolatility({ volatility: null, days: 20 })).toBeNull();
});

it('names the existing marks of a chart', () => {
  expect(flowName([{ kind: 'deposit' }, { kind: 'withdrawal' }])).toBe('deposit or withdrawal');
  expect(flowName([{ kind: 'deposit' }, { kind: 'cash_set' }])).toBe('deposit, withdrawal or manual change');
});

describe('income', () => {
  const paid = (pay_at: string, isin: string, net: number): Dividend => ({
    dividend_id: `dv_${pay_at}${isin}`,
    portfolio_id: 'pf_1',
    isin,
    source: 'schedule',
    status: 'paid',
    ex_at: pay_at,
    corporate_action_id: null,
    pay_at,
    quantity: 10,
    amount: 1,
    currency: 'EUR',
    gross: net + 5,
    source_country: 'DE',
    withholding_rate: 0.26375,
    withholding_law: null,
    base_currency: 'EUR',
    base_gross: net + 5,
    withholding_tax: 5,
    net,
  });

  it('is summed up by year of payment and instrument, the latest year and the largest income first', () => {
    const rows = incomeRows([
      paid('2026-05-04T08:00:00.000Z', 'A', 10),
      paid('2026-11-04T08:00:00.000Z', 'A', 20),
      paid('2026-06-04T08:00:00.000Z', 'B', 40),
      paid('2027-01-04T08:00:00.000Z', 'A', 7),
      {
        ...paid('2027-02-04T08:00:00.000Z', 'A', 9),
        status: 'accrued',
        base_gross: null,
        withholding_tax: null,
        net: null,
      },
    ]);
    expect(rows).toEqual([
      { year: '2027', isin: 'A', payments: 1, gross: 12, tax: 5, net: 7 },
      { year: '2026', isin: 'B', payments: 1, gross: 45, tax: 5, net: 40 },
      { year: '2026', isin: 'A', payments: 2, gross: 40, tax: 10, net: 30 },
    ]);
    expect(incomeOfYears(rows)).toEqual([
      { year: '2027', net: 7 },
      { year: '2026', net: 70 },
    ]);
  });
});

describe('month by month', () => {
  const point = (at: string, value: number, flow: number, gained: number) => ({
    at,
    value,
    flow,
    receivable: 0,
    return: gained,
    drawdown: 0,
    target_mix: { value: 100, return: gained / 2, drawdown: 0 },
  });
  const monthsOf = (...points: ReturnType<typeof point>[]) => monthlyRows(performanceRows({ points }));

  it('a month ends with its last day, has the cash flows of all of it, and its own return beside that since the start', () => {
    const months = monthsOf(
      point('2026-01-05T09:00:00Z', 100, 0, 0),
      point('2026-01-20T00:00:00Z', 120, 0, 0.2),
      point('2026-02-01T00:00:00Z', 160, 50, 0.1),
      point('2026-02-03T00:00:00Z', 150, -10, 0.21),
      point('2026-02-03T15:00:00Z', 137, 0, 0.1),
    );
    expect(months.map(({ month, value, flow, return: since }) => [month, value, flow, since])).toEqual([
      ['2026-01, from 5', 160, 50, 0.1],
      ['2026-02, to 3', 137, -10, 0.1],
    ]);
    expect(months.map(({ ofMonth }) => ofMonth?.toFixed(6))).toEqual(['0.100000', '0.000000']);
    expect(months.map(({ mixOfMonth }) => mixOfMonth?.toFixed(6))).toEqual(['0.050000', '0.000000']);
  });

  it('no month consists of one instant, at the start or at the end', () => {
    const whole = monthsOf(
      point('2026-12-01T00:00:00Z', 100, 0, 0),
      point('2027-01-01T00:00:00Z', 90, 0, -0.1),
      point('2027-02-01T00:00:00Z', 95, 0, -0.05),
    );
    expect(whole.map(({ month }) => month)).toEqual(['2026-12', '2027-01']);
  });

  it('a total loss has no return of the month', () => {
    const [, lost] = monthsOf(
      point('2026-12-01T00:00:00Z', 100, 0, 0),
      point('2027-01-01T00:00:00Z', 0, 0, -1),
      point('2027-02-01T00:00:00Z', 0, 0, -1),
    );
    expect(lost?.ofMonth).toBeNull();
  });
});

describe('gains tax that is not deducted', () => {
  it('is that of the present tax year and of the one before', () => {
    expect(yearsDue({ tax_year: '2027', tax_years: ['2027', '2026', '2024'] })).toEqual(['2026', '2027']);
    expect(yearsDue({ tax_year: '2026/27', tax_years: ['2025/26'] })).toEqual(['2025/26']);
  });

  it('of a gain since an instant is that of the tax years with later sales, and says whether they had earlier ones', () => {
    const of = (tax_year: string, tax_estimate: number, ...dates: string[]) => ({
      tax_year,
      tax_estimate,
      rows: dates.map((date) => ({ date })),
    });
    const reports = [
      of('2025', 9, '2025-05-05'),
      of('2026', 7, '2026-01-05', '2026-06-05'),
      of('2027', 0, '2027-01-05'),
    ];
    expect(taxesDue(reports, '2026-03-01').map(({ report, isEarlier }) => [report.tax_year, isEarlier])).toEqual([
      ['2026', true],
    ]);
    expect(taxesDue(reports).map(({ report, isEarlier }) => [report.tax_year, isEarlier])).toEqual([
      ['2025', false],
      ['2026', false],
    ]);
  });
});
