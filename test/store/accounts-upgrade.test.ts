/** A world that was made before there were accounts opens with one, with the key of the run, and with what it used. */
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, expect, test } from 'vitest';
import { accountList, accountView, keyList } from '../../src-server/contract/control/accounts/accounts.ts';
import { newKey } from '../api/account-callers.ts';
import { createSample, planFor } from '../api/sample-portfolio.ts';
import { proves } from '../conformance/proves.ts';
import { newFolder, startBallast, stopAll } from '../support/start-ballast.ts';

afterEach(stopAll);

const MIGRATIONS_BEFORE_ACCOUNTS = 10;
/** What takes back the migrations after the one to accounts. */
const LATER_CHANGES = [
  'drop table commands',
  'drop table sink_scripts; drop table wire_faults; create table journal (seq integer primary key)',
  'drop index sink_requests_by_event; drop index sink_requests_by_name',
  'create index sink_requests_by_name on sink_requests (name)',
  'drop index deliveries_by_endpoint; drop index deliveries_by_event; drop index events_by_rebalance',
  ...dropColumns('sink_requests', 'event_id', 'status', 'delay_ms'),
  ...dropColumns('deliveries', 'yields', 'interference'),
  ...dropColumns('delivery_attempts', 'sent_ms', 'url', 'response_headers', 'is_cut', 'first_byte_ms', 'injected'),
  ...dropColumns('events', 'rebalance_id'),
  ...dropColumns('webhook_endpoints', 'previous_secrets', 'rotations', 'status', 'disabled_reason'),
  ...dropColumns('webhook_endpoints', 'failing_since_ms', 'ordered', 'timeout_ms'),
  'alter table webhook_endpoints add enabled integer not null default 1',
];

function dropColumns(table: string, ...columns: string[]): string[] {
  return columns.map((column) => `alter table ${table} drop column ${column}`);
}

/** Takes away what the migration to accounts, the start after it and all later migrations brought. */
function forgetAccounts(dataDir: string): void {
  const sqlite = new Database(join(dataDir, 'ballast.db'));
  sqlite.exec(`
    drop table accounts; drop table api_keys; drop table tier_limits; drop index rebalances_by_account;
    delete from counters where name = 'id:ak';
    delete from __drizzle_migrations where created_at not in
      (select created_at from __drizzle_migrations order by created_at limit ${MIGRATIONS_BEFORE_ACCOUNTS});
  `);
  for (const change of LATER_CHANGES) sqlite.exec(change);
  sqlite.close();
}

test('the account default, its key and the events of the month', async () => {
  const dataDir = newFolder();
  const before = await startBallast({ dataDir, seed: 4 });
  const portfolioId = await createSample(before);
  await planFor(before, portfolioId);
  await before.advance('1h');
  const head = await before.head();
  await before.stop();
  forgetAccounts(dataDir);

  const after = await startBallast({ dataDir, seed: null });
  expect(after.ballast.apiKey).toBe(before.ballast.apiKey);
  expect(await after.head()).toBe(head);
  expect((await after.b.get(`/portfolios/${portfolioId}`)).status).toBe(200);
  const { accounts } = (await after.sim.get('/accounts')).as(accountList);
  expect(accounts).toMatchObject([
    { account_id: 'default', tier: 'growth', quota: { used: 1 }, created_at: '2026-03-02T10:30:00.000Z' },
  ]);
  const { keys } = (await after.sim.get('/keys')).as(keyList);
  expect(keys).toMatchObject([{ account_id: 'default', run_key: true, status: 'active' }]);
});

test('accounts, tiers and keys are as they were after a restart, and new keys get new ids', async () => {
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
  'a tier of the command line changes the account of a world that exists, and only where it is given',
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
