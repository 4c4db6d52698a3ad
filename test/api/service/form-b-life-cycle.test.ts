/**
 * Form B from creation to deletion over HTTP: statuses, shapes by the contract, and the actions of each state (C2, C3,
 * G1 to G8).
 */

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { deliveryList } from '../../../src-server/contract/control/webhooks/webhooks.ts';
import { eventList } from '../../../src-server/contract/control/world/records.ts';
import {
  deletedPortfolio,
  portfolioB,
  rebalanceB,
  rebalancePlan,
} from '../../../src-server/contract/service/form-b.ts';
import { prices } from '../../../src-server/contract/service/prices.ts';
import { proves } from '../../conformance/proves.ts';
import { startBallast, stopAll, type TestServer } from '../../support/start-ballast.ts';
import {
  ALLIANZ,
  createSample,
  executeSample,
  NO_PORTFOLIO,
  NO_REBALANCE,
  planFor,
  rebalanceOf,
  SAP,
  samplePortfolio,
  WORLD_ETF,
} from './sample-portfolio.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startBallast();
});
afterAll(stopAll);

describe('a portfolio', () => {
  test('is created with 201 and read as the same object', async () => {
    const created = await server.b.post('/portfolios', samplePortfolio());
    expect(created.status).toBe(201);
    const portfolio = created.as(portfolioB);
    expect(portfolio.portfolio_id).toMatch(/^pf_[0-9A-HJKMNP-TV-Z]{26}$/);
    const { currency, tax_wrapper, external_id, targets } = samplePortfolio();
    expect(portfolio).toMatchObject({ currency, tax_wrapper, external_id, targets });
    const read = await server.b.get(`/portfolios/${portfolio.portfolio_id}`);
    expect(read.status).toBe(200);
    expect(read.as(portfolioB)).toEqual(portfolio);
  });

  test('has weights that sum to one with its cash, and cash as the rest of the targets', async () => {
    const id = await createSample(server);
    const { holdings, cash, drift } = (await server.b.get(`/portfolios/${id}`)).as(portfolioB);
    const weights = holdings.reduce((sum, { weight }) => sum + weight, cash.weight);
    expect(weights).toBeCloseTo(1, 9);
    // 1 - 0.4 - 0.55.
    expect(cash.target_weight).toBeCloseTo(0.05, 9);
    const values = holdings.reduce((sum, { value }) => sum + value, cash.amount);
    expect(values).toBeCloseTo(drift.total_value, 2);
    expect(drift.positions.map(({ isin }) => isin).sort()).toEqual([ALLIANZ, SAP, WORLD_ETF].sort());
    expect(drift.positions.find(({ isin }) => isin === ALLIANZ)?.relative_drift).toBeNull();
  });

  test('needs neither holdings nor cash', async () => {
    const { holdings: _holdings, cash: _cash, ...least } = samplePortfolio();
    const response = await server.b.post('/portfolios', least);
    expect(response.status).toBe(201);
    expect(response.as(portfolioB)).toMatchObject({ holdings: [], cash: { amount: 0 } });
  });

  test('worth nothing cannot be planned for: 400', proves('H4', 'G4'), async () => {
    const id = await createSample(server, { holdings: [], cash: 0 });
    const response = await server.b.post('/rebalance', { portfolio_id: id });
    expect(response.status).toBe(400);
    expect(response.error().details).toEqual([expect.objectContaining({ path: '/portfolio_id' })]);
  });

  test('is deleted with 200, is 404 from then on, and its rebalances are readable for seven years', async () => {
    const id = await createSample(server);
    const rebalanceId = await planFor(server, id);
    const response = await server.b.delete(`/portfolios/${id}`);
    expect(response.status).toBe(200);
    const { deleted_at: deletedAt, records_retained_until: until } = response.as(deletedPortfolio);
    expect(until).toBe(deletedAt.replace('2026', '2033'));
    expect((await server.b.get(`/portfolios/${id}`)).status).toBe(404);
    expect((await server.b.delete(`/portfolios/${id}`)).status).toBe(404);
    expect((await server.b.post('/rebalance', { portfolio_id: id })).status).toBe(404);
    expect((await rebalanceOf(server, rebalanceId)).status).toBe('plan_ready');
    expect((await server.b.post(`/rebalance/${rebalanceId}/execute`, { confirm: true })).status).toBe(400);
  });
});

