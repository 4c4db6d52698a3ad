/** `/sim/worlds` (decisions N1 to N3): many worlds on one server, each with everything that the first one has. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { faultList } from '../../../src-server/contract/control/market/faults.ts';
import { portfolioList } from '../../../src-server/contract/control/portfolios/portfolios.ts';
import { sinkView } from '../../../src-server/contract/control/webhooks/sinks.ts';
import { clock } from '../../../src-server/contract/control/world/clock.ts';
import { journalList } from '../../../src-server/contract/control/world/journal.ts';
import { fingerprint, session } from '../../../src-server/contract/control/world/session.ts';
import { snapshotList } from '../../../src-server/contract/control/world/snapshots.ts';
import {
  createdWorld,
  hostedWorld,
  worldComparison,
  worldList,
} from '../../../src-server/contract/control/worlds/worlds.ts';
import { prices } from '../../../src-server/contract/service/prices.ts';
import { proves } from '../../conformance/proves.ts';
import { callerOf, makeWorldOn, startBallast, stopAll, type TestServer } from '../../support/start-ballast.ts';
import { untilOver } from '../../support/until-over.ts';
import { createSample, SAP, samplePortfolio } from '../service/sample-portfolio.ts';

let server: TestServer;
let origin: string;
beforeAll(async () => {
  server = await startBallast();
  origin = new URL(server.ballast.baseUrl).origin;
});
afterAll(stopAll);

const namesOf = async (on: TestServer) => (await on.sim.get('/worlds')).as(worldList).worlds.map(({ name }) => name);

describe('a world', () => {
  test('is created at addresses below its name, with its own keys', proves('N1', 'N2'), async () => {
    const response = await server.sim.post('/worlds', { name: 'checkout', seed: 42, clock: '2027-01-04T10:00:00Z' });
    expect(response.status, response.text).toBe(201);
    const made = response.as(createdWorld);
    const base = `${origin}/worlds/checkout`;
    expect(made).toMatchObject({
      name: 'checkout',
      base_url: `${base}/v1`,
      form_a_url: `${base}/form-a/v1`,
      form_b_url: `${base}/form-b/v1`,
      control_url: `${base}/sim`,
      seed: 42,
      now: '2027-01-04T10:00:00.000Z',
      expires: null,
      stored: false,
      fork_of: null,
    });
    expect(made.admin_token).not.toBe(server.ballast.adminToken);
    const own = callerOf(made.control_url, made.admin_token);
    expect((await own.get('/session')).as(session)).toMatchObject({
      world: 'checkout',
      base_url: made.base_url,
      seed: 42,
    });
    expect((await callerOf(made.base_url, made.api_key).get(`/prices/${SAP}`)).status).toBe(200);
    expect((await server.sim.get('/worlds/checkout')).as(hostedWorld)).toMatchObject({ name: 'checkout', events: 1 });
    expect((await server.sim.get('/session')).as(session)).toMatchObject({
      world: 'default',
      base_url: `${origin}/v1`,
    });
    expect((await callerOf(`${origin}/worlds/default/sim`, server.ballast.adminToken).get('/session')).status).toBe(
      200,
    );
  });

  test('has its own clock, keys, faults, journal, sinks and snapshots', proves('N2'), async () => {
    const [one, other] = [await makeWorldOn(server, { seed: 1 }), await makeWorldOn(server, { seed: 2 })];
    await one.advance('3h');
    await one.sim.post('/faults', { kind: 'api_error', code: 'internal_error' });
    await one.sim.post('/webhooks', { url: '/sim/sink/inbox' });
    await one.sim.post('/snapshots', { name: 'before' });
    await other.sim.post('/webhooks', { url: '/sim/sink/inbox' });
    await one.sim.delete('/faults');
    const id = await createSample({ ...server, ...one });
    expect((await one.sim.get('/clock')).as(clock).now).toBe('2026-03-02T12:30:00.000Z');
    expect((await other.sim.get('/clock')).as(clock).now).toBe('2026-03-02T09:30:00.000Z');
    expect((await other.sim.get('/faults')).as(faultList).faults).toEqual([]);
    expect((await other.sim.get('/snapshots')).as(snapshotList).snapshots).toEqual([]);
    expect((await other.sim.get('/portfolios')).as(portfolioList).portfolios).toEqual([]);
    expect((await other.b.get(`/portfolios/${id}`)).status).toBe(404);
    expect((await other.sim.get('/journal')).as(journalList).entries).toMatchObject([{ status: 404 }]);
    const reported = (await one.sim.get('/journal')).as(journalList).entries;
    expect(reported.map(({ path }) => path)).toEqual(['/form-b/v1/portfolios']);
    // A key of one world is not valid in another.
    expect((await callerOf(other.made.form_b_url, one.made.api_key).get(`/prices/${SAP}`)).status).toBe(401);
    for (const world of [one, other]) expect((await world.sim.post('/reset')).status).toBe(200);
    expect((await one.sim.get('/clock')).as(clock).now).toBe('2026-03-02T09:30:00.000Z');
  });

  test('is reported by its own webhooks, in its own sinks', proves('N2'), async () => {
    const own = await makeWorldOn(server, { seed: 3 });
    await own.sim.post('/webhooks', { url: '/sim/sink/inbox' });
    // Webhooks may also go to the whole address of a sink of another world of this server.
    const other = await makeWorldOn(server, {});
    expect((await own.sim.post('/webhooks', { url: `${other.made.control_url}/sink/inbox` })).status).toBe(201);
    const id = await createSample({ ...server, ...own });
    await own.b.post('/rebalance', { portfolio_id: id });
    await own.advance('1m');
    for (const world of [own, other]) {
      const { requests } = (await world.sim.get('/sinks/inbox')).as(sinkView);
      expect(requests.map(({ body }) => (JSON.parse(body) as { type: string }).type)).toEqual(['rebalance.created']);
    }
    expect((await server.sim.get('/sinks/inbox')).as(sinkView).requests).toEqual([]);
  });

  test('accepts its own token and that of the server, and no other', proves('N3.1'), async () => {
    const [one, other] = [await makeWorldOn(server), await makeWorldOn(server)];
    expect((await callerOf(one.made.control_url, server.ballast.adminToken).get('/clock')).status).toBe(200);
    expect((await callerOf(one.made.control_url, other.made.admin_token).get('/clock')).status).toBe(401);
    expect((await callerOf(server.ballast.controlUrl, one.made.admin_token).get('/worlds')).status).toBe(401);
    const refused = await callerOf(one.made.control_url, server.ballast.adminToken).get('/worlds');
    expect([refused.status, refused.error().message]).toEqual([
      404,
      expect.stringContaining('/sim/worlds of the server'),
    ]);
    expect((await one.sim.post('/worlds', {})).status).toBe(401);
  });

  test('ends with everything that was pending in it, and its name is free again', proves('N3.2'), async () => {
    const own = await makeWorldOn(server, { name: 'short-lived' });
    const stream = await fetch(`${own.made.control_url}/stream`, {
      headers: { authorization: `Bearer ${own.made.admin_token}` },
    });
    const ended = stream.text();
    expect((await server.sim.delete('/worlds/short-lived')).text).toBe('{"name":"short-lived","deleted":true}');
    expect(await ended).not.toContain('event: request');
    for (const response of [await own.b.get(`/prices/${SAP}`), await own.sim.get('/clock')]) {
      expect([response.status, response.error().message]).toEqual([
        404,
        'There is no world short-lived on this server; GET /sim/worlds lists them.',
      ]);
    }
    expect((await server.sim.get('/worlds/short-lived')).status).toBe(404);
    expect((await makeWorldOn(server, { name: 'short-lived' })).made.name).toBe('short-lived');
  });

  test('ends after a time without requests', proves('N3.6'), async () => {
    const own = await makeWorldOn(server, { name: 'forgotten', expires_after: '1s' });
    const madeAt = Date.parse(own.made.created);
    expect(Date.parse(own.made.expires ?? '')).toBeGreaterThanOrEqual(madeAt + 1000);
    await untilOver(
      () => namesOf(server),
      (names) => !names.includes('forgotten'),
    );
    expect((await own.sim.get('/clock')).status).toBe(404);
  });

  test('begins with the contents of a world file, whose named portfolios are returned', proves('N1'), async () => {
    const world = {
      portfolios: [{ form: 'B', as: 'mine', request: samplePortfolio({ external_id: 'of-the-file' }) }],
      webhooks: [{ url: '/sim/sink/box' }],
    };
    const own = await makeWorldOn(server, { world, settlement: 'simulated' });
    const { portfolios } = (await own.sim.get('/portfolios')).as(portfolioList);
    expect(portfolios).toMatchObject([{ portfolio_id: own.made.aliases.mine, label: 'of-the-file' }]);
    expect((await own.sim.get('/session')).as(session).settlement).toBe('simulated');
    await own.b.delete(`/portfolios/${own.made.aliases.mine}`);
    await own.sim.post('/reset');
    expect((await own.sim.get('/portfolios')).as(portfolioList).portfolios).toHaveLength(1);
  });

  test('begins from a snapshot of the first world', proves('N1'), async () => {
    const first = await startBallast({ seed: 9 });
    await createSample(first);
    await first.sim.post('/snapshots', { name: 'filled' });
    const saved = (await first.sim.get('/fingerprint')).as(fingerprint);
    await first.advance('1d');
    const own = await makeWorldOn(first, { snapshot: 'filled' });
    expect((await own.sim.get('/fingerprint')).as(fingerprint)).toEqual(saved);
    expect((await first.sim.post('/worlds', { snapshot: 'nowhere' })).status).toBe(404);
  });
});

describe('a fork', () => {
  test('is the world at this instant, and develops separately', proves('N1', 'N7'), async () => {
    const first = await startBallast({ seed: 5 });
    const id = await createSample(first);
    const planned = await first.b.post('/rebalance', { portfolio_id: id });
    await first.b.post(`/rebalance/${(JSON.parse(planned.text) as { rebalance_id: string }).rebalance_id}/execute`, {
      confirm: true,
    });
    const before = (await first.sim.get('/fingerprint')).as(fingerprint);
    const copy = await makeWorldOn(first, { fork_of: 'default', name: 'copy' });
    expect(copy.made).toMatchObject({ fork_of: 'default', api_key: first.ballast.apiKey });
    expect((await copy.sim.get('/fingerprint')).as(fingerprint)).toEqual(before);
    // Its timers exist: pending events have the same result.
    await Promise.all([first.advance('2h'), copy.advance('2h')]);
    expect(await copy.head()).toBe(await first.head());
    await copy.sim.post('/market/events', { kind: 'jump', isin: SAP, size: -0.2 });
    await Promise.all([first.advance('1h'), copy.advance('1h')]);
    const compared = (await first.sim.get('/worlds/copy/comparison?with=default')).as(worldComparison);
    expect(compared).toMatchObject({ are_equal: false, first: { name: 'copy' }, second: { name: 'default' } });
    expect(compared.first.next?.seq).toBe(compared.same_events + 1);
    expect(compared.first.next?.type).toMatch(/^market\./);
    // A reset goes back to the beginning of the copy, not to that of the other world.
    await copy.sim.post('/reset');
    expect((await copy.sim.get('/fingerprint')).as(fingerprint)).toEqual(before);
  });

  test('can begin as the other world began, so that its commands repeat', proves('N1'), async () => {
    const first = await startBallast({ seed: 5 });
    const before = (await first.sim.get('/fingerprint')).as(fingerprint);
    const id = await createSample(first);
    await first.advance('1h');
    const copy = await makeWorldOn(first, { fork_of: 'default', fork_at: 'beginning' });
    expect((await copy.sim.get('/fingerprint')).as(fingerprint)).toEqual(before);
    expect(await createSample(copy)).toBe(id);
    const alone = await first.sim.post('/worlds', { fork_at: 'beginning' });
    expect([alone.status, alone.error().details?.[0]?.path]).toEqual([400, '/fork_at']);
  });

  test('sends no webhooks to the receivers of the first world', proves('N1'), async () => {
    const first = await startBallast();
    const received: string[] = [];
    const receiver = createServer((request, response) => {
      received.push(String(request.headers['webhook-id']));
      response.end();
    }).listen(0, '127.0.0.1');
    await once(receiver, 'listening');
    const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`;
    await first.sim.post('/webhooks', { url });
    const id = await createSample(first);
    const copy = await makeWorldOn(first, { fork_of: 'default' });
    expect((await copy.sim.get('/webhooks')).text).toContain('"status":"paused"');
    await copy.b.post('/rebalance', { portfolio_id: id });
    await copy.advance('1h');
    expect(received).toEqual([]);
    await first.b.post('/rebalance', { portfolio_id: id });
    await first.advance('1h');
    expect(received).not.toEqual([]);
    receiver.close();
  });
});

describe('a server', () => {
  test('lists its worlds, the first one first, which ends only with the server', proves('N3.2'), async () => {
    const own = await startBallast();
    for (const name of ['zebra', 'ant']) await makeWorldOn(own, { name });
    const { worlds, most, can_store: canStore } = (await own.sim.get('/worlds')).as(worldList);
    expect(worlds.map(({ name }) => name)).toEqual(['default', 'ant', 'zebra']);
    expect([most, canStore]).toEqual([256, false]);
    const refused = await own.sim.delete('/worlds/default');
    expect([refused.status, refused.error().message]).toEqual([400, expect.stringContaining('ends with its server')]);
  });

  test('has as many as allowed and not one more, also by concurrent requests', proves('N3.7'), async () => {
    const own = await startBallast({ maxWorlds: 4 });
    const responses = await Promise.all(Array.from({ length: 6 }, () => own.sim.post('/worlds', {})));
    expect(responses.map(({ status }) => status).sort()).toEqual([201, 201, 201, 400, 400, 400]);
    const refused = responses.find(({ status }) => status === 400)?.error().message;
    expect(refused).toBe('There are 4 worlds on this server, the maximum (--max-worlds); end one first.');
    expect(await namesOf(own)).toHaveLength(4);
  });

  test('gives a name once, also to concurrent requests', proves('N1'), async () => {
    const responses = await Promise.all([1, 2].map(() => server.sim.post('/worlds', { name: 'wanted' })));
    expect(responses.map(({ status }) => status).sort()).toEqual([201, 400]);
    const refused = responses.find(({ status }) => status === 400)?.error();
    expect(refused?.details).toEqual([{ path: '/name', issue: 'is taken; end that world, or choose another name' }]);
  });

  test.each([
    [{ name: 'Über' }, '/name', 'is not a name of 1 to 40 lower-case letters, digits and hyphens'],
    [{ name: '../x' }, '/name', 'is not a name of 1 to 40 lower-case letters, digits and hyphens'],
    [{ name: 'a'.repeat(41) }, '/name', 'is not a name of 1 to 40 lower-case letters, digits and hyphens'],
    [{ name: 'default' }, '/name', 'is taken; end that world, or choose another name'],
    [{ fork_of: 'default', seed: 3 }, '/seed', 'cannot be given with /fork_of, which already determines it'],
    [
      { fork_of: 'default', snapshot: 'x' },
      '/fork_of',
      'cannot be given with /snapshot: a world can have only one source',
    ],
    [{ keep: true }, '/keep', 'has no effect, because this server stores nothing; start it with --data'],
    [{ expires_after: '10ms' }, '/expires_after', 'is not a duration from 1s to 20d'],
    [{ seeds: 1 }, '/seeds', 'is not a known field (did you mean seed?)'],
    [
      { world: { portfolios: [{ form: 'B', request: samplePortfolio({ targets: [] }) }] } },
      /^\/world\/portfolios\/0\/request\/targets/,
      /./,
    ],
    [{ world: { series: ['./prices.csv'] } }, /^\/world\/series\/0/, /./],
    [
      { world: { webhooks: [{ url: 'http://192.0.2.1/x' }] } },
      '/world/webhooks/0/url',
      expect.stringContaining('must go to this computer'),
    ],
  ])('refuses %j at %s and leaves nothing', proves('N1'), async (request, path, issue) => {
    const before = await namesOf(server);
    const response = await server.sim.post('/worlds', request);
    expect(response.status, response.text).toBe(400);
    const [detail] = response.error().details;
    if (path instanceof RegExp) expect(detail?.path).toMatch(path);
    else expect(detail?.path).toBe(path);
    if (issue instanceof RegExp) expect(detail?.issue).toMatch(issue);
    else expect(detail?.issue).toEqual(issue);
    expect(await namesOf(server)).toEqual(before);
  });

  test('has no world of another name, for any caller', proves('N2'), async () => {
    for (const path of [
      '/worlds/nobody/v1/prices',
      '/worlds/nobody/sim/clock',
      '/worlds/nobody',
      '/worlds/%2e%2e/sim',
    ]) {
      const response = await callerOf(origin, server.ballast.adminToken).get(path);
      expect([path, response.status, response.error().code]).toEqual([path, 404, 'not_found']);
    }
    expect((await server.sim.post('/worlds', { fork_of: 'nobody' })).status).toBe(404);
    expect((await server.sim.get('/worlds/default/comparison?with=nobody')).status).toBe(404);
  });

  test('returns in each of its worlds the price that a separate server would', proves('N2', 'N4'), async () => {
    const alone = await startBallast({ seed: 77 });
    const own = await makeWorldOn(server, { seed: 77 });
    const [there, here] = [await alone.b.get(`/prices/${SAP}`), await own.b.get(`/prices/${SAP}`)];
    expect(here.as(prices)).toEqual(there.as(prices));
    expect(here.headers.get('x-request-id')).toBe(there.headers.get('x-request-id'));
  });
});
