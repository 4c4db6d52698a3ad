/** Constraints of a portfolio (decision O5): set, shown, met by the plans of both forms, and refused if invalid. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { activityList } from '../../../../src-server/contract/control/portfolios/activity.ts';
import { comparison } from '../../../../src-server/contract/control/portfolios/compare.ts';
import { portfolioConstraints } from '../../../../src-server/contract/control/portfolios/constraints.ts';
import { rebalanceView } from '../../../../src-server/contract/control/portfolios/portfolios.ts';
import { eventList } from '../../../../src-server/contract/control/world/records.ts';
import { rebalancePlan } from '../../../../src-server/contract/service/form-b.ts';
import { planChangesWire } from '../../../../src-server/contract/service/plan-changes.ts';
import { proves } from '../../../conformance/proves.ts';
import { newFolder, startBallast, stopAll, type TestServer } from '../../../support/start-ballast.ts';
import { createA } from '../../service/form-a-portfolio.ts';
import { ALLIANZ, createSample, NO_PORTFOLIO, planFor, SAP, WORLD_ETF } from '../../service/sample-portfolio.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startBallast();
});
afterAll(stopAll);

const pathOf = (id: string) => `/portfolios/${id}/constraints`;
const put = (id: string, constraints: object, on = server) =>
  on.sim.send('PUT', pathOf(id), {
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(constraints),
  });
const set = async (id: string, constraints: object, on = server) => {
  const response = await put(id, constraints, on);
  expect(response.status, response.text).toBe(200);
  return response.as(portfolioConstraints);
};
const shown = async (id: string, on = server) => (await on.sim.get(pathOf(id))).as(portfolioConstraints);
const plan = (id: string, change: object = {}, on = server) =>
  on.b.post('/rebalance', { portfolio_id: id, simulation: true, ...change });
const planned = async (id: string, change: object = {}, on = server) => (await plan(id, change, on)).as(rebalancePlan);
const viewed = async (id: string) => (await server.sim.get(`/rebalances/${id}`)).as(rebalanceView);

/** Cheap shares of 2020: nearly all proceeds of SAP are gains. */
const LOTS = {
  positions: [
    {
      isin: SAP,
      exchange: 'XETR',
      quantity: 100,
      lots: [{ quantity: 100, unit_cost: 20, acquired_at: '2020-05-04T08:00:00Z' }],
    },
    {
      isin: ALLIANZ,
      exchange: 'XETR',
      quantity: 20,
      lots: [{ quantity: 20, unit_cost: 500, acquired_at: '2024-05-06T08:00:00Z' }],
    },
  ],
};

