/** Query parameters under `/sim`: every operation refuses unknown ones, and the event log filters by known ones. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventList } from '../../../src-server/contract/control/world/records.ts';
import { DOCUMENTS } from '../../../src-server/contract/openapi/documents.ts';
import { proves } from '../../conformance/proves.ts';
import { startBallast, stopAll, type TestServer } from '../../support/start-ballast.ts';
import { createSample, executeSample } from '../service/sample-portfolio.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startBallast();
});
afterAll(stopAll);

/** A sink accepts any address, because a receiver's may have its own parameters, and so do probes, which add some. */
const operations = DOCUMENTS.control.operations.filter(({ path }) => !/^\/(?:sink|health|ready)(?:\/|$)/.test(path));

describe('a parameter that an operation does not know', () => {
  test.each(operations.map(({ id, method, path }) => [id, method.toUpperCase(), path] as const))(
    'is refused by %s',
    proves('A10'),
    async (_id, method, path) => {
      const address = `${path.replaceAll(/\{\w+\}/g, 'nobody')}?unheard_of=1`;
      const head = await server.head();
      const body = method === 'GET' || method === 'DELETE' ? {} : { body: '{}' };
      const response = await server.sim.send(method, address, {
        headers: { 'content-type': 'application/json' },
        ...body,
      });
      expect([response.status, response.text]).toEqual([400, expect.stringContaining('/unheard_of')]);
      expect(response.error().details.map(({ path: place }) => place)).toContain('/unheard_of');
      expect(await server.head()).toBe(head);
    },
  );

  test('is reported with the known ones, together with all other issues', proves('A10'), async () => {
    const response = await server.sim.get('/events?sort=asc&limit=0&since=2026-02-30T00:00:00Z');
    expect(response.error().details).toEqual([
      { path: '/limit', issue: 'is not a whole number from 1 to 1000' },
      { path: '/since', issue: 'names a day or a time that does not exist' },
      {
        path: '/sort',
        issue: 'is not a known parameter (possible: after, limit, cursor, type, since, portfolio_id)',
      },
    ]);
    const none = await server.sim.get('/tiers?limit=5');
    expect(none.error().details).toEqual([{ path: '/limit', issue: 'is not a known parameter (there are none)' }]);
  });

  test.each(['/deliveries?limit=1&limit=2', '/events?type=a&type=b', '/rebalances?portfolio_id=a&portfolio_id=b'])(
    'is refused like a repeated one: %s',
    proves('A10'),
    async (path) => expect((await server.sim.get(path)).status).toBe(400),
  );

  test('is refused with the name of a member that every object has', proves('A10'), async () => {
    expect((await server.sim.get('/events?__proto__=1')).status).toBe(400);
    expect((await server.sim.get('/portfolios?constructor=1')).status).toBe(400);
  });

  test('does not hide that an address does not exist, or that access is denied', proves('B1'), async () => {
    expect((await server.sim.get('/nothing?limit=1')).status).toBe(404);
    const unknown = await server.sim.send('GET', '/portfolios?limit=1', { headers: { authorization: 'Bearer x' } });
    expect(unknown.status).toBe(401);
  });

  test('may be in the address of a sink', proves('A10'), async () => {
    expect((await server.sim.post('/sink/mine?tenant=7', {})).status).toBe(200);
  });
});

describe('the event log', () => {
  test('is filtered by type, portfolio and time, page after page', proves('L103'), async () => {
    const own = await startBallast();
    const first = await executeSample(own);
    await own.advance('1h');
    const otherId = await createSample(own, { external_id: 'other' });
    const read = async (query: string) => (await own.sim.get(`/events?${query}`)).as(eventList).events;
    const all = await read('limit=1000');

    const fills = all.filter(({ type }) => type === 'order.filled');
    expect(fills.length).toBeGreaterThan(1);
    expect(await read('type=order.filled')).toEqual(fills);
    expect(await read('type=order.filled&limit=1')).toEqual(fills.slice(0, 1));
    expect(await read(`type=order.filled&limit=1&after=${fills[0]?.seq}`)).toEqual(fills.slice(1, 2));
    expect((await own.sim.get('/events?type=order.eaten')).error().details).toMatchObject([{ path: '/type' }]);

    const ofOther = await read(`portfolio_id=${otherId}`);
    expect(ofOther.map(({ type }) => type)).toEqual(['portfolio.created']);
    const ofFirst = await read(`portfolio_id=${first.portfolioId}`);
    expect(new Set(ofFirst.map(({ type }) => type.split('.', 1)[0]))).toEqual(
      new Set(['portfolio', 'rebalance', 'order']),
    );
    expect(ofFirst.filter(({ type }) => type === 'order.filled')).toEqual(fills);

    const later = all.filter(({ at }) => at >= '2026-03-02T10:30:00.000Z');
    expect(await read('since=2026-03-02T10:30:00Z')).toEqual(later);
    expect(await read(`since=2026-03-02T10:30:00Z&portfolio_id=${first.portfolioId}`)).toEqual([]);
  });
});