describe('a plan', () => {
  test('is returned with 201 and read as the same object with more fields', async () => {
    const id = await createSample(server);
    const response = await server.b.post('/rebalance', { portfolio_id: id });
    expect(response.status).toBe(201);
    const plan = response.as(rebalancePlan);
    expect(plan).toMatchObject({ portfolio_id: id, status: 'plan_ready', simulation: false, tax_estimate: 0 });
    const sides = plan.orders.map(({ side }) => side);
    expect(sides).toEqual([...sides].sort().reverse());
    expect(plan.orders.map(({ sequence }) => sequence)).toEqual(plan.orders.map((_, index) => index + 1));
    expect(plan.orders.find(({ isin }) => isin === ALLIANZ)).toMatchObject({
      side: 'sell',
      quantity: 20,
      status: 'new',
      reason: { code: 'not_in_targets' },
    });
    const read = await server.b.get(`/rebalance/${plan.rebalance_id}`);
    expect(read.status).toBe(200);
    expect(read.as(rebalanceB)).toEqual({ ...plan, failure: null, executed_at: null, completed_at: null });
  });

  test('has costs that are the sum of their parts, of all its orders', proves('G19'), async () => {
    const plan = (await server.b.post('/rebalance', { portfolio_id: await createSample(server) })).as(rebalancePlan);
    const cents = (value: number) => Math.round(value * 100);
    for (const { commission, spread, impact, fx, transaction_tax: tax, total } of [
      plan.cost_estimate,
      ...plan.orders.map(({ costs }) => costs),
    ]) {
      expect(cents(total)).toBe([commission, spread, impact, fx, tax].reduce((sum, part) => sum + cents(part), 0));
    }
    const ofOrders = plan.orders.reduce((sum, { costs }) => sum + cents(costs.total), 0);
    expect(cents(plan.cost_estimate.total)).toBe(ofOrders);
  });

  test('within the band is 422, and says how far it is', async () => {
    // All of it cash, and targets of almost nothing: |0 - 0.01| is not beyond 0.05.
    const id = await createSample(server, { holdings: [], targets: [{ isin: SAP, weight: 0.01 }] });
    const response = await server.b.post('/rebalance', { portfolio_id: id });
    expect(response.status).toBe(422);
    expect(response.error()).toMatchObject({ code: 'drift_below_threshold', details: [{ path: '/drift_threshold' }] });
  });

  test('without fx_overlay has no FX part, and states its budget if it has one', async () => {
    const id = await createSample(server);
    const settings = { portfolio_id: id, fx_overlay: false, cost_budget: 12.5 };
    const plan = (await server.b.post('/rebalance', settings)).as(rebalancePlan);
    expect(plan.fx_overlay).toBeNull();
    expect(plan.cost_estimate.budget_bps).toBe(12.5);
    expect(plan.cost_estimate.total_bps).toBeLessThanOrEqual(12.5);
  });

  test(
    'for which nothing is affordable has no orders, and is complete at once when executed',
    proves('G10'),
    async () => {
      const id = await createSample(server);
      const rebalanceId = await planFor(server, id, { cost_budget: 0 });
      const response = await server.b.post(`/rebalance/${rebalanceId}/execute`, { confirm: true });
      expect(response.status).toBe(202);
      expect(response.as(rebalanceB)).toMatchObject({ status: 'complete', orders: [] });
    },
  );

  test('is cancelled with 200 while it is ready, and then refuses both cancel and execute with 400', async () => {
    const rebalanceId = await planFor(server, await createSample(server));
    const response = await server.b.delete(`/rebalance/${rebalanceId}`);
    expect(response.status).toBe(200);
    expect(response.as(rebalanceB).status).toBe('cancelled');
    const refusals = [
      await server.b.delete(`/rebalance/${rebalanceId}`),
      await server.b.post(`/rebalance/${rebalanceId}/execute`, { confirm: true }),
    ];
    for (const refusal of refusals) {
      expect(refusal.status).toBe(400);
      expect(refusal.error().message).toContain('cancelled');
    }
  });

  test('that is a simulation is refused execution with 400 and does not change', async () => {
    const rebalanceId = await planFor(server, await createSample(server), { simulation: true });
    const response = await server.b.post(`/rebalance/${rebalanceId}/execute`, { confirm: true });
    expect(response.status).toBe(400);
    expect(await rebalanceOf(server, rebalanceId)).toMatchObject({ status: 'plan_ready', simulation: true });
  });

  test('that is a simulation is announced by no webhook, not even if it is cancelled', proves('G27'), async () => {
    await server.sim.post('/webhooks', { url: '/sim/sink/dry-runs' });
    const portfolioId = await createSample(server);
    await server.b.delete(`/rebalance/${await planFor(server, portfolioId, { simulation: true })}`);
    const { events } = (await server.sim.get('/events?type=rebalance.cancelled&limit=1')).as(eventList);
    expect(events).toHaveLength(1);
    const { deliveries } = (await server.sim.get('/deliveries')).as(deliveryList);
    expect(deliveries.map(({ type }) => type)).not.toContain('rebalance.cancelled');
  });
});

