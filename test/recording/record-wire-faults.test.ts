/**
 * Tests faults on the wire in recordings: they are set again, and hit the same requests again (decisions K53, K111,
 * K112).
 */
import { writeFileSync } from 'node:fs';
import { afterEach, describe, expect, test } from 'vitest';
import { createdKey } from '../../src-server/contract/control/accounts/accounts.ts';
import { faultList, faultView } from '../../src-server/contract/control/market/faults.ts';
import { clock } from '../../src-server/contract/control/world/clock.ts';
import { portfolioB } from '../../src-server/contract/service/form-b.ts';
import { createSample, LARGE, planFor, samplePortfolio } from '../api/service/sample-portfolio.ts';
import { proves } from '../conformance/proves.ts';
import { callerOf, newFolder, startBallast, stopAll, type TestServer } from '../support/start-ballast.ts';
import { untilOver } from '../support/until-over.ts';
import { play, startRecording, type TakenRecording, takeRecording } from './play-recording.ts';

afterEach(stopAll);

type Fields = Readonly<Record<string, unknown>>;
const breakWire = async ({ sim }: TestServer, fault: Fields): Promise<string> => {
  const set = await sim.post('/faults', fault);
  expect(set.status, set.text).toBe(201);
  return set.as(faultView).fault_id;
};
/** The status, or 0 if no complete response arrived. */
const tried = (response: Promise<{ readonly status: number }>) => response.then(({ status }) => status).catch(() => 0);

/** Shares and hits of every fault, which the scenario expects at its end. */
async function faultsOf({ sim }: TestServer): Promise<Fields[]> {
  const { faults } = (await sim.get('/faults')).as(faultList);
  return faults.flatMap((fault) =>
    'chances' in fault ? [{ fault_id: fault.fault_id, chances: fault.chances, hits: fault.hits }] : [],
  );
}

/** Replays the recording with a last step that compares its faults with those of the server. */
async function expectSameFaults(server: TestServer, id: string): Promise<TakenRecording> {
  const faults = await faultsOf(server);
  const taken = await takeRecording(server, id);
  const all = (await server.sim.get('/faults')).as(faultList).faults;
  const places = Object.fromEntries(
    faults.flatMap((fault) => {
      const index = all.findIndex(({ fault_id: each }) => each === fault.fault_id);
      return Object.entries(fault).map(([name, value]) => [`/faults/${index}/${name}`, value]);
    }),
  );
  const step = { control: { method: 'GET', path: '/faults' }, expect: { body: places } };
  writeFileSync(taken.file, `${taken.text}  - ${JSON.stringify(step)}\n`);
  const { status, head, faults: issues, steps } = await play(taken);
  const failures = steps.flatMap(({ failures: why, title }) => why.map((each) => `${title}: ${each}`));
  expect([...issues, ...failures], taken.text).toEqual([]);
  expect([status, head]).toEqual(['passed', taken.facts.head]);
  return taken;
}

describe.each(['beginning', 'now'] as const)('recorded from %s', (from) => {
  test('faults and the requests that they broke are steps, and hit again', {
    ...proves('K53', 'K111'),
    tags: ['deep'],
  }, async () => {
    const server = await startBallast({ seed: 7, dataDir: newFolder() });
    await server.sim.post('/webhooks', { url: '/sim/sink/told' });
    const id = await startRecording(server, from);
    const portfolioId = await createSample(server, LARGE);
    await breakWire(server, {
      kind: 'api_error',
      code: 'internal_error',
      match: { operation: 'createPlan' },
      count: 1,
    });
    const reset = { kind: 'api_connection_reset', after_processing: true, count: 1 };
    await breakWire(server, { ...reset, match: { operation: 'executePlan' } });
    await breakWire(server, { kind: 'webhook_drop', count: 1 });
    const plan = () => server.b.post('/rebalance', { portfolio_id: portfolioId });
    expect(await tried(plan())).toBe(500);
    const rebalanceId = await planFor(server, portfolioId);
    const execute = () => tried(server.b.post(`/rebalance/${rebalanceId}/execute`, { confirm: true }));
    expect([await execute(), await execute()]).toEqual([0, 409]);
    await server.advance('2m');
    // A read counts as a hit, too.
    await breakWire(server, { kind: 'api_connection_reset', match: { operation: 'getPortfolio' }, count: 1 });
    const read = () => tried(server.b.get(`/portfolios/${portfolioId}`));
    expect([await read(), await read()]).toEqual([0, 200]);
    const { text } = await expectSameFaults(server, id);
    expect(text.match(/- fault:/g)).toHaveLength(4);
    expect(text.match(/path: \/rebalance[,\n]/g)).toHaveLength(2);
    expect(text).toContain('status: 500, body: { /error/code: internal_error }');
    expect(text.match(/status: none/g)).toHaveLength(2);
    expect(text.match(/method: GET/g)).toHaveLength(1);
    expect(text).not.toContain('stays out');
  });
});

test('a fault with a share hits the same requests again', { ...proves('K53', 'K111'), tags: ['deep'] }, async () => {
  const server = await startBallast({ seed: 21 });
  await breakWire(server, { kind: 'api_error', code: 'internal_error', share: 0.5, match: { method: 'GET' } });
  const id = await startRecording(server, 'now');
  await breakWire(server, { kind: 'api_malformed_body', share: 0.4 });
  await breakWire(server, { kind: 'api_truncated_body', share: 0.3, match: { body: { '/currency': 'EUR' } } });
  const statuses: number[] = [];
  for (let count = 0; count < 25; count += 1) {
    statuses.push(await tried(server.b.post('/portfolios', samplePortfolio({ external_id: `drawn-${count}` }))));
    statuses.push(await tried(server.b.get('/portfolios/none')));
    await tried(server.b.post('/rebalance', { portfolio_id: 'none' }));
  }
  expect([...new Set(statuses)].sort()).toEqual([0, 201, 404, 500]);
  await expectSameFaults(server, id);
});

