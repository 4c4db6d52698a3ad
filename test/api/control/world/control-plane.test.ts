/** `/sim` (decisions J, L): access, the clock, populating portfolios, and its views; shapes by the contract. */

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createScenarioServices } from '../../../../src-server/app/scenario-services.ts';
import { startService } from '../../../../src-server/app/start-service.ts';
import { exchangeList } from '../../../../src-server/contract/control/market/exchange-control.ts';
import {
  instrumentList,
  portfolioList,
  portfolioView,
  rebalanceList,
  rebalanceView,
} from '../../../../src-server/contract/control/portfolios/portfolios.ts';
import { clock } from '../../../../src-server/contract/control/world/clock.ts';
import { journalList } from '../../../../src-server/contract/control/world/journal.ts';
import { eventList } from '../../../../src-server/contract/control/world/records.ts';
import { fingerprint, session } from '../../../../src-server/contract/control/world/session.ts';
import { portfolioA } from '../../../../src-server/contract/service/form-a.ts';
import { firstBrokenLink } from '../../../../src-server/kernel/event-chain.ts';
import { createSqliteSettingsStore } from '../../../../src-server/store/world/sqlite-settings-store.ts';
import { loadLinearSolver } from '../../../../src-server/system/highs-solver.ts';
import { listen } from '../../../../src-server/system/http/listen.ts';
import { packageRoot } from '../../../../src-server/system/package-root.ts';
import { serverDefaults } from '../../../../src-server/system/server-defaults.ts';
import { readMarketFacts } from '../../../../src-server/world/market-facts.ts';
import { openWorld } from '../../../../src-server/world/open-world.ts';
import { openWorldDatabase } from '../../../../src-server/world/world-database.ts';
import { proves } from '../../../conformance/proves.ts';
import { askApp } from '../../../support/page/ask-app.ts';
import { newFolder, startBallast, stopAll, type TestServer } from '../../../support/start-ballast.ts';
import { createSample, executeSample, planFor, SAP, WORLD_ETF } from '../../service/sample-portfolio.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startBallast();
});
afterAll(stopAll);

/** As a browser does: `/index.html` leads to `/`. */
async function openPage(address: string, headers: Record<string, string>): Promise<Response> {
  const response = await askApp(address, { headers });
  const to = response.headers.get('location');
  return to === null ? response : askApp(new URL(to, address).href, { headers });
}

describe('access', () => {
  test.each([
    ['no token', { authorization: '' }],
    ['another token', { authorization: 'Bearer x' }],
    ['a made-up cookie', { authorization: '', cookie: 'ballast_session_4710=x' }],
    ['an empty cookie', { authorization: '', cookie: 'ballast_session_4710=' }],
  ])('with %s is 401, whether the path exists or not', async (_what, headers) => {
    for (const path of ['/clock', '/stream', '/nothing']) {
      expect((await server.sim.send('GET', path, { headers })).status).toBe(401);
    }
  });

  test(
    'is given to the page of an opened address, and nobody else receives that page',
    proves('L8', 'L114'),
    async () => {
      const root = newFolder();
      mkdirSync(join(root, 'out/renderer'), { recursive: true });
      writeFileSync(join(root, 'out/renderer/index.html'), '<title>app</title>');
      writeFileSync(join(root, 'package.json'), '{"name": "ballast", "version": "1.2.3"}');
      const running = await startWithApp(root);
      const html = { accept: 'text/html' };
      const page = await askApp(running.newAddress(), { headers: html });
      expect([page.status, page.headers.get('cache-control')]).toEqual([200, 'no-store']);
      const [, token = ''] = /^<meta name="ballast-page" content="(\w+)" \/><title>app/.exec(await page.text()) ?? [];
      const [pair = ''] = (page.headers.get('set-cookie') ?? '').split(';');
      const headers = { cookie: `a=b; ${pair}`, 'x-ballast-page': token };
      const { appOrigin: origin } = running;
      const response = await askApp(`${origin}/sim/session`, { headers });
      expect(response.status).toBe(200);
      expect(session.parse(await response.json())).toMatchObject({ version: '1.2.3', api_key: running.apiKey });
      expect((await askApp(`${origin}/v1/portfolios`, { headers: { cookie: String(pair) } })).status).toBe(401);
      for (const path of ['/', '/portfolios', '/index.html', '/?entry=x']) {
        const stranger = await openPage(`${origin}${path}`, html);
        const text = await stranger.text();
        expect([path, stranger.status, stranger.headers.get('set-cookie')]).toEqual([path, 401, null]);
        expect(text).toContain('Open the address that Ballast printed');
        expect(text).not.toContain('<title>app');
        const known = await openPage(`${origin}${path}`, { ...html, cookie: pair });
        expect([path, known.status, await known.text()]).toEqual([path, 200, '<title>app</title>']);
      }
      await running.stop();
    },
  );
});

