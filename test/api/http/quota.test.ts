/**
 * The monthly quota over HTTP (decisions B, E3, E8, E9; specification 8): what costs an event, when it is 402, and when
 * it ends.
 */
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { accountView } from '../../../src-server/contract/control/accounts/accounts.ts';
import { rebalancePlan } from '../../../src-server/contract/service/form-b.ts';
import { monthOf } from '../../../src-server/engine/quota.ts';
import { proves } from '../../conformance/proves.ts';
import { newFolder, startBallast, stopAll, type TestServer } from '../../support/start-ballast.ts';
import { createA, startA, WEIGHTS } from '../service/form-a-portfolio.ts';
import { createSample, executeSample, NO_PORTFOLIO, planFor, SAP, WORLD_ETF } from '../service/sample-portfolio.ts';
import { asNewAccount } from './account-callers.ts';

afterEach(stopAll);
afterAll(stopAll);

const quotaOf = async (server: TestServer, id = 'default') =>
  (await server.sim.get(`/accounts/${id}`)).as(accountView).quota;

async function startWith(monthlyLimit: number, options = {}): Promise<TestServer> {
  const server = await startBallast(options);
  await allow(server, monthlyLimit);
  return server;
}

async function allow(server: TestServer, monthlyLimit: number | 'unlimited' | null): Promise<void> {
  const response = await server.sim.patch('/accounts/default', { monthly_limit: monthlyLimit });
  if (response.status !== 200) throw new Error(response.text);
}

const planStatus = async (server: TestServer, portfolioId: string, change = {}) =>
  (await server.b.post('/rebalance', { portfolio_id: portfolioId, ...change })).status;

async function moveTo(server: TestServer, to: string): Promise<void> {
  const response = await server.sim.post('/clock/advance', { to });
  if (response.status !== 202) throw new Error(response.text);
  await server.ready();
}

describe('beyond the limit', () => {
  test(
    'a Form B plan is 402, names the owner of the limit and its end, and leaves no trace',
    proves('E9', '8 monthly events'),
    async () => {
      const server = await startWith(2);
      const id = await createSample(server);
      expect([await planStatus(server, id), await planStatus(server, id)]).toEqual([201, 201]);
      const head = await server.head();
      const response = await server.b.post('/rebalance', { portfolio_id: id });
      expect(response.status).toBe(402);
      expect(response.error()).toMatchObject({
        code: 'quota_exceeded',
        message:
          'The account default has used up its quota of 2026-03: 2 of 2 rebalances (its own limit). The next month begins at 2026-04-01T00:00:00.000Z.',
        details: [],
      });
      expect(await server.head()).toBe(head);
      expect(await quotaOf(server)).toMatchObject({ limit: 2, used: 2, remaining: 0 });
    },
  );

  test(
    'a Form A rebalance is 402, nothing is ordered, and the portfolio retains its targets',
    proves('E9', 'H2', '8 monthly events'),
    async () => {
      const server = await startWith(1);
      const [one, two] = [await createA(server), await createA(server)];
      await startA(server, one);
      const head = await server.head();
      const response = await server.a.post(`/portfolios/${two}/rebalance`, { target_weights: WEIGHTS });
      expect([response.status, response.error().code]).toEqual([402, 'quota_exceeded']);
      expect(response.error().message).toContain('1 of 1 rebalance (its own limit)');
      expect(await server.head()).toBe(head);
      expect((await server.sim.get(`/portfolios/${two}`)).text).toContain('"has_targets":false');
    },
  );

  test('the tier is named if the limit is its own', proves('5.3 quota', '8 monthly events'), async () => {
    const server = await startBallast({ tier: 'starter' });
    await server.sim.patch('/tiers/starter', { monthly_limit: 0 });
    const response = await server.b.post('/rebalance', { portfolio_id: await createSample(server) });
    expect(response.error().message).toContain('0 of 0 rebalances (tier starter)');
  });

  test('requests that cost no event still work: dry runs, executing, cancelling, reading, new portfolios', async () => {
    const server = await startWith(2);
    const id = await createSample(server);
    const [first, second] = [await planFor(server, id), await planFor(server, id)];
    expect(await planStatus(server, id)).toBe(402);
    expect(await planStatus(server, id, { simulation: true })).toBe(201);
    expect((await server.b.delete(`/rebalance/${first}`)).status).toBe(200);
    expect((await server.b.post(`/rebalance/${second}/execute`, { confirm: true })).status).toBe(202);
    expect((await server.b.get(`/prices/${SAP}`)).status).toBe(200);
    await createSample(server);
    expect(await quotaOf(server)).toMatchObject({ used: 2, remaining: 0 });
  });

  test('an idempotency key still gets its first response', async () => {
    const server = await startWith(1);
    const id = await createA(server);
    const body = { target_weights: WEIGHTS, idempotency_key: 'once' };
    const first = await server.a.post(`/portfolios/${id}/rebalance`, body);
    const again = await server.a.post(`/portfolios/${id}/rebalance`, body);
    expect([first.status, again.status, again.text]).toEqual([202, 202, first.text]);
    expect((await quotaOf(server)).used).toBe(1);
    await server.advance('24h');
    expect((await server.a.post(`/portfolios/${id}/rebalance`, body)).status).toBe(402);
  });
});

