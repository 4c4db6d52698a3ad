/** `POST /sim/compare`: plans side by side, without a trace (decision L). */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { comparison } from '../../../../src-server/contract/control/portfolios/compare.ts';
import { portfolioList } from '../../../../src-server/contract/control/portfolios/portfolios.ts';
import { rebalancePlan } from '../../../../src-server/contract/service/form-b.ts';
import { proves } from '../../../conformance/proves.ts';
import { startBallast, stopAll, type TestServer } from '../../../support/start-ballast.ts';
import { createA } from '../../service/form-a-portfolio.ts';
import { ALLIANZ, createSample, NO_PORTFOLIO, SAP } from '../../service/sample-portfolio.ts';

let server: TestServer;
let portfolioId: string;
beforeAll(async () => {
  server = await startBallast();
  portfolioId = await createSample(server);
});
afterAll(stopAll);

const compare = (body: Record<string, unknown>) => server.sim.post('/compare', { portfolio_id: portfolioId, ...body });

/** 600 shares of SAP, bought in two lots far below the market. */
async function createWithGains(change: Record<string, unknown> = {}): Promise<string> {
  const id = await createSample(server, change);
  const lots = [
    { quantity: 300, unit_cost: 90, acquired_at: '2024-05-06T08:00:00Z' },
    { quantity: 300, unit_cost: 140, acquired_at: '2025-05-06T08:00:00Z' },
  ];
  const positions = [{ isin: SAP, exchange: 'XETR', quantity: 600, lots }];
  expect((await server.sim.post(`/portfolios/${id}/positions`, { positions })).status).toBe(200);
  return id;
}