describe('an execution', () => {
  test('is accepted with 202, refuses conflicting requests with 409, and completes as time passes', async () => {
    const { portfolioId, rebalanceId } = await executeSample(server);
    const other = await planFor(server, portfolioId, { simulation: true });
    const disturbances = [
      await server.b.post('/rebalance', { portfolio_id: portfolioId }),
      await server.b.delete(`/portfolios/${portfolioId}`),
      await server.b.delete(`/rebalance/${rebalanceId}`),
      await server.b.post(`/rebalance/${rebalanceId}/execute`, { confirm: true }),
      await server.sim.post(`/portfolios/${portfolioId}/cash`, { amount: 1 }),
      await server.sim.post(`/portfolios/${portfolioId}/positions`, { positions: [] }),
    ];
    expect(disturbances.map(({ status }) => status)).toEqual([409, 409, 409, 409, 409, 409]);
    for (const each of disturbances) expect(each.error().code).toBe('already_executing');
    expect((await rebalanceOf(server, other)).status).toBe('plan_ready');

    await server.advance('2d');
    const done = await rebalanceOf(server, rebalanceId);
    expect(done.status).toBe('complete');
    expect(done.executed_at).toBe(done.created_at);
    expect(done.completed_at).not.toBeNull();
    for (const order of done.orders) {
      const filled = order.fills.reduce((sum, { quantity }) => sum + Math.round(quantity * 1e6), 0);
      expect(order).toMatchObject({ status: 'filled', filled_quantity: order.quantity });
      expect(filled).toBe(Math.round(order.quantity * 1e6));
    }
    const cancel = await server.b.delete(`/rebalance/${rebalanceId}`);
    expect(cancel.status).toBe(400);
    expect(cancel.error().message).toMatch(/complete.*support/);
  });

  test(
    'balances to the cent: cash before, fills and their costs give cash after (D4)',
    proves('D4', 'G11'),
    async () => {
      const { portfolioId, rebalanceId } = await executeSample(server);
      await server.advance('3d');
      const { orders, status } = await rebalanceOf(server, rebalanceId);
      expect(status).toBe('complete');
      const cents = (value: number) => Math.round(value * 100);
      // Spread and impact are in the price of a fill already; the other three are paid in cash.
      const cash = orders.flatMap(({ side, fills }) =>
        fills.map(({ value, costs: { commission, fx, transaction_tax: tax } }) => {
          const charges = cents(commission) + cents(fx) + cents(tax);
          return (side === 'sell' ? cents(value) : -cents(value)) - charges;
        }),
      );
      const after = (await server.b.get(`/portfolios/${portfolioId}`)).as(portfolioB);
      expect(cents(after.cash.amount)).toBe(cash.reduce((sum, delta) => sum + delta, cents(5000)));
    },
  );
});

describe('prices', () => {
  test('have an entry for every exchange that lists the ISIN, by code, at the virtual time', async () => {
    const response = await server.b.get(`/prices/${WORLD_ETF}`);
    expect(response.status).toBe(200);
    const { prices: rows, isin, timestamp } = response.as(prices);
    expect(isin).toBe(WORLD_ETF);
    expect(rows.map(({ exchange }) => exchange)).toEqual(['XAMS', 'XETR', 'XLON', 'XSWX']);
    const { now } = JSON.parse((await server.sim.get('/clock')).text);
    expect(timestamp).toBe(now);
    for (const { mid_eur: mid, last_trade_eur: last } of rows) expect(Math.abs(last / mid - 1)).toBeLessThan(0.1);
  });

  test.each([
    ['DE0007164601', 400, 'a wrong check digit'],
    ['de0007164600', 400, 'small letters'],
    ['x', 400, 'anything else'],
    ['US0378331005', 404, 'an ISIN outside of the universe'],
  ])('of %s are %i: %s', proves('C4', 'A8'), async (isin, status) => {
    const response = await server.b.get(`/prices/${isin}`);
    expect(response.status).toBe(status);
    expect(response.error().code).toBe(status === 400 ? 'invalid_request' : 'not_found');
  });
});

describe('an unknown id', () => {
  test.each([
    ['GET', `/portfolios/${NO_PORTFOLIO}`],
    ['DELETE', `/portfolios/${NO_PORTFOLIO}`],
    ['GET', `/rebalance/${NO_REBALANCE}`],
    ['DELETE', `/rebalance/${NO_REBALANCE}`],
  ])('%s %s is 404', proves('A6'), async (method, path) => {
    const response = await server.b.send(method, path);
    expect(response.status).toBe(404);
    expect(response.error()).toMatchObject({ code: 'not_found', details: [] });
  });
});
