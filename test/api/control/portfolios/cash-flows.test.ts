/** Cash flows of a portfolio (decision O1): now, later, repeated, and refused. */

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cashFlow, cashFlowList } from '../../../../src-server/contract/control/portfolios/cash-flows.ts';
import { portfolioHistoryWire } from '../../../../src-server/contract/control/portfolios/portfolio-history.ts';
import { portfolioView } from '../../../../src-server/contract/control/portfolios/portfolios.ts';
import { eventList } from '../../../../src-server/contract/control/world/records.ts';
import { FORM_A_CURRENCIES } from '../../../../src-server/contract/service/portfolio-choices.ts';
import { formatMoney } from '../../../../src-server/domain/numbers/format-number.ts';
import { proves } from '../../../conformance/proves.ts';
import { newFolder, startBallast, stopAll, type TestServer } from '../../../support/start-ballast.ts';
import { createA, startA, WEIGHTS } from '../../service/form-a-portfolio.ts';
import { createSample, executeSample, SAP, WORLD_ETF } from '../../service/sample-portfolio.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startBallast();
});
afterAll(stopAll);

const pathOf = (id: string) => `/portfolios/${id}/cash-flows`;
const create = (id: string, body: object, on = server) => on.sim.post(pathOf(id), body);
const created = async (id: string, body: object, on = server) => {
  const response = await create(id, body, on);
  expect(response.status).toBe(201);
  return response.as(cashFlow);
};
const listed = async (id: string, on = server) => (await on.sim.get(pathOf(id))).as(cashFlowList).cash_flows;
const cashOf = async (id: string, on = server) => (await on.sim.get(`/portfolios/${id}`)).as(portfolioView).cash;
const eventsOf = async (type: string, on = server) =>
  (await on.sim.get(`/events?type=${type}&limit=1000`)).as(eventList).events;

