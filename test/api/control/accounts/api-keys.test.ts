/**
 * `/sim/keys` over HTTP (decisions E1, E4, E10, E11): secrets are shown once, stored as hashes, and invalid once
 * revoked.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createdKey, keyList, keyView } from '../../../../src-server/contract/control/accounts/accounts.ts';
import { eventList } from '../../../../src-server/contract/control/world/records.ts';
import { proves } from '../../../conformance/proves.ts';
import { newFolder, startBallast, stopAll, type TestServer } from '../../../support/start-ballast.ts';
import { callersOf, newKey } from '../../http/account-callers.ts';
import { createSample, NO_PORTFOLIO, SAP } from '../../service/sample-portfolio.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startBallast();
});
afterAll(stopAll);

const PRICE = `/prices/${SAP}`;
const keysOf = async (of: TestServer) => (await of.sim.get('/keys')).as(keyList).keys;
const statusWith = async (of: TestServer, secret: string) => (await callersOf(of, secret).b.get(PRICE)).status;

describe('the key of the run', () => {
  test('is the first key, and cannot be revoked', proves('E11'), async () => {
    const own = await startBallast({ apiKey: 'mine' });
    const [key, ...others] = await keysOf(own);
    expect(others).toEqual([]);
    expect(key).toMatchObject({ account_id: 'default', status: 'active', run_key: true, rate_limit: null });
    const response = await own.sim.delete(`/keys/${key?.key_id}`);
    expect(response.status).toBe(400);
    expect(response.error().details).toEqual([{ path: '/id', issue: 'is the default key' }]);
    expect(await statusWith(own, 'mine')).toBe(200);
  });

  test('made from the seed is not its own id', async () => {
    const own = await startBallast({ seed: 9 });
    await newKey(own);
    for (const { key_id: id } of await keysOf(own)) expect(id).not.toBe(own.ballast.apiKey);
  });

  test('follows the flag at each start: the earlier one is no longer valid', proves('E11'), async () => {
    const dataDir = newFolder();
    const one = await startBallast({ dataDir, apiKey: 'first' });
    const [before] = await keysOf(one);
    await one.stop();
    const two = await startBallast({ dataDir, apiKey: 'second' });
    expect([await statusWith(two, 'first'), await statusWith(two, 'second')]).toEqual([401, 200]);
    expect(await keysOf(two)).toEqual([before]);
    await two.stop();
    const three = await startBallast({ dataDir });
    expect([await statusWith(three, 'second'), await statusWith(three, three.ballast.apiKey)]).toEqual([401, 200]);
  });

  test('may not be one that the control plane made: exit 64', async () => {
    const dataDir = newFolder();
    const one = await startBallast({ dataDir });
    const { secret, key_id: id } = await newKey(one);
    await one.stop();
    const line = `--api-key: this is the secret of ${id}, which the control plane made; give another`;
    await expect(startBallast({ dataDir, apiKey: secret })).rejects.toMatchObject({ exitCode: 64, lines: [line] });
  });
});

describe('a new key', () => {
  test(
    'has every field of the request, a secret, and an event that does not contain the secret',
    proves('L28'),
    async () => {
      await server.sim.post('/accounts', { account_id: 'desk' });
      const response = await server.sim.post('/keys', { account_id: 'desk', name: 'Nightly', rate_limit: 7 });
      expect(response.status).toBe(201);
      const { secret, ...key } = response.as(createdKey);
      expect(secret).toMatch(/^sk_[A-Za-z0-9_-]{43}$/);
      expect(key).toEqual({
        key_id: expect.stringMatching(/^ak_[0-9A-HJKMNP-TV-Z]{26}$/),
        account_id: 'desk',
        name: 'Nightly',
        status: 'active',
        run_key: false,
        rate_limit: 7,
        rate_limit_in_force: 7,
        created_at: '2026-03-02T09:30:00.000Z',
        revoked_at: null,
      });
      expect((await server.sim.get('/keys?account_id=desk')).as(keyList).keys).toEqual([key]);
      const { events } = (await server.sim.get('/events')).as(eventList);
      const data = { key_id: key.key_id, account_id: 'desk', name: 'Nightly', rate_limit: 7 };
      expect(events.at(-1)).toMatchObject({ type: 'key.created', data });
      expect(events.at(-1)?.data).toEqual(data);
    },
  );

  test('without fields belongs to the default account', async () => {
    const key = await newKey(server);
    expect(key).toMatchObject({ account_id: 'default', name: 'API key', rate_limit: null, rate_limit_in_force: 'off' });
    expect(await statusWith(server, key.secret)).toBe(200);
  });

  test('gives access to its account, at every base, and not to the control plane', async () => {
    const portfolioId = await createSample(server);
    const { secret } = await newKey(server);
    const callers = callersOf(server, secret);
    for (const base of ['b', 'both'] as const) {
      expect((await callers[base].get(`/portfolios/${portfolioId}`)).status).toBe(200);
    }
    expect((await server.sim.send('GET', '/keys', { headers: { authorization: `Bearer ${secret}` } })).status).toBe(
      401,
    );
  });

  test('has a secret that is never shown again, nor drawn from the seed', proves('E10'), async () => {
    const [one, same] = [await startBallast({ seed: 3 }), await startBallast({ seed: 3 })];
    const [first, second] = [await newKey(one), await newKey(same)];
    expect(second.key_id).toBe(first.key_id);
    expect(second.secret).not.toBe(first.secret);
    expect(await one.head()).toBe(await same.head());
    for (const path of ['/keys', '/accounts', '/events', '/session', '/journal']) {
      expect((await one.sim.get(path)).text).not.toContain(first.secret);
    }
  });

  test('of no account is 400', async () => {
    const response = await server.sim.post('/keys', { account_id: 'nobody' });
    expect(response.status).toBe(400);
    expect(response.error().details).toEqual([
      { path: '/account_id', issue: 'names an account that does not exist: nobody' },
    ]);
  });
});

describe('a key', () => {
  test('that is revoked is 401 from the next request on, while others remain valid', proves('E12'), async () => {
    const dataDir = newFolder();
    const one = await startBallast({ dataDir });
    const [gone, stays] = [await newKey(one), await newKey(one)];
    expect(await statusWith(one, gone.secret)).toBe(200);
    await one.advance('1h');
    const response = await one.sim.delete(`/keys/${gone.key_id}`);
    expect(response.status).toBe(200);
    expect(response.as(keyView)).toMatchObject({ status: 'revoked', revoked_at: '2026-03-02T10:30:00.000Z' });
    const refused = await callersOf(one, gone.secret).b.get(PRICE);
    expect(refused.status).toBe(401);
    expect(refused.error().message).toBe('The API key is missing or invalid. This key was revoked.');
    const asId = await callersOf(one, stays.key_id).b.get(PRICE);
    expect(asId.status).toBe(401);
    expect(asId.error().message).toBe('The API key is missing or invalid. This is the id of a key, not the key.');
    expect(await statusWith(one, stays.secret)).toBe(200);
    const head = await one.head();
    expect((await one.sim.delete(`/keys/${gone.key_id}`)).as(keyView)).toEqual(response.as(keyView));
    expect(await one.head()).toBe(head);
    await one.stop();
    const two = await startBallast({ dataDir });
    expect([await statusWith(two, gone.secret), await statusWith(two, stays.secret)]).toEqual([401, 200]);
  });

  test('changes its name and its limit, but not once it is revoked', async () => {
    const { key_id: id } = await newKey(server);
    const change = (body: unknown) => server.sim.patch(`/keys/${id}`, body);
    expect((await change({ name: 'CI' })).as(keyView)).toMatchObject({ name: 'CI', rate_limit: null });
    expect((await change({ rate_limit: 'off' })).as(keyView)).toMatchObject({ name: 'CI', rate_limit: 'off' });
    expect((await change({ rate_limit: null })).as(keyView).rate_limit).toBeNull();
    const head = await server.head();
    expect((await change({ name: 'CI' })).status).toBe(200);
    expect(await server.head()).toBe(head);
    await server.sim.delete(`/keys/${id}`);
    expect((await change({ name: 'again' })).status).toBe(400);
  });

  test('that does not exist is 404', async () => {
    const id = `ak_${'0'.repeat(26)}`;
    for (const response of [await server.sim.delete(`/keys/${id}`), await server.sim.patch(`/keys/${id}`, {})]) {
      expect([response.status, response.error().message]).toEqual([404, `There is no key ${id}.`]);
    }
  });

  test('is listed after earlier ones, or with those of the given account', async () => {
    const own = await startBallast();
    await own.sim.post('/accounts', { account_id: 'desk' });
    const made = [
      await newKey(own, { account_id: 'desk' }),
      await newKey(own),
      await newKey(own, { account_id: 'desk' }),
    ];
    const ids = (keys: readonly { key_id: string }[]) => keys.map(({ key_id: id }) => id);
    expect(ids(await keysOf(own)).slice(1)).toEqual(ids(made));
    expect(ids((await own.sim.get('/keys?account_id=desk')).as(keyList).keys)).toEqual(
      ids(made.filter(({ account_id: of }) => of === 'desk')),
    );
    expect((await own.sim.get('/keys?account_id=none')).as(keyList).keys).toEqual([]);
  });
});

describe('a body', () => {
  const NO_RATE = 'is neither a whole number from 1 to 1000000 nor "off"';
  test.each<[string, unknown, string, unknown]>([
    ['with an account that is no name', { account_id: 'No name' }, '/account_id', expect.any(String)],
    ['with null as its account', { account_id: null }, '/account_id', expect.any(String)],
    ['with an empty name', { name: '' }, '/name', expect.any(String)],
    ['with too long a name', { name: 'x'.repeat(201) }, '/name', expect.any(String)],
    ['with a rate of 0', { rate_limit: 0 }, '/rate_limit', NO_RATE],
    ['with a word for a rate', { rate_limit: 'unlimited' }, '/rate_limit', NO_RATE],
    [
      'with a secret of its own',
      { secret: 'x' },
      '/secret',
      'is not a known field (possible: account_id, name, rate_limit)',
    ],
  ])('%s is 400 at its place', async (_what, body, path, issue) => {
    const response = await server.sim.post('/keys', body);
    expect([response.status, response.error().details]).toEqual([400, [{ path, issue }]]);
  });

  test('of a query with a bad account is 400', async () => {
    const response = await server.sim.get('/keys?account_id=A&account_id=B');
    expect(response.status).toBe(400);
    expect(response.error().details[0]?.path).toBe('/account_id');
  });
});

test(
  'no file of a world contains a secret: not of a created key, of the flag, or of the seed',
  proves('E10'),
  async () => {
    const dataDir = newFolder();
    const one = await startBallast({ dataDir });
    const generated = one.ballast.apiKey;
    const made = await newKey(one);
    const holder = callersOf(one, made.secret);
    await holder.b.get(PRICE);
    await holder.b.get(`/portfolios/${NO_PORTFOLIO}`);
    await one.stop();
    const two = await startBallast({ dataDir, apiKey: 'a-key-of-the-command-line' });
    await two.b.get(PRICE);
    const contents = () =>
      readdirSync(dataDir, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => readFileSync(join(entry.parentPath, entry.name)).toString('latin1'));
    const whileRunning = contents().join('');
    await two.stop();
    const all = whileRunning + contents().join('');
    expect(all).toContain(made.key_id);
    for (const secret of [made.secret, generated, 'a-key-of-the-command-line']) expect(all).not.toContain(secret);
  },
);
