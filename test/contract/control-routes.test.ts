/** Tests the types of requests by the rows of operations: what they reject, and the requests that are made. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, expectTypeOf, test } from 'vitest';
import type { ControlResponse, ControlRoute, TermsOf } from '../../src-server/contract/control/control-routes.ts';
import { type LastTerms, type RowResponse, routeRequest } from '../../src-server/contract/openapi/request-terms.ts';
import type { FormARows, FormBRows } from '../../src-server/contract/service/service-routes.ts';

const ask = <Route extends ControlRoute>(route: Route, ...[terms]: TermsOf<Route>) => routeRequest(route, terms);

test('parameters are encoded, and queries leave out what is undefined', () => {
  expect(ask('GET /clock')).toEqual({ method: 'GET', path: '/clock', body: undefined });
  expect(
    ask('GET /portfolios/{id}/cash-flows', { params: { id: 'a/b' }, query: { limit: 5, cursor: undefined } }),
  ).toEqual({ method: 'GET', path: '/portfolios/a%2Fb/cash-flows?limit=5', body: undefined });
  const advance = { by: '1h', wait: true } as const;
  expect(ask('POST /clock/advance', { body: advance })).toEqual({
    method: 'POST',
    path: '/clock/advance',
    body: advance,
  });
});

test('a route, a parameter, a query or a body that no row has does not compile', () => {
  // @ts-expect-error there is no such route
  ask('GET /clocks');
  // @ts-expect-error its parameter is missing
  ask('GET /portfolios/{id}/cash-flows');
  // @ts-expect-error there is no such query
  ask('GET /portfolios/{id}/cash-flows', { params: { id: 'pf_1' }, query: { limits: 5 } });
  // @ts-expect-error a duration is a text
  ask('POST /clock/advance', { body: { by: 5 } });
  // @ts-expect-error a field of the body is misspelt beside right ones
  ask('POST /faults', { body: { kind: 'api_connection_reset', cuont: 1 } });
  // @ts-expect-error a parameter of the query has no such value
  ask('GET /timeline', { query: { over: 'spacetime' } });
  // @ts-expect-error a parameter of the path is misspelt
  ask('GET /portfolios/{id}', { params: { portfolio_id: 'pf_1' } });
  expectTypeOf<ControlResponse<'GET /clock'>['now']>().toEqualTypeOf<string>();
  expectTypeOf<ControlResponse<'GET /worlds'>['worlds'][number]['seed']>().toEqualTypeOf<number>();
  expectTypeOf<ControlResponse<'GET /recordings/{id}/scenario.yaml'>>().toEqualTypeOf<string>();
});

test('the same holds for both forms of the service', () => {
  const askA = <Route extends keyof FormARows>(route: Route, ...[terms]: LastTerms<FormARows[Route]>) =>
    routeRequest(route, terms);
  const askB = <Route extends keyof FormBRows>(route: Route, ...[terms]: LastTerms<FormBRows[Route]>) =>
    routeRequest(route, terms);
  const body = { target_weights: { DE0007164600: 1 } };
  expect(askA('POST /portfolios/{id}/rebalance', { params: { id: 'pf_1' }, body })).toEqual({
    method: 'POST',
    path: '/portfolios/pf_1/rebalance',
    body,
  });
  // @ts-expect-error only Form B has plans
  askA('POST /rebalance', { body: { portfolio_id: 'pf_1' } });
  // @ts-expect-error a field of the body is misspelt beside a right one
  askB('POST /rebalance', { body: { portfolio_id: 'pf_1', cost_bugdet: 5 } });
  // @ts-expect-error the parameter of Form B has another name
  askB('GET /portfolios/{portfolio_id}', { params: { id: 'pf_1' } });
  expectTypeOf<RowResponse<FormARows['GET /rebalances/{id}']>['rebalance_id']>().toEqualTypeOf<string>();
});

test('every table of operations has its routes', () => {
  const folder = join(import.meta.dirname, '../../src-server/contract/control');
  const routes = readFileSync(join(folder, 'control-routes.ts'), 'utf8');
  const tables = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('-operations.ts'))
    .map((file) => file.replaceAll('\\', '/'));
  expect(tables.length).toBeGreaterThan(25);
  expect(tables.filter((file) => !routes.includes(`import('./${file}')`))).toEqual([]);
});