describe('a comparison', () => {
  test(
    'shows for each variant what a plan with its settings says, and changes nothing',
    proves('L24', 'L80'),
    async () => {
      const head = await server.head();
      const variants = [
        { name: 'full' },
        { name: 'cheap', cost_budget: 2, fx_overlay: false },
        { name: 'coarse', fractional_precision: 2 },
        { name: 'wide', drift_threshold: 0.2, rebalance_trigger: 'portfolio' },
      ];
      const response = await compare({ variants });
      expect(response.status).toBe(200);
      const { variants: rows, total_value: total, portfolio_drift: drift } = response.as(comparison);
      expect(await server.head()).toBe(head);
      for (const [index, { name: _name, ...settings }] of variants.entries()) {
        const request = { portfolio_id: portfolioId, simulation: true, ...settings };
        const planned = (await server.b.post('/rebalance', request)).as(rebalancePlan);
        expect(planned.drift_before).toMatchObject({ total_value: total, portfolio_drift: drift });
        expect(rows[index]).toMatchObject({
          outcome: 'plan',
          orders: planned.orders.length,
          costs: planned.cost_estimate,
          portfolio_drift_after: planned.drift_after.portfolio_drift,
          cash_after: planned.cash_after,
          tax_estimate: planned.tax_estimate,
        });
      }
    },
  );

  test('marks variants that nothing else beats in cost and in drift', async () => {
    const budgets = [0, 1, 2, 5, 10, 50];
    const variants = budgets.map((budget) => ({ name: `${budget} bps`, cost_budget: budget }));
    const { frontier, variants: rows } = (await compare({ variants })).as(comparison);
    expect(frontier.length).toBeGreaterThan(2);
    const drifts = frontier.map(({ portfolio_drift_after: drift }) => drift);
    expect(drifts).toEqual([...drifts].sort((one, other) => other - one));
    expect(new Set(drifts).size).toBe(drifts.length);
    expect(rows.filter((row) => row.on_frontier).map(({ name }) => name)).toEqual(frontier.map(({ name }) => name));
    expect(rows[0]).toMatchObject({ orders: 0, costs: { total: 0, budget_bps: 0 }, turnover: 0 });
  });

  test('shows a variant inside its band as doing nothing', async () => {
    const targets = [
      { isin: SAP, weight: 0.7 },
      { isin: ALLIANZ, weight: 0.2 },
    ];
    const variants = [{ drift_threshold: 0.2, rebalance_trigger: 'portfolio' }];
    const { variants: rows, portfolio_drift: drift } = (await compare({ targets, variants })).as(comparison);
    expect(drift).toBeLessThan(0.2);
    expect(rows).toMatchObject([{ name: '1', outcome: 'below_threshold', orders: 0, portfolio_drift_after: drift }]);
  });

  test('plans a portfolio of Form A for the given targets', async () => {
    const body = { name: 'a', currency: 'EUR', tax_jurisdiction: 'DE' };
    await server.a.post('/portfolios', body);
    const { portfolios } = (await server.sim.get('/portfolios')).as(portfolioList);
    const id = portfolios.find(({ form }) => form === 'A')?.portfolio_id;
    const bare = await server.sim.post('/compare', { portfolio_id: id, variants: [{}] });
    expect([bare.status, bare.error().details.map(({ path }) => path)]).toEqual([400, ['/targets']]);
    const aimed = { portfolio_id: id, targets: [{ isin: SAP, weight: 0.5 }], variants: [{}] };
    expect((await server.sim.post('/compare', aimed)).as(comparison).variants).toMatchObject([{ orders: 1 }]);
  });

  test('of a Form A portfolio taxes the sells of each variant by its lot method', proves('L97', 'L24'), async () => {
    const id = await createA(server, { tax_jurisdiction: 'DE' });
    const lots = [
      { quantity: 100, unit_cost: 100, acquired_at: '2024-05-06T08:00:00Z' },
      { quantity: 100, unit_cost: 200, acquired_at: '2025-05-06T08:00:00Z' },
    ];
    const positions = [{ isin: SAP, exchange: 'XETR', quantity: 200, lots }];
    expect((await server.sim.post(`/portfolios/${id}/positions`, { positions })).status).toBe(200);
    const variants = [
      { name: 'own' },
      { name: 'FIFO', tax_method: 'FIFO' },
      { name: 'HIFO', tax_method: 'HIFO' },
      { name: 'average', tax_method: 'average_cost' },
    ];
    const targets = [
      { isin: ALLIANZ, weight: 0.9 },
      { isin: SAP, weight: 0.1 },
    ];
    const response = await server.sim.post('/compare', { portfolio_id: id, targets, variants });
    const [own = 0, fifo = 0, hifo = 0, average = 0] = response
      .as(comparison)
      .variants.map(({ tax_estimate: tax }) => tax);
    expect(own).toBe(fifo);
    // The dear lot of 200.00 goes first in HIFO, the cheap one of 100.00 in FIFO; their mean is between them.
    expect(hifo).toBeLessThan(average);
    expect(average).toBeLessThan(fifo);
    expect(new Set(response.as(comparison).variants.map(({ costs }) => costs.total)).size).toBe(1);
  });

  test(
    'plans each variant under its own budget of gains tax, or the portfolio’s where that is stricter',
    proves('L146'),
    async () => {
      const id = await createWithGains();
      const compareOf = async (budgets: readonly (number | undefined)[]) => {
        const variants = budgets.map((budget) => ({ gains_tax_budget: budget }));
        return (await compare({ portfolio_id: id, variants })).as(comparison).variants;
      };
      const [free] = await compareOf([undefined]);
      const full = free?.tax_estimate ?? 0;
      expect(full).toBeGreaterThan(5000);
      const budgets = [0, 1000, 3000.5, full];
      const rows = await compareOf(budgets);
      for (const [index, { tax_estimate: tax, gains_tax_budget: budget, sale_taxes: taxes }] of rows.entries()) {
        expect(budget).toBe(budgets[index]);
        expect(tax).toBeLessThanOrEqual(budget ?? 0);
        const shares = taxes.sells.reduce((sum, sell) => sum + Math.round((sell.tax ?? 0) * 100), 0);
        expect([taxes.tax, shares]).toEqual([tax, Math.round(tax * 100)]);
      }
      const drifts = rows.map(({ portfolio_drift_after: drift }) => drift);
      expect(drifts).toEqual(drifts.toSorted((one, other) => other - one));
      expect(rows.at(-1)).toMatchObject({
        portfolio_drift_after: free?.portfolio_drift_after,
        constraints: { bound: [] },
      });
      expect(rows[0]).toMatchObject({
        outcome: 'constrained',
        constraints: { bound: [{ constraint: 'gains_tax_budget' }] },
      });
      expect(free).toMatchObject({ gains_tax_budget: null, constraints: null });
      const body = JSON.stringify({ gains_tax_budget: 2000 });
      const headers = { 'content-type': 'application/json' };
      expect((await server.sim.send('PUT', `/portfolios/${id}/constraints`, { headers, body })).status).toBe(200);
      const limited = await compareOf([undefined, 1000, 3000.5]);
      expect(limited.map(({ gains_tax_budget: budget }) => budget)).toEqual([2000, 1000, 2000]);
      expect(limited[0]?.tax_estimate).toBe(limited[2]?.tax_estimate);
      expect(limited[1]).toMatchObject({ tax_estimate: rows[1]?.tax_estimate, orders: rows[1]?.orders });
    },
  );

  test(
    'has the same plans with and without a budget of gains tax where gains are not taxed',
    proves('L146'),
    async () => {
      const id = await createWithGains({ tax_wrapper: 'ISA', currency: 'GBP' });
      const variants = [{ name: 'free' }, { name: 'none', gains_tax_budget: 0 }];
      const [free, none] = (await compare({ portfolio_id: id, variants })).as(comparison).variants;
      expect(none).toMatchObject({ sale_taxes: { tax_rate: 0 }, orders: free?.orders, costs: free?.costs });
    },
  );

  const BAD: readonly [body: Record<string, unknown>, places: readonly string[]][] = [
    [{}, ['/variants']],
    [{ variants: [] }, ['/variants']],
    [{ variants: Array(21).fill({}) }, ['/variants']],
    [{ variants: [{ drift_threshold: 0.5, moon: 1 }] }, ['/variants/0/drift_threshold', '/variants/0/moon']],
    [{ variants: [{}, { tax_method: 'HIFO' }] }, ['/variants/1/tax_method']],
    [{ variants: [{ simulation: true }] }, ['/variants/0/simulation']],
    [
      { variants: [{ gains_tax_budget: -1 }, { gains_tax_budget: 0.005 }] },
      ['/variants/0/gains_tax_budget', '/variants/1/gains_tax_budget'],
    ],
    [{ variants: [{ name: 'a' }, { name: 'a' }] }, ['/variants/1/name']],
    [{ variants: [{}], targets: [{ isin: SAP, weight: 2 }] }, ['/targets/0/weight', '/targets']],
    [{ variants: [{}], targets: [{ isin: 'US0378331005', weight: 0.5 }] }, ['/targets/0/isin']],
  ];
  test.each(BAD)('is refused with one detail for each issue: %j', async (body, places) => {
    const response = await compare(body);
    expect([response.status, response.error().code]).toEqual([400, 'invalid_request']);
    expect(response.error().details.map(({ path }) => path)).toEqual(places);
  });

  test('is 404 for a portfolio that does not exist, and 500 if there is no price', async () => {
    expect((await compare({ portfolio_id: NO_PORTFOLIO, variants: [{}] })).status).toBe(404);
    await server.sim.post('/faults', { kind: 'stale_prices' });
    expect((await compare({ variants: [{}] })).status).toBe(500);
    await server.sim.delete('/faults');
  });
});
