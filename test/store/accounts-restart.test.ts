/** Accounts, tiers and keys, and the used part of a quota, are the same after a restart. */
import { afterEach, expect, test } from 'vitest';
import { accountList, accountView, keyList } from '../../src-server/contract/control/accounts/accounts.ts';
import { newKey } from '../api/http/account-callers.ts';
import { createSample, planFor } from '../api/service/sample-portfolio.ts';
import { proves } from '../conformance/proves.ts';
import { newFolder, startBallast, stopAll } from '../support/start-ballast.ts';

afterEach(stopAll);

test('the account default, its key and the rebalances of its month are the same after a restart', async () => {
  const dataDir = newFolder();
  const before = await startBallast({ dataDir, seed: 4 });
  const portfolioId = await createSample(before);
  await planFor(before, portfolioId);
  await before.advance('1h');
  const head = await before.head();
  await before.stop();

  const after = await startBallast({ dataDir, seed: null });
  expect(after.ballast.apiKey).toBe(before.ballast.apiKey);
  expect(await after.head()).toBe(head);
  expect((await after.b.get(`/portfolios/${portfolioId}`)).status).toBe(200);
  const { accounts } = (await after.sim.get('/accounts')).as(accountList);
  expect(accounts).toMatchObject([
    { account_id: 'default', tier: 'growth', quota: { used: 1 }, created_at: '2026-03-02T09:30:00.000Z' },
  ]);
  const { keys } = (await after.sim.get('/keys')).as(keyList);
  expect(keys).toMatchObject([{ account_id: 'default', run_key: true, status: 'active' }]);
});

test('accounts, tiers and keys are the same after a restart, and new keys get new ids', async () => {
  const dataDir = newFolder();
  const one = await startBallast({ dataDir });
  await one.sim.post('/accounts', { account_id: 'desk', tier: 'starter', rate_limit: 9 });
  await one.sim.patch('/tiers/starter', { monthly_limit: 5 });
  await one.sim.patch('/accounts/default', { name: 'Mine', monthly_limit: 'unlimited' });
  await newKey(one, { account_id: 'desk', name: 'CI', rate_limit: 'off' });
  const texts = async (of: typeof one) =>
    Promise.all(['/accounts', '/tiers', '/keys'].map(async (path) => (await of.sim.get(path)).text));
  const first = await texts(one);
  const head = await one.head();
  await one.stop();
  const two = await startBallast({ dataDir });
  expect(await texts(two)).toEqual(first);
  expect(await two.head()).toBe(head);
  const ids = (await two.sim.get('/keys')).as(keyList).keys.map(({ key_id: id }) => id);
  expect(ids).not.toContain((await newKey(two)).key_id);
});

test(
  'a tier of the command line changes the account of an existing world, and only if it is given',
  proves('K9'),
  async () => {
    const dataDir = newFolder();
    await (await startBallast({ dataDir, tier: 'starter' })).stop();
    const tierOf = async (tier: 'enterprise' | null) => {
      const server = await startBallast({ dataDir, tier });
      const account = (await server.sim.get('/accounts/default')).as(accountView);
      await server.stop();
      return account.tier;
    };
    expect([await tierOf(null), await tierOf('enterprise'), await tierOf(null)]).toEqual([
      'starter',
      'enterprise',
      'enterprise',
    ]);
  },
);
