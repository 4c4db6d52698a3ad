/** Corporate actions of instruments, through the control plane and on the service (decision O3). */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  corporateAction,
  corporateActionList,
} from '../../../../src-server/contract/control/market/corporate-actions.ts';
import { pinList } from '../../../../src-server/contract/control/market/market-control.ts';
import { gainsReport } from '../../../../src-server/contract/control/portfolios/gains.ts';
import { portfolioHistoryWire } from '../../../../src-server/contract/control/portfolios/portfolio-history.ts';
import { proves } from '../../../conformance/proves.ts';
import { newFolder, startBallast, stopAll, type TestServer } from '../../../support/start-ballast.ts';
import { ALLIANZ, createSample, SAP, WORLD_ETF } from '../../service/sample-portfolio.ts';
import {
  ACTIONS,
  actionsOf,
  createAction,
  eventsOf,
  lotsOf,
  NEW_ISIN,
  NEXT_DAY,
  portfolioOf,
  pricesOf,
  quantityOf,
} from './corporate-action-client.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startBallast();
});
afterAll(stopAll);

const split = (newShares: number, old: number) => ({
  kind: 'split',
  isin: SAP,
  ex_at: NEXT_DAY,
  ratio: { new: newShares, old },
});
/** On XETR, too. */
const SIEMENS = 'DE0007236101';
const change = { kind: 'isin_change', isin: SAP, new_isin: NEW_ISIN, ex_at: NEXT_DAY };

/** To half an hour before the ex-date, and to half an hour after it. */
async function across(own: TestServer, id: string) {
  await own.advance('21h');
  const before = await portfolioOf(own, id);
  await own.advance('1h');
  return { before, after: await portfolioOf(own, id) };
}