describe('constraints', () => {
  test('are replaced as a whole, shown as they were set, logged, and removed', proves('O5.1'), async () => {
    const id = await createSample(server);
    expect(await shown(id)).toEqual({ portfolio_id: id, currency: 'EUR', constraints: {} });
    const all = {
      min_order_value: 250.5,
      min_order_bps: 12.5,
      whole_shares: true,
      do_not_sell: [SAP],
      do_not_buy: [ALLIANZ],
      cash_flow_only: true,
      max_turnover: 0.25,
      gains_tax_budget: 0,
    };
    expect((await set(id, all)).constraints).toEqual(all);
    expect((await set(id, { do_not_sell: [SAP], whole_shares: false })).constraints).toEqual({ do_not_sell: [SAP] });
    expect((await set(id, {})).constraints).toEqual({});
    expect((await shown(id)).constraints).toEqual({});
    const { events } = (await server.sim.get('/events?type=constraints.set&limit=1000')).as(eventList);
    expect(events.map(({ data }) => data)).toEqual([
      { portfolio_id: id, constraints: all },
      { portfolio_id: id, constraints: { do_not_sell: [SAP] } },
      { portfolio_id: id, constraints: {} },
    ]);
    const { activity } = (await server.sim.get(`/portfolios/${id}/activity?kind=change&limit=3`)).as(activityList);
    expect(activity.map(({ what }) => what)).toEqual(['constraints_set', 'constraints_set', 'constraints_set']);
    expect(activity.map(({ constraints }) => constraints)).toEqual([{}, { do_not_sell: [SAP] }, all]);
  });

  test('persist over a restart, and bind the same plan', proves('O5.1'), async () => {
    const dataDir = newFolder();
    const before = await startBallast({ dataDir });
    const id = await createSample(before);
    await set(id, { max_turnover: 0.05, whole_shares: true }, before);
    const first = await planned(id, {}, before);
    await before.stop();
    const after = await startBallast({ dataDir });
    expect((await shown(id, after)).constraints).toEqual({ max_turnover: 0.05, whole_shares: true });
    const { warnings, orders } = await planned(id, {}, after);
    expect(warnings).toEqual(first.warnings);
    expect(orders.map(({ quantity }) => quantity)).toEqual(first.orders.map(({ quantity }) => quantity));
  });

  test('end with their portfolio', proves('O5.1'), async () => {
    const id = await createSample(server);
    await set(id, { whole_shares: true });
    await server.sim.delete(`/portfolios/${id}`);
    expect((await server.sim.get(pathOf(id))).status).toBe(404);
    expect((await put(id, {})).status).toBe(404);
    expect((await put(NO_PORTFOLIO, {})).status).toBe(404);
  });

  test.each([
    ['an ISIN that is in no universe', { do_not_sell: [SAP, 'US0378331005'] }, ['/do_not_sell/1']],
    ['a malformed ISIN', { do_not_buy: ['DE0007164601'] }, ['/do_not_buy/0']],
    ['an ISIN twice', { do_not_sell: [SAP, ALLIANZ, SAP] }, ['/do_not_sell/2']],
    ['a negative order', { min_order_value: -1 }, ['/min_order_value']],
    ['a tenth of a cent', { gains_tax_budget: 1.001 }, ['/gains_tax_budget']],
    ['a negative budget', { gains_tax_budget: -0.01 }, ['/gains_tax_budget']],
    ['more than all of it', { max_turnover: 1.01 }, ['/max_turnover']],
    ['more than the portfolio', { min_order_bps: 10_001 }, ['/min_order_bps']],
    ['no truth', { whole_shares: 'yes', cash_flow_only: 1 }, ['/whole_shares', '/cash_flow_only']],
    ['another field', { max_orders: 3 }, ['/max_orders']],
  ])('are not %s', proves('O5.2'), async (_what, body, paths) => {
    const id = await createSample(server);
    await set(id, { whole_shares: true });
    const head = await server.head();
    const response = await put(id, body);
    expect([response.status, response.error().details.map(({ path }) => path)]).toEqual([400, paths]);
    expect([await server.head(), (await shown(id)).constraints]).toEqual([head, { whole_shares: true }]);
  });
});

