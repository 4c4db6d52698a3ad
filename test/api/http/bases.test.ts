/** The three bases (A1 to A4): which form responds, what neither form has, and that the forms never mix. */

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { portfolioA } from '../../../src-server/contract/service/form-a.ts';
import { portfolioB } from '../../../src-server/contract/service/form-b.ts';
import { proves } from '../../conformance/proves.ts';
import { type Caller, startBallast, stopAll, type TestServer } from '../../support/start-ballast.ts';
import { createSample, NO_PORTFOLIO, planFor, SAP, samplePortfolio } from '../service/sample-portfolio.ts';

const FORM_A = { name: 'Muster', currency: 'EUR', tax_jurisdiction: 'DE' };
let server: TestServer;
beforeAll(async () => {
  server = await startBallast();
});
afterAll(stopAll);

describe('POST /v1/portfolios', () => {
  test.each(['name', 'tax_jurisdiction', 'account_type', 'metadata'])(
    'goes to Form A for a field %s',
    proves('A2'),
    async (field) => {
      const response = await server.both.post('/portfolios', { [field]: null });
      // Form A's other required fields are missing, Form B's are not.
      const paths = response.error().details.map(({ path }) => path);
      expect(paths).toContain('/currency');
      expect(paths).not.toContain('/external_id');
    },
  );

  test.each(['external_id', 'tax_wrapper', 'holdings', 'targets', 'cash'])(
    'goes to Form B for a field %s',
    proves('A2'),
    async (field) => {
      const paths = (await server.both.post('/portfolios', { [field]: false })).error().details.map(({ path }) => path);
      expect(paths).toContain(field === 'external_id' ? '/targets' : '/external_id');
      expect(paths).not.toContain('/name');
    },
  );

  test.each([
    ['fields of both', { ...FORM_A, ...samplePortfolio() }, 'both forms'],
    ['a field that both have only', { currency: 'EUR' }, 'neither form'],
    ['no fields', {}, 'neither form'],
    ['no object', [], 'neither form'],
    ['null', null, 'neither form'],
  ])('with %s is 400 and names the mix', async (_what, body, message) => {
    const response = await server.both.post('/portfolios', body);
    expect(response.status).toBe(400);
    expect(response.error().message).toContain(message);
  });

  test('creates the portfolio of each base', async () => {
    const a = await server.both.post('/portfolios', FORM_A);
    expect(a.status).toBe(201);
    expect(a.as(portfolioA)).toMatchObject({ ...FORM_A, account_type: 'depot', default_tax_method: 'FIFO' });
    const b = await server.both.post('/portfolios', samplePortfolio());
    expect(b.status).toBe(201);
    expect(b.as(portfolioB).external_id).toBe('sample');
  });
});

describe('a portfolio of Form A', () => {
  test('has exactly the seven fields of the specification, with created in Unix seconds', async () => {
    const response = await server.a.post('/portfolios', { ...FORM_A, account_type: 'isa', metadata: { desk: '7' } });
    const { created } = response.as(portfolioA);
    expect(response.text).not.toContain('desk');
    // The world starts at 2026-03-02T09:30:00Z.
    expect(created).toBe(Date.UTC(2026, 2, 2, 9, 30) / 1000);
  });

  test.each([
    ['an unassigned country', { tax_jurisdiction: 'ZZ' }, ['/tax_jurisdiction']],
    ['a country in small letters', { tax_jurisdiction: 'de' }, ['/tax_jurisdiction']],
    ['an unknown account type', { account_type: 'sipp' }, ['/account_type']],
    ['17 metadata keys', { metadata: keys(17) }, ['/metadata']],
    ['metadata that is not text', { metadata: { a: 1, b: null } }, ['/metadata/a', '/metadata/b']],
    ['a field of Form B', { cash: 5 }, ['/cash']],
  ])('with %s is 400', async (_what, change, paths) => {
    const response = await server.a.post('/portfolios', { ...FORM_A, ...change });
    expect(response.status).toBe(400);
    expect(response.error().details.map(({ path }) => path)).toEqual(paths);
  });

  test('may have 16 metadata keys and a currency that Form B does not know', async () => {
    const response = await server.a.post('/portfolios', { ...FORM_A, currency: 'NOK', metadata: keys(16) });
    expect(response.status).toBe(201);
  });

  test('is 404 through Form B, also for plans and deletion', proves('A3'), async () => {
    const { portfolio_id: id } = (await server.a.post('/portfolios', FORM_A)).as(portfolioA);
    const responses = [
      await server.b.get(`/portfolios/${id}`),
      await server.both.get(`/portfolios/${id}`),
      await server.b.delete(`/portfolios/${id}`),
      await server.b.post('/rebalance', { portfolio_id: id }),
    ];
    expect(responses.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
  });
});

describe('/v1 and /form-b/v1', () => {
  test('show the same portfolio and the same plan', async () => {
    const id = await createSample(server);
    const planId = await planFor(server, id);
    expect((await server.both.get(`/portfolios/${id}`)).text).toBe((await server.b.get(`/portfolios/${id}`)).text);
    expect((await server.both.get(`/rebalance/${planId}`)).text).toBe(
      (await server.b.get(`/rebalance/${planId}`)).text,
    );
    expect((await server.both.get(`/prices/${SAP}`)).text).toBe((await server.b.get(`/prices/${SAP}`)).text);
  });
});

describe('an unknown path or a wrong method is 404', () => {
  const unknown: [string, string][] = [
    ['GET', '/'],
    ['GET', ''],
    ['GET', '/nothing'],
    ['GET', '/portfolios'],
    ['PUT', '/portfolios'],
    ['POST', '/portfolios/'],
    ['POST', '/Portfolios'],
    ['PATCH', `/portfolios/${NO_PORTFOLIO}`],
    ['OPTIONS', `/portfolios/${NO_PORTFOLIO}`],
    ['GET', `/portfolios/${NO_PORTFOLIO}/x`],
    ['GET', '/clock'],
  ];
  test.each(['a', 'b', 'both'] as const)('under base %s', async (base) => {
    const caller: Caller = server[base];
    for (const [method, path] of unknown) {
      const response = await caller.send(method, path);
      expect(`${method} ${path}: ${response.status}`).toBe(`${method} ${path}: 404`);
      expect(response.error().code).toBe('not_found');
    }
  });

  test.each([
    ['POST', '/rebalance'],
    ['GET', `/prices/${SAP}`],
    ['GET', `/portfolios/${NO_PORTFOLIO}`],
  ])('Form A has no %s %s', proves('A4.1'), async (method, path) => {
    const body = method === 'POST' ? { body: '{}', headers: { 'content-type': 'application/json' } } : {};
    expect((await server.a.send(method, path, body)).error().message).toMatch(/^There is nothing at/);
  });
});

test('a path that is not validly percent-encoded is 400', async () => {
  for (const path of ['/portfolios/%zz', '/rebalance/%', '/prices/%E0%A4%A']) {
    const response = await server.b.get(path);
    expect(response.status).toBe(400);
    expect(response.error().code).toBe('invalid_request');
  }
});

function keys(count: number): Record<string, string> {
  return Object.fromEntries(Array.from({ length: count }, (_, index) => [`key${index}`, 'x']));
}
