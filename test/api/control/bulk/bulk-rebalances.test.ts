/** Bulk rebalances (decision P6): planning, refusals, execution at a pace, and stopping. */
import { afterEach, describe, expect, test } from 'vitest';
import {
  bulkRebalance,
  bulkRebalanceList,
} from '../../../../src-server/contract/control/portfolios/bulk-rebalances.ts';
import { gainsReport } from '../../../../src-server/contract/control/portfolios/gains.ts';
import { rebalanceView } from '../../../../src-server/contract/control/portfolios/portfolios.ts';
import { proves } from '../../../conformance/proves.ts';
import { newFolder, startBallast, stopAll, type TestServer } from '../../../support/start-ballast.ts';
import {
  ALLIANZ,
  createSample,
  executeSample,
  LARGE,
  planFor,
  SAP,
  WORLD_ETF,
} from '../../service/sample-portfolio.ts';
import { logOf } from '../policies/policy-client.ts';
import { BALANCED, bulkOf, createFormA, createSamples, executeBulk, planBulk, statusesOf } from './bulk-client.ts';

afterEach(stopAll);

const bulkEvents = async (server: TestServer) => (await logOf(server)).filter(({ type }) => type.startsWith('bulk.'));

/** All events except those of bulk rebalances, without their mark. */
const withoutBulks = async (server: TestServer) =>
  (await logOf(server))
    .filter(({ type }) => !type.startsWith('bulk.'))
    .map(({ at, type, data: { by: _by, ...data } }) => ({ at, type, data }));

