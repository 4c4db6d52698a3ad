/** Specification 2.4 and 4.2: every field of a plan's body with its range and default, and the fields of the plan. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { accountView } from '../../src-server/contract/control/accounts/accounts.ts';
import { rebalanceB, rebalancePlan } from '../../src-server/contract/service/form-b.ts';
import { ALLIANZ, createSample, NO_PORTFOLIO, planFor, SAP, samplePortfolio } from '../api/service/sample-portfolio.ts';
import { startBallast, stopAll, type TestServer } from '../support/start-ballast.ts';
import { expectRefused } from './expect-refused.ts';
import { proves } from './proves.ts';

let server: TestServer;
let sample: string;
beforeAll(async () => {
  server = await startBallast();
  sample = await createSample(server);
});
afterAll(stopAll);

const post = (change: Record<string, unknown> = {}, id = sample) =>
  server.b.post('/rebalance', { portfolio_id: id, simulation: true, ...change });
async function plan(change: Record<string, unknown> = {}, id = sample) {
  const response = await post(change, id);
  expect(response.status).toBe(201);
  return response.as(rebalancePlan);
}
/** A portfolio of 10 000.00 in SAP and cash whose SAP has the given weight and target. */
async function pinned(quantity: number, target: number): Promise<string> {
  await server.sim.post('/market/pins', { isin: SAP, mid: 100, currency: 'EUR' });
  return createSample(server, {
    cash: 10_000 - quantity * 100,
    holdings: [{ isin: SAP, exchange: 'XETR', quantity }],
    targets: [{ isin: SAP, weight: target }],
  });
}
const used = async () => (await server.sim.get('/accounts/default')).as(accountView).quota.used;
const decimals = (value: number) => (String(value).split('.')[1] ?? '').length;

