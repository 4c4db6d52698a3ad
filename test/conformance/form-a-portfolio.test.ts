/** Specification 2.1 and 4.1: every field of a Form A portfolio: valid values, invalid values and the response. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type PortfolioA, portfolioA } from '../../src-server/contract/service/form-a.ts';
import { startBallast, stopAll, type TestServer } from '../support/start-ballast.ts';
import { expectRefused, without } from './expect-refused.ts';
import { proves } from './proves.ts';

const BODY = { name: 'Muster', currency: 'EUR', tax_jurisdiction: 'DE' };
let server: TestServer;
beforeAll(async () => {
  server = await startBallast();
});
afterAll(stopAll);

const post = (body: Record<string, unknown>) => server.a.post('/portfolios', body);
async function create(change: Record<string, unknown> = {}): Promise<PortfolioA> {
  const response = await post({ ...BODY, ...change });
  expect(response.status).toBe(201);
  return response.as(portfolioA);
}
const keys = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, n) => [`k${n}`, 'v']));

describe('a Form A portfolio', () => {
  test('needs a name, which is text', proves('2.1 name'), async () => {
    expectRefused(await post(without(BODY, 'name')), '/name');
    expectRefused(await post({ ...BODY, name: 7 }), '/name');
  });

  test(
    'needs one of six base currencies',
    proves('2.1 currency', '1.1 portfolios', '2.1 answer currency'),
    async () => {
      for (const currency of ['EUR', 'GBP', 'CHF', 'SEK', 'DKK', 'NOK']) {
        expect((await create({ currency })).currency).toBe(currency);
      }
      for (const currency of ['USD', 'eur', '', null]) expectRefused(await post({ ...BODY, currency }), '/currency');
      expectRefused(await post(without(BODY, 'currency')), '/currency');
    },
  );

  test(
    'needs an assigned country code',
    proves('2.1 tax_jurisdiction', '1.1 portfolios', '2.1 answer tax_jurisdiction', 'F1'),
    async () => {
      for (const country of ['DE', 'FR', 'GB', 'CH', 'BR']) {
        expect((await create({ tax_jurisdiction: country })).tax_jurisdiction).toBe(country);
      }
      for (const country of ['UK', 'EU', 'de', 'DEU', 'XX', '']) {
        expectRefused(await post({ ...BODY, tax_jurisdiction: country }), '/tax_jurisdiction');
      }
      expectRefused(await post(without(BODY, 'tax_jurisdiction')), '/tax_jurisdiction');
    },
  );

  test(
    'has the lot method of its country',
    proves('2.1 jurisdiction method', '2.1 answer default_tax_method', 'F2'),
    async () => {
      const methods = ['DE', 'GB', 'BR'].map(async (country) => {
        return (await create({ tax_jurisdiction: country })).default_tax_method;
      });
      expect(await Promise.all(methods)).toEqual(['FIFO', 'average_cost', 'FIFO']);
    },
  );

  test('has one of four account types', proves('2.1 account_type', '2.1 answer account_type'), async () => {
    for (const type of ['depot', 'isa', 'pea', 'pension']) {
      expect((await create({ account_type: type })).account_type).toBe(type);
    }
    for (const type of ['Depot', 'sipp', '', null])
      expectRefused(await post({ ...BODY, account_type: type }), '/account_type');
  });

  test(
    'is a depot if no account type is given',
    proves('2.1 account_type default', '2.1 answer account_type'),
    async () => {
      expect((await create()).account_type).toBe('depot');
    },
  );

  test('takes metadata of key-value pairs, or none', proves('2.1 metadata'), async () => {
    await create();
    await create({ metadata: {} });
    await create({ metadata: { desk: '7' } });
    expectRefused(await post({ ...BODY, metadata: 'desk' }), '/metadata');
    expectRefused(await post({ ...BODY, metadata: { desk: 7 } }), '/metadata/desk');
  });

  test('takes 16 metadata keys and not 17', proves('2.1 metadata keys', '8 metadata keys', 'C1'), async () => {
    await create({ metadata: keys(16) });
    expectRefused(await post({ ...BODY, metadata: keys(17) }), '/metadata');
  });

  test('never shows its metadata', proves('2.1 metadata unseen', 'F1'), async () => {
    const response = await post({ ...BODY, metadata: { secret_desk: 'seven' } });
    expect(response.status).toBe(201);
    expect(response.text).not.toMatch(/metadata|secret_desk|seven/);
  });

  test(
    'is returned with exactly the seven fields, as given',
    proves('4.1 POST /portfolios', '2.1 answer name', '2.1 answer created', '2.1 answer portfolio_id', 'D2', 'F1'),
    async () => {
      const response = await post(BODY);
      const body = response.as(portfolioA);
      expect(JSON.parse(response.text)).toEqual({
        ...BODY,
        portfolio_id: expect.stringMatching(/^pf_/),
        account_type: 'depot',
        default_tax_method: 'FIFO',
        created: Date.UTC(2026, 2, 2, 9, 30) / 1000,
      });
      expect(Number.isInteger(body.created)).toBe(true);
      const used = await server.a.post(`/portfolios/${body.portfolio_id}/rebalance`, {
        target_weights: { DE0007164600: 1 },
      });
      expect(used.status).toBe(202);
    },
  );
});