describe('planning', () => {
  test(
    'plans each portfolio by itself as a client would, with totals by currency',
    proves('P6.2', 'P6.6'),
    async () => {
      const server = await startBallast();
      const [first = '', second = ''] = await createSamples(server, 2);
      const pounds = await createSample(server, { external_id: 'pounds', currency: 'GBP' });
      const bulk = await planBulk(server, { portfolio_ids: [first, second, pounds] });
      expect(bulk).toMatchObject({
        status: 'planned',
        filter: null,
        execute: false,
        settings: {},
        pace: { per_minute: 60 },
        portfolios: { total: 3, waiting: 0, planned: 3, refused: 0, complete: 0 },
        traded: [],
        refusals: [],
        started_at: null,
        next_start_at: null,
        ended_at: null,
      });
      const { rows } = await bulkOf(server, bulk.bulk_id);
      expect(rows.map(({ portfolio_id: id, status }) => [id, status])).toEqual([
        [first, 'planned'],
        [second, 'planned'],
        [pounds, 'planned'],
      ]);
      expect(bulk.planned.map(({ currency, portfolios }) => [currency, portfolios])).toEqual([
        ['EUR', 2],
        ['GBP', 1],
      ]);
      // The row and the totals equal the plan: the two of one kind are twice one of them.
      const plan = (await server.sim.get(`/rebalances/${rows[0]?.rebalance_id}`)).as(rebalanceView).rebalance;
      const { commission, fx, transaction_tax: tax, spread, impact } = plan.cost_estimate;
      expect(rows[0]?.planned).toMatchObject({
        orders: plan.orders.length,
        drift_before: plan.drift_before.max_drift,
        drift_after: plan.drift_after.max_drift,
        portfolio_drift_before: plan.drift_before.portfolio_drift,
        portfolio_drift_after: plan.drift_after.portfolio_drift,
      });
      expect(rows[0]?.planned?.explicit_costs).toBeCloseTo(commission + fx + tax, 6);
      expect(rows[0]?.planned?.implicit_costs).toBeCloseTo(spread + impact, 6);
      expect(bulk.planned[0]?.turnover).toBeCloseTo(2 * (rows[0]?.planned?.turnover ?? 0), 6);
      const created = (await logOf(server)).filter(({ type }) => type === 'rebalance.created');
      expect(created.map(({ data }) => data.by)).toEqual(['bulk', 'bulk', 'bulk']);
    },
  );

  test(
    'gives the reason of the service why a portfolio was refused, and continues',
    proves('P6.2', 'P6.6'),
    async () => {
      const server = await startBallast();
      await server.sim.patch('/accounts/default', { monthly_limit: 2 });
      const busy = await executeSample(server, { ...LARGE, external_id: 'busy' });
      const balanced = await createSample(server, { ...BALANCED, external_id: 'balanced' });
      const [first = '', beyond = ''] = await createSamples(server, 2);
      const half = await createFormA(server, { [SAP]: 0.5 });
      const unpriced = await createSample(server, {
        external_id: 'unpriced',
        targets: [{ isin: 'QZNOPRICE001', weight: 0.9 }],
      });
      const ids = [busy.portfolioId, balanced, first, beyond, half, unpriced];
      const bulk = await planBulk(server, { portfolio_ids: ids });
      expect(bulk.portfolios).toMatchObject({ total: 6, planned: 1, refused: 5 });
      const { rows } = await bulkOf(server, bulk.bulk_id);
      expect(rows.map(({ refusal }) => refusal?.code ?? null)).toEqual([
        ...['already_executing', 'drift_below_threshold', null, 'quota_exceeded', 'invalid_request', 'quota_exceeded'],
      ]);
      expect(rows[0]?.refusal).toEqual({
        step: 'plan',
        code: 'already_executing',
        message: `Rebalance ${busy.rebalanceId} of this portfolio is executing.`,
      });
      expect(rows[1]?.refusal?.message).toMatch(/^The largest absolute drift is .+, not beyond the band of 5\.00 %/);
      expect(rows[4]?.refusal?.message).toMatch(/^Form A asks for targets that sum to 1/);
      expect(bulk.refusals[0]).toEqual({ code: 'quota_exceeded', portfolios: 2 });
      const refused = await bulkOf(server, bulk.bulk_id, '?status=refused&limit=2');
      expect(refused.rows.map(({ position }) => position)).toEqual([1, 2]);
      expect((await bulkOf(server, bulk.bulk_id, `?status=refused&cursor=${refused.next}`)).rows).toHaveLength(3);
      const events = await bulkEvents(server);
      expect(events.filter(({ type }) => type === 'bulk.portfolio_refused')).toHaveLength(5);
    },
  );

  test('names the causes of drift left by a plan, and costs as a share of the portfolio', proves('P6.6'), async () => {
    const server = await startBallast();
    const [free = '', limited = ''] = await createSamples(server, 2);
    const body = JSON.stringify({ max_turnover: 0.05, whole_shares: true });
    const headers = { 'content-type': 'application/json' };
    expect((await server.sim.send('PUT', `/portfolios/${limited}/constraints`, { headers, body })).status).toBe(200);
    const { bulk_id: id } = await planBulk(server, { portfolio_ids: [free, limited] });
    const plans = await bulkOf(server, id);
    expect(plans.rows.map(({ planned }) => planned?.limits)).toEqual([[], ['max_turnover']]);
    for (const { rebalance_id: plan, planned } of plans.rows) {
      const { rebalance } = (await server.sim.get(`/rebalances/${plan}`)).as(rebalanceView);
      expect(planned?.costs_bps).toBe(rebalance.cost_estimate.total_bps);
    }
    const settings = { cost_budget: 0.1 };
    const { bulk_id: tight } = await planBulk(server, { portfolio_ids: [free], settings });
    expect((await bulkOf(server, tight)).rows[0]?.planned?.limits).toEqual(['cost_budget']);
    await executeBulk(server, id);
    await server.advance('1d');
    for (const { rebalance_id: rebalance, traded } of (await bulkOf(server, id)).rows) {
      const { actual_costs: actual } = (await server.sim.get(`/rebalances/${rebalance}`)).as(rebalanceView);
      expect(traded?.costs_bps).toBe(actual.total_bps);
    }
  });

  test('goes to the edge of a band, or by the 5/25 band, as the plan of a policy does', proves('P6.2'), async () => {
    const server = await startBallast();
    const [first = '', second = ''] = await createSamples(server, 2);
    const formA = await createFormA(server, { [SAP]: 0.5, [WORLD_ETF]: 0.5 });
    const edge = await planBulk(server, { portfolio_ids: [first, formA], to: 'band_edge' });
    expect(edge).toMatchObject({ to: 'band_edge', band_5_25: false });
    for (const { planned } of (await bulkOf(server, edge.bulk_id)).rows) {
      expect(planned?.drift_before).toBeGreaterThan(0.06);
      expect(planned?.drift_after).toBeCloseTo(0.05, 3);
    }
    const narrow = await planBulk(server, { portfolio_ids: [second], band_5_25: true });
    const { rows } = await bulkOf(server, narrow.bulk_id);
    expect(rows[0]?.planned?.drift_after).toBeLessThan(0.01);
  });

  test('selects all that are outside the band of its settings', proves('P6.1'), async () => {
    const server = await startBallast();
    const inside = await createSample(server, { ...BALANCED, external_id: 'inside' });
    await createSample(server, { ...BALANCED, external_id: 'inside too' });
    const [first = '', second = ''] = await createSamples(server, 2);
    await createFormA(server, null);
    const formA = await createFormA(server, { [SAP]: 0.5, [WORLD_ETF]: 0.5 });
    const wide = await planBulk(server, { filter: 'outside_band' });
    const { rows } = await bulkOf(server, wide.bulk_id);
    expect(rows.map(({ portfolio_id: id, status }) => [id, status])).toEqual(
      [first, second, formA].map((id) => [id, 'planned']),
    );
    // Those that the filter excluded leave no gap.
    expect(rows.map(({ position }) => position)).toEqual([1, 2, 3]);
    const paged = await bulkOf(server, wide.bulk_id, '?limit=1');
    const rest = await bulkOf(server, wide.bulk_id, `?limit=1&cursor=${paged.next}`);
    const last = await bulkOf(server, wide.bulk_id, `?limit=1&cursor=${rest.next}`);
    expect([...rest.rows, ...last.rows].map(({ position }) => position)).toEqual([2, 3]);
    expect(last.next).toBeNull();
    await server.sim.post('/market/pins', { isin: SAP, mid: 280, currency: 'EUR' });
    const narrow = await planBulk(server, { filter: 'outside_band', settings: { drift_threshold: 0.01 } });
    expect((await bulkOf(server, narrow.bulk_id)).rows.map(({ portfolio_id: id }) => id)).toContain(inside);
    expect(narrow.refusals).toEqual([]);
  });

  test('is complete at once if the filter selects nothing', proves('P6.1'), async () => {
    const server = await startBallast();
    await createSample(server, BALANCED);
    const bulk = await planBulk(server, { filter: 'outside_band', execute: true });
    expect(bulk).toMatchObject({ status: 'complete', portfolios: { total: 0 }, planned: [] });
    expect((await bulkEvents(server)).map(({ type }) => type)).toEqual([
      ...['bulk.requested', 'bulk.planned', 'bulk.completed'],
    ]);
  });

  test(
    'responds before it begins unless the caller waits, and precedes every later command',
    proves('P6.3'),
    async () => {
      const server = await startBallast();
      const ids = await createSamples(server, 20);
      const response = await server.sim.post('/bulk-rebalances', { portfolio_ids: ids });
      expect(response.as(bulkRebalance)).toMatchObject({ status: 'planning', portfolios: { waiting: 20 } });
      await createSample(server, { external_id: 'later' });
      const types = (await logOf(server)).map(({ type }) => type);
      expect(types.indexOf('bulk.planned')).toBeLessThan(types.lastIndexOf('portfolio.created'));
    },
  );
});

