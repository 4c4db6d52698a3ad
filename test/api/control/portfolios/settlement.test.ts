/** Trades that settle days later (decision O4): the date, the cash that may be spent before, and failures. */

import { afterAll, describe, expect, test } from 'vitest';
import { faultList, marketFaultView } from '../../../../src-server/contract/control/market/faults.ts';
import { cashFlow } from '../../../../src-server/contract/control/portfolios/cash-flows.ts';
import { portfolioView, rebalanceView } from '../../../../src-server/contract/control/portfolios/portfolios.ts';
import { settlementList } from '../../../../src-server/contract/control/portfolios/settlements.ts';
import { clock } from '../../../../src-server/contract/control/world/clock.ts';
import { eventList } from '../../../../src-server/contract/control/world/records.ts';
import { proves } from '../../../conformance/proves.ts';
import { newFolder, startBallast, stopAll, type TestServer } from '../../../support/start-ballast.ts';
import { untilOver } from '../../../support/until-over.ts';
import { executeSample, rebalanceOf, SAP } from '../../service/sample-portfolio.ts';

afterAll(stopAll);

/** Friday, the last trade date that settles after two days. */
const FRIDAY = Date.UTC(2027, 9, 8, 9, 30);
const TUESDAY_EVENING = '2027-10-12T16:00:00.000Z';

const simulated = (options = {}) => startBallast({ startAt: FRIDAY, settlement: 'simulated', ...options });
const viewOf = async (on: TestServer, id: string) => (await on.sim.get(`/portfolios/${id}`)).as(portfolioView);
const listOf = async (on: TestServer, id: string, query = '') =>
  (await on.sim.get(`/portfolios/${id}/settlements${query}`)).as(settlementList).settlements;
const eventsOf = async (on: TestServer, type: string) =>
  (await on.sim.get(`/events?type=${type}&limit=1000`)).as(eventList).events;
const withdraw = (on: TestServer, id: string, amount: number, more = {}) =>
  on.sim.post(`/portfolios/${id}/cash-flows`, { kind: 'withdrawal', amount, ...more });

/** Sells SAP and Allianz, buys the world ETF, all on one day. */
async function rebalanced(on: TestServer, change: Record<string, unknown> = {}): Promise<string> {
  const { portfolioId, rebalanceId } = await executeSample(on, change);
  await on.advance('2h');
  expect((await rebalanceOf(on, rebalanceId)).status).toBe('complete');
  return portfolioId;
}

const cents = (amount: number) => Math.round(amount * 100);

/** Of cash and of every position; the sums are exact in cents and millionths. */
async function conserved(on: TestServer, id: string): Promise<void> {
  const { cash_row: cash, holdings, undelivered } = await viewOf(on, id);
  expect(cents(cash.settled) + cents(cash.unsettled)).toBe(cents(cash.amount));
  const micro = (shares: number) => Math.round(shares * 1e6);
  for (const { quantity, settled, unsettled } of [...holdings, ...undelivered.map((row) => ({ ...row, quantity: 0 }))])
    expect(micro(settled) + micro(unsettled)).toBe(micro(quantity));
}

/** Each order once, and the total amounts due, whatever the page. */
async function listedByOrder(on: TestServer, id: string, unsettled: number): Promise<void> {
  const fills = await listOf(on, id, '?limit=1000');
  const pages: (typeof fills)[] = [];
  let query = '?by=order&limit=1';
  do {
    const { settlements, due, next } = (await on.sim.get(`/portfolios/${id}/settlements${query}`)).as(settlementList);
    pages.push(settlements);
    expect(due).toHaveLength(1);
    const [{ at, trades, received, paid, net } = expect.fail('nothing is due')] = due;
    expect([at, trades]).toEqual([fills[0]?.expected_at, fills.length]);
    expect([cents(net), cents(received) - cents(paid)]).toEqual([cents(unsettled), cents(unsettled)]);
    query = next === null ? '' : `?by=order&limit=1&cursor=${next}`;
  } while (query !== '');
  const orders = pages.flat();
  expect(new Set(orders.map(({ order_id: order }) => order)).size).toBe(orders.length);
  for (const { order_id: order, fills: count, quantity, cash } of orders) {
    const own = fills.filter((fill) => fill.order_id === order);
    expect(count).toBe(own.length);
    expect(cents(cash)).toBe(own.reduce((sum, fill) => sum + cents(fill.cash), 0));
    expect(quantity).toBeCloseTo(
      own.reduce((sum, fill) => sum + fill.quantity, 0),
      6,
    );
  }
  expect(orders.reduce((sum, { fills: count }) => sum + count, 0)).toBe(fills.length);
}

