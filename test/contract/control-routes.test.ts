/** Tests the typed client of the control plane: what its types reject, and the requests that it makes. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, expectTypeOf, test } from 'vitest';
import {
  type ControlResponse,
  type ControlRoute,
  controlRequest,
  type TermsOf,
} from '../../src-server/contract/control/control-routes.ts';

const ask = <Route extends ControlRoute>(route: Route, ...[terms]: TermsOf<Route>) => controlRequest(route, terms);

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
  expectTypeOf<ControlResponse<'GET /clock'>['now']>().toEqualTypeOf<string>();
  expectTypeOf<ControlResponse<'GET /worlds'>['worlds'][number]['seed']>().toEqualTypeOf<number>();
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