describe('execution', () => {
  test('writes the log of a client with the same calls at the same instants', proves('P6.2', 'P6.4'), async () => {
    const byBulk = await startBallast({ seed: 7 });
    await byBulk.sim.post('/webhooks', { url: '/sim/sink/all' });
    await planBulk(byBulk, { portfolio_ids: await createSamples(byBulk, 3), execute: true });
    await byBulk.advance('1d');
    const client = await startBallast({ seed: 7 });
    await client.sim.post('/webhooks', { url: '/sim/sink/all' });
    const plans: string[] = [];
    for (const id of await createSamples(client, 3)) plans.push(await planFor(client, id));
    for (const plan of plans) {
      expect((await client.b.post(`/rebalance/${plan}/execute`, { confirm: true })).status).toBe(202);
      await client.advance('1s');
    }
    await client.advance('86397s');
    expect(await withoutBulks(byBulk)).toEqual(await withoutBulks(client));
  });

  test('starts portfolios at its pace, and ends with the last rebalance', proves('P6.4', 'P6.6'), async () => {
    const server = await startBallast();
    const ids = await createSamples(server, 3);
    const { bulk_id: id } = await planBulk(server, { portfolio_ids: ids, execute: true, pace: { per_minute: 2 } });
    const started = await bulkOf(server, id);
    expect(started.rows.map(({ status }) => status)).toEqual(['executing', 'planned', 'planned']);
    expect(started).toMatchObject({
      status: 'executing',
      started_at: '2026-03-02T09:30:00.000Z',
      next_start_at: '2026-03-02T09:30:30.000Z',
      last_start_at: '2026-03-02T09:31:00.000Z',
    });
    await server.advance('30s');
    expect((await bulkOf(server, id)).rows[1]?.status).not.toBe('planned');
    expect((await bulkOf(server, id)).rows[2]?.status).toBe('planned');
    await server.advance('1d');
    const over = await bulkOf(server, id);
    expect(over).toMatchObject({ status: 'complete', portfolios: { complete: 3 }, next_start_at: null });
    const executing = (await logOf(server)).filter(({ type }) => type === 'rebalance.executing');
    expect(executing.map(({ at }) => at.slice(11, 19))).toEqual(['09:30:00', '09:30:30', '09:31:00']);
    const sumOf = (pick: (row: NonNullable<(typeof over.rows)[number]['traded']>) => number) =>
      over.rows.reduce((sum, { traded }) => sum + (traded === null ? 0 : pick(traded)), 0);
    expect(over.traded[0]?.turnover).toBeCloseTo(
      sumOf(({ turnover }) => turnover),
      6,
    );
    expect(over.traded[0]?.explicit_costs).toBeCloseTo(
      sumOf(({ explicit_costs: costs }) => costs),
      6,
    );
    expect(over.rows[0]?.traded?.drift_after).toBeLessThan(0.01);
    const completed = (await bulkEvents(server)).at(-1);
    expect(completed).toMatchObject({ type: 'bulk.completed', data: { complete: 3, failed: 0, refused: 0 } });
    expect(completed?.at).toBe(over.ended_at);
  });

  test(
    'reports the gains tax and the resulting drift of each portfolio, as its own pages do',
    proves('P6.6'),
    async () => {
      const server = await startBallast();
      const [portfolio = ''] = await createSamples(server, 1);
      const lots = [{ quantity: 100, unit_cost: 20, acquired_at: '2020-05-04T08:00:00Z' }];
      const holding = { isin: SAP, exchange: 'XETR', quantity: 100, lots };
      expect((await server.sim.post(`/portfolios/${portfolio}/positions`, { positions: [holding] })).status).toBe(200);
      const { bulk_id: id } = await planBulk(server, { portfolio_ids: [portfolio], execute: true });
      await server.advance('1d');
      const [row] = (await bulkOf(server, id)).rows;
      const gains = (await server.sim.get(`/portfolios/${portfolio}/gains`)).as(gainsReport);
      expect(row?.traded?.tax_estimate).toBeGreaterThan(1_000);
      expect(row?.traded?.tax_estimate).toBeCloseTo(gains.tax_estimate, 1);
      expect(row?.traded?.portfolio_drift_after).toBeLessThan(row?.planned?.portfolio_drift_before ?? 0);
    },
  );

  test('executes later what was only planned, once, at the pace of that request', proves('P6.4'), async () => {
    const server = await startBallast();
    const ids = await createSamples(server, 2);
    const { bulk_id: id } = await planBulk(server, { portfolio_ids: ids });
    await server.advance('5m');
    expect(await statusesOf(server, id)).toEqual(['planned', 'planned']);
    expect(await executeBulk(server, id, { pace: { per_minute: 1 } })).toMatchObject({ pace: { per_minute: 1 } });
    const again = await server.sim.post(`/bulk-rebalances/${id}/execute`, {});
    expect([again.status, again.error().message]).toEqual([409, `The bulk rebalance ${id} is executing.`]);
    await server.advance('30s');
    expect((await statusesOf(server, id))[1]).toBe('planned');
    await server.advance('1d');
    expect(await statusesOf(server, id)).toEqual(['complete', 'complete']);
    const late = await server.sim.post(`/bulk-rebalances/${id}/execute`, {});
    expect([late.status, late.error().code]).toEqual([400, 'invalid_request']);
  });

  test(
    'executes exactly the plan of Form A that was stored, and no other in its place',
    proves('P6.2', 'P6.4'),
    async () => {
      const server = await startBallast();
      const portfolio = await createFormA(server, { [SAP]: 0.5, [WORLD_ETF]: 0.5 });
      const released = await createFormA(server, { [SAP]: 0.5, [ALLIANZ]: 0.5 });
      const { bulk_id: id } = await planBulk(server, { portfolio_ids: [portfolio, released] });
      const [plan] = (await bulkOf(server, id)).rows;
      await server.sim.delete(`/portfolios/${released}/rebalance-preview`);
      // With its targets changed meanwhile its new plan would differ.
      await server.sim.post(`/portfolios/${portfolio}/targets`, { targets: [{ isin: WORLD_ETF, weight: 1 }] });
      await executeBulk(server, id);
      await server.advance('1d');
      const { rows, status } = await bulkOf(server, id);
      expect(status).toBe('complete');
      expect(rows.map((row) => [row.status, row.refusal?.step ?? null])).toEqual([
        ['complete', null],
        ['refused', 'execute'],
      ]);
      expect(rows[0]?.rebalance_id).not.toBe(plan?.rebalance_id);
      expect(rows[0]?.traded?.orders).toBe(plan?.planned?.orders);
    },
  );

  test("uses a pace below the accounts' own rate limits", proves('P6.4'), async () => {
    const server = await startBallast();
    await server.sim.patch('/accounts/default', { rate_limit: 12 });
    const ids = await createSamples(server, 1);
    expect((await planBulk(server, { portfolio_ids: ids })).pace).toEqual({ per_minute: 12 });
    expect((await planBulk(server, { portfolio_ids: ids, pace: { per_minute: 90 } })).pace.per_minute).toBe(90);
  });

  test(
    'continues without a portfolio that somebody else executes, cancels or deletes meanwhile',
    proves('P6.4'),
    async () => {
      const server = await startBallast();
      const ids = await createSamples(server, 4);
      const { bulk_id: id } = await planBulk(server, { portfolio_ids: ids });
      const { rows } = await bulkOf(server, id);
      await server.b.post(`/rebalance/${rows[0]?.rebalance_id}/execute`, { confirm: true });
      await server.b.delete(`/rebalance/${rows[1]?.rebalance_id}`);
      await server.b.delete(`/portfolios/${rows[2]?.portfolio_id}`);
      await executeBulk(server, id);
      await server.advance('1d');
      const over = await bulkOf(server, id);
      expect(over.status).toBe('complete');
      expect(over.rows.map(({ status }) => status)).toEqual(['complete', 'cancelled', 'refused', 'complete']);
      expect(over.rows.map(({ refusal }) => refusal?.step ?? null)).toEqual(['execute', 'execute', 'execute', null]);
      // Only what is shown as refused is counted as refused.
      expect(over.refusals).toEqual([{ code: 'invalid_request', portfolios: 1 }]);
    },
  );
});