describe('a trade', () => {
  test('settles two business days after its day, at 18:00 in Frankfurt', proves('O4.2', 'O4.3', 'O4.4'), async () => {
    const own = await simulated({ startAt: Date.UTC(2026, 2, 5, 9, 30) });
    const id = await rebalanced(own);
    const trades = await listOf(own, id);
    // Thursday 5 March 2026; Friday and Monday follow.
    for (const trade of trades) {
      expect(trade).toMatchObject({ trade_date: '2026-03-05', intended_at: '2026-03-09T17:00:00.000Z' });
      expect(trade).toMatchObject({ status: 'pending', settled_at: null, failed_at: null, currency: 'EUR' });
    }
    const before = await viewOf(own, id);
    expect(before.cash_row.unsettled).toBeCloseTo(
      trades.reduce((sum, { cash }) => sum + cash, 0),
      6,
    );
    expect(before.cash_row.settled).toBe(5000);
    await conserved(own, id);
    await listedByOrder(own, id, before.cash_row.unsettled);
    await own.advance('5d');
    const after = await viewOf(own, id);
    expect(after.cash_row).toMatchObject({
      amount: before.cash_row.amount,
      settled: before.cash_row.amount,
      unsettled: 0,
    });
    expect([after.undelivered, after.holdings.map(({ unsettled }) => unsettled)]).toEqual([
      [],
      after.holdings.map(() => 0),
    ]);
    for (const trade of await listOf(own, id, '?status=settled')) expect(trade.settled_at).toBe(trade.intended_at);
    const settled = await eventsOf(own, 'trade.settled');
    expect(settled.map(({ at }) => at)).toEqual(trades.map(() => '2026-03-09T17:00:00.000Z'));
  });

  test('of the last T+2 date and one of the first T+1 date settle together', proves('O4.2'), async () => {
    const own = await simulated();
    const friday = await rebalanced(own);
    await own.advance('3d');
    const monday = await rebalanced(own, { external_id: 'monday' });
    for (const [id, day] of [
      [friday, '2027-10-08'],
      [monday, '2027-10-11'],
    ] as const) {
      const trades = await listOf(own, id);
      expect(trades.length).toBeGreaterThan(0);
      for (const trade of trades) expect(trade).toMatchObject({ trade_date: day, intended_at: TUESDAY_EVENING });
    }
    await own.advance('2d');
    expect(new Set((await eventsOf(own, 'trade.settled')).map(({ at }) => at))).toEqual(new Set([TUESDAY_EVENING]));
    for (const id of [friday, monday]) expect(await listOf(own, id, '?status=pending')).toEqual([]);
  });

  test('that sold a position out leaves shares that are still to be delivered', proves('O4.3'), async () => {
    const own = await simulated();
    const id = await rebalanced(own);
    const allianz = { isin: 'DE0008404005', exchange: 'XETR', settled: 20, unsettled: -20 };
    expect((await viewOf(own, id)).undelivered).toEqual([allianz]);
    await conserved(own, id);
  });

  test('is split and renamed with its instrument', proves('O4.8', 'O3.5', 'O3.8'), async () => {
    const own = await simulated();
    const id = await rebalanced(own);
    const before = await viewOf(own, id);
    const act = async (action: object) => {
      const at = (await own.sim.get('/clock')).as(clock).now;
      expect((await own.sim.post('/market/corporate-actions', { ex_at: at, ...action })).status).toBe(201);
      await own.advance('1m');
    };
    await act({ kind: 'split', isin: SAP, ratio: { new: 2, old: 1 } });
    await act({ kind: 'isin_change', isin: SAP, new_isin: 'DE000A2E4K43' });
    await conserved(own, id);
    const sapOf = ({ holdings }: typeof before, isin: string) => holdings.find((row) => row.isin === isin);
    const [one, two] = [sapOf(before, SAP), sapOf(await viewOf(own, id), 'DE000A2E4K43')];
    expect(two?.unsettled).toBeCloseTo(2 * (one?.unsettled ?? 0), 5);
    expect(two?.settled).toBeCloseTo(200, 5);
    await own.advance('5d');
    const after = sapOf(await viewOf(own, id), 'DE000A2E4K43');
    expect(after).toMatchObject({ settled: after?.quantity, unsettled: 0 });
  });

  test('settles although its portfolio is deleted', proves('O4.8'), async () => {
    const own = await simulated();
    const id = await rebalanced(own);
    const trades = await listOf(own, id);
    await own.sim.delete(`/portfolios/${id}`);
    await own.advance('5d');
    expect(await eventsOf(own, 'trade.settled')).toHaveLength(trades.length);
  });

  test('settles in a world that was reset, restarted or restored', proves('O4.8'), async () => {
    const dataDir = newFolder();
    const before = await simulated({ dataDir });
    const id = await rebalanced(before);
    const pending = await listOf(before, id);
    await before.sim.post('/snapshots', { name: 'unsettled' });
    await before.stop();
    const after = await startBallast({ dataDir });
    expect(await listOf(after, id)).toEqual(pending);
    await after.advance('5d');
    expect(await listOf(after, id, '?status=pending')).toEqual([]);
    const head = await after.head();
    await after.sim.post('/snapshots/unsettled/restore');
    expect(await listOf(after, id)).toEqual(pending);
    await after.advance('5d');
    expect(await after.head()).toBe(head);
    await after.sim.post('/reset');
    const again = await rebalanced(after);
    expect((await listOf(after, again)).map(({ status }) => status)).toEqual(pending.map(() => 'pending'));
  });

  test('settles at once, and is not listed, unless the world says otherwise', proves('O4.1'), async () => {
    const own = await startBallast();
    const id = await rebalanced(own);
    const { cash_row: cash, holdings, undelivered } = await viewOf(own, id);
    expect(cash).toMatchObject({ settled: cash.amount, unsettled: 0 });
    for (const { quantity, settled, unsettled } of holdings) expect([settled, unsettled]).toEqual([quantity, 0]);
    expect([undelivered, await listOf(own, id)]).toEqual([[], []]);
    await own.advance('10d');
    expect(await eventsOf(own, 'trade.settled')).toEqual([]);
    const [created] = await eventsOf(own, 'world.created');
    expect(created?.data).not.toHaveProperty('settlement');
  });
});