describe('a plan of Form B', () => {
  test('says which constraint bound, on which order, and how much drift it left', proves('O5.7', 'G4'), async () => {
    const id = await createSample(server);
    const free = await planned(id);
    await set(id, { do_not_sell: [ALLIANZ], max_turnover: 0.1 });
    const bound = await planned(id);
    expect(bound.orders.map(({ side, isin }) => [side, isin])).toEqual([
      ['sell', SAP],
      ['buy', WORLD_ETF],
    ]);
    expect(bound.warnings.map(({ code }) => code)).toEqual(['constraint_do_not_sell', 'constraint_max_turnover']);
    expect(bound.warnings[0]?.message).toMatch(/^Do not sell: Allianz SE \(DE0008404005\), [\d\s.]+ EUR is not sold/);
    const { explanation } = await viewed(bound.rebalance_id);
    const left = bound.drift_after.portfolio_drift;
    expect(explanation?.constraints?.drift_without).toBe(free.drift_after.portfolio_drift);
    expect(explanation?.constraints?.drift_cost).toBeCloseTo(left - free.drift_after.portfolio_drift, 9);
    const [unsold, turnover] = explanation?.constraints?.bound ?? [];
    const sold = free.orders.find(({ isin }) => isin === ALLIANZ);
    expect(unsold?.orders).toMatchObject([{ isin: ALLIANZ, side: 'sell', sequence: null, allowed_value: 0 }]);
    expect(unsold?.orders[0]?.wanted_value).toBeCloseTo(sold?.estimated_value ?? 0, 0);
    const buy = bound.orders.at(-1);
    expect(turnover?.orders.at(-1)).toMatchObject({ isin: WORLD_ETF, side: 'buy', sequence: buy?.sequence });
    expect(buy?.estimated_value).toBeLessThanOrEqual(0.1 * bound.drift_before.total_value);
    expect(explanation?.summary).toMatch(
      / Because of the constraints “do not sell” and “turnover limit”, \d+\.\d\d % of drift is left; without any constraint, none would be\.$/,
    );
    expect(explanation?.skipped.find(({ isin }) => isin === ALLIANZ)).toMatchObject({ reason: 'constraint' });
  });

  test('is the same without constraints that bind nothing', proves('O5.7'), async () => {
    const id = await createSample(server);
    const free = await planned(id);
    await set(id, { do_not_buy: [ALLIANZ], max_turnover: 1, min_order_value: 1 });
    const { orders, warnings, rebalance_id: rebalanceId } = await planned(id);
    expect(warnings).toEqual([]);
    expect(orders.map(({ isin, quantity }) => ({ isin, quantity }))).toEqual(
      free.orders.map(({ isin, quantity }) => ({ isin, quantity })),
    );
    expect((await viewed(rebalanceId)).explanation?.constraints).toMatchObject({ bound: [], drift_cost: 0 });
  });

  test('without possible trades is 422 and names the constraint', proves('O5.9', 'C7'), async () => {
    const id = await createSample(server);
    await set(id, { cash_flow_only: true, do_not_buy: [WORLD_ETF] });
    const head = await server.head();
    const response = await plan(id, { simulation: false });
    expect(response.status).toBe(422);
    const { code, message, details } = response.error();
    expect(code).toBe('drift_below_threshold');
    expect(message).toMatch(/^The portfolio’s constraints prevent every trade: “do not buy” and “cash flows only”\./);
    const paths = ['/drift_threshold', '/constraints/do_not_buy', '/constraints/cash_flow_only'];
    expect(details.map(({ path }) => path)).toEqual(paths);
    expect(await server.head()).toBe(head);
    const { variants } = (await server.sim.post('/compare', { portfolio_id: id, variants: [{}] })).as(comparison);
    expect(variants).toMatchObject([{ outcome: 'constrained', orders: 0, turnover: 0 }]);
    const names = variants[0]?.constraints?.bound.map(({ constraint }) => constraint);
    expect(names).toEqual(['do_not_buy', 'cash_flow_only']);
  });

  test('buys with cash alone, down to the cash of the targets', proves('O5.5'), async () => {
    const id = await createSample(server, { cash: 9000 });
    await set(id, { cash_flow_only: true });
    const { orders, cash_after: cash, drift_after: after } = await planned(id);
    expect(orders.map(({ side, isin }) => [side, isin])).toEqual([['buy', WORLD_ETF]]);
    expect(Math.abs(cash - 0.05 * after.total_value)).toBeLessThan(10);
  });

  test.each([1, 2, 3, 4])(
    'of whole shares is filled in whole shares, also if cash runs short: seed %i',
    proves('O5.4'),
    async (seed) => {
      const own = await startBallast({ seed });
      const id = await createSample(own);
      await set(id, { whole_shares: true }, own);
      await own.sim.post('/faults', { kind: 'partial_fills', exchange: 'XETR', fill_share: 0.37 });
      const rebalance = await planFor(own, id);
      await own.sim.post('/market/events', { kind: 'jump', isin: WORLD_ETF, size: 0.1 });
      await own.b.post(`/rebalance/${rebalance}/execute`, { confirm: true });
      await own.advance('3d');
      const { events } = (await own.sim.get('/events?type=order.filled&limit=500')).as(eventList);
      const quantities = events.map(({ data }) => (data.fill as { quantity: number }).quantity);
      expect(quantities.length).toBeGreaterThan(2);
      expect(quantities.filter((quantity) => !Number.isInteger(quantity))).toEqual([]);
      await own.stop();
    },
  );

  test('meets its cost budget and its constraints together', proves('O5.3', 'O5.4', 'G10'), async () => {
    const id = await createSample(server);
    await set(id, { whole_shares: true, max_turnover: 0.2, min_order_value: 1000 });
    const { orders, cost_estimate: costs, drift_before: before } = await planned(id, { cost_budget: 3 });
    expect(orders.length).toBeGreaterThan(0);
    expect(costs.total_bps).toBeLessThanOrEqual(3);
    for (const { quantity, estimated_value: value } of orders) {
      expect(Number.isInteger(quantity)).toBe(true);
      expect(value).toBeGreaterThanOrEqual(1000);
    }
    const bought = orders.reduce((sum, { side, estimated_value: value }) => sum + (side === 'buy' ? value : 0), 0);
    expect(bought).toBeLessThanOrEqual(0.2 * before.total_value);
  });

  test('cuts the sells with the most gain until the tax fits, to the step', proves('O5.5', 'O5.6', 'L23'), async () => {
    const id = await createSample(server);
    await server.sim.post(`/portfolios/${id}/positions`, LOTS);
    // Without Allianz, which is sold at a loss, the gains of SAP would be taxed sooner.
    const free = await planned(id, { drift_threshold: 0.01 });
    expect(free.tax_estimate).toBeGreaterThan(400);
    await set(id, { gains_tax_budget: 100 });
    const { orders, tax_estimate: tax, warnings, rebalance_id: planId } = await planned(id, { drift_threshold: 0.01 });
    expect(warnings.map(({ code }) => code)).toEqual(['constraint_gains_tax_budget']);
    expect(tax).toBeLessThanOrEqual(100);
    expect(tax).toBeGreaterThan(99.9);
    // The plan keeps saying so when the portfolio has another budget.
    await set(id, { gains_tax_budget: 200 });
    expect((await viewed(planId)).explanation?.constraints?.gains_tax_budget).toBe(100);
    const sold = (list: typeof orders, isin: string) => list.find((order) => order.isin === isin)?.quantity;
    expect(sold(orders, ALLIANZ)).toBe(sold(free.orders, ALLIANZ));
    expect(sold(orders, SAP)).toBeLessThan(sold(free.orders, SAP) ?? 0);
  });

  test('that exists does not change, and shows what it would be now', proves('O5.3', 'L93.1'), async () => {
    const id = await createSample(server);
    const rebalanceId = await planFor(server, id);
    const before = await viewed(rebalanceId);
    await set(id, { do_not_sell: [ALLIANZ] });
    expect((await viewed(rebalanceId)).rebalance).toEqual(before.rebalance);
    const changes = (await server.sim.get(`/rebalances/${rebalanceId}/changes`)).as(planChangesWire);
    expect(changes.orders.find(({ isin }) => isin === ALLIANZ)).toMatchObject({ change: 'removed' });
  });
});