test(
  'the totals of the plans omit cancelled ones, and a bulk without a plan is not executed',
  proves('P6.4'),
  async () => {
    const server = await startBallast();
    const ids = [...(await createSamples(server, 2)), await createSample(server, { currency: 'GBP' })];
    const { bulk_id: id, planned } = await planBulk(server, { portfolio_ids: ids });
    const { rows } = await bulkOf(server, id);
    const leaveOut = async (position: number) => {
      await server.b.delete(`/rebalance/${rows[position]?.rebalance_id}`);
      return (await bulkOf(server, id)).planned;
    };
    const [euros, pounds] = planned;
    const [first] = (await planBulk(server, { portfolio_ids: ids.slice(0, 1) })).planned;
    expect([euros?.currency, euros?.portfolios, pounds?.portfolios]).toEqual(['EUR', 2, 1]);
    expect(await leaveOut(1)).toEqual([first, pounds]);
    expect(await leaveOut(2)).toEqual([first]);
    expect(await leaveOut(0)).toEqual([]);
    const refused = await server.sim.post(`/bulk-rebalances/${id}/execute`, {});
    expect([refused.status, refused.error().message]).toEqual([
      ...[400, `No plan of the bulk rebalance ${id} is left to execute.`],
    ]);
    expect((await server.sim.delete(`/bulk-rebalances/${id}`)).as(bulkRebalance)).toMatchObject({
      ...{ status: 'stopped', planned: [], portfolios: { cancelled: 3 } },
    });
  },
);