describe('in the order of checks, 402', () => {
  test('comes after 404 and 409 and before 422', proves('B3'), async () => {
    const server = await startWith(1);
    const { portfolioId } = await executeSample(server);
    const balanced = await createSample(server, { holdings: [], targets: [{ isin: SAP, weight: 0.01 }] });
    expect(await planStatus(server, NO_PORTFOLIO)).toBe(404);
    expect(await planStatus(server, balanced, { drift_threshold: 7 })).toBe(400);
    expect(await planStatus(server, portfolioId)).toBe(409);
    expect(await planStatus(server, balanced)).toBe(402);
    await allow(server, 2);
    expect(await planStatus(server, balanced)).toBe(422);
  });

  test('does so in Form A, too', proves('B5'), async () => {
    const server = await startWith(1);
    const busy = await createA(server);
    await startA(server, busy);
    const balanced = await createA(server);
    const statusOf = async (id: string, weights: Record<string, number>) =>
      (await server.a.post(`/portfolios/${id}/rebalance`, { target_weights: weights })).status;
    expect(await statusOf(NO_PORTFOLIO, WEIGHTS)).toBe(404);
    expect(await statusOf(balanced, { [SAP]: 0.5 })).toBe(400);
    expect(await statusOf(busy, WEIGHTS)).toBe(409);
    expect(await statusOf(balanced, WEIGHTS)).toBe(402);
    await server.sim.post(`/portfolios/${balanced}/cash`, { amount: 0 });
    await server.sim.post(`/portfolios/${balanced}/positions`, {
      positions: [{ isin: SAP, exchange: 'XETR', quantity: 100 }],
    });
    expect(await statusOf(balanced, { [SAP]: 1 })).toBe(402);
    await allow(server, 2);
    expect(await statusOf(balanced, { [SAP]: 1 })).toBe(422);
  });

  test('a refused request costs no event, whatever refuses it', proves('E3'), async () => {
    const server = await startBallast();
    const { portfolioId } = await executeSample(server);
    const balanced = await createSample(server, { holdings: [], targets: [{ isin: SAP, weight: 0.01 }] });
    const worthless = await createSample(server, { holdings: [], cash: 0 });
    await server.sim.post('/faults', { kind: 'exchange_down', exchange: 'XETR' });
    const unpriced = await createSample(server, { targets: [{ isin: WORLD_ETF, weight: 1 }] });
    const anonymous = await server.b.send('POST', '/rebalance', { headers: { authorization: '' } });
    const statuses = [
      anonymous.status,
      await planStatus(server, balanced, { drift_threshold: 7 }),
      await planStatus(server, NO_PORTFOLIO),
      await planStatus(server, portfolioId),
      await planStatus(server, worthless),
      await planStatus(server, balanced),
      await planStatus(server, balanced, { simulation: true, drift_threshold: 0.01 }),
      await planStatus(server, portfolioId, { simulation: true }),
      await planStatus(server, unpriced),
    ];
    expect(statuses.slice(0, 6)).toEqual([401, 400, 404, 409, 400, 422]);
    expect((await quotaOf(server)).used).toBe(1);
  });

  test('nor does 429', async () => {
    const server = await startBallast({ rateLimitPerMinute: 2 });
    const id = await createSample(server);
    expect([await planStatus(server, id), await planStatus(server, id)]).toEqual([201, 429]);
    expect((await quotaOf(server)).used).toBe(1);
  });
});