describe('a cash flow', () => {
  test.each([
    ['deposit', 250.25],
    ['interest', 250.25],
    ['withdrawal', -250.25],
    ['fee', -250.25],
  ])('of the kind %s is booked at once, to the cent', proves('O1.1', 'O1.7'), async (kind, change) => {
    const id = await createSample(server);
    const before = await cashOf(id);
    const flow = await created(id, { kind, amount: 250.25 });
    expect(flow).toMatchObject({ portfolio_id: id, kind, amount: 250.25, currency: 'EUR', every: null });
    expect(flow).toMatchObject({ status: 'complete', next_at: null, booked: 1, refused: 0 });
    expect(await cashOf(id)).toBeCloseTo(before + change, 10);
    const [booked] = (await eventsOf('cash_flow.booked')).slice(-1);
    expect(booked?.data).toMatchObject({ cash_flow_id: flow.cash_flow_id, cash: await cashOf(id) });
  });

  test('is booked later, and its portfolio is worth more from then on', proves('O1.1'), async () => {
    const own = await startBallast();
    const id = await createSample(own);
    const before = await cashOf(id, own);
    const flow = await created(id, { kind: 'deposit', amount: 1000, at: '2026-03-02T12:00:00Z' }, own);
    expect(flow).toMatchObject({ status: 'scheduled', next_at: '2026-03-02T12:00:00.000Z', booked: 0 });
    await own.advance('2h');
    expect(await cashOf(id, own)).toBe(before);
    await own.advance('1h');
    expect(await cashOf(id, own)).toBe(before + 1000);
    expect(await listed(id, own)).toEqual([{ ...flow, status: 'complete', next_at: null, booked: 1 }]);
    const { points } = (await own.sim.get(`/portfolios/${id}/history?span=1d`)).as(portfolioHistoryWire);
    const { total_value: value } = (await own.sim.get(`/portfolios/${id}`)).as(portfolioView);
    expect(points.at(-1)?.nav).toBe(value);
  });

  test.each([
    ['week', ['2026-03-31', '2026-04-07', '2026-04-14']],
    // 31 May is a Sunday.
    ['month', ['2026-03-31', '2026-04-30', '2026-06-01']],
    ['quarter', ['2026-03-31', '2026-06-30', '2026-09-30']],
    ['year', ['2026-03-31', '2027-03-31', '2028-03-31']],
  ])(
    'repeated every %s is on the day of its first, or the next business day',
    proves('O1.2', 'O1.3'),
    async (every, days) => {
      const own = await startBallast();
      const id = await createSample(own);
      const [firstDay = '', , lastDay = ''] = days;
      const plan = { kind: 'deposit', amount: 1, at: `${firstDay}T10:00:00Z`, every, until: `${lastDay}T10:00:00Z` };
      await created(id, plan, own);
      await own.advance('1000d');
      const events = await eventsOf('cash_flow.booked', own);
      expect(events.map(({ at }) => at)).toEqual(days.map((day) => `${day}T10:00:00.000Z`));
      expect(await listed(id, own)).toMatchObject([{ status: 'complete', next_at: null, booked: 3 }]);
    },
  );

  test(
    'retains its local time, and is moved to business days from its first date on',
    proves('O1.2', 'O1.3'),
    async () => {
      const own = await startBallast();
      const id = await createSample(own);
      // Saturday, 7 March; 7 April is the Tuesday after Easter, an hour earlier in UTC.
      const plan = {
        kind: 'deposit',
        amount: 1,
        at: '2026-03-07T11:00:00Z',
        every: 'month',
        until: '2026-04-30T00:00:00Z',
      };
      const flow = await created(id, plan, own);
      expect(flow).toMatchObject({ at: '2026-03-07T11:00:00.000Z', next_at: '2026-03-09T11:00:00.000Z', booked: 0 });
      await own.advance('8d');
      expect(await listed(id, own)).toMatchObject([{ next_at: '2026-04-07T10:00:00.000Z', booked: 1 }]);
      await own.advance('60d');
      expect((await eventsOf('cash_flow.booked', own)).map(({ at }) => at)).toEqual([
        '2026-03-09T11:00:00.000Z',
        '2026-04-07T10:00:00.000Z',
      ]);
      const early = await create(id, { ...plan, at: '2026-05-16T11:00:00Z', until: '2026-05-17T11:00:00Z' }, own);
      expect(early.error().details).toEqual([
        { path: '/until', issue: 'is before the first booking, 2026-05-18T11:00:00.000Z' },
      ]);
    },
  );

  test('can be ended, and nothing more of it is booked', proves('O1.5'), async () => {
    const own = await startBallast();
    const id = await createSample(own);
    const flow = await created(id, { kind: 'deposit', amount: 10, every: 'week' }, own);
    expect(flow).toMatchObject({ booked: 1, next_at: '2026-03-09T09:30:00.000Z' });
    const ended = (await own.sim.delete(`${pathOf(id)}/${flow.cash_flow_id}`)).as(cashFlow);
    expect(ended).toMatchObject({ status: 'ended', next_at: null, booked: 1 });
    const head = await own.head();
    expect((await own.sim.delete(`${pathOf(id)}/${flow.cash_flow_id}`)).as(cashFlow)).toEqual(ended);
    expect(await own.head()).toBe(head);
    const before = await cashOf(id, own);
    await own.advance('30d');
    expect(await cashOf(id, own)).toBe(before);
  });

  test('ends with its portfolio', proves('O1.5', 'O1.7'), async () => {
    const own = await startBallast();
    const id = await createSample(own);
    await created(id, { kind: 'fee', amount: 1, every: 'month' }, own);
    await own.sim.delete(`/portfolios/${id}`);
    expect((await own.sim.get(pathOf(id))).status).toBe(404);
    await own.advance('70d');
    expect(await eventsOf('cash_flow.booked', own)).toHaveLength(1);
    expect(await eventsOf('cash_flow.ended', own)).toHaveLength(1);
  });

  test('resumes after a restart', proves('O1.7'), async () => {
    const dataDir = newFolder();
    const before = await startBallast({ dataDir });
    const id = await createSample(before);
    await created(id, { kind: 'deposit', amount: 10, every: 'week' }, before);
    const cash = await cashOf(id, before);
    await before.stop();
    const after = await startBallast({ dataDir });
    await after.advance('15d');
    expect(await cashOf(id, after)).toBe(cash + 20);
  });
});