describe('the clock', () => {
  test('advances by durations and to instants, and reports its position', async () => {
    const own = await startBallast();
    expect((await own.sim.get('/clock')).as(clock)).toEqual({
      now: '2026-03-02T09:30:00.000Z',
      mode: 'manual',
      rate: 1,
      paused: false,
      status: 'ready',
      progress: null,
      last_advance: null,
      held: null,
    });
    const response = await own.sim.post('/clock/advance', { by: '90m' });
    expect(response.status).toBe(202);
    response.as(clock);
    // 90 minutes, 90 more, then 1 500 ms: concurrent requests add up.
    await own.sim.post('/clock/advance', { by: 'PT90M' });
    await own.sim.post('/clock/advance', { by: '1500ms' });
    await own.ready();
    expect((await own.sim.get('/clock')).as(clock).now).toBe('2026-03-02T12:30:01.500Z');
    await own.sim.post('/clock/advance', { to: '2026-03-02T14:00:00+01:00' });
    await own.ready();
    expect((await own.sim.get('/clock')).as(clock).now).toBe('2026-03-02T13:00:00.000Z');
  });

  test('does not move backwards: 409', proves('C5'), async () => {
    const response = await server.sim.post('/clock/advance', { to: '2026-03-01T00:00:00Z' });
    expect(response.status).toBe(409);
    expect(response.error().details).toEqual([expect.objectContaining({ path: '/to' })]);
  });

  test.each([
    ['/clock/advance', {}, ''],
    ['/clock/advance', { by: '1h', to: '2027-01-01T00:00:00Z' }, ''],
    ['/clock/advance', { by: 'soon' }, '/by'],
    ['/clock/advance', { by: '-1h' }, '/by'],
    ['/clock/advance', { by: 60 }, '/by'],
    ['/clock/advance', { by: '99999999d' }, '/by'],
    ['/clock/advance', { to: 'tomorrow' }, '/to'],
    ['/clock/advance', { to: '2027-01-01T00:00:00' }, '/to'],
    ['/clock/advance', { to: '2100-01-01T00:00:00Z' }, '/to'],
    ['/clock/mode', {}, ''],
    ['/clock/mode', { mode: 'fast' }, '/mode'],
    ['/clock/mode', { rate: 0 }, '/rate'],
    ['/clock/mode', { paused: 'yes' }, '/paused'],
  ])('%s with %j is 400', proves('J7', 'J8'), async (path, body, pointer) => {
    const response = await server.sim.post(path, body);
    expect(response.status).toBe(400);
    expect(response.error().details.map((each) => each.path)).toEqual([pointer]);
  });

  test('in instant mode runs the consequences of a request before the response to the next one', async () => {
    const own = await startBallast();
    const mode = await own.sim.post('/clock/mode', { mode: 'instant', rate: 5 });
    expect(mode.as(clock)).toMatchObject({ mode: 'instant', rate: 5 });
    const { rebalanceId } = await executeSample(own);
    const { rebalance } = (await own.sim.get(`/rebalances/${rebalanceId}`)).as(rebalanceView);
    expect(rebalance.status).toBe('complete');
  });
});

describe('populating', () => {
  test('sets cash and positions of both forms', proves('L5'), async () => {
    const created = await server.a.post('/portfolios', { name: 'A', currency: 'EUR', tax_jurisdiction: 'DE' });
    const ids = [created.as(portfolioA).portfolio_id, await createSample(server)];
    for (const id of ids) {
      const cash = await server.sim.post(`/portfolios/${id}/cash`, { amount: 12.34 });
      expect(cash.as(portfolioView).cash).toBe(12.34);
      const positions = [{ isin: WORLD_ETF, exchange: 'XAMS', quantity: 1.000001 }];
      const response = await server.sim.post(`/portfolios/${id}/positions`, { positions });
      expect(response.status).toBe(200);
      expect(response.as(portfolioView).holdings).toEqual([expect.objectContaining(positions[0])]);
    }
    const atTwoExchanges = ['XAMS', 'XETR'].map((exchange) => ({ isin: WORLD_ETF, exchange, quantity: 1 }));
    await server.sim.post(`/portfolios/${ids[0]}/positions`, { positions: atTwoExchanges });
    const { portfolios } = (await server.sim.get('/portfolios')).as(portfolioList);
    expect(portfolios.find(({ portfolio_id: each }) => each === ids[0])?.positions, 'one instrument').toBe(1);
    const head = await server.head();
    const faults = await server.sim.post(`/portfolios/${ids[0]}/positions`, {
      positions: [
        { isin: SAP, exchange: 'XLON', quantity: 1 },
        { isin: 'US0378331005', exchange: 'XETR', quantity: 1 },
      ],
    });
    expect(faults.error().details.map(({ path }) => path)).toEqual(['/positions/0/exchange', '/positions/1/isin']);
    expect((await server.sim.post(`/portfolios/${ids[0]}/cash`, { amount: -1 })).status).toBe(400);
    expect((await server.sim.post('/portfolios/pf_x/cash', { amount: 1 })).status).toBe(404);
    expect(await server.head()).toBe(head);
  });
});