describe('a plan', () => {
  test(
    'has an identifier, orders with sells first, cost estimates and a status',
    proves(
      ...(['2.4 rebalance_id', '2.4 orders', '2.4 costs', '2.4 status', '4.2 POST /rebalance'] as const),
      '1.2 rebalancing',
      '1.3 at once',
      'G4',
      'G5',
    ),
    async () => {
      const made = await plan({ simulation: false });
      expect(made.rebalance_id).toMatch(/^rb_/);
      expect(made.status).toBe('plan_ready');
      expect(made.orders.map(({ sequence }) => sequence)).toEqual(made.orders.map((_, index) => index + 1));
      const sides = made.orders.map(({ side }) => side);
      expect(sides).toEqual([...sides].sort().reverse());
      expect(new Set(sides)).toEqual(new Set(['sell', 'buy']));
      const totals = made.orders.reduce((sum, { costs }) => sum + costs.total, 0);
      expect(made.cost_estimate.total).toBeCloseTo(totals, 2);
      expect(made.cost_estimate.total).toBeGreaterThan(0);
    },
  );

  test('is returned with its status', proves('4.2 GET /rebalance/{rebalance_id}', '1.3 at once', 'G6'), async () => {
    const id = await planFor(server, sample);
    const response = await server.b.get(`/rebalance/${id}`);
    expect([response.status, response.as(rebalanceB).status]).toEqual([200, 'plan_ready']);
  });

  test('needs a portfolio, named by text', proves('4.2 portfolio_id', '2.2 portfolio_id'), async () => {
    expectRefused(await server.b.post('/rebalance', {}), '/portfolio_id');
    expectRefused(await post({ portfolio_id: 7 }), '/portfolio_id');
    expect((await post({ portfolio_id: NO_PORTFOLIO })).status).toBe(404);
  });

  test('has a band from 0.01 to 0.20', proves('4.2 drift_threshold', '8 drift_threshold Form B'), async () => {
    for (const threshold of [0.01, 0.2]) await plan({ drift_threshold: threshold });
    for (const threshold of [0.0099, 0.2001, '0.05', null]) {
      expectRefused(await post({ drift_threshold: threshold }), '/drift_threshold');
    }
  });

  test('has a band of 0.05 by default', proves('4.2 drift_threshold default', 'H1'), async () => {
    // 45 shares at 100.00 of 10 000.00 are 0.45: 0.05 from a target of 0.40, and 0.06 from one of 0.39.
    const inside = await post({}, await pinned(45, 0.4));
    expect([inside.status, inside.error().details[0]?.issue]).toEqual([422, 'largest drift 0.05, band 0.05 absolute']);
    await plan({}, await pinned(45, 0.39));
  });

  test(
    'has an absolute band or a relative one, absolute if the request names none',
    proves('4.2 band_type', 'G4'),
    async () => {
      // 0.13 against 0.10 is 0.03 absolute, and 0.3 of the target.
      const id = await pinned(13, 0.1);
      expect((await post({}, id)).status).toBe(422);
      expect((await post({ band_type: 'absolute' }, id)).status).toBe(422);
      await plan({ band_type: 'relative' }, id);
      expectRefused(await post({ band_type: 'Absolute' }), '/band_type');
    },
  );

  test(
    'is triggered by any position or by the portfolio, by any position by default',
    proves('4.2 rebalance_trigger', 'G4'),
    async () => {
      // SAP and cash are off by 0.06 each, so half of the sum is 0.06, too.
      const id = await pinned(46, 0.4);
      await plan({}, id);
      await plan({ rebalance_trigger: 'any_position' }, id);
      await plan({ rebalance_trigger: 'portfolio' }, id);
      const spread = await createSample(server, spreadOut());
      await server.sim.post('/market/pins', { isin: ALLIANZ, mid: 100, currency: 'EUR' });
      expect((await post({ drift_threshold: 0.06 }, spread)).status).toBe(422);
      await plan({ drift_threshold: 0.06, rebalance_trigger: 'portfolio' }, spread);
      expectRefused(await post({ rebalance_trigger: 'cash' }), '/rebalance_trigger');
    },
  );

  test('costs no more than its budget, in basis points', proves('4.2 cost_budget', 'G10'), async () => {
    const free = (await plan()).cost_estimate;
    const half = Math.floor(free.total_bps / 2);
    const bounded = (await plan({ cost_budget: half })).cost_estimate;
    expect(free.budget_bps).toBeNull();
    expect(bounded.budget_bps).toBe(half);
    expect(bounded.total_bps).toBeLessThanOrEqual(half);
    expectRefused(await post({ cost_budget: -1 }), '/cost_budget');
    expectRefused(await post({ cost_budget: '5' }), '/cost_budget');
  });

  test(
    'with simulation is a dry run that is not billed',
    proves('4.2 simulation', '1.5 simulation', 'E3', 'G27'),
    async () => {
      const before = await used();
      const dry = await plan({ simulation: true });
      expect([dry.simulation, await used()]).toEqual([true, before]);
      const execution = await server.b.post(`/rebalance/${dry.rebalance_id}/execute`, { confirm: true });
      expect(execution.status).toBe(400);
      expectRefused(await post({ simulation: 'yes' }), '/simulation');
    },
  );

  test('is no simulation by default, and is billed', proves('4.2 simulation default', 'E3'), async () => {
    const before = await used();
    const response = await server.b.post('/rebalance', { portfolio_id: await createSample(server) });
    expect([response.as(rebalancePlan).simulation, await used()]).toEqual([false, before + 1]);
  });

  test('has quantities of 2 to 6 decimals', proves('4.2 fractional_precision', '8 fractional_precision'), async () => {
    for (const precision of [2, 3, 5, 6]) {
      const { orders } = await plan({ fractional_precision: precision });
      expect(orders.length).toBeGreaterThan(0);
      for (const { quantity } of orders) expect(decimals(quantity)).toBeLessThanOrEqual(precision);
    }
    for (const precision of [1, 7, 2.5, '4']) {
      expectRefused(await post({ fractional_precision: precision }), '/fractional_precision');
    }
  });

  test('has quantities of 4 decimals by default', proves('4.2 fractional_precision default'), async () => {
    const quantities = async (change: Record<string, unknown>) =>
      (await plan(change)).orders.map(({ isin, quantity }) => [isin, quantity]);
    const byDefault = await quantities({});
    expect(byDefault).toEqual(await quantities({ fractional_precision: 4 }));
    expect(byDefault).not.toEqual(await quantities({ fractional_precision: 2 }));
    expect(byDefault).not.toEqual(await quantities({ fractional_precision: 6 }));
  });

  test(
    'separates FX drift, unless the request disables that',
    proves('4.2 fx_overlay', '4.2 fx_overlay default', 'G9'),
    async () => {
      const abroad = await createSample(server, { currency: 'GBP', ...samplePortfolioInEur() });
      expect((await plan({}, abroad)).fx_overlay).not.toBeNull();
      expect((await plan({ fx_overlay: true }, abroad)).fx_overlay).toMatchObject([
        { currency: 'EUR' },
        { currency: 'GBP' },
      ]);
      await server.advance('1d');
      const drifted = (await plan({}, abroad)).fx_overlay ?? [];
      expect(drifted.every(({ fx_drift: drift }) => drift !== 0)).toBe(true);
      expect((await plan({ fx_overlay: false }, abroad)).fx_overlay).toBeNull();
      expectRefused(await post({ fx_overlay: 1 }), '/fx_overlay');
    },
  );
});

/** Two positions of 0.24 and 0.24 against 0.20 each: 0.04 each, and 0.08 of cash; half of the sum is 0.08. */
function spreadOut() {
  return {
    cash: 5_200,
    holdings: [
      { isin: SAP, exchange: 'XETR', quantity: 24 },
      { isin: ALLIANZ, exchange: 'XETR', quantity: 24 },
    ],
    targets: [
      { isin: SAP, weight: 0.2 },
      { isin: ALLIANZ, weight: 0.2 },
    ],
  };
}

function samplePortfolioInEur() {
  const { holdings } = samplePortfolio();
  return { holdings, targets: [{ isin: SAP, weight: 0.2 }] };
}