describe('the cash flows of a portfolio', () => {
  test('are listed in pages, newest first', proves('O1.5', 'L124'), async () => {
    const id = await createSample(server);
    const made: string[] = [];
    for (const amount of [1, 2, 3]) made.push((await created(id, { kind: 'deposit', amount })).cash_flow_id);
    await created(await createSample(server), { kind: 'deposit', amount: 4 });
    const seen: string[] = [];
    let cursor = '';
    do {
      const { cash_flows: flows, next } = (await server.sim.get(`${pathOf(id)}?limit=1${cursor}`)).as(cashFlowList);
      seen.push(...flows.map((flow) => flow.cash_flow_id));
      cursor = next === null ? '' : `&cursor=${next}`;
    } while (cursor !== '');
    expect(seen).toEqual(made.toReversed());
    const ask = async (limit: number) => (await server.sim.get(`${pathOf(id)}?limit=${limit}`)).status;
    expect([await ask(1000), await ask(1001), await ask(0)]).toEqual([200, 400, 400]);
  });
});

describe('a withdrawal beyond the free cash', () => {
  test('is refused now, with the free amount', proves('O1.6'), async () => {
    const id = await createSample(server);
    const cash = await cashOf(id);
    const head = await server.head();
    const response = await create(id, { kind: 'withdrawal', amount: cash + 0.01 });
    expect(response.status).toBe(400);
    expect(response.error().details).toEqual([
      { path: '/amount', issue: `is more than the ${formatMoney(Math.round(cash * 100), 'EUR')} available` },
    ]);
    expect(await server.head()).toBe(head);
    await created(id, { kind: 'withdrawal', amount: cash });
    expect(await cashOf(id)).toBe(0);
  });

  test('that was scheduled is refused in the log, and tried again the next time', proves('O1.6', 'O1.7'), async () => {
    const own = await startBallast();
    const id = await createSample(own);
    const cash = await cashOf(id, own);
    await created(id, { kind: 'withdrawal', amount: cash, every: 'week' }, own);
    await own.advance('8d');
    const [refused] = await eventsOf('cash_flow.refused', own);
    expect(refused?.data).toMatchObject({ reason: 'insufficient_cash', free_cash: 0, amount: cash });
    expect(await listed(id, own)).toMatchObject([{ booked: 1, refused: 1, status: 'scheduled' }]);
    await created(id, { kind: 'deposit', amount: cash }, own);
    await own.advance('7d');
    expect((await listed(id, own)).at(-1)).toMatchObject({ booked: 2, refused: 1 });
    expect(await cashOf(id, own)).toBe(0);
  });

  test('excludes the reserves of working orders', proves('O1.6'), async () => {
    const own = await startBallast();
    const { portfolioId } = await executeSample(own, { holdings: [], cash: 100_000 });
    const cash = await cashOf(portfolioId, own);
    const response = await create(portfolioId, { kind: 'withdrawal', amount: cash }, own);
    expect(response.status).toBe(400);
    const available = /than the (.*) EUR available$/.exec(response.error().details[0]?.issue ?? '')?.[1];
    const free = Number(available?.replaceAll('\u00a0', ''));
    expect(free).toBeLessThan(cash);
    await created(portfolioId, { kind: 'withdrawal', amount: free }, own);
    await own.advance('3d');
    expect(await cashOf(portfolioId, own)).toBeGreaterThanOrEqual(0);
  });
});

/**
 * Withdraws the figure that the portfolio shows as available, after trying one cent more, and returns it. Returns the
 * figure.
 */
