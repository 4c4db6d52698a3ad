/**
 * The journal over HTTP: the fields of an entry, how it is found, paged through and deleted, and what survives a
 * restart.
 */
import { afterEach, describe, expect, test } from 'vitest';
import { createdKey } from '../../../src-server/contract/control/accounts/accounts.ts';
import { clearedJournal, journalDetail, journalList } from '../../../src-server/contract/control/world/journal.ts';
import { eventList } from '../../../src-server/contract/control/world/records.ts';
import { session } from '../../../src-server/contract/control/world/session.ts';
import { proves } from '../../conformance/proves.ts';
import { requestJson } from '../../support/request-json.ts';
import { runBallast } from '../../support/run-process.ts';
import { callerOf, newFolder, startBallast, stopAll, type TestServer } from '../../support/start-ballast.ts';
import { createSample, executeSample, NO_PORTFOLIO, planFor, SAP } from '../service/sample-portfolio.ts';

afterEach(stopAll);

const listOf = async (server: TestServer, query = '') =>
  (await server.sim.get(`/journal${query === '' ? '' : `?${query}`}`)).as(journalList);
const detailOf = async (server: TestServer, id: string) => (await server.sim.get(`/journal/${id}`)).as(journalDetail);

describe('an entry of the journal', () => {
  test.each([null, { kind: 'api_latency', latency_ms: 1 }, { kind: 'api_slow_drip', over_ms: 600_000 }])(
    'has no body for HEAD, under the fault %j',
    proves('L35', 'L41'),
    async (fault) => {
      const server = await startBallast();
      if (fault !== null) await server.sim.post('/faults', fault);
      const { headers, text } = await server.both.send('HEAD', `/prices/${SAP}`);
      const entry = await detailOf(server, headers.get('x-request-id') ?? '');
      expect([text, entry.status, entry.response_body]).toEqual(['', 200, '']);
    },
  );

  test('names the caller, the request, the response, and the events of its command', proves('L35'), async () => {
    const server = await startBallast();
    const portfolioId = await createSample(server);
    await planFor(server, portfolioId);
    const [plan, creation] = (await listOf(server, 'full=true')).entries;
    const { events } = (await server.sim.get('/events')).as(eventList);
    const seqOf = (type: string) => events.find((event) => event.type === type)?.seq;
    expect(creation).toMatchObject({
      seq: 1,
      method: 'POST',
      path: '/form-b/v1/portfolios',
      operation: 'createPortfolio',
      form: 'B',
      account_id: 'default',
      status: 201,
      injected_ms: 0,
      fault: null,
      first_event: seqOf('portfolio.created'),
      request_headers: { 'content-type': 'application/json', authorization: 'Bearer [redacted]' },
      response_headers: { 'content-type': 'application/json; charset=utf-8' },
    });
    expect(creation?.key_id).toMatch(/^ak_/);
    expect(JSON.parse(creation?.response_body ?? '')).toMatchObject({ portfolio_id: portfolioId });
    expect(plan).toMatchObject({ operation: 'createPlan', at: '2026-03-02T09:30:00.000Z' });
    expect(plan?.first_event).toBe(seqOf('rebalance.created'));
    expect(plan?.request_body).toBe(JSON.stringify({ portfolio_id: portfolioId }));
  });

  test(
    'belongs to its own command alone: not to timers, to the control plane or to the request before',
    proves('L35'),
    async () => {
      const server = await startBallast({ clockMode: 'instant' });
      const { rebalanceId } = await executeSample(server);
      await server.sim.post('/accounts', { account_id: 'desk' });
      await server.b.get(`/rebalance/${rebalanceId}`);
      await server.sim.post('/portfolios/x/cash', { amount: 1 });
      await server.b.get(`/prices/${SAP}`);
      const { entries } = await listOf(server);
      const { events } = (await server.sim.get('/events?limit=1000')).as(eventList);
      const typesOf = (operation: string) => {
        const entry = entries.find((each) => each.operation === operation);
        const [first, last] = [entry?.first_event ?? 0, entry?.last_event ?? -1];
        return events.filter(({ seq }) => seq >= first && seq <= last).map(({ type }) => type);
      };
      expect(typesOf('createPlan')).toEqual(['rebalance.created']);
      expect(typesOf('executePlan')[0]).toBe('rebalance.executing');
      expect(typesOf('executePlan')).not.toContain('order.filled');
      expect(events.some(({ type }) => type === 'order.filled')).toBe(true);
      for (const operation of ['getRebalance', 'getPrices']) expect(typesOf(operation), operation).toEqual([]);
    },
  );

  test('is read alone by its request id, and is 404 if there is none', proves('L35'), async () => {
    const server = await startBallast();
    const response = await server.both.get('/nothing?y=1');
    const id = response.headers.get('x-request-id') ?? '';
    const entry = await detailOf(server, id);
    expect(entry).toMatchObject({
      path: '/v1/nothing?y=1',
      operation: null,
      form: null,
      status: 404,
      first_event: null,
    });
    expect(entry.response_body).toBe(response.text);
    expect(entry.response_headers['x-request-id']).toBe(id);
    const missing = await server.sim.get('/journal/rq_none');
    expect(missing.status).toBe(404);
    expect(missing.error().message).toBe('There is no request rq_none in the journal.');
  });
});

