/** Decision B in manual examples; test/conformance/order-of-checks.test.ts covers the whole table of the order. */

import { afterAll, beforeAll, expect, test } from 'vitest';
import { startBallast, stopAll, type TestServer } from '../../support/start-ballast.ts';
import { createSample, executeSample, NO_PORTFOLIO, NO_REBALANCE, SAP } from '../service/sample-portfolio.ts';

const JSON_TYPE = { 'content-type': 'application/json' };
let server: TestServer;
const ids: Record<string, string> = { NO_PORTFOLIO, NO_REBALANCE };

beforeAll(async () => {
  server = await startBallast();
  const { portfolioId, rebalanceId } = await executeSample(server);
  ids.EXECUTING_PORTFOLIO = portfolioId;
  ids.EXECUTING_REBALANCE = rebalanceId;
  ids.BALANCED = await createSample(server, { holdings: [], targets: [{ isin: SAP, weight: 0.01 }] });
});
afterAll(stopAll);

test.each([
  ['401 before 404 unknown path', 401, 'POST', '/nothing', '{', 'no key'],
  ['401 before 400 body', 401, 'POST', '/rebalance', '{', 'no key'],
  ['401 before 404 resource', 401, 'GET', '/portfolios/NO_PORTFOLIO', null, 'no key'],
  ['404 unknown path before 400 body', 404, 'POST', '/nothing', '{', 'key'],
  ['404 wrong method before 400 body', 404, 'PUT', '/rebalance', '{', 'key'],
  [
    '400 body before 404 resource (portfolio)',
    400,
    'POST',
    '/rebalance',
    '{"portfolio_id":"NO_PORTFOLIO","x":1}',
    'key',
  ],
  ['400 body before 404 resource (plan)', 400, 'POST', '/rebalance/NO_REBALANCE/execute', '{"confirm":false}', 'key'],
  ['400 body before 409', 400, 'POST', '/rebalance', '{"portfolio_id":"EXECUTING_PORTFOLIO","x":1}', 'key'],
  ['400 body before 409 (execute)', 400, 'POST', '/rebalance/EXECUTING_REBALANCE/execute', '{}', 'key'],
  ['404 resource', 404, 'POST', '/rebalance', '{"portfolio_id":"NO_PORTFOLIO"}', 'key'],
  ['409 before 422', 409, 'POST', '/rebalance', '{"portfolio_id":"EXECUTING_PORTFOLIO","drift_threshold":0.2}', 'key'],
  ['422 last', 422, 'POST', '/rebalance', '{"portfolio_id":"BALANCED"}', 'key'],
])('%s', async (_what, status, method, path, body, key) => {
  const headers: Record<string, string> = { ...JSON_TYPE, ...(key === 'key' ? {} : { authorization: '' }) };
  const init = body === null ? { headers } : { headers, body: withIds(body) };
  const response = await server.b.send(method, withIds(path), init);
  expect(response.status).toBe(status);
});

test('429 comes after 401 and before everything else', async () => {
  const limited = await startBallast({ rateLimitPerMinute: 1 });
  const missing = `/portfolios/${NO_PORTFOLIO}`;
  const requests = [
    () => limited.b.get(missing),
    () => limited.b.send('GET', '/nothing', { headers: { authorization: '' } }),
    () => limited.b.get('/nothing'),
    () => limited.b.send('POST', '/rebalance', { headers: JSON_TYPE, body: '{' }),
    () => limited.b.get(missing),
  ];
  const statuses: number[] = [];
  for (const request of requests) statuses.push((await request()).status);
  expect(statuses).toEqual([404, 401, 429, 429, 429]);
});

function withIds(text: string): string {
  return Object.entries(ids).reduce((result, [name, id]) => result.replace(name, id), text);
}