describe('its view', () => {
  test('has the shapes of the contract', async () => {
    const id = await createSample(server);
    const planId = await planFor(server, id);
    const portfolios = (await server.sim.get('/portfolios')).as(portfolioList).portfolios;
    expect(portfolios.find(({ portfolio_id: each }) => each === id)).toMatchObject({ form: 'B', label: 'sample' });
    expect((await server.sim.get(`/portfolios/${id}`)).as(portfolioView).rebalances).toHaveLength(1);
    const rebalances = (await server.sim.get(`/rebalances?portfolio_id=${id}`)).as(rebalanceList).rebalances;
    expect(rebalances.map(({ rebalance_id: each }) => each)).toEqual([planId]);
    (await server.sim.get(`/rebalances/${planId}`)).as(rebalanceView);
    expect((await server.sim.get('/instruments')).as(instrumentList).instruments.length).toBeGreaterThan(30);
    const { exchanges } = (await server.sim.get('/exchanges')).as(exchangeList);
    expect(exchanges.find(({ mic }) => mic === 'XETR')).toMatchObject({ connected: true, currency: 'EUR' });
    const own = (await server.sim.get('/session')).as(session);
    expect(own).toMatchObject({ api_key: server.ballast.apiKey, data: null, rules: 'warn' });
    expect(JSON.stringify(own)).not.toContain(server.ballast.adminToken);
    for (const path of ['/portfolios/pf_x', '/rebalances/rb_x', '/deliveries/dl_x', '/nothing']) {
      expect((await server.sim.get(path)).status).toBe(404);
    }
  });

  test('includes the event log, whose chain ends in the head of the fingerprint', async () => {
    const { events } = (await server.sim.get('/events')).as(eventList);
    const print = (await server.sim.get('/fingerprint')).as(fingerprint);
    expect(print).toMatchObject({ seed: 1, events: events.length, head: events.at(-1)?.hash });
    for (const hash of Object.values(print.fixtures)) expect(hash).toMatch(/^[0-9a-f]{64}$/);
    const logged = events.map(({ at, data, ...event }) => ({
      ...event,
      atMs: Date.parse(at),
      data: data as Record<string, never>,
    }));
    expect(firstBrokenLink(logged)).toBeNull();
    const [, second, third] = events;
    expect((await server.sim.get('/events?after=1&limit=2')).as(eventList).events).toEqual([second, third]);
  });

  test.each(['limit=0', 'limit=x', 'limit=1.5', 'limit=1&limit=2', 'after=-1', 'limit=100000000'])(
    'refuses ?%s with 400',
    async (query) => {
      expect((await server.sim.get(`/events?${query}`)).status).toBe(400);
    },
  );

  test(
    'includes the journal of the service, newest first, with bodies unchanged, and nothing of the control plane',
    proves('L6'),
    async () => {
      const own = await startBallast();
      await own.b.send('POST', '/portfolios', { headers: { 'content-type': 'application/json' }, body: '{ "x": 1}' });
      const missing = await own.both.get('/nothing?y=1');
      await own.sim.get('/clock');
      const { entries } = (await own.sim.get('/journal?full=true')).as(journalList);
      expect(entries).toEqual([
        expect.objectContaining({
          method: 'GET',
          path: '/v1/nothing?y=1',
          form: null,
          status: 404,
          request_body: null,
          request_id: missing.headers.get('x-request-id'),
          response_body: missing.text,
        }),
        expect.objectContaining({ method: 'POST', form: 'B', status: 400, request_body: '{ "x": 1}' }),
      ]);
      expect(JSON.stringify(entries)).not.toContain(own.ballast.apiKey);
    },
  );
});

/** The real composition with an app that was built into `root`. */
async function startWithApp(root: string) {
  const options = { ...serverDefaults, port: 0, clockMode: 'manual' as const };
  const facts = readMarketFacts(packageRoot());
  const database = openWorldDatabase(null, packageRoot());
  const solver = await loadLinearSolver();
  const settings = createSqliteSettingsStore(database);
  const opened = { ...openWorld(options, facts.market, database, solver), database, settings };
  return startService({
    options,
    root,
    facts,
    solver,
    server: await listen(0),
    opened,
    createScenarios: createScenarioServices,
  });
}