/** Mostly sold: the proceeds exceed the earlier cash. */
const SELLING = { cash: 1000, targets: [{ isin: 'DE0007164600', weight: 0.2 }] };

describe('a withdrawal', () => {
  test('uses settled cash alone: more is refused with the settled amount', proves('O4.6', 'O1.6'), async () => {
    const own = await simulated();
    const id = await rebalanced(own, SELLING);
    const { cash } = await viewOf(own, id);
    const head = await own.head();
    const response = await withdraw(own, id, 1000.01);
    expect([response.status, response.error().details]).toEqual([
      400,
      [{ path: '/amount', issue: 'is more than the 1\u00a0000.00 EUR of available cash that has settled' }],
    ]);
    const beyond = await withdraw(own, id, cash + 0.01);
    expect(beyond.error().details).toEqual([
      { path: '/amount', issue: 'is more than the 1\u00a0000.00 EUR of available cash that has settled' },
    ]);
    expect(await own.head()).toBe(head);
    expect((await withdraw(own, id, 1000)).status).toBe(201);
    await conserved(own, id);
    await own.advance('5d');
    expect((await withdraw(own, id, cash - 1000)).status).toBe(201);
  });

  test(
    'or fee that was scheduled is an event with its reason, and is tried again',
    proves('O4.6', 'O1.6'),
    async () => {
      const own = await simulated();
      const id = await rebalanced(own, SELLING);
      const { cash } = await viewOf(own, id);
      const at = '2027-10-11T09:00:00Z';
      await withdraw(own, id, 2000, { at, every: 'week' });
      await own.sim.post(`/portfolios/${id}/cash-flows`, { kind: 'fee', amount: 1500, at });
      await own.advance('3d');
      const refused = await eventsOf(own, 'cash_flow.refused');
      expect(refused.map(({ data }) => data)).toMatchObject([
        { kind: 'withdrawal', reason: 'unsettled_cash', amount: 2000, free_cash: cash, settled_cash: 1000 },
        { kind: 'fee', reason: 'unsettled_cash', amount: 1500, free_cash: cash, settled_cash: 1000 },
      ]);
      await own.advance('7d');
      expect((await eventsOf(own, 'cash_flow.booked')).map(({ data }) => data.amount)).toEqual([2000]);
    },
  );

  test('excludes the cost of unsettled purchases', proves('O4.6'), async () => {
    const own = await simulated();
    const id = await rebalanced(own);
    const { cash, cash_row: row } = await viewOf(own, id);
    expect([row.settled, cash < row.settled]).toEqual([5000, true]);
    expect((await withdraw(own, id, cash + 0.01)).status).toBe(400);
    expect((await withdraw(own, id, cash)).status).toBe(201);
    await own.advance('5d');
    expect((await viewOf(own, id)).cash_row).toMatchObject({ amount: 0, settled: 0, unsettled: 0 });
  });

  test('may use a deposit at once, which is settled when it is booked', proves('O4.6', 'O1.6'), async () => {
    const own = await simulated();
    const id = await rebalanced(own, SELLING);
    await own.sim.post(`/portfolios/${id}/cash-flows`, { kind: 'deposit', amount: 250 });
    expect((await viewOf(own, id)).cash_row.settled).toBe(1250);
    expect((await withdraw(own, id, 1250)).as(cashFlow)).toMatchObject({ status: 'complete', booked: 1 });
  });
});