describe('a split', () => {
  test('multiplies shares and divides prices at its ex-date, not before', proves('O3.5', 'O3.12'), async () => {
    const own = await startBallast();
    const id = await createSample(own);
    const cost = (await lotsOf(own, id, SAP))[0]?.cost;
    const action = await createAction(own, split(3, 1));
    expect(action).toMatchObject({ status: 'scheduled', ratio: { new: 3, old: 1 }, applied_at: null });
    await own.advance('21h');
    const { mid_eur: mid, last_trade_eur: last } = await pricesOf(own, SAP);
    expect(quantityOf(await portfolioOf(own, id), SAP)).toBe(100);
    const before = await portfolioOf(own, id);
    await own.advance('1h');
    const after = await portfolioOf(own, id);
    expect(quantityOf(after, SAP)).toBe(300);
    const now = await pricesOf(own, SAP);
    expect([now.mid_eur * 3, now.last_trade_eur * 3]).toEqual([expect.closeTo(mid, 5), expect.closeTo(last, 5)]);
    expect([after.total_value, after.cash]).toEqual([expect.closeTo(before.total_value, 2), before.cash]);
    expect(await actionsOf(own)).toMatchObject([{ status: 'applied', applied_at: '2026-03-03T07:00:00.000Z' }]);
    expect(await lotsOf(own, id, SAP)).toMatchObject([{ quantity: 300, cost }]);
    const [applied] = await eventsOf(own, 'corporate_action.applied');
    expect(applied?.data).toMatchObject({ portfolio_id: id, isin: SAP, cash_paid: 0, cash: after.cash });
    const { points } = (await own.sim.get(`/portfolios/${id}/history?span=1d`)).as(portfolioHistoryWire);
    expect(points.at(-1)?.nav).toBe(after.total_value);
    expect(Math.max(...points.map(({ nav }) => nav)) / after.total_value).toBeLessThan(1.1);
  });

  test('that is reversed restores the holding, to the last share', proves('O3.5', 'O3.6'), async () => {
    const own = await startBallast();
    const id = await createSample(own, { holdings: [{ isin: SAP, exchange: 'XETR', quantity: 119 }] });
    const before = await portfolioOf(own, id);
    await createAction(own, { ...split(1, 3), ex_at: '2026-03-02T09:30:00Z' });
    // 119 ÷ 3 = 39.666666…, of which six decimals are shown.
    expect(quantityOf(await portfolioOf(own, id), SAP)).toBe(39.666666);
    const [applied] = await eventsOf(own, 'corporate_action.applied');
    expect(applied?.data).toMatchObject({ positions: [{ quantity: 39.666666, rest: '2/3' }], cash_paid: 0 });
    await createAction(own, { ...split(3, 1), ex_at: '2026-03-02T09:30:00Z' });
    const after = await portfolioOf(own, id);
    expect([quantityOf(after, SAP), after.cash]).toEqual([119, before.cash]);
    expect((await lotsOf(own, id, SAP)).map(({ quantity }) => quantity)).toEqual([119]);
    expect(after.total_value).toBeCloseTo(before.total_value, 2);
  });

  test('pays the fraction of a whole share in cash, which is a sale', proves('O3.6'), async () => {
    const own = await startBallast();
    await own.sim.patch('/exchanges/XETR', { lot_size: 1 });
    const id = await createSample(own, { holdings: [{ isin: SAP, exchange: 'XETR', quantity: 105 }] });
    const cost = (await lotsOf(own, id, SAP))[0]?.cost ?? 0;
    await createAction(own, split(1, 10));
    const { before, after } = await across(own, id);
    // 105 ÷ 10 = 10.5: ten shares remain, and half a new one is paid at the new mid.
    const paid = Math.round((await pricesOf(own, SAP)).mid_eur * 0.5 * 100) / 100;
    expect([quantityOf(after, SAP), after.cash]).toEqual([10, expect.closeTo(before.cash + paid, 8)]);
    expect(after.total_value).toBeCloseTo(before.total_value, 1);
    const { rows } = (await own.sim.get(`/portfolios/${id}/gains`)).as(gainsReport);
    expect(rows).toMatchObject([{ isin: SAP, quantity: 0.5, proceeds: paid }]);
    const [lot] = await lotsOf(own, id, SAP);
    expect([lot?.quantity, (lot?.cost ?? 0) + (rows[0]?.cost ?? 0)]).toEqual([10, expect.closeTo(cost, 8)]);
  });

  test('applies to pinned, loaded, stale and halted prices alike', proves('O3.5'), async () => {
    const own = await startBallast();
    const isins = [SAP, ALLIANZ, WORLD_ETF, SIEMENS];
    const id = await createSample(own, { holdings: isins.map((isin) => ({ isin, exchange: 'XETR', quantity: 10 })) });
    await own.sim.post('/market/pins', { isin: SAP, mid: 231.5, currency: 'EUR' });
    await own.sim.post('/faults', { kind: 'halt_instrument', exchange: 'XETR', isin: ALLIANZ });
    await own.sim.post('/faults', { kind: 'stale_prices', exchange: 'XETR', isin: WORLD_ETF });
    const rows = [
      'timestamp,isin,exchange,mid',
      ...[2, 5].map((day) => `2026-03-0${day}T10:00:00Z,${SIEMENS},XETR,210`),
    ];
    const loaded = await own.sim.send('POST', '/market/series', {
      headers: { 'content-type': 'text/csv' },
      body: `${rows.join('\n')}\n`,
    });
    expect(loaded.status, loaded.text).toBe(201);
    for (const isin of isins) await createAction(own, { ...split(1, 4), isin });
    const { before, after } = await across(own, id);
    expect(after.total_value).toBeCloseTo(before.total_value, 2);
    expect([(await pricesOf(own, SAP)).mid_eur, (await pricesOf(own, SIEMENS)).mid_eur]).toEqual([926, 840]);
    for (const isin of [SAP, ALLIANZ, SIEMENS]) {
      const { mid_eur: mid, last_trade_eur: last } = await pricesOf(own, isin);
      expect(Math.abs(last / mid - 1)).toBeLessThan(0.02);
    }
    await own.advance('4h');
    expect((await pricesOf(own, SIEMENS)).mid_eur).toBe(840);
    const { pins } = (await own.sim.get('/market/pins')).as(pinList);
    expect(pins).toMatchObject([{ isin: SAP, mid: 926 }]);
  });
});