describe('the month', () => {
  test('is the UTC calendar month of the virtual clock: a second before its end it is 402, at its end 201', async () => {
    const server = await startWith(1, { startAt: Date.UTC(2026, 2, 31, 12) });
    const id = await createSample(server);
    expect([await planStatus(server, id), await planStatus(server, id)]).toEqual([201, 402]);
    await moveTo(server, '2026-03-31T23:59:59Z');
    expect(await planStatus(server, id)).toBe(402);
    expect(await quotaOf(server)).toMatchObject({ month: '2026-03', used: 1, resets_at: '2026-04-01T00:00:00.000Z' });
    await moveTo(server, '2026-03-31T23:59:59.999Z');
    expect(await planStatus(server, id)).toBe(402);
    await moveTo(server, '2026-04-01T00:00:00Z');
    expect(await quotaOf(server)).toMatchObject({
      month: '2026-04',
      used: 0,
      remaining: 1,
      resets_at: '2026-05-01T00:00:00.000Z',
    });
    expect([await planStatus(server, id), await planStatus(server, id)]).toEqual([201, 402]);
    await moveTo(server, '2026-04-01T00:00:01Z');
    expect(await planStatus(server, id)).toBe(402);
  });

  test('that counts is the one in which the plan was made, however long it waits for execution', async () => {
    const server = await startBallast({ startAt: Date.UTC(2026, 2, 31, 12) });
    const rebalanceId = await planFor(server, await createSample(server));
    await moveTo(server, '2026-04-01T09:30:00Z');
    expect((await server.b.post(`/rebalance/${rebalanceId}/execute`, { confirm: true })).status).toBe(202);
    expect((await quotaOf(server)).used).toBe(0);
  });

  test.each([
    ['2026-12-31T23:59:59.999Z', '2026-12', '2027-01-01T00:00:00.000Z'],
    ['2027-01-01T00:00:00.000Z', '2027-01', '2027-02-01T00:00:00.000Z'],
    ['2028-02-29T12:00:00.000Z', '2028-02', '2028-03-01T00:00:00.000Z'],
    ['2099-12-31T00:00:00.000Z', '2099-12', '2100-01-01T00:00:00.000Z'],
  ])('of %s is %s and ends at %s', (instant, name, until) => {
    const month = monthOf(Date.parse(instant));
    expect([month.name, new Date(month.untilMs).toISOString()]).toEqual([name, until]);
    expect(new Date(month.fromMs).toISOString()).toBe(`${name}-01T00:00:00.000Z`);
  });
});

describe('the usage', () => {
  test('is counted over both forms, and by account', proves('E8'), async () => {
    const server = await startWith(2);
    const trader = await asNewAccount(server, 'desk', { monthly_limit: 1 });
    await startA(server, await createA(server));
    await planFor(server, await createSample(server));
    const ofTrader = await createSample(trader);
    expect(await planStatus(server, await createSample(server))).toBe(402);
    expect([await planStatus(trader, ofTrader), await planStatus(trader, ofTrader)]).toEqual([201, 402]);
    expect([(await quotaOf(server)).used, (await quotaOf(server, 'desk')).used]).toEqual([2, 1]);
  });

  test('is not given back by cancelling, nor by deleting the portfolio', proves('E8'), async () => {
    const server = await startWith(1);
    const id = await createSample(server);
    const rebalanceId = await planFor(server, id);
    await server.b.delete(`/rebalance/${rebalanceId}`);
    expect((await server.b.delete(`/portfolios/${id}`)).status).toBe(200);
    expect(await planStatus(server, await createSample(server))).toBe(402);
  });

  test('may exceed a limit that was lowered later; a higher one applies at once', proves('E8'), async () => {
    const server = await startBallast();
    const id = await createSample(server);
    for (let index = 0; index < 3; index += 1) await planFor(server, id);
    await allow(server, 2);
    expect(await quotaOf(server)).toMatchObject({ limit: 2, used: 3, remaining: 0 });
    expect(await planStatus(server, id)).toBe(402);
    await allow(server, 4);
    expect([await planStatus(server, id), await planStatus(server, id)]).toEqual([201, 402]);
    await allow(server, null);
    await server.sim.patch('/accounts/default', { tier: 'enterprise' });
    expect(await planStatus(server, id)).toBe(201);
    expect(await quotaOf(server)).toMatchObject({ limit: 'unlimited', used: 5, remaining: 'unlimited' });
  });

  test('persists over a restart', async () => {
    const dataDir = newFolder();
    const one = await startWith(2, { dataDir });
    await planFor(one, await createSample(one));
    await startA(one, await createA(one));
    await one.stop();
    const two = await startBallast({ dataDir });
    expect(await quotaOf(two)).toMatchObject({ limit: 2, used: 2, remaining: 0 });
    expect(await planStatus(two, await createSample(two))).toBe(402);
  });
});

test('of fifty plans at once, with ten events left, exactly ten are accepted', async () => {
  const server = await startWith(10);
  const id = await createSample(server);
  const responses = await Promise.all(
    Array.from({ length: 50 }, () => server.b.post('/rebalance', { portfolio_id: id })),
  );
  const accepted = responses.filter(({ status }) => status === 201);
  expect(accepted).toHaveLength(10);
  expect(new Set(accepted.map((response) => response.as(rebalancePlan).rebalance_id)).size).toBe(10);
  expect(responses.filter(({ status }) => status === 402)).toHaveLength(40);
  expect(await quotaOf(server)).toMatchObject({ used: 10, remaining: 0 });
});

test('of fifty Form A rebalances of as many portfolios at once, exactly ten are accepted', async () => {
  const server = await startBallast();
  const ids = await Promise.all(Array.from({ length: 50 }, () => createA(server)));
  await allow(server, 10);
  const responses = await Promise.all(
    ids.map((id) => server.a.post(`/portfolios/${id}/rebalance`, { target_weights: WEIGHTS })),
  );
  expect(responses.map(({ status }) => status).sort()).toEqual([...Array(10).fill(202), ...Array(40).fill(402)]);
});
