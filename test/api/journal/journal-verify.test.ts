/** Verifying with the journal whether a client sent what it was expected to send. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { journalList, type Verification, verification } from '../../../src-server/contract/control/world/journal.ts';
import { proves } from '../../conformance/proves.ts';
import { startBallast, stopAll, type TestServer } from '../../support/start-ballast.ts';
import { createSample, planFor, SAP, WORLD_ETF } from '../service/sample-portfolio.ts';

let server: TestServer;
let portfolioId: string;
let planId: string;

beforeAll(async () => {
  server = await startBallast();
  portfolioId = await createSample(server);
  await planFor(server, portfolioId, { simulation: true });
  planId = await planFor(server, portfolioId);
  await server.b.post(`/rebalance/${planId}/execute`, { confirm: false });
  await server.advance('1h');
  await server.b.get(`/prices/${SAP}`);
  await server.b.get(`/prices/${WORLD_ETF}`);
});
afterAll(stopAll);

const verify = async (body: unknown): Promise<Verification> =>
  (await server.sim.post('/journal/verify', body)).as(verification);

test('a request with another value is nearer than one without the field', proves('L37'), async () => {
  const own = await startBallast();
  const id = await createSample(own);
  await own.b.post('/rebalance', { portfolio_id: id, tax_method: 'HIFO' });
  await planFor(own, id);
  const match = { operation: 'createPlan', body: { '/tax_method': 'FIFO' } };
  const response = (await own.sim.post('/journal/verify', { match })).as(verification);
  expect(response.near_misses.slice(0, 2).map(({ differences }) => differences[0])).toEqual([
    expect.stringContaining('HIFO'),
    expect.stringContaining('nothing'),
  ]);
});

describe('an expectation', () => {
  test.each<[unknown, boolean, number, string]>([
    [{ match: { operation: 'createPlan' } }, true, 2, 'Expected at least 1 request of this kind; 2 of 6 match.'],
    [
      { match: { operation: 'createPlan' }, count: 2 },
      true,
      2,
      'Expected exactly 2 requests of this kind; 2 of 6 match.',
    ],
    [
      { match: { operation: 'createPlan', body: { '/simulation': true } }, count: 1 },
      true,
      1,
      'Expected exactly 1 request',
    ],
    [
      { match: { operation: 'createPlan' }, at_most: 1 },
      false,
      2,
      'Expected at most 1 request of this kind; 2 of 6 match.',
    ],
    [{ match: { form: 'A' }, count: 0 }, true, 0, 'Expected exactly 0 requests of this kind; 0 of 6 match.'],
    [{ match: { form: 'A' }, at_most: 3 }, true, 0, 'Expected at most 3 requests of this kind'],
    [{ match: { method: 'GET' }, at_least: 1, at_most: 2 }, true, 2, 'Expected 1 to 2 requests of this kind'],
    [{ match: {}, at_least: 7 }, false, 6, 'Expected at least 7 requests of this kind; 6 of 6 match.'],
    [{ match: {}, since: '2026-03-02T10:30:00Z' }, true, 2, 'Expected at least 1 request of this kind; 2 of 2 match.'],
    [{ match: { path: { glob: '*/prices/*' }, status: 200 }, count: 2 }, true, 2, '2 of 6 match.'],
    [{ match: { path: '*/prices/*', status: '2xx' }, count: 2 }, true, 2, '2 of 6 match.'],
    [{ match: { status: [400, '5xx'] }, count: 1 }, true, 1, '1 of 6 matches.'],
    [{ match: { headers: { 'Content-Type': { contains: 'json' } } }, count: 4 }, true, 4, '4 of 6 match.'],
  ])('%j', proves('L36.1'), async (body, satisfied, matched, explanation) => {
    const response = await verify(body);
    expect(response).toMatchObject({ satisfied, matched, explanation: expect.stringContaining(explanation) });
    expect(response.request_ids).toHaveLength(matched);
  });

  test('the nearest requests are reported, the nearest first, with their differences', proves('L36.4'), async () => {
    const match = { operation: 'executePlan', path: { contains: planId }, body: { '/confirm': true }, status: 202 };
    const { satisfied, explanation, near_misses: misses } = await verify({ match });
    expect(satisfied).toBe(false);
    expect(misses).toHaveLength(5);
    expect(misses[0]).toMatchObject({
      entry: { operation: 'executePlan', status: 400 },
      differences: ['status: expected 202, got 400', 'body /confirm: expected true, got false'],
      score: 0.5,
    });
    expect(explanation).toContain(`The closest request is POST /form-b/v1/rebalance/${planId}/execute (rq_`);
    expect(explanation).toContain('body /confirm: expected true, got false');
    const scores = misses.map(({ score }) => score);
    expect(scores).toEqual([...scores].sort((left, right) => right - left));
  });

  test('no near misses are reported if it is met, or if too many came', async () => {
    expect((await verify({ match: { method: 'GET' } })).near_misses).toEqual([]);
    expect((await verify({ match: { method: 'GET' }, count: 1 })).near_misses).toEqual([]);
  });

  test.each<[unknown, string[]]>([
    [{}, ['/match']],
    [{ match: { operation: 'createRebalance' } }, ['/match/operation']],
    [{ match: { path: { pattern: '(' } } }, ['/match/path/pattern']],
    [{ match: { body: { '/a': { pattern: '*' } } } }, ['/match/body/~1a/pattern']],
    [{ match: { body: { a: 1 } } }, ['/match/body/a']],
    [{ match: {}, count: 1, at_least: 1 }, ['/count']],
    [{ match: {}, at_least: 2, at_most: 1 }, ['/at_most']],
    [{ match: {}, at_least: -1, since: 'now' }, ['/since', '/at_least']],
    [{ match: {}, at_most: -2 }, ['/at_most']],
    [{ match: { method: 'get', colour: 1 } }, ['/match/method', '/match/colour']],
  ])('%j is 400 at %j', proves('L36.1', 'L36.2'), async (body, paths) => {
    const response = await server.sim.post('/journal/verify', body);
    expect(response.status).toBe(400);
    expect(response.error().details.map(({ path }) => path)).toEqual(paths);
  });

  test('an object in place of a matcher is 400, and the message shows the right form', proves('L36.2'), async () => {
    const match = { body: { '/target_weights': { [SAP]: 1 } } };
    const { message } = (await server.sim.post('/journal/verify', { match })).error();
    expect(message).toBe(
      `The request body is invalid: /match/body/~1target_weights/${SAP} is not a known field of a matcher ` +
        '(an object that is the value itself is written {"equals": {…}}).',
    );
    expect(await verify({ match: { body: { '/target_weights': { equals: { [SAP]: 1 } } } } })).toMatchObject({
      matched: 0,
    });
  });

  test.each([{ gte: 400 }, true, null])(
    'an invalid status is reported with the valid ones: %j',
    proves('L36.3'),
    async (status) => {
      const response = await server.sim.post('/journal/verify', { match: { status } });
      expect([response.status, response.error().details]).toEqual([
        400,
        [{ path: '/match/status', issue: 'is not a status like 404, 4xx or none, nor a list of these' }],
      ]);
      const inList = await server.sim.post('/journal/verify', { match: { status: [404, '4x'] } });
      expect(inList.error().details).toMatchObject([{ path: '/match/status/1' }]);
    },
  );

  test('a path and a status mean the same as in reads of the journal', proves('L34', 'L36.3'), async () => {
    for (const [path, status] of [
      ['*/prices/*', '2xx'],
      ['/form-b/v1/*', '400'],
      ['*', '4xx,201'],
    ] as const) {
      const read = (await server.sim.get(`/journal?${new URLSearchParams({ path, status })}`)).as(journalList);
      expect(read.total).toBeGreaterThan(0);
      expect(await verify({ match: { path, status: status.split(',') } })).toMatchObject({ matched: read.total });
    }
  });

  const SLOW = { pattern: '^.{1,1000}b' };
  test.each([
    { '/external_id': SLOW },
    { '/external_id': { not: SLOW } },
    { '/external_id': { not: { not: SLOW } } },
    { '/list': { some: SLOW } },
    { '/list': { not: { some: SLOW } } },
    { '/list': { every: { not: SLOW } } },
    { '/list': { not: { some: { body: { '': SLOW } } } } },
  ])(
    'a pattern that takes too long is 400, and a fault with it does not hit: %j',
    proves('L36.7', 'L113'),
    async (body) => {
      const own = await startBallast();
      const text = 'a'.repeat(20_000);
      const match = { body };
      await own.sim.post('/faults', { kind: 'api_error', code: 'internal_error', match });
      expect((await own.b.post('/portfolios', { external_id: text, list: [text] })).status).toBe(400);
      const response = await own.sim.post('/journal/verify', { match });
      expect(response.status).toBe(400);
      expect(response.error().message).toMatch(/has a pattern that takes too long to match against request rq_/);
      expect((await own.b.get(`/prices/${SAP}`)).status).toBe(200);
    },
  );

  test('more than a page of requests is counted to the last one', { ...proves('L36.1'), tags: ['deep'] }, async () => {
    const own = await startBallast();
    const requests = 1203;
    for (let count = 0; count < requests; count += 1) await own.b.get(`/rebalance/${count % 2 === 0 ? 'even' : 'odd'}`);
    const response = await own.sim.post('/journal/verify', { match: { path: { contains: 'even' } }, count: 602 });
    expect(response.as(verification)).toMatchObject({ satisfied: true, matched: 602 });
  });
});