describe('a change of an ISIN', () => {
  test('moves positions, lots, targets and prices, and the old one is gone', proves('O3.8'), async () => {
    const own = await startBallast();
    const id = await createSample(own);
    const cost = (await lotsOf(own, id, SAP))[0]?.cost;
    await createAction(own, change);
    expect((await own.b.get(`/prices/${NEW_ISIN}`)).status).toBe(404);
    await own.advance('21h');
    const mid = (await pricesOf(own, SAP)).mid_eur;
    const before = await portfolioOf(own, id);
    await own.advance('1h');
    const after = await portfolioOf(own, id);
    expect([quantityOf(after, SAP), quantityOf(after, NEW_ISIN)]).toEqual([0, 100]);
    expect(after.total_value).toBe(before.total_value);
    expect((await pricesOf(own, NEW_ISIN)).mid_eur).toBe(mid);
    expect(await lotsOf(own, id, NEW_ISIN)).toMatchObject([{ quantity: 100, cost }]);
    expect(after.allocation.find(({ isin }) => isin === NEW_ISIN)?.target_weight).toBe(0.4);
    expect((await own.b.get(`/prices/${SAP}`)).status).toBe(404);
    const refused = await own.b.post('/portfolios', {
      external_id: 'late',
      currency: 'EUR',
      tax_wrapper: 'Depot',
      cash: 1,
      holdings: [{ isin: SAP, exchange: 'XETR', quantity: 1 }],
      targets: [{ isin: ALLIANZ, weight: 1 }],
    });
    expect([refused.status, refused.error().details[0]?.path]).toEqual([400, '/holdings/0/isin']);
    const plan = await own.b.post('/rebalance', { portfolio_id: id });
    expect([plan.status, plan.text.includes(NEW_ISIN), plan.text.includes(SAP)]).toEqual([201, true, false]);
    const { points } = (await own.sim.get(`/portfolios/${id}/history?span=1d`)).as(portfolioHistoryWire);
    expect(points.at(-1)?.nav).toBe((await portfolioOf(own, id)).total_value);
  });

  test('retains scheduled actions of the instrument, under its new ISIN', proves('O3.8'), async () => {
    const own = await startBallast();
    const id = await createSample(own);
    const later = await createAction(own, { ...split(2, 1), ex_at: '2026-03-04T07:00:00Z' });
    await createAction(own, change);
    await own.advance('2d');
    expect(quantityOf(await portfolioOf(own, id), NEW_ISIN)).toBe(200);
    const [, found] = await actionsOf(own);
    expect(found).toMatchObject({ corporate_action_id: later.corporate_action_id, isin: NEW_ISIN, status: 'applied' });
  });
});

