/** The threshold that the form of a bulk rebalance sends, and its plans that hardly reduce the drift. */
import { QueryClient } from '@tanstack/react-query';
import { describe, expect, it, vi } from 'vitest';
import { KEYS } from '../../../src-renderer/api/query-keys.ts';
import { allBulkPortfoliosQuery } from '../../../src-renderer/api/rebalances-api.ts';
import { limitedBy } from '../../../src-renderer/components/constraints/constraint-labels.ts';
import { bulkBody, NEW_BULK } from '../../../src-renderer/screens/rebalances/bulk/bulk-draft.ts';
import { uncoveredTaxes, unmovedPlans } from '../../../src-renderer/screens/rebalances/bulk/format-bulk.ts';
import type { BulkPortfolio } from '../../../src-server/contract/control/portfolios/bulk-rebalances.ts';

describe('the threshold of a bulk rebalance', () => {
  it('is in percent of the portfolio, like the bands of policies', () => {
    expect(bulkBody(NEW_BULK, null).settings).toEqual({ drift_threshold: 0.05 });
    expect(bulkBody({ ...NEW_BULK, thresholdPercent: 1.25 }, null).settings).toEqual({ drift_threshold: 0.0125 });
  });

  it('is in percent of each target if the band is relative', () => {
    const relative = { ...NEW_BULK, bandType: 'relative', thresholdPercent: 20 } as const;
    expect(bulkBody(relative, null).settings).toEqual({ drift_threshold: 0.2, band_type: 'relative' });
  });
});

function planOf(label: string, orders: number, before: number, after: number): BulkPortfolio {
  return {
    position: 1,
    portfolio_id: label,
    portfolio_label: label,
    form: 'B',
    currency: 'GBP',
    status: 'planned',
    rebalance_id: 'rb_1',
    traded: null,
    refusal: null,
    planned: {
      orders,
      turnover: 1,
      explicit_costs: 0,
      implicit_costs: 0,
      costs_bps: 0,
      limits: [],
      tax_estimate: 0,
      tax_missing: 0,
      gains_tax_budget: null,
      drift_before: before,
      drift_after: after,
      portfolio_drift_before: before,
      portfolio_drift_after: after,
    },
  };
}

describe('plans that hardly reduce the max drift', () => {
  const terms = { to: 'target', band_5_25: false, settings: {} } as const;
  const named = (rows: readonly BulkPortfolio[], of: Parameters<typeof unmovedPlans>[1]) =>
    unmovedPlans(rows, of).map(({ portfolio_label: label }) => label);

  it('back to the targets are those with orders that leave more than three quarters of it', () => {
    const rows = [planOf('UK', 4, 0.0553, 0.0553), planOf('EU', 6, 0.06, 0.001), planOf('Idle', 0, 0.06, 0.06)];
    expect(named(rows, terms)).toEqual(['UK']);
    expect(named([{ ...planOf('Refused', 0, 0, 0), planned: null }], terms)).toEqual([]);
    expect(named([{ ...planOf('Left out', 4, 0.0553, 0.0553), status: 'cancelled' }], terms)).toEqual([]);
  });

  it('to the edge of the band are those that end beyond it', () => {
    const rows = [planOf('At the edge', 4, 0.055, 0.05002), planOf('Beyond', 4, 0.08, 0.06)];
    expect(named(rows, { ...terms, to: 'band_edge' })).toEqual(['Beyond']);
    expect(named(rows, { ...terms, to: 'band_edge', settings: { drift_threshold: 0.02 } })).toHaveLength(2);
    expect(named(rows, { ...terms, to: 'band_edge', band_5_25: true })).toEqual([]);
  });
});

describe('the limits of a plan', () => {
  const planned = planOf('UK', 4, 0.05, 0.04).planned ?? expect.fail('it is planned');

  it('are named, the strongest first, and none where nothing limits it', () => {
    const by = (limits: typeof planned.limits) => limitedBy({ planned: { ...planned, limits }, traded: null }, 2);
    expect(by(['cost_budget', 'max_turnover'])).toBe('Cost budget, turnover limit');
    expect(by([])).toBe(null);
    expect(by(null)).toBe(null);
  });

  it('include the budgets that the fills exceeded, with the excess', () => {
    const traded = { ...planned, costs_bps: 2.2312, tax_estimate: 5_001.43 };
    const limited = { ...planned, limits: ['gains_tax_budget' as const], gains_tax_budget: 5_000 };
    expect(limitedBy({ planned: limited, traded }, 2)).toBe(
      'Gains tax budget (exceeded by 1.43), cost budget (exceeded by 0.23\u00a0bps)',
    );
    // 2.004 bps are displayed as 2.00 bps.
    expect(limitedBy({ planned: limited, traded: { ...traded, costs_bps: 2.004, tax_estimate: 5_000 } }, 2)).toBe(
      'Gains tax budget',
    );
  });
});

describe('gains tax that the cash does not cover', () => {
  const plan = planOf('short', 1, 0.1, 0.01);
  const short = { ...plan, planned: plan.planned && { ...plan.planned, tax_missing: 415.77 } };

  it('is that of the plan until the rebalance is final, and of no cancelled plan', () => {
    const covered = planOf('covered', 1, 0.1, 0.01);
    expect(
      uncoveredTaxes([covered, short]).map(({ row, missing, isPlanned }) => [row.portfolio_id, missing, isPlanned]),
    ).toEqual([['short', 415.77, true]]);
    expect(uncoveredTaxes([{ ...short, status: 'cancelled' }])).toEqual([]);
    const traded = short.planned && { ...short.planned, tax_missing: 12.5 };
    expect(uncoveredTaxes([{ ...short, status: 'complete', traded }])).toMatchObject([
      { missing: 12.5, isPlanned: false },
    ]);
  });
});

it('warnings count the portfolios of all pages, and leave the pages that the list has read', async () => {
  const requested: string[] = [];
  vi.stubGlobal('fetch', async (path: string) => {
    requested.push(path);
    const isLast = path.includes('cursor=');
    return Response.json({ rows: [planOf(isLast ? 'last' : 'first', 1, 0.1, 0.1)], next: isLast ? null : 'more' });
  });
  const { rows } = await new QueryClient().fetchQuery(allBulkPortfoliosQuery('bk_1'));
  vi.unstubAllGlobals();
  expect(unmovedPlans(rows, { to: 'target', band_5_25: false, settings: {} })).toHaveLength(2);
  expect(requested).toHaveLength(2);
  expect(allBulkPortfoliosQuery('bk_1').queryKey).not.toEqual(KEYS.bulkPortfolios('bk_1', ''));
});
