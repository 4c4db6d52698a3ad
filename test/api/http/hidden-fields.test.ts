/** Members called `__proto__`: refused at their place like any unknown field, also if a map accepts any name. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startBallast, stopAll, type TestServer } from '../../support/start-ballast.ts';

const JSON_TYPE = { 'content-type': 'application/json' };
const NOT_KNOWN = 'is not a known field';
let server: TestServer;
beforeAll(async () => {
  server = await startBallast();
});
afterAll(stopAll);

const portfolioA = (metadata: string, more = '') =>
  `{"name":"N","currency":"EUR","tax_jurisdiction":"DE","metadata":${metadata}${more}}`;

test.each([
  ['as text', portfolioA('{"__proto__":"x","desk":"7"}'), ['/metadata/__proto__']],
  ['as an object', portfolioA('{"__proto__":{"admin":true}}'), ['/metadata/__proto__']],
  ['in escapes', portfolioA('{"\\u005f_proto__":"x"}'), ['/metadata/__proto__']],
  ['at the top, too', portfolioA('{"__proto__":"x"}', ',"__proto__":1'), ['/__proto__', '/metadata/__proto__']],
  ['beside other faults', portfolioA('{"__proto__":"x"}', ',"colour":1'), ['/colour', '/metadata/__proto__']],
])('in a map, %s, it is refused and nothing is created', async (_how, body, paths) => {
  const head = await server.head();
  const response = await server.a.send('POST', '/portfolios', { headers: JSON_TYPE, body });
  expect(response.status).toBe(400);
  expect(
    response
      .error()
      .details.map(({ path }) => path)
      .sort(),
  ).toEqual(paths);
  expect(response.error().details).toContainEqual({ path: '/metadata/__proto__', issue: NOT_KNOWN });
  expect(await server.head()).toBe(head);
});

test('between weights it is reported at its place', async () => {
  const { portfolio_id } = JSON.parse(
    (await server.a.send('POST', '/portfolios', { headers: JSON_TYPE, body: portfolioA('{}') })).text,
  );
  const body = '{"target_weights":{"DE0007164600":1,"__proto__":0}}';
  const response = await server.a.send('POST', `/portfolios/${portfolio_id}/rebalance`, { headers: JSON_TYPE, body });
  expect(response.status).toBe(400);
  expect(response.error().details).toEqual([{ path: '/target_weights/__proto__', issue: NOT_KNOWN }]);
});

test('a body nested deeper than the stack is refused, without a crash', async () => {
  const deep = `${'{"__proto__":'.repeat(2)}${'['.repeat(100_000)}${']'.repeat(100_000)}}}`;
  const response = await server.a.send('POST', '/portfolios', { headers: JSON_TYPE, body: portfolioA(deep) });
  expect(response.status).toBe(400);
});

test('other names that every object has are ordinary names', async () => {
  const body = portfolioA('{"constructor":"a","toString":"b","hasOwnProperty":"c"}');
  expect((await server.a.send('POST', '/portfolios', { headers: JSON_TYPE, body })).status).toBe(201);
});