test('faults match the same keys, headers and bodies; a refused request draws again', proves('K111'), async () => {
  const server = await startBallast({ seed: 4 });
  await server.sim.post('/accounts', { account_id: 'desk' });
  const key = (await server.sim.post('/keys', { account_id: 'desk', rate_limit: 2 })).as(createdKey);
  const id = await startRecording(server, 'now');
  await breakWire(server, { kind: 'api_empty_answer', share: 0.5, match: { method: 'POST' } });
  await breakWire(server, {
    kind: 'api_error',
    code: 'internal_error',
    match: { operation: 'createPortfolio', headers: { 'X-Try': '1' } },
  });
  const absent = { 'x-quiet': { present: false } };
  await breakWire(server, { kind: 'api_connection_reset', match: { operation: 'createPortfolio', headers: absent } });
  const trader = callerOf(server.ballast.formBUrl, key.secret);
  const nobody = callerOf(server.ballast.formBUrl, 'sk_secret_of_nobody');
  const body = JSON.stringify(samplePortfolio());
  const statuses: number[] = [];
  for (const attempt of ['1', '2', '2', '3', '1', '4', '5', '6']) {
    const headers = { 'content-type': 'application/json', 'x-try': attempt, 'x-quiet': 'yes' };
    statuses.push(await tried(trader.send('POST', '/portfolios', { headers, body })));
    await tried(nobody.send('POST', '/portfolios', { headers, body }));
    await tried(server.b.send('POST', '/portfolios', { headers, body }));
  }
  const { text } = await expectSameFaults(server, id);
  expect(statuses).toContain(429);
  expect(text).toContain('key: wrong');
  expect(text).toContain('key: ${earlier_key_1}');
  expect(text).not.toContain('sk_secret_of_nobody');
});

test('hanging and late responses do not slow down a replay', proves('K112'), async () => {
  const server = await startBallast({ seed: 2 });
  const id = await startRecording(server, 'beginning');
  await breakWire(server, { kind: 'api_latency', latency_ms: { fixed: 30 }, match: { method: 'POST' }, count: 1 });
  await breakWire(server, { kind: 'api_slow_drip', over_ms: 110, match: { method: 'POST' }, count: 1 });
  await createSample(server);
  const hang = await breakWire(server, { kind: 'api_hang', match: { operation: 'createPortfolio' } });
  const delayed = tried(server.b.post('/portfolios', samplePortfolio({ external_id: 'held' })));
  await untilOver(
    () => faultsOf(server),
    (faults) => faults.some(({ fault_id: each, hits }) => each === hang && hits === 1),
  );
  await server.sim.delete(`/faults/${hang}`);
  expect(await delayed).toBe(0);
  const { text } = await expectSameFaults(server, id);
  expect(text).toContain('latency_ms: { fixed: 0 }');
  expect(text).toContain('over_ms: 1');
  expect(text).toContain('timeout_ms: 1000');
  expect(text).toContain('# It was set with latency_ms {"fixed":30}, which nobody waits for here.');
});

test(
  'a request that a latency delays while the clock runs is executed at the same instant in the replay',
  proves('K112'),
  async () => {
    const server = await startBallast({ seed: 2 });
    const id = await startRecording(server, 'beginning');
    await breakWire(server, { kind: 'api_latency', latency_ms: { fixed: 30 }, match: { method: 'POST' }, count: 1 });
    await server.sim.post('/clock/mode', { mode: 'realtime', rate: 5000 });
    const startedAt = (await server.sim.get('/clock')).as(clock).now;
    const portfolioId = await createSample(server);
    await server.sim.post('/clock/mode', { mode: 'manual' });
    const { created_at: created } = (await server.b.get(`/portfolios/${portfolioId}`)).as(portfolioB);
    // How far the clock moved depends on the machine; that it moved makes the two instants differ.
    expect(Date.parse(created)).toBeGreaterThan(Date.parse(startedAt));
    await expectSameFaults(server, id);
  },
);

test('a fault that matches a secret is set without it, and hits nothing', proves('K53'), async () => {
  const server = await startBallast({ apiKey: 'sk_of_the_run' });
  const match = {
    operation: 'createPortfolio',
    headers: { authorization: { contains: 'sk_of' }, cookie: 'very-secret' },
  };
  await breakWire(server, {
    kind: 'api_error',
    code: 'internal_error',
    match: { headers: { authorization: 'Bearer sk_of_the_run' } },
  });
  const id = await startRecording(server, 'now');
  await breakWire(server, { kind: 'api_error', code: 'internal_error', match });
  const headers = { 'content-type': 'application/json', authorization: 'Bearer sk_of_the_run', cookie: 'very-secret' };
  expect(await tried(server.b.send('POST', '/portfolios', { headers, body: JSON.stringify(samplePortfolio()) }))).toBe(
    500,
  );
  await server.sim.delete('/faults');
  await createSample(server);
  const taken = await takeRecording(server, id);
  const start = await server.sim.get(`/recordings/${id}/start.db`);
  expect(/very-secret|sk_of/.exec(`${taken.text}${start.text}`)?.[0]).toBeUndefined();
  expect(taken.text).toContain('which shows a secret');
  const { status, head } = await play(taken);
  expect([status, head]).toEqual(['passed', taken.facts.head]);
});