describe('a rebalance of Form A', () => {
  test('meets constraints, by the lot method of its request', proves('O5.3', 'O5.5', 'F4'), async () => {
    const id = await createA(server);
    await set(id, { whole_shares: true, max_turnover: 0.3 });
    const weights = { target_weights: { [SAP]: 0.4, [WORLD_ETF]: 0.6 } };
    const preview = await server.sim.post(`/portfolios/${id}/rebalance-preview`, weights);
    const { rebalance, explanation } = preview.as(rebalanceView);
    const bound = explanation?.constraints?.bound.map(({ constraint }) => constraint);
    expect(bound).toEqual(['whole_shares', 'max_turnover']);
    const bought = rebalance.orders.reduce((sum, { estimated_value: value }) => sum + value, 0);
    expect(bought).toBeLessThanOrEqual(30_000);
    expect(bought).toBeGreaterThan(29_000);
    const started = await server.a.post(`/portfolios/${id}/rebalance`, weights);
    expect(started.status).toBe(202);
    await server.advance('1d');
    await set(id, { do_not_sell: [SAP, WORLD_ETF], do_not_buy: [SAP, WORLD_ETF] });
    const refused = await server.a.post(`/portfolios/${id}/rebalance`, weights);
    expect([refused.status, refused.error().code]).toEqual([422, 'drift_below_threshold']);
    expect(refused.error().details.map(({ path }) => path)).toEqual(['/drift_threshold', '/constraints/do_not_buy']);
  });
});
