/** `/sim/accounts` and `/sim/tiers` over HTTP (decisions E1, E3, E7 to E9): the accounts, and their monthly limits. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  accountList,
  accountView,
  tierList,
  tierView,
} from '../../../../src-server/contract/control/accounts/accounts.ts';
import { portfolioList } from '../../../../src-server/contract/control/portfolios/portfolios.ts';
import { eventList } from '../../../../src-server/contract/control/world/records.ts';
import { proves } from '../../../conformance/proves.ts';
import { startBallast, stopAll, type TestServer } from '../../../support/start-ballast.ts';
import { asNewAccount } from '../../http/account-callers.ts';
import { createSample, planFor } from '../../service/sample-portfolio.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startBallast();
});
afterAll(stopAll);

const accountOf = async (id: string, of = server) => (await of.sim.get(`/accounts/${id}`)).as(accountView);

describe('the account default', () => {
  test('exists from the start, with one key, in the tier growth', proves('E7'), async () => {
    const own = await startBallast();
    expect((await own.sim.get('/accounts')).as(accountList).accounts).toEqual([
      {
        account_id: 'default',
        name: 'Default account',
        tier: 'growth',
        monthly_limit: null,
        rate_limit: null,
        quota: {
          month: '2026-03',
          limit: 10_000,
          used: 0,
          remaining: 10_000,
          resets_at: '2026-04-01T00:00:00.000Z',
        },
        active_keys: 1,
        created_at: '2026-03-02T09:30:00.000Z',
      },
    ]);
  });

  test('and its key are no event of the world', proves('E7'), async () => {
    const own = await startBallast();
    const { events } = (await own.sim.get('/events')).as(eventList);
    expect(events.map(({ type }) => type)).toEqual(['world.created']);
  });

  test('gets the tier with which the server is started, and retains it', async () => {
    const own = await startBallast({ tier: 'starter' });
    expect((await accountOf('default', own)).quota.limit).toBe(100);
    const { events } = (await own.sim.get('/events')).as(eventList);
    expect(events.at(-1)).toMatchObject({ type: 'account.changed', data: { account_id: 'default', tier: 'starter' } });
  });
});

describe('a new account', () => {
  test('has every given field, and is an event', proves('L26'), async () => {
    const body = { account_id: 'desk-7_b', name: 'Desk 7', tier: 'starter', monthly_limit: 250, rate_limit: 5 };
    const response = await server.sim.post('/accounts', body);
    expect(response.status).toBe(201);
    expect(response.as(accountView)).toMatchObject({
      ...body,
      quota: { limit: 250, used: 0, remaining: 250 },
      active_keys: 0,
    });
    expect(await accountOf('desk-7_b')).toEqual(response.as(accountView));
    const { events } = (await server.sim.get('/events')).as(eventList);
    expect(events.at(-1)).toMatchObject({ type: 'account.created', data: body });
  });

  test('with only an id has default values', async () => {
    const account = (await server.sim.post('/accounts', { account_id: 'plain' })).as(accountView);
    expect(account).toMatchObject({ name: 'plain', tier: 'growth', monthly_limit: null, rate_limit: null });
    expect(account.quota.limit).toBe(10_000);
  });

  test('is listed after the earlier ones', async () => {
    const own = await startBallast();
    for (const id of ['zz', 'aa']) await own.sim.post('/accounts', { account_id: id });
    const { accounts } = (await own.sim.get('/accounts')).as(accountList);
    expect(accounts.map(({ account_id: id }) => id)).toEqual(['default', 'zz', 'aa']);
  });

  test('with an existing id is 400 and changes nothing', async () => {
    const head = await server.head();
    const response = await server.sim.post('/accounts', { account_id: 'default', tier: 'starter' });
    expect(response.status).toBe(400);
    expect(response.error().details).toEqual([{ path: '/account_id', issue: 'is the id of another account' }]);
    expect((await accountOf('default')).tier).toBe('growth');
    expect(await server.head()).toBe(head);
  });
});

describe('an account', () => {
  test('changes field by field, and null removes its own limit', async () => {
    const own = await startBallast();
    await own.sim.post('/accounts', { account_id: 'desk' });
    const change = async (body: unknown) => (await own.sim.patch('/accounts/desk', body)).as(accountView);
    expect(await change({ tier: 'enterprise' })).toMatchObject({
      tier: 'enterprise',
      quota: { limit: 'unlimited', remaining: 'unlimited' },
    });
    expect(await change({ monthly_limit: 0 })).toMatchObject({ monthly_limit: 0, quota: { limit: 0, remaining: 0 } });
    expect(await change({ monthly_limit: null })).toMatchObject({ monthly_limit: null, quota: { limit: 'unlimited' } });
    expect(await change({ tier: 'starter', monthly_limit: 'unlimited' })).toMatchObject({
      quota: { limit: 'unlimited' },
    });
    expect(await change({ rate_limit: 'off' })).toMatchObject({ rate_limit: 'off' });
    expect(await change({ rate_limit: null, name: 'Desk' })).toMatchObject({ rate_limit: null, name: 'Desk' });
    const { events } = (await own.sim.get('/events')).as(eventList);
    expect(events.slice(2).map(({ type, data }) => [type, data])).toEqual([
      ['account.changed', { account_id: 'desk', tier: 'enterprise' }],
      ['account.changed', { account_id: 'desk', monthly_limit: 0 }],
      ['account.changed', { account_id: 'desk', monthly_limit: null }],
      ['account.changed', { account_id: 'desk', tier: 'starter', monthly_limit: 'unlimited' }],
      ['account.changed', { account_id: 'desk', rate_limit: 'off' }],
      ['account.changed', { account_id: 'desk', rate_limit: null, name: 'Desk' }],
    ]);
  });

  test('unchanged by a request leaves no trace', async () => {
    const head = await server.head();
    expect((await server.sim.patch('/accounts/default', {})).status).toBe(200);
    expect((await server.sim.patch('/accounts/default', { tier: 'growth', monthly_limit: null })).status).toBe(200);
    expect(await server.head()).toBe(head);
  });

  test('that does not exist is 404', async () => {
    for (const response of [
      await server.sim.get('/accounts/nobody'),
      await server.sim.patch('/accounts/nobody', { tier: 'growth' }),
    ]) {
      expect(response.status).toBe(404);
      expect(response.error()).toMatchObject({ code: 'not_found', message: 'There is no account nobody.' });
    }
  });

  test('shows its usage, and its portfolios name it', proves('L4'), async () => {
    const own = await startBallast();
    const trader = await asNewAccount(own, 'desk', { tier: 'starter' });
    await planFor(trader, await createSample(trader));
    await createSample(own);
    expect((await accountOf('desk', own)).quota).toMatchObject({ used: 1, remaining: 99 });
    expect((await accountOf('default', own)).quota).toMatchObject({ used: 0, remaining: 10_000 });
    const { portfolios } = (await own.sim.get('/portfolios')).as(portfolioList);
    expect(portfolios.map(({ account_id: id }) => id)).toEqual(['desk', 'default']);
  });
});

describe('a tier', () => {
  test('shows its limit and its number of accounts', async () => {
    const own = await startBallast();
    await own.sim.post('/accounts', { account_id: 'small', tier: 'starter' });
    expect((await own.sim.get('/tiers')).as(tierList).tiers).toEqual([
      { tier: 'starter', monthly_limit: 100, accounts: 1 },
      { tier: 'growth', monthly_limit: 10_000, accounts: 1 },
      { tier: 'enterprise', monthly_limit: 'unlimited', accounts: 0 },
    ]);
  });

  test('can be changed for all accounts without their own limit', proves('L27'), async () => {
    const own = await startBallast();
    await own.sim.post('/accounts', { account_id: 'small', tier: 'starter' });
    await own.sim.post('/accounts', { account_id: 'own', tier: 'starter', monthly_limit: 7 });
    const response = await own.sim.patch('/tiers/starter', { monthly_limit: 3 });
    expect([response.status, response.as(tierView)]).toEqual([200, { tier: 'starter', monthly_limit: 3, accounts: 2 }]);
    expect((await accountOf('small', own)).quota.limit).toBe(3);
    expect((await accountOf('own', own)).quota.limit).toBe(7);
    const { events } = (await own.sim.get('/events')).as(eventList);
    expect(events.at(-1)).toMatchObject({ type: 'tier.changed', data: { tier: 'starter', monthly_limit: 3 } });
    const head = await own.head();
    await own.sim.patch('/tiers/starter', { monthly_limit: 3 });
    expect(await own.head()).toBe(head);
  });

  test('that does not exist is 404', async () => {
    expect((await server.sim.patch('/tiers/gold', { monthly_limit: 3 })).status).toBe(404);
  });
});

const NO_MONTHLY = 'is neither a whole number from 0 to 1000000000 nor "unlimited"';
const NO_RATE = 'is neither a whole number from 1 to 1000000 nor "off"';
const NO_ID = 'is not a name of up to 40 lower-case letters, digits, hyphens and underscores';

describe('a body', () => {
  test.each<[string, string, string, unknown, [string, unknown][]]>([
    ['without an id', 'POST', '/accounts', {}, [['/account_id', 'is missing']]],
    ['with an empty id', 'POST', '/accounts', { account_id: '' }, [['/account_id', NO_ID]]],
    ['with capitals in its id', 'POST', '/accounts', { account_id: 'Desk' }, [['/account_id', NO_ID]]],
    ['with too long an id', 'POST', '/accounts', { account_id: 'a'.repeat(41) }, [['/account_id', NO_ID]]],
    ['with a number as its id', 'POST', '/accounts', { account_id: 7 }, [['/account_id', expect.any(String)]]],
    ['with a blank name', 'POST', '/accounts', { account_id: 'x', name: ' ' }, [['/name', expect.any(String)]]],
    ['with an unknown tier', 'PATCH', '/accounts/default', { tier: 'gold' }, [['/tier', expect.any(String)]]],
    ['with null as its tier', 'PATCH', '/accounts/default', { tier: null }, [['/tier', expect.any(String)]]],
    ['with a negative limit', 'PATCH', '/accounts/default', { monthly_limit: -1 }, [['/monthly_limit', NO_MONTHLY]]],
    ['with half an event', 'PATCH', '/accounts/default', { monthly_limit: 1.5 }, [['/monthly_limit', NO_MONTHLY]]],
    [
      'with too many events',
      'PATCH',
      '/accounts/default',
      { monthly_limit: 1e9 + 1 },
      [['/monthly_limit', NO_MONTHLY]],
    ],
    ['with a limit as text', 'PATCH', '/accounts/default', { monthly_limit: '5' }, [['/monthly_limit', NO_MONTHLY]]],
    ['with the other word', 'PATCH', '/accounts/default', { monthly_limit: 'off' }, [['/monthly_limit', NO_MONTHLY]]],
    ['with a rate of 0', 'PATCH', '/accounts/default', { rate_limit: 0 }, [['/rate_limit', NO_RATE]]],
    ['with too high a rate', 'PATCH', '/accounts/default', { rate_limit: 1e6 + 1 }, [['/rate_limit', NO_RATE]]],
    [
      'with a new id',
      'PATCH',
      '/accounts/default',
      { account_id: 'x' },
      [['/account_id', 'is not a known field (possible: name, tier, monthly_limit, rate_limit)']],
    ],
    ['that is a list', 'PATCH', '/accounts/default', [], [['', expect.any(String)]]],
    ['of a tier without a limit', 'PATCH', '/tiers/growth', {}, [['/monthly_limit', 'is missing']]],
    ['of a tier with null', 'PATCH', '/tiers/growth', { monthly_limit: null }, [['/monthly_limit', NO_MONTHLY]]],
    [
      'with four faults',
      'POST',
      '/accounts',
      { account_id: 'A', tier: 1, rate_limit: 'no', x: 1 },
      [
        ['/account_id', NO_ID],
        ['/tier', expect.any(String)],
        ['/rate_limit', NO_RATE],
        ['/x', 'is not a known field (possible: account_id, name, tier, monthly_limit, rate_limit)'],
      ],
    ],
  ])('%s is 400 with each issue at its place, and changes nothing', async (_what, method, path, body, faults) => {
    const head = await server.head();
    const headers = { 'content-type': 'application/json' };
    const response = await server.sim.send(method, path, { headers, body: JSON.stringify(body) });
    expect([response.status, response.error().code]).toEqual([400, 'invalid_request']);
    expect(response.error().details.map(({ path: at, issue }) => [at, issue])).toEqual(faults);
    expect(await server.head()).toBe(head);
  });

  test('is required, and the control plane is closed without its token', async () => {
    expect((await server.sim.send('POST', '/accounts')).status).toBe(400);
    const anonymous = { headers: { authorization: `Bearer ${server.ballast.apiKey}` } };
    for (const path of ['/accounts', '/tiers', '/keys', '/accounts/default']) {
      expect((await server.sim.send('GET', path, anonymous)).status).toBe(401);
    }
  });
});