describe('a settlement that fails', () => {
  const fault = (change = {}) => ({ kind: 'settlement_fail', days_late: 2, ...change });

  test('is late by business days, and nothing of it is spendable until then', proves('O4.7', 'L17.3'), async () => {
    const own = await simulated();
    const id = await rebalanced(own, SELLING);
    const trades = await listOf(own, id);
    const { fault_id: faultId } = (await own.sim.post('/faults', fault())).as(marketFaultView);
    await own.advance('5d');
    const expected = '2027-10-14T16:00:00.000Z';
    for (const trade of await listOf(own, id, '?status=pending')) {
      expect(trade).toMatchObject({ status: 'late', failed_at: TUESDAY_EVENING, expected_at: expected });
      expect(trade).toMatchObject({ intended_at: TUESDAY_EVENING, settled_at: null });
    }
    const failed = await eventsOf(own, 'trade.settlement_failed');
    expect(failed).toHaveLength(trades.length);
    expect(failed[0]?.data).toMatchObject({ expected_at: expected, days_late: 2, fault_id: faultId });
    expect((await withdraw(own, id, 1000.01)).status).toBe(400);
    await conserved(own, id);
    await own.advance('2d');
    // It fails once, although the fault continues.
    expect((await listOf(own, id)).map(({ settled_at: at }) => at)).toEqual(trades.map(() => expected));
    expect((await own.sim.get(`/faults?scope=market`)).as(faultList).faults).toMatchObject([{ hits: trades.length }]);
  });

  test('affects the share, the place and the number of the fault', proves('O4.7', 'L17.1'), async () => {
    const own = await simulated();
    const id = await rebalanced(own, SELLING);
    const trades = await listOf(own, id);
    await own.sim.post('/faults', fault({ exchange: 'XLON' }));
    await own.sim.post('/faults', fault({ count: 1, isin: 'DE0008404005', days_late: 1 }));
    await own.advance('5d');
    const late = await listOf(own, id, '?status=pending');
    expect(late).toMatchObject([{ isin: 'DE0008404005', expected_at: '2027-10-13T16:00:00.000Z' }]);
    expect(await listOf(own, id, '?status=settled')).toHaveLength(trades.length - 1);
  });

  test(
    'leaves a purchase that its proceeds pay for as paid: the cash is below 0 until then',
    proves('O4.7'),
    async () => {
      const own = await simulated();
      const id = await rebalanced(own, { cash: 0 });
      const { isin } = (await listOf(own, id)).find(({ side }) => side === 'sell') ?? { isin: '' };
      await own.sim.post('/faults', fault({ isin, days_late: 1 }));
      await own.advance('5d');
      const { cash_row: row } = await viewOf(own, id);
      expect([row.settled < 0, row.unsettled > 0]).toEqual([true, true]);
      await conserved(own, id);
      expect((await withdraw(own, id, 0.01)).status).toBe(400);
      await own.advance('1d');
      expect((await viewOf(own, id)).cash_row.settled).toBe(row.amount);
    },
  );

  test.each([
    ['of no day', { days_late: 0 }, '/days_late'],
    ['of half a day', { days_late: 1.5 }, '/days_late'],
    ['of more than 30 days', { days_late: 31 }, '/days_late'],
    ['of an exchange that is not there', { exchange: 'XNYS' }, '/exchange'],
    ['with a number of another kind', { delay_ms: 5 }, '/delay_ms'],
  ])('%s is refused', proves('O4.7'), async (_what, change, path) => {
    const own = await simulated();
    const response = await own.sim.post('/faults', fault(change));
    expect([response.status, response.error().details.map((detail) => detail.path)]).toEqual([400, [path]]);
  });

  test('is refused if trades settle at once', proves('O4.7'), async () => {
    const response = await (await startBallast()).sim.post('/faults', fault());
    expect([response.status, response.error().details]).toEqual([
      400,
      [{ path: '/kind', issue: 'needs a world that simulates settlement; in this world trades settle at once' }],
    ]);
  });
});