describe('a delisting', () => {
  test('turns positions into cash, and the gain is realised', proves('O3.9', 'O3.10'), async () => {
    const own = await startBallast();
    const id = await createSample(own);
    await createAction(own, { kind: 'delisting', isin: ALLIANZ, ex_at: NEXT_DAY, cash_price: 401.255 });
    const { before, after } = await across(own, id);
    // 20 shares at 401.255 are 8 025.10.
    expect([quantityOf(after, ALLIANZ), after.cash]).toEqual([0, expect.closeTo(before.cash + 8025.1, 8)]);
    const { rows } = (await own.sim.get(`/portfolios/${id}/gains`)).as(gainsReport);
    expect(rows).toMatchObject([{ isin: ALLIANZ, quantity: 20, proceeds: 8025.1 }]);
    expect(await lotsOf(own, id, ALLIANZ)).toEqual([]);
    expect((await own.b.get(`/prices/${ALLIANZ}`)).status).toBe(500);
    // Neither held nor a target any more: plans work.
    expect((await own.b.post('/rebalance', { portfolio_id: id })).status).toBe(201);
  });

  test('without a price leaves positions at the last one, and plans have none', proves('O3.9', 'O3.10'), async () => {
    const own = await startBallast();
    const id = await createSample(own);
    await createAction(own, { kind: 'delisting', isin: ALLIANZ, ex_at: NEXT_DAY });
    const { before, after } = await across(own, id);
    expect([quantityOf(after, ALLIANZ), after.total_value]).toEqual([20, expect.closeTo(before.total_value, 2)]);
    const plan = await own.b.post('/rebalance', { portfolio_id: id });
    expect([plan.status, plan.error().message]).toEqual([
      500,
      expect.stringContaining(`${ALLIANZ}: it has been delisted`),
    ]);
    const again = await own.sim.post(ACTIONS, { ...split(2, 1), isin: ALLIANZ, ex_at: '2026-03-05T07:00:00Z' });
    expect(again.error().details).toMatchObject([
      { path: '/isin', issue: expect.stringContaining('has been delisted') },
    ]);
  });

  test('cancels scheduled actions of the instrument', proves('O3.10'), async () => {
    const own = await startBallast();
    await createAction(own, { ...split(2, 1), ex_at: '2026-03-04T07:00:00Z' });
    await createAction(own, { kind: 'delisting', isin: SAP, ex_at: NEXT_DAY });
    await own.advance('3d');
    expect((await actionsOf(own)).map(({ status }) => status)).toEqual(['applied', 'cancelled']);
    expect(await eventsOf(own, 'corporate_action.cancelled')).toMatchObject([{ data: { reason: 'delisted' } }]);
  });
});

describe('corporate actions', () => {
  test('can be cancelled before their ex-date, and not after it', proves('O3.1'), async () => {
    const own = await startBallast();
    const id = await createSample(own);
    const path = `${ACTIONS}/${(await createAction(own, split(2, 1))).corporate_action_id}`;
    expect((await own.sim.delete(path)).as(corporateAction)).toMatchObject({ status: 'cancelled' });
    const head = await own.head();
    expect((await own.sim.delete(path)).status).toBe(200);
    expect(await own.head()).toBe(head);
    const other = await createAction(own, split(2, 1));
    await own.advance('2d');
    expect(quantityOf(await portfolioOf(own, id), SAP)).toBe(200);
    const late = await own.sim.delete(`${ACTIONS}/${other.corporate_action_id}`);
    expect([late.status, late.error().message]).toEqual([400, expect.stringContaining('was applied')]);
    expect((await own.sim.delete(`${ACTIONS}/ca_0`)).status).toBe(404);
  });

  test('are listed in pages, newest first', proves('O3.1', 'L124'), async () => {
    const own = await startBallast();
    const made: string[] = [];
    for (const day of [4, 5, 6]) {
      made.push((await createAction(own, { ...split(2, 1), ex_at: `2027-03-0${day}T07:00:00Z` })).corporate_action_id);
    }
    const first = (await own.sim.get(`${ACTIONS}?limit=2`)).as(corporateActionList);
    const second = (await own.sim.get(`${ACTIONS}?limit=2&cursor=${first.next}`)).as(corporateActionList);
    const seen = [...first.corporate_actions, ...second.corporate_actions].map((action) => action.corporate_action_id);
    expect([seen, second.next]).toEqual([made.toReversed(), null]);
    expect((await own.sim.get(`${ACTIONS}?cursor=ca_0`)).status).toBe(400);
  });

  test('happen after a restart, and have happened after the next', proves('O3.1', 'O3.13'), async () => {
    const dataDir = newFolder();
    const first = await startBallast({ dataDir });
    const id = await createSample(first);
    await createAction(first, split(3, 1));
    await createAction(first, { ...change, ex_at: '2026-03-03T07:30:00Z' });
    await first.stop();
    const second = await startBallast({ dataDir });
    await second.advance('23h');
    const before = await portfolioOf(second, id);
    expect(quantityOf(before, NEW_ISIN)).toBe(300);
    await second.stop();
    const third = await startBallast({ dataDir });
    expect(await portfolioOf(third, id)).toEqual(before);
    expect((await third.b.get(`/prices/${SAP}`)).status).toBe(404);
  });
});

