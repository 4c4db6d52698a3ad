/**
 * The activity of a portfolio (decision O10): compared with its cash and its fills, in pages, by kind, after a restart.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ActivityList, activityList } from '../../../../src-server/contract/control/portfolios/activity.ts';
import { cashFlow } from '../../../../src-server/contract/control/portfolios/cash-flows.ts';
import { portfolioView } from '../../../../src-server/contract/control/portfolios/portfolios.ts';
import { portfolioA } from '../../../../src-server/contract/service/form-a.ts';
import { proves } from '../../../conformance/proves.ts';
import { newFolder, startBallast, stopAll, type TestServer } from '../../../support/start-ballast.ts';
import { createSample, executeSample, LARGE, NO_PORTFOLIO, rebalanceOf } from '../../service/sample-portfolio.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startBallast();
});
afterAll(stopAll);

const pathOf = (id: string) => `/portfolios/${id}/activity`;
const listOf = async (id: string, query = '', on = server): Promise<ActivityList> =>
  (await on.sim.get(`${pathOf(id)}${query}`)).as(activityList);
const cashOf = async (id: string, on = server) => (await on.sim.get(`/portfolios/${id}`)).as(portfolioView).cash;
const cents = (amount: number | null) => Math.round((amount ?? 0) * 100);

/** Every entry is consistent: the cash before and its change make the cash after. */
function expectBalanced({ activity }: ActivityList): void {
  const oldestFirst = activity.toReversed();
  for (const [index, { amount, cash }] of oldestFirst.entries()) {
    const before = oldestFirst[index - 1];
    if (before !== undefined) expect(cents(cash)).toBe(cents(before.cash) + cents(amount));
  }
}

/** The cash between two entries that state it equals the earlier one plus all amounts since. */
function expectChained(newestFirst: ActivityList['activity']): void {
  let known: number | null = null;
  for (const { amount, cash } of newestFirst.toReversed()) {
    if (known !== null) known += cents(amount);
    if (cash === null) continue;
    if (known !== null) expect(cents(cash)).toBe(known);
    known = cents(cash);
  }
}

