/** Invalid bulk rebalances: 400 with the place of each error, and nothing has happened (decision P6). */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { proves } from '../../../conformance/proves.ts';
import { startBallast, stopAll, type TestServer } from '../../../support/start-ballast.ts';
import { createSamples } from './bulk-client.ts';

let server: TestServer;
let id = '';
beforeAll(async () => {
  server = await startBallast();
  [id = ''] = await createSamples(server, 1);
});
afterAll(stopAll);

const NOBODY = 'pf_00000000000000000000000000';

test.each<[string, () => object, string, RegExp]>([
  ['neither portfolios nor a filter', () => ({}), '/portfolio_ids', /is missing, and so is filter/],
  ['both', () => ({ portfolio_ids: [id], filter: 'outside_band' }), '/filter', /excludes portfolio_ids/],
  ['another filter', () => ({ filter: 'all' }), '/filter', /is not outside_band/],
  ['no portfolios', () => ({ portfolio_ids: [] }), '/portfolio_ids', /names no portfolio/],
  ['an unknown portfolio', () => ({ portfolio_ids: [id, NOBODY] }), '/portfolio_ids/1', /there is no portfolio/],
  ['a portfolio twice', () => ({ portfolio_ids: [id, id] }), '/portfolio_ids/1', /repeats an earlier portfolio/],
  ['a text as portfolios', () => ({ portfolio_ids: id }), '/portfolio_ids', /./],
  ['a pace of 0', () => ({ portfolio_ids: [id], pace: { per_minute: 0 } }), '/pace/per_minute', /whole number from 1/],
  [
    'half a portfolio a minute',
    () => ({ portfolio_ids: [id], pace: { per_minute: 0.5 } }),
    '/pace/per_minute',
    /whole/,
  ],
  ['a pace without a number', () => ({ portfolio_ids: [id], pace: {} }), '/pace/per_minute', /is missing/],
  [
    'a band too wide',
    () => ({ portfolio_ids: [id], settings: { drift_threshold: 2 } }),
    '/settings/drift_threshold',
    /./,
  ],
  [
    'an edge at former exchange rates',
    () => ({ portfolio_ids: [id], to: 'band_edge', settings: { fx_overlay: true } }),
    '/settings/fx_overlay',
    /cannot be combined with to: band_edge/,
  ],
  [
    'a band beside the 5/25 band',
    () => ({ portfolio_ids: [id], band_5_25: true, settings: { drift_threshold: 0.05 } }),
    '/settings/drift_threshold',
    /cannot be combined with band_5_25/,
  ],
  ['an unknown setting', () => ({ portfolio_ids: [id], settings: { to: 'target' } }), '/settings/to', /./],
  ['an unknown member', () => ({ portfolio_ids: [id], confirm: true }), '/confirm', /./],
])('%s is 400 at its place', proves('P6.1'), async (_what, body, path, issue) => {
  const before = await server.head();
  const response = await server.sim.post('/bulk-rebalances', body());
  expect([response.status, response.error().details[0]?.path]).toEqual([400, path]);
  expect(response.error().details[0]?.issue).toMatch(issue);
  expect(await server.head()).toBe(before);
});

test('every unknown portfolio is named', proves('P6.1'), async () => {
  const portfolio_ids = [NOBODY, id, NOBODY.replace(/0$/, '1')];
  const response = await server.sim.post('/bulk-rebalances', { portfolio_ids });
  expect(response.error().details.map(({ path }) => path)).toEqual(['/portfolio_ids/0', '/portfolio_ids/2']);
});

test.each([
  ['GET', '', undefined],
  ['DELETE', '', undefined],
  ['POST', '/execute', '{}'],
])('%s of one that does not exist is 404', proves('P6.6'), async (method, rest, body) => {
  const init = body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body };
  const response = await server.sim.send(method, `/bulk-rebalances/bk_00000000000000000000000000${rest}`, init);
  expect([response.status, response.error().code]).toEqual([404, 'not_found']);
});

test('a status that no portfolio can have, and an invalid cursor, are 400', proves('P6.6'), async () => {
  for (const [query, path] of [
    ['status=sold', '/status'],
    ['cursor=none', '/cursor'],
    ['cursor=999', '/cursor'],
    ['limit=1001', '/limit'],
    ['limit=0', '/limit'],
  ]) {
    const made = await server.sim.post('/bulk-rebalances', { portfolio_ids: [id], wait: true });
    const { bulk_id } = JSON.parse(made.text) as { bulk_id: string };
    const response = await server.sim.get(`/bulk-rebalances/${bulk_id}?${query}`);
    expect([response.status, response.error().details[0]?.path]).toEqual([400, path]);
  }
});