/** Friday 28 August 2026; Monday is a holiday in London alone. */
const BEFORE_BANK_HOLIDAY = Date.UTC(2026, 7, 28, 9, 30);

/** Sells in London, buys in Frankfurt. */
async function twoCalendars(options = {}): Promise<{ own: TestServer; portfolioId: string; rebalanceId: string }> {
  const own = await startBallast({ startAt: BEFORE_BANK_HOLIDAY, settlement: 'simulated', ...options });
  const holdings = [{ isin: 'GB0007980591', exchange: 'XLON', quantity: 2000 }];
  const change = { cash: 0, holdings, targets: [{ isin: 'DE0008404005', weight: 0.95 }] };
  return { own, ...(await executeSample(own, change)) };
}

describe('a buy that would settle before the proceeds that pay for it', () => {
  test('waits until it gets a trade date that settles with them', proves('O4.5'), async () => {
    const { own, portfolioId, rebalanceId } = await twoCalendars();
    await own.advance('6h');
    const [sell, buy] = (await rebalanceOf(own, rebalanceId)).orders;
    expect([sell?.status, buy?.status]).toEqual(['filled', 'new']);
    const [awaiting, ...others] = await eventsOf(own, 'order.awaits_settlement');
    // Tuesday in Frankfurt; the sale settles on Wednesday, because Monday is no business day in London.
    expect(awaiting?.data).toMatchObject({
      order_id: buy?.order_id,
      would_settle_at: '2026-09-01T16:00:00.000Z',
      available: 0,
    });
    expect(others).toEqual([]);
    const heldBuysOf = async () => (await own.sim.get(`/rebalances/${rebalanceId}`)).as(rebalanceView).held_buys;
    expect(await heldBuysOf()).toEqual([{ order_id: buy?.order_id, until: '2026-08-28T16:00:00.000Z' }]);
    await own.advance('4d');
    expect(await heldBuysOf()).toEqual([]);
    expect((await rebalanceOf(own, rebalanceId)).status).toBe('complete');
    const sent = (await eventsOf(own, 'order.sent')).find(({ data }) => data.order_id === buy?.order_id);
    expect(sent?.at).toBe('2026-08-28T16:00:00.000Z');
    const trades = await listOf(own, portfolioId);
    expect(new Set(trades.map(({ side, trade_date: date, intended_at: at }) => `${side} ${date} ${at}`))).toEqual(
      new Set(['sell 2026-08-28 2026-09-02T16:00:00.000Z', 'buy 2026-08-31 2026-09-02T16:00:00.000Z']),
    );
    await own.advance('2d');
    const { cash_row: row } = await viewOf(own, portfolioId);
    expect([row.settled === row.amount, row.settled >= 0]).toEqual([true, true]);
  });

  test('still waits after a restart, and is sent at the same instant', proves('O4.5'), async () => {
    const whole = await twoCalendars();
    await whole.own.advance('4d');
    const dataDir = newFolder();
    const cut = await twoCalendars({ dataDir });
    await cut.own.advance('5h');
    await cut.own.stop();
    const again = await startBallast({ dataDir });
    await again.advance('91h');
    expect(await again.head()).toBe(await whole.own.head());
  });

  test('is sent at once if the available cash pays for it', proves('O4.5'), async () => {
    const own = await startBallast({ startAt: BEFORE_BANK_HOLIDAY, settlement: 'simulated' });
    const holdings = [{ isin: 'GB0007980591', exchange: 'XLON', quantity: 2000 }];
    const change = { cash: 50_000, holdings, targets: [{ isin: 'DE0008404005', weight: 0.5 }] };
    const { rebalanceId } = await executeSample(own, change);
    await own.advance('6h');
    expect((await rebalanceOf(own, rebalanceId)).status).toBe('complete');
    expect(await eventsOf(own, 'order.awaits_settlement')).toEqual([]);
  });

  test('ends with its rebalance if that is cancelled, and nothing is left waiting', proves('O4.5'), async () => {
    const { own, rebalanceId } = await twoCalendars();
    await own.advance('6h');
    await own.sim.post(`/rebalances/${rebalanceId}/cancel-orders`);
    await own.advance('4d');
    expect((await rebalanceOf(own, rebalanceId)).status).toBe('failed');
    expect((await eventsOf(own, 'order.sent')).filter(({ data }) => data.side === 'buy')).toEqual([]);
  });

  test('moves an instant clock, which settlement alone does not', proves('O4.5'), async () => {
    const { own, rebalanceId } = await twoCalendars({ clockMode: 'instant' });
    const rebalance = await untilOver(
      () => rebalanceOf(own, rebalanceId),
      ({ orders }) => orders.every(({ status }) => status !== 'new'),
    );
    expect(rebalance.orders.map(({ status }) => status)).toEqual(['filled', 'sent']);
    const other = await startBallast({ clockMode: 'instant', settlement: 'simulated' });
    const { rebalanceId: second, portfolioId } = await executeSample(other);
    await untilOver(
      () => rebalanceOf(other, second),
      ({ status }) => status === 'complete',
    );
    await other.ready();
    expect(await listOf(other, portfolioId, '?status=settled')).toEqual([]);
  });
});

