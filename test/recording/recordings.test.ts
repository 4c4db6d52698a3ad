/** Tests `/sim/recordings`: the list of recordings, their ends, and their files. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { createdKey } from '../../src-server/contract/control/accounts/accounts.ts';
import { faultView } from '../../src-server/contract/control/market/faults.ts';
import {
  deletedRecording,
  type RecordingWire,
  recording,
  recordingList,
} from '../../src-server/contract/control/scenarios/recordings.ts';
import { fingerprint } from '../../src-server/contract/control/world/session.ts';
import { portfolioB } from '../../src-server/contract/service/form-b.ts';
import { createSample, executeSample, LARGE, planFor, SAP, samplePortfolio } from '../api/service/sample-portfolio.ts';
import { proves } from '../conformance/proves.ts';
import { callerOf, newFolder, startBallast, stopAll, type TestServer } from '../support/start-ballast.ts';
import { startReceiver, stopReceivers } from '../webhooks/receiver.ts';
import { play, startRecording, takeRecording } from './play-recording.ts';

afterEach(async () => {
  stopReceivers();
  await stopAll();
});

const listed = async ({ sim }: TestServer): Promise<RecordingWire[]> =>
  (await sim.get('/recordings')).as(recordingList).recordings;

async function expectSameHead(server: TestServer, id: string): Promise<string> {
  const taken = await takeRecording(server, id);
  const { status, head, faults, steps } = await play(taken);
  const failures = steps.flatMap(({ failures: why, title }) => why.map((each) => `${title}: ${each}`));
  expect([...faults, ...failures], taken.text).toEqual([]);
  expect([status, head]).toEqual(['passed', taken.facts.head]);
  return taken.text;
}

describe.each([
  ['in memory', () => ({})],
  ['in a folder', () => ({ dataDir: newFolder() })],
])('recordings of a world %s', (_where, options) => {
  test('are listed, stopped once, and deleted', proves('K50'), async () => {
    const server = await startBallast(options());
    const id = await startRecording(server, 'now', 'Monday');
    expect(await listed(server)).toMatchObject([
      { recording_id: id, name: 'Monday', status: 'recording', commands: 0 },
    ]);
    await createSample(server);
    expect(await listed(server)).toMatchObject([{ recording_id: id, commands: 1, ended_by: null }]);
    const stopped = (await server.sim.post(`/recordings/${id}/stop`)).as(recording);
    expect(stopped).toMatchObject({
      status: 'stopped',
      ended_by: 'stop',
      head: await server.head(),
      needs_start: true,
    });
    await createSample(server);
    expect((await server.sim.post(`/recordings/${id}/stop`)).as(recording)).toEqual(stopped);
    const { text } = await server.sim.get(`/recordings/${id}/scenario.yaml`);
    expect(text).toContain(`start: { snapshot: "${id}.start.db" }`);
    expect((await server.sim.delete(`/recordings/${id}`)).as(deletedRecording)).toEqual({
      recording_id: id,
      deleted: true,
    });
    expect(await listed(server)).toEqual([]);
    for (const path of ['stop', 'scenario.yaml', 'golden.ndjson', 'start.db']) {
      const response = await server.sim.send(path === 'stop' ? 'POST' : 'GET', `/recordings/${id}/${path}`);
      expect([response.status, response.error().message]).toEqual([404, `There is no recording ${id}.`]);
    }
  });

  test('end when the world is reset or restored, and stay stored', proves('K54'), async () => {
    const server = await startBallast(options());
    await createSample(server);
    await server.sim.post('/snapshots', { name: 'early' });
    const first = await startRecording(server, 'beginning');
    const { rebalanceId } = await executeSample(server, LARGE);
    await server.advance('20s');
    const head = await server.head();
    await server.sim.post('/snapshots/early/restore');
    const second = await startRecording(server, 'beginning');
    await server.sim.post('/reset');
    expect(await listed(server)).toMatchObject([
      { recording_id: first, status: 'stopped', ended_by: 'restore', head },
      { recording_id: second, status: 'stopped', ended_by: 'reset', commands: 1 },
    ]);
    expect(await expectSameHead(server, first)).not.toContain(rebalanceId);
    await expectSameHead(server, second);
  });
});

test('refuses what cannot be recorded, each with its place', proves('K50'), async () => {
  const server = await startBallast();
  const refusedWith = async (body: unknown) => (await server.sim.post('/recordings', body)).error();
  expect((await refusedWith({ from: 'yesterday', name: '' })).details.map(({ path }) => path)).toEqual([
    '/name',
    '/from',
  ]);
  for (let count = 0; count < 20; count += 1) await startRecording(server, 'beginning');
  expect((await refusedWith({})).message).toBe(
    'Nothing more can be recorded: there are 20 already. Delete a recording first.',
  );
  const start = await server.sim.get('/recordings/recording-1/start.db');
  expect([start.status, start.error().message]).toEqual([
    404,
    'The recording recording-1 starts with the world and needs no saved world.',
  ]);
  const slash = await server.sim.get('/recordings/recording-1/scenario.yaml?start=..%2Fother.db');
  expect(slash.error().details).toEqual([{ path: '/start', issue: 'is not the name of a file that ends in .db' }]);
});

test('records what flags and files created in the world from the beginning', proves('K52'), async () => {
  const dataDir = newFolder();
  const flags = { demo: true, tier: 'starter', webhookUrls: ['/sim/sink/flag'], driftCheckMs: 30 * 60_000 } as const;
  const first = await startBallast({ seed: 5, dataDir, ...flags });
  await executeSample(first);
  await first.stop();
  const server = await startBallast({ dataDir, tier: 'growth', webhookUrls: ['/sim/sink/other'] });
  await server.advance('1h');
  const text = await expectSameHead(server, await startRecording(server, 'beginning'));
  expect(text).toContain('drift_check: 1800000ms');
  expect(text).toContain('body: { tier: growth }');
  expect(text).toContain('body: { url: /sim/sink/other }');
  expect(text).not.toContain('start:');
});

test(
  'records a world with generated and manual dividends, so that all are paid again',
  proves('O2.5', 'O3.11', 'O3.13', 'K52'),
  async () => {
    const server = await startBallast({ seed: 42, dividends: 'on' });
    await createSample(server, { holdings: [{ isin: 'CH0012005267', exchange: 'XSWX', quantity: 100 }] });
    const special = { kind: 'cash_dividend', isin: SAP, ex_at: '2026-03-03T08:00:00Z', amount: 10 };
    expect((await server.sim.post('/market/corporate-actions', special)).status).toBe(201);
    await server.advance('30d');
    const paid = (await server.sim.get('/events?type=dividend.paid')).text;
    expect(paid).toContain('"isin":"CH0012005267"');
    const text = await expectSameHead(server, await startRecording(server, 'beginning'));
    expect(text).toContain('dividends: on');
    expect(text).toContain('corporate_action: { kind: cash_dividend');
  },
);

test('starts from a saved world if the world has files of prices', proves('K52'), async () => {
  const folder = newFolder();
  const rows = [
    'timestamp,isin,exchange,mid',
    `2026-03-02T09:00:00Z,${SAP},XETR,240`,
    `2026-03-06T16:30:00Z,${SAP},XETR,242`,
  ];
  writeFileSync(join(folder, 'prices.csv'), `${rows.join('\n')}\n`);
  writeFileSync(join(folder, 'world.yaml'), 'series: [prices.csv]\nwebhooks: [{ url: /sim/sink/file }]\n');
  const server = await startBallast({ fixtureFile: join(folder, 'world.yaml'), tier: 'starter' });
  await executeSample(server);
  const moved = `${rows.join('\n').replaceAll('24', '25')}\n`;
  const loaded = await server.sim.send('POST', '/market/series', {
    headers: { 'content-type': 'text/csv' },
    body: moved,
  });
  expect(loaded.status, loaded.text).toBe(201);
  await server.advance('2h');
  const text = await expectSameHead(server, await startRecording(server, 'beginning'));
  expect(text).toContain('start: { snapshot: "recorded.start.db" }');
  expect(text).toContain('path: /market/series');
  expect(text).not.toContain('tier');
});

test('explains that only the future can be recorded if other rules applied before', proves('K52'), async () => {
  const dataDir = newFolder();
  const first = await startBallast({ dataDir, rules: 'warn' });
  await createSample(first);
  await first.stop();
  const server = await startBallast({ dataDir, rules: 'enforce' });
  const refusal = (await server.sim.post('/recordings', { from: 'beginning' })).error();
  expect(refusal.details).toEqual([{ path: '/from', issue: 'can only be "now" here' }]);
  const id = await startRecording(server, 'now');
  await executeSample(server);
  await server.advance('1m');
  expect(await expectSameHead(server, id)).toContain('rules: enforce');
});

test(
  'a recording continues after a restart, and can be downloaded so far while it continues',
  proves('K50', 'K51.1', 'K51.2'),
  async () => {
    const dataDir = newFolder();
    const first = await startBallast({ dataDir });
    const id = await startRecording(first, 'now');
    const { rebalanceId } = await executeSample(first, LARGE);
    expect((await first.sim.get(`/recordings/${id}/scenario.yaml`)).text).toContain(
      '/rebalance/${rebalance_1}/execute',
    );
    const golden = await first.sim.get(`/recordings/${id}/golden.ndjson`);
    expect(golden.text).toContain(await first.head());
    await first.stop();
    const server = await startBallast({ dataDir });
    await server.advance('40s');
    await server.b.delete(`/rebalance/${rebalanceId}`);
    await server.sim.post(`/rebalances/${rebalanceId}/cancel-orders`);
    await expectSameHead(server, id);
  },
);

test('contains no secret, neither in its text nor in the world that it starts from', proves('K53'), async () => {
  const server = await startBallast({ apiKey: 'sk_of_the_run', dataDir: newFolder() });
  const secret = `whsec_${'Q'.repeat(40)}`;
  await server.sim.post('/webhooks', { url: '/sim/sink/secret', secret });
  await executeSample(server);
  const id = await startRecording(server, 'now');
  const { portfolioId } = await executeSample(server, { external_id: 'again' });
  await server.sim.post('/webhooks', { url: '/sim/sink/second', secret });
  await server.advance('1m');
  const taken = await takeRecording(server, id);
  const start = await server.sim.get(`/recordings/${id}/start.db`);
  for (const text of [taken.text, taken.golden, start.text]) {
    for (const secretText of [secret.slice('whsec_'.length), 'sk_of_the_run', server.ballast.adminToken]) {
      expect(text).not.toContain(secretText);
    }
  }
  expect(taken.text).not.toContain(portfolioId);
  expect((await play(taken)).head).toBe(taken.facts.head);
});

test(
  'a receiver that acts on a webhook, in the middle of an advance, is replayed at that instant',
  proves('K57', 'K51.1', 'K51.2'),
  async () => {
    const server = await startBallast({ seed: 3 });
    const receiver = await startReceiver();
    await server.sim.post('/webhooks', { url: receiver.url });
    const portfolioId = await createSample(server);
    const id = await startRecording(server, 'beginning');
    const { rebalanceId } = await executeSample(server, { ...LARGE, external_id: 'told' });
    const advanced = server.advance('2m');
    await receiver.received(4);
    await server.b.post('/rebalance', { portfolio_id: portfolioId });
    await server.sim.post(`/rebalances/${rebalanceId}/cancel-orders`);
    await advanced;
    const before = receiver.requests.length;
    const text = await expectSameHead(server, id);
    expect(text).toContain('receivers: stand_in');
    // The replay sends nothing to the receiver.
    expect(receiver.requests.length).toBe(before);
  },
);

test(
  'records what the service refuses and what a sink receives as steps, but not what the control plane refuses',
  proves('K50'),
  async () => {
    const server = await startBallast({ seed: 3 });
    const id = await startRecording(server, 'beginning');
    expect((await server.b.post('/rebalance', { portfolio_id: 'pf_0' })).status).toBe(404);
    expect((await server.sim.post('/faults', { kind: 'no_such_fault' })).status).toBe(400);
    const headers = { 'content-type': 'application/json' };
    const script = JSON.stringify({ answers: [{ status: 503 }] });
    expect((await server.sim.send('PUT', '/sinks/shy', { headers, body: script })).status).toBe(200);
    expect((await server.sim.get('/sinks/shy')).status).toBe(200);
    const taken = await takeRecording(server, id);
    expect(taken.text).toContain('/error/code: not_found');
    expect(taken.text.match(/sinks\/shy/g)).toHaveLength(1);
    expect(taken.text).not.toContain('no_such_fault');
    expect((await play(taken)).status).toBe('passed');
  },
);

test('commands at the same instant are replayed in their order', proves('K51.1', 'K51.2'), async () => {
  const server = await startBallast();
  const id = await startRecording(server, 'beginning');
  const ids = await Promise.all([1, 2, 3, 4].map((index) => createSample(server, { external_id: `at-once-${index}` })));
  await Promise.all(ids.map((portfolioId) => planFor(server, portfolioId)));
  await Promise.all([
    server.sim.post('/market/pins', { isin: SAP, mid: 199, currency: 'EUR' }),
    server.b.delete(`/portfolios/${ids[0]}`),
    server.sim.post(`/portfolios/${ids[1]}/cash`, { amount: 1 }),
  ]);
  const print = (await server.sim.get('/fingerprint')).as(fingerprint);
  const text = await expectSameHead(server, id);
  expect(text).toContain(print.head);
});

test('keys and faults from before the recording are shown and ended by it', proves('K52', 'K53'), async () => {
  const server = await startBallast();
  await server.sim.post('/accounts', { account_id: 'desk' });
  const key = (await server.sim.post('/keys', { account_id: 'desk' })).as(createdKey);
  const down = (await server.sim.post('/faults', { kind: 'exchange_down', exchange: 'XETR' })).as(faultView);
  const slow = (await server.sim.post('/faults', { kind: 'api_error', code: 'internal_error', count: 9 })).as(
    faultView,
  );
  const id = await startRecording(server, 'now');
  const late = (await server.sim.post('/faults', { kind: 'api_error', code: 'rate_limit', count: 9 })).as(faultView);
  for (const { fault_id: faultId } of [down, slow, late]) await server.sim.delete(`/faults/${faultId}`);
  const trader = callerOf(server.ballast.formBUrl, key.secret);
  const made = (await trader.post('/portfolios', samplePortfolio())).as(portfolioB);
  expect((await trader.get(`/portfolios/${made.portfolio_id}`)).status).toBe(200);
  const text = await expectSameHead(server, id);
  expect(text).toContain(`keys: { earlier_key_1: ${key.key_id} }`);
  expect(text).toContain('key: ${earlier_key_1}');
  expect(text).toContain(`end_fault: ${down.fault_id}`);
});

test('ends by itself at its maximum length, with everything so far', {
  ...proves('K54'),
  tags: ['deep'],
}, async () => {
  const server = await startBallast();
  const id = await startRecording(server, 'beginning');
  // Five of these exceed the maximum length of a scenario's text.
  const csvFrom = (day: string) => {
    const minutes = Array.from({ length: 23_000 }, (_, minute) => Date.parse(day) + minute * 60_000);
    return [
      'timestamp,isin,exchange,mid',
      ...minutes.map((ms) => `${new Date(ms).toISOString()},${SAP},XETR,240`),
    ].join('\n');
  };
  for (let count = 0; count < 5; count += 1) {
    const body = `${csvFrom(`2026-0${count + 3}-03T00:00:00Z`)}\n`;
    const loaded = await server.sim.send('POST', '/market/series', { headers: { 'content-type': 'text/csv' }, body });
    expect(loaded.status, loaded.text.slice(0, 300)).toBe(201);
    await server.advance('1s');
  }
  const taken = await takeRecording(server, id);
  expect(taken.facts).toMatchObject({ ended_by: 'bounds', commands: 3, ended_at: '2026-03-02T09:30:03.000Z' });
  const { head, status } = await play(taken);
  expect([status, head]).toEqual(['passed', taken.facts.head]);
});