describe('finding entries', () => {
  test('filters are combined, and a search finds beginnings of words', proves('L34'), async () => {
    const server = await startBallast();
    const portfolioId = await createSample(server, { external_id: 'pension-7' });
    const key = (await server.sim.post('/keys', { name: 'other' })).as(createdKey);
    await callerOf(server.ballast.baseUrl, key.secret).get(`/portfolios/${portfolioId}`);
    await server.b.get(`/portfolios/${NO_PORTFOLIO}`);
    await server.advance('1h');
    await server.a.get(`/rebalances/x`);
    const found = async (query: string) => (await listOf(server, query)).entries.map(({ seq }) => seq);
    expect(await found('q=pension-7 external_id')).toEqual([2, 1]);
    expect(await found('q=PENSION&method=GET')).toEqual([2]);
    expect(await found('status=4xx')).toEqual([4, 3]);
    expect(await found('status=201')).toEqual([1]);
    expect(await found('form=both')).toEqual([2]);
    expect(await found(`key=${key.key_id}`)).toEqual([2]);
    expect(await found('account=nobody')).toEqual([]);
    expect(await found('operation=getPortfolio')).toEqual([3, 2]);
    expect(await found('path=/form-?/v1/*')).toEqual([4, 3, 1]);
    expect(await found('since=2026-03-02T10:00:00Z')).toEqual([4]);
    expect(await found('until=2026-03-02T10:00:00Z&form=B')).toEqual([3, 1]);
    expect(await found('fault=any')).toEqual([]);
    expect(await found('fault=none&limit=1')).toEqual([4]);
  });

  test('pages are consistent while entries are added, and the total counts all that match', proves('L34'), async () => {
    const server = await startBallast();
    for (let count = 0; count < 7; count += 1) await server.b.get(`/prices/${SAP}`);
    const seen: number[] = [];
    let query = 'limit=3&operation=getPrices';
    for (;;) {
      const { entries, next: nextBefore, total } = await listOf(server, query);
      seen.push(...entries.map(({ seq }) => seq));
      expect(total).toBe(7 + Math.ceil(seen.length / 3) - 1);
      if (nextBefore === null) break;
      await server.b.get(`/prices/${SAP}`);
      query = `limit=3&operation=getPrices&cursor=${nextBefore}`;
    }
    expect(seen).toEqual([7, 6, 5, 4, 3, 2, 1]);
  });

  test.each([
    ['limit=0', '/limit'],
    ['limit=1001', '/limit'],
    ['limit=x', '/limit'],
    ['cursor=-1', '/cursor'],
    ['full=yes', '/full'],
    ['status=20', '/status'],
    ['since=yesterday', '/since'],
    ['operation=createRebalance', '/operation'],
    ['form=C', '/form'],
    ['method=get', '/method'],
    ['fault=everything', '/fault'],
    ['q=', '/q'],
    ['colour=red', '/colour'],
    ['path=a&path=b', '/path'],
  ])('%s is 400 at %s', proves('L34'), async (query, path) => {
    const server = await startBallast();
    const response = await server.sim.get(`/journal?${query}`);
    expect(response.status).toBe(400);
    expect(response.error().details.map((detail) => detail.path)).toEqual([path]);
  });
});