describe('stopping', () => {
  test('cancels the pending plans, of either form, and lets started ones continue', proves('P6.5'), async () => {
    const server = await startBallast();
    const [first = '', second = ''] = await createSamples(server, 2);
    const formA = await createFormA(server, { [SAP]: 0.5, [WORLD_ETF]: 0.5 });
    const named = { portfolio_ids: [first, second, formA], execute: true, pace: { per_minute: 1 } };
    const { bulk_id: id } = await planBulk(server, named);
    await server.advance('1ms');
    const stopped = (await server.sim.delete(`/bulk-rebalances/${id}`)).as(bulkRebalance);
    expect(stopped).toMatchObject({ status: 'stopped', portfolios: { executing: 1, cancelled: 2 } });
    await server.advance('1d');
    const { rows, traded } = await bulkOf(server, id);
    expect(rows.map(({ status }) => status)).toEqual(['complete', 'cancelled', 'cancelled']);
    expect(traded[0]?.portfolios).toBe(1);
    const plan = (await server.sim.get(`/rebalances/${rows[1]?.rebalance_id}`)).as(rebalanceView).rebalance;
    expect(plan.status).toBe('cancelled');
    const again = await server.sim.delete(`/bulk-rebalances/${id}`);
    expect([again.status, again.error().message]).toEqual([
      ...[400, `The bulk rebalance ${id} is stopped: nothing is waiting.`],
    ]);
  });

  test('shows a plan that a client has executed as what it is', proves('P6.5'), async () => {
    const server = await startBallast();
    const { bulk_id: id } = await planBulk(server, { portfolio_ids: await createSamples(server, 2) });
    const [executed] = (await bulkOf(server, id)).rows;
    await server.b.post(`/rebalance/${executed?.rebalance_id}/execute`, { confirm: true });
    await server.sim.delete(`/bulk-rebalances/${id}`);
    expect(await statusesOf(server, id)).toEqual(['executing', 'cancelled']);
    await server.advance('1d');
    expect(await statusesOf(server, id)).toEqual(['complete', 'cancelled']);
  });
});