async function takesExactlyTheFigure(own: TestServer, id: string): Promise<number> {
  const { currency, cash_row: row } = (await own.sim.get(`/portfolios/${id}`)).as(portfolioView);
  const { withdrawable } = row;
  const centMore = Number((withdrawable + 0.01).toFixed(2));
  for (const kind of ['withdrawal', 'fee']) {
    const [refusal] = (await create(id, { kind, amount: centMore }, own)).error().details;
    expect(refusal?.path).toBe('/amount');
    expect(refusal?.issue).toMatch(/^is more than the .* available/);
    expect(refusal?.issue).toContain(formatMoney(Math.round(withdrawable * 100), currency));
    if (withdrawable === 0) continue;
    await created(id, { kind, amount: withdrawable }, own);
    await created(id, { kind: 'deposit', amount: withdrawable }, own);
  }
  return withdrawable;
}

describe('the amount available for withdrawal', () => {
  test.each(['immediate', 'simulated'] as const)(
    'is accepted to the cent, and one cent more is refused with it, in every currency, while trades settle: %s',
    proves('O1.6', 'O4.6'),
    async (settlement) => {
      const own = await startBallast({ settlement });
      const ids = await Promise.all(FORM_A_CURRENCIES.map((currency) => createA(own, { currency })));
      const figures: number[][] = ids.map(() => []);
      const note = async () => {
        for (const [row, id] of ids.entries()) figures[row]?.push(await takesExactlyTheFigure(own, id));
      };
      await note();
      for (const weights of [WEIGHTS, { [SAP]: 0.9, [WORLD_ETF]: 0.1 }]) {
        for (const id of ids) await startA(own, id, { target_weights: weights });
        for (const step of ['10s', '2m', '2h', '1d', '2d']) {
          await own.advance(step);
          await note();
        }
      }
      for (const row of figures) expect(new Set(row).size).toBeGreaterThanOrEqual(3);
    },
  );
});

describe('an invalid cash flow', () => {
  test.each([
    ['an amount of 0', { kind: 'deposit', amount: 0 }, '/amount'],
    ['an amount below 0', { kind: 'deposit', amount: -5 }, '/amount'],
    ['a tenth of a cent', { kind: 'deposit', amount: 1.001 }, '/amount'],
    ['another kind', { kind: 'gift', amount: 1 }, '/kind'],
    ['an instant that has passed', { kind: 'deposit', amount: 1, at: '2026-03-01T10:00:00Z' }, '/at'],
    ['a day that does not exist', { kind: 'deposit', amount: 1, at: '2026-04-31T10:00:00Z' }, '/at'],
    ['another interval', { kind: 'deposit', amount: 1, every: 'day' }, '/every'],
    ['an end without an interval', { kind: 'deposit', amount: 1, until: '2027-01-01T00:00:00Z' }, '/until'],
    [
      'an end before the beginning',
      { kind: 'deposit', amount: 1, every: 'week', at: '2026-05-01T00:00:00Z', until: '2026-04-01T00:00:00Z' },
      '/until',
    ],
    ['an unknown field', { kind: 'deposit', amount: 1, currency: 'EUR' }, '/currency'],
  ])('is %s', proves('O1.1', 'O1.2'), async (_what, body, path) => {
    const id = await createSample(server);
    const head = await server.head();
    const response = await create(id, body);
    expect([response.status, response.error().details.map((detail) => detail.path)]).toEqual([400, [path]]);
    expect([await server.head(), await listed(id)]).toEqual([head, []]);
  });

  test('is one of a portfolio that does not exist, or of another portfolio', proves('O1.5'), async () => {
    expect((await create('pf_0', { kind: 'deposit', amount: 1 })).status).toBe(404);
    const [one, other] = [await createSample(server), await createSample(server)];
    const flow = await created(one, { kind: 'deposit', amount: 1, every: 'week' });
    expect((await server.sim.delete(`${pathOf(other)}/${flow.cash_flow_id}`)).status).toBe(404);
    expect((await server.sim.get(`${pathOf(other)}?cursor=${flow.cash_flow_id}`)).status).toBe(400);
  });

  test('is one beyond 100 that are scheduled', { ...proves('O1.5'), tags: ['deep'] }, async () => {
    const id = await createSample(server);
    for (let count = 0; count < 100; count += 1) await created(id, { kind: 'deposit', amount: 1, every: 'year' });
    expect((await create(id, { kind: 'deposit', amount: 1 })).error().message).toMatch(/^100 cash flows/);
  });
});