describe('retention', () => {
  test('it is deleted on request, and nothing else is', proves('L32.5'), async () => {
    const server = await startBallast();
    const portfolioId = await createSample(server);
    const head = await server.head();
    expect((await server.sim.delete('/journal')).as(clearedJournal)).toEqual({ cleared: 1 });
    expect(await listOf(server)).toEqual({ entries: [], next: null, total: 0 });
    expect(await server.head()).toBe(head);
    await server.b.get(`/portfolios/${portfolioId}`);
    expect((await listOf(server)).entries.map(({ seq }) => seq)).toEqual([1]);
  });

  test('it stores the configured number of rows, and nothing with 0 rows', proves('L32.2'), async () => {
    const few = await startBallast({ journal: { rows: 2, megabytes: 1 } });
    for (const isin of ['A', 'B', 'C']) await few.b.get(`/prices/${isin}`);
    expect((await listOf(few)).entries.map(({ path }) => path.at(-1))).toEqual(['C', 'B']);
    const none = await startBallast({ journal: { rows: 0, megabytes: 1 } });
    await none.b.get(`/prices/${SAP}`);
    expect(await listOf(none)).toEqual({ entries: [], next: null, total: 0 });
    expect((await none.sim.delete('/journal')).as(clearedJournal)).toEqual({ cleared: 0 });
  });

  test('a server that is stopped leaves all of it in its folder', proves('L32.1'), async () => {
    const dataDir = newFolder();
    const before = await startBallast({ dataDir });
    await before.b.get(`/prices/${SAP}`);
    await before.stop();
    const after = await startBallast({ dataDir });
    await after.b.get('/prices/XX');
    expect((await listOf(after)).entries.map(({ seq, status }) => [seq, status])).toEqual([
      [2, 400],
      [1, 200],
    ]);
  });

  test('kill -9 loses at most the latest entries', { ...proves('L32.3'), tags: ['deep'] }, async () => {
    const args = [
      'serve',
      '--port',
      '0',
      '--data',
      newFolder(),
      '--json',
      '--admin-token',
      'token',
      '--rate-limit',
      'off',
    ];
    const start = async () => {
      const process = runBallast(args);
      const {
        control_url: sim,
        form_b_url: b,
        api_key: key,
      } = JSON.parse(await process.firstLine) as Record<string, string>;
      const get = async (url: string, token: string) =>
        (await requestJson('GET', url, { authorization: `Bearer ${token}` }, undefined)).body;
      return {
        ask: (path: string) => get(`${b}${path}`, key ?? ''),
        paths: async () =>
          journalList
            .parse(await get(`${sim}/journal?limit=1000`, 'token'))
            .entries.map(({ path }) => path.split('/').at(-1)),
        async kill() {
          process.child.kill('SIGKILL');
          await process.ended;
        },
      };
    };
    const first = await start();
    const ids = Array.from({ length: 60 }, (_none, number) => `rb_${number}`);
    for (const id of ids.slice(0, 50)) await first.ask(`/rebalance/${id}`);
    expect(await first.paths()).toEqual(ids.slice(0, 50).reverse());
    for (const id of ids.slice(50)) await first.ask(`/rebalance/${id}`);
    await first.kill();
    const second = await start();
    const left = (await second.paths()).reverse();
    await second.kill();
    expect(left.length).toBeGreaterThanOrEqual(50);
    expect(left).toEqual(ids.slice(0, left.length));
  });
});

test('the control plane itself is not in it, and the session names nobody', async () => {
  const server = await startBallast();
  (await server.sim.get('/session')).as(session);
  expect((await listOf(server)).entries).toEqual([]);
});