test('a bulk rebalance resumes in a restarted server, with the same log', proves('P6.7'), async () => {
  const logs: string[] = [];
  for (const isStopped of [false, true]) {
    const dataDir = newFolder();
    let server = await startBallast({ dataDir, seed: 5 });
    const ids = await createSamples(server, 4);
    const { bulk_id: id } = await planBulk(server, { portfolio_ids: ids, execute: true });
    await server.advance('1500ms');
    if (isStopped) {
      await server.stop();
      server = await startBallast({ dataDir, seed: 5 });
      expect((await bulkOf(server, id)).status).toBe('executing');
    }
    await server.advance('1d');
    expect((await bulkOf(server, id)).status).toBe('complete');
    logs.push(await server.head());
  }
  expect(logs[1]).toBe(logs[0]);
});

test('the list has all of them, newest first', proves('P6.6'), async () => {
  const server = await startBallast();
  const ids = await createSamples(server, 1);
  const made = [];
  for (let count = 0; count < 3; count += 1) made.push((await planBulk(server, { portfolio_ids: ids })).bulk_id);
  const listed = (await server.sim.get('/bulk-rebalances')).as(bulkRebalanceList);
  expect(listed.bulk_rebalances.map(({ bulk_id: id }) => id)).toEqual(made.toReversed());
});