describe('an impossible action', () => {
  test.each([
    ['an instant that has passed', { ...split(2, 1), ex_at: '2026-03-01T07:00:00Z' }, '/ex_at'],
    ['an unknown instrument', { ...split(2, 1), isin: NEW_ISIN }, '/isin'],
    ['a ratio of nothing', split(0, 1), '/ratio/new'],
    ['a ratio to nothing', split(1, 0), '/ratio/old'],
    ['an equal ratio', split(2, 2), '/ratio'],
    ['the ISIN that it has', { ...change, new_isin: SAP }, '/new_isin'],
    ['the ISIN of another', { ...change, new_isin: ALLIANZ }, '/new_isin'],
    ['an ISIN with a bad check digit', { ...change, new_isin: 'DE0007164601' }, '/new_isin'],
    ['a price of 0', { kind: 'delisting', isin: SAP, ex_at: NEXT_DAY, cash_price: 0 }, '/cash_price'],
    ['a currency of no price', { kind: 'delisting', isin: SAP, ex_at: NEXT_DAY, currency: 'EUR' }, '/currency'],
    ['another kind', { ...split(2, 1), kind: 'merger' }, '/kind'],
    ['a field of another kind', { ...split(2, 1), new_isin: NEW_ISIN }, '/new_isin'],
  ])('is %s', proves('O3.2'), async (_what, body, path) => {
    const head = await server.head();
    const response = await server.sim.post(ACTIONS, body);
    expect([response.status, response.error().details.map((detail) => detail.path)]).toEqual([400, [path]]);
    expect([await server.head(), await actionsOf(server)]).toEqual([head, []]);
  });

  test('is one whose price all splits together move beyond exact amounts', proves('O3.2'), async () => {
    const own = await startBallast();
    const responseTo = (newShares: number, old: number, day: string) =>
      own.sim.post(ACTIONS, { ...split(newShares, old), ex_at: `2026-03-${day}T07:00:00Z` });
    expect((await responseTo(1, 1000, '05')).status).toBe(201);
    expect((await responseTo(1000, 1, '09')).status).toBe(201);
    // A thousand times a hundred between the two, although all three together come to a hundred.
    const tooFar = await responseTo(1, 100, '06');
    expect([tooFar.status, tooFar.error().details.map(({ path }) => path)]).toEqual([400, ['/ratio']]);
    expect((await responseTo(1, 10, '06')).status).toBe(201);
    await own.advance('5d');
    expect((await responseTo(1, 2, '08')).error().details.map(({ path }) => path)).toEqual(['/ratio']);
    expect((await responseTo(2, 1, '08')).status).toBe(201);
  });

  test('is a second one at one instant, one after a delisting, and one ISIN for two', proves('O3.2'), async () => {
    const own = await startBallast();
    await createAction(own, split(2, 1));
    await createAction(own, { kind: 'delisting', isin: SAP, ex_at: '2026-03-05T07:00:00Z' });
    await createAction(own, { ...change, isin: ALLIANZ });
    const pathOf = async (body: object) => (await own.sim.post(ACTIONS, body)).error().details.map(({ path }) => path);
    expect(await pathOf(split(3, 1))).toEqual(['/ex_at']);
    expect(await pathOf({ ...split(3, 1), ex_at: '2026-03-06T07:00:00Z' })).toEqual(['/ex_at']);
    expect(await pathOf({ ...change, ex_at: '2026-03-04T07:00:00Z' })).toEqual(['/new_isin']);
  });
});