describe('the activity of a portfolio', () => {
  test('has every fill with its cash, costs, order and record', proves('O10.2'), async () => {
    const { portfolioId, rebalanceId } = await executeSample(server);
    await server.advance('3d');
    const { orders } = await rebalanceOf(server, rebalanceId);
    const fills = orders.flatMap(({ fills: own, ...order }) => own.map((fill) => ({ ...fill, order })));
    const list = await listOf(portfolioId);
    const trades = list.activity.filter(({ kind }) => kind === 'trade');
    expect(trades.map((trade) => trade.mifid_record_id).toSorted()).toEqual(
      fills.map((fill) => fill.mifid_record_id).toSorted(),
    );
    for (const fill of fills) {
      const trade = trades.find((each) => each.mifid_record_id === fill.mifid_record_id);
      const { side, isin, order_id } = fill.order;
      expect(trade).toMatchObject({ what: side, isin, order_id, rebalance_id: rebalanceId });
      expect(trade?.at).toBe(fill.filled_at);
      expect(trade).toMatchObject({ quantity: fill.quantity, price: fill.price, costs: fill.costs.total });
      // 7 218.22 less 2.00 of commission is 7 216.22: spread and impact are part of the price.

      expect(fill.costs).toMatchObject(trade?.cost_parts ?? { commission: null });
      const { commission, fx, transaction_tax: tax } = fill.costs;
      const paid = cents(commission) + cents(fx) + cents(tax);
      expect(cents(trade?.amount ?? null)).toBe((side === 'buy' ? -1 : 1) * cents(fill.value) - paid);
    }
    expectBalanced(list);
    expect(list.activity.at(-1)).toMatchObject({ what: 'created', kind: 'change', amount: null, cash: 5000 });
    expect(list.activity[0]?.cash).toBe(await cashOf(portfolioId));
  });

  test('has booked and refused cash flows, and changes from outside', proves('O10.3'), async () => {
    const own = await startBallast();
    const id = await createSample(own);
    const deposit = (await own.sim.post(`/portfolios/${id}/cash-flows`, { kind: 'deposit', amount: 250 })).as(cashFlow);
    const withdrawal = { kind: 'withdrawal', amount: 9999.5, at: '2026-03-02T12:00:00Z' };
    const scheduled = (await own.sim.post(`/portfolios/${id}/cash-flows`, withdrawal)).as(cashFlow);
    await own.advance('3h');
    await own.sim.post(`/portfolios/${id}/cash`, { amount: 1000.25 });
    await own.sim.post(`/portfolios/${id}/positions`, { positions: [] });
    const list = await listOf(id, '', own);
    expect(list).toMatchObject({ portfolio_id: id, currency: 'EUR', next: null });
    expect(list.activity).toMatchObject([
      { what: 'positions_set', amount: null, cash: 1000.25 },
      { what: 'cash_set', amount: -4249.75, cash: 1000.25 },
      { what: 'withdrawal_refused', amount: null, cash: 5250, source_id: scheduled.cash_flow_id },
      { what: 'deposit', amount: 250, cash: 5250, source_id: deposit.cash_flow_id },
      { what: 'created', amount: null, cash: 5000 },
    ]);
    expect(list.activity[2]).toMatchObject({
      at: '2026-03-02T12:00:00.000Z',
      reason: '9999.50 is more than the free cash, 5250.00',
    });
    expectBalanced(list);
  });

  test('comes in pages, each entry once, also of one kind', proves('O10.1', 'L124'), async () => {
    const { portfolioId: id } = await executeSample(server);
    await server.sim.post(`/portfolios/${id}/cash-flows`, { kind: 'fee', amount: 1 });
    await server.advance('3d');
    await server.sim.post(`/portfolios/${id}/cash-flows`, { kind: 'interest', amount: 2 });
    const whole = await listOf(id);
    for (const [kind, count] of [
      ['', whole.activity.length],
      ['&kind=cash_flow', 2],
      ['&kind=change', 1],
    ] as const) {
      const seen: ActivityList['activity'] = [];
      let cursor = '';
      do {
        const { activity, next } = await listOf(id, `?limit=1${kind}${cursor}`);
        seen.push(...activity);
        cursor = next === null ? '' : `&cursor=${next}`;
      } while (cursor !== '');
      expect(seen).toHaveLength(count);
      expect(whole.activity).toEqual(expect.arrayContaining(seen));
    }
    const { activity } = await listOf(id, '?kind=trade');
    expect(activity).toEqual(whole.activity.filter(({ kind }) => kind === 'trade'));
  });

  test('has each order once with all of its fills, on whatever page it is', proves('O10.4'), async () => {
    const own = await startBallast();
    const { portfolioId: id, rebalanceId } = await executeSample(own, LARGE);
    await own.advance('3d');
    await own.sim.post(`/portfolios/${id}/cash-flows`, { kind: 'fee', amount: 1 });
    const orders = (await rebalanceOf(own, rebalanceId)).orders.filter(({ fills }) => fills.length > 0);
    expect(Math.max(...orders.map(({ fills }) => fills.length))).toBeGreaterThan(3);
    const seen: ActivityList['activity'] = [];
    let cursor = '';
    do {
      const { activity, next } = await listOf(id, `?by=order&limit=1${cursor}`, own);
      seen.push(...activity);
      cursor = next === null ? '' : `&cursor=${next}`;
    } while (cursor !== '');
    // The fee, the orders and the creation.
    expect(seen).toHaveLength(orders.length + 2);
    expect(seen.map(({ seq }) => seq)).toEqual(seen.map(({ seq }) => seq).toSorted((one, other) => other - one));
    for (const { order_id, isin, side, fills } of orders) {
      const row = seen.find((each) => each.order_id === order_id);
      const own_ = (await listOf(id, `?order_id=${order_id}`, own)).activity;
      expect(own_.map(({ mifid_record_id: record }) => record).toSorted()).toEqual(
        fills.map(({ mifid_record_id: record }) => record).toSorted(),
      );
      const sum = (of: (fill: ActivityList['activity'][number]) => number | null) =>
        own_.reduce((total, fill) => total + (of(fill) ?? 0), 0);
      const quantity = sum((fill) => fill.quantity);
      expect(row).toMatchObject({ what: side, isin, fills: fills.length, at: own_[0]?.at });
      expect([null, own_[0]?.cash]).toContain(row?.cash);
      expect(row?.quantity).toBeCloseTo(quantity, 6);
      expect(row?.price).toBeCloseTo(sum((fill) => (fill.quantity ?? 0) * (fill.price ?? 0)) / quantity, 5);
      expect(cents(row?.amount ?? null)).toBe(own_.reduce((total, { amount }) => total + cents(amount), 0));
      expect(cents(row?.costs ?? null)).toBe(own_.reduce((total, { costs }) => total + cents(costs), 0));
      expect(row?.mifid_record_id).toBe(fills.length === 1 ? fills[0]?.mifid_record_id : null);
    }
    expectChained(seen);
    // Fills of these orders alternate, so the list has orders whose cash is stated only by their fills.
    expect(seen.map(({ cash }) => cash)).toContain(null);
    expect(seen[0]?.cash).toBe(await cashOf(id, own));
    expect((await listOf(id, '?order_id=or_none', own)).activity).toEqual([]);
    // An entry of one fill is still one.
    expect((await listOf(id, '?kind=trade', own)).activity.every(({ fills }) => fills === 1)).toBe(true);
  });

  test('continues after an order that has had another fill since', proves('O10.4'), async () => {
    const own = await startBallast();
    const { portfolioId: id } = await executeSample(own, LARGE);
    const tradesOf = async () => (await listOf(id, '?kind=trade', own)).activity;
    while ((await tradesOf()).length < 2) await own.advance('10s');
    const { activity, next } = await listOf(id, '?by=order&limit=1', own);
    const before = activity[0]?.fills ?? 0;
    while ((await listOf(id, `?order_id=${activity[0]?.order_id}`, own)).activity.length === before) {
      await own.advance('10s');
    }
    const rest = await listOf(id, `?by=order&cursor=${next}`, own);
    expect(rest.activity.at(-1)?.what).toBe('created');
    expect(rest.activity.some(({ order_id: order }) => order === activity[0]?.order_id)).toBe(false);
  });

  test('of Form A begins with its initial cash', proves('O10.2'), async () => {
    const { portfolio_id: id } = (
      await server.a.post('/portfolios', { name: 'Household', currency: 'EUR', tax_jurisdiction: 'DE' })
    ).as(portfolioA);
    const { activity } = await listOf(id);
    expect(activity).toMatchObject([{ what: 'created', cash: await cashOf(id) }]);
  });

  test('is the same after a restart', proves('O10.6'), async () => {
    const dataDir = newFolder();
    const before = await startBallast({ dataDir });
    const { portfolioId } = await executeSample(before);
    await before.sim.post(`/portfolios/${portfolioId}/cash-flows`, { kind: 'deposit', amount: 10, every: 'week' });
    await before.advance('8d');
    const listed = await listOf(portfolioId, '', before);
    await before.stop();
    const after = await startBallast({ dataDir });
    expect(await listOf(portfolioId, '', after)).toEqual(listed);
  });
});

describe('an invalid request', () => {
  test.each([
    ['another kind', '?kind=gift', '/kind'],
    ['a cursor that is no number', '?cursor=abc', '/cursor'],
    ['a cursor of no entry', '?cursor=999999', '/cursor'],
    ['no entries', '?limit=0', '/limit'],
    ['another way of grouping', '?by=day', '/by'],
    ['an unknown parameter', '?since=1', '/since'],
  ])('is %s', proves('O10.1'), async (_what, query, path) => {
    const response = await server.sim.get(`${pathOf(await createSample(server))}${query}`);
    expect([response.status, response.error().details.map((detail) => detail.path)]).toEqual([400, [path]]);
  });

  test('is one for a portfolio that does not exist, or no longer', proves('O10.6'), async () => {
    expect((await server.sim.get(pathOf(NO_PORTFOLIO))).status).toBe(404);
    const id = await createSample(server);
    await server.sim.delete(`/portfolios/${id}`);
    expect((await server.sim.get(pathOf(id))).status).toBe(404);
  });
});
