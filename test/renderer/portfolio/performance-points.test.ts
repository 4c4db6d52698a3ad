/** The difference between a portfolio and its target mix adds up with the two returns beside it. */

import { describe, expect, it } from 'vitest';
import type { Dividend } from '../../../src-renderer/api/activity-api.ts';
import { flowName } from '../../../src-renderer/screens/portfolios/detail/flow-name.ts';
import { incomeOfYears, incomeRows } from '../../../src-renderer/screens/portfolios/detail/performance/income-rows.ts';
import {
  monthlyRows,
  performanceRows,
  pointsAhead,
} from '../../../src-renderer/screens/portfolios/detail/performance/performance-rows.ts';

it('is the difference of the returns as they are written', () => {
  // +1.89 % and +1.81 %, although 1.894 less 1.806 is 0.088.
  expect(pointsAhead(0.01894, 0.01806)).toBe(0.0008);
  expect(pointsAhead(-0.0006, -0.0004)).toBe(-0.0002);
  expect(pointsAhead(0.01, null)).toBeNull();
});

it('names the marks of a chart by what there is', () => {
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

it('is printed month by month, each by its last day and with the cash flows of all of it', () => {
  const point = (at: string, value: number, flow: number) => ({
    at,
    value,
    flow,
    receivable: 0,
    return: 0,
    drawdown: 0,
    target_mix: null,
  });
  const points = [point('2026-01-05T00:00:00Z', 100, 0), point('2026-01-31T00:00:00Z', 160, 50)];
  const days = performanceRows({ points: [...points, point('2026-02-02T00:00:00Z', 150, -10)] });
  expect(monthlyRows(days).map(({ at, value, flow }) => [at.slice(0, 10), value, flow])).toEqual([
    ['2026-01-31', 160, 50],
    ['2026-02-02', 150, -10],
  ]);
});