describe('the list of settlements', () => {
  test('has pages, newest first, and filters', proves('O4.4', 'L124'), async () => {
    const own = await simulated();
    const id = await rebalanced(own);
    const all = await listOf(own, id);
    const seen: string[] = [];
    let cursor = '';
    do {
      const page = (await own.sim.get(`/portfolios/${id}/settlements?limit=1${cursor}`)).as(settlementList);
      seen.push(...page.settlements.map((trade) => trade.fill_id));
      cursor = page.next === null ? '' : `&cursor=${page.next}`;
    } while (cursor !== '');
    expect(seen).toEqual(all.map((trade) => trade.fill_id));
    const fills = (await eventsOf(own, 'order.filled')).map(({ data }) => (data.fill as { fill_id: string }).fill_id);
    expect(seen).toEqual(fills.toReversed());
    expect([await listOf(own, id, '?status=settled'), await listOf(own, id, '?status=pending')]).toEqual([[], all]);
  });

  test.each([
    ['an unknown portfolio', 'pf_0', '', 404],
    ['a status that is none', null, '?status=late', 400],
    ['an unknown parameter', null, '?side=buy', 400],
    ['a place that is not there', null, '?cursor=fl_0', 400],
    ['no entries', null, '?limit=0', 400],
  ])('refuses %s', proves('O4.4'), async (_what, id, query, status) => {
    const own = await simulated();
    const portfolio = id ?? (await rebalanced(own));
    expect((await own.sim.get(`/portfolios/${portfolio}/settlements${query}`)).status).toBe(status);
  });
});
