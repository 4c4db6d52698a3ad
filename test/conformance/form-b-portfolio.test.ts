/**
 * Specification 2.2 and 4.2: every field of a Form B portfolio: valid and invalid values, the response, and deletion.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { deletedPortfolio, portfolioB } from '../../src-server/contract/service/form-b.ts';
import { ALLIANZ, createSample, SAP, samplePortfolio, WORLD_ETF } from '../api/service/sample-portfolio.ts';
import { startBallast, stopAll, type TestServer } from '../support/start-ballast.ts';
import { expectRefused, without } from './expect-refused.ts';
import { proves } from './proves.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startBallast();
});
afterAll(stopAll);

const post = (body: Record<string, unknown>) => server.b.post('/portfolios', body);
async function create(change: Record<string, unknown> = {}) {
  const response = await post(samplePortfolio(change));
  expect(response.status).toBe(201);
  return response.as(portfolioB);
}

describe('a Form B portfolio', () => {
  test(
    "needs the caller's identifier, which is text",
    proves('2.2 external_id', '4.2 POST /portfolios', 'G1'),
    async () => {
      expect((await create({ external_id: 'desk 7/ü' })).external_id).toBe('desk 7/ü');
      expectRefused(await post(without(samplePortfolio(), 'external_id')), '/external_id');
      expectRefused(await post(samplePortfolio({ external_id: 7 })), '/external_id');
    },
  );

  test('needs one of three base currencies', proves('2.2 currency', '1.1 portfolios'), async () => {
    for (const currency of ['EUR', 'GBP', 'CHF']) expect((await create({ currency })).currency).toBe(currency);
    for (const currency of ['SEK', 'DKK', 'NOK', 'USD', 'eur']) {
      expectRefused(await post(samplePortfolio({ currency })), '/currency');
    }
    expectRefused(await post(without(samplePortfolio(), 'currency')), '/currency');
  });

  test('needs one of five tax wrappers', proves('2.2 tax_wrapper', '1.1 portfolios'), async () => {
    for (const wrapper of ['GIA', 'ISA', 'PEA', 'Depot', 'SIPP']) {
      expect((await create({ tax_wrapper: wrapper })).tax_wrapper).toBe(wrapper);
    }
    for (const wrapper of ['depot', 'pension', '']) {
      expectRefused(await post(samplePortfolio({ tax_wrapper: wrapper })), '/tax_wrapper');
    }
    expectRefused(await post(without(samplePortfolio(), 'tax_wrapper')), '/tax_wrapper');
  });

  test(
    'has holdings of isin, exchange and quantity',
    proves('2.2 holdings', '2.2 get holdings', 'G1', 'G2'),
    async () => {
      const holding = { isin: SAP, exchange: 'XETR', quantity: 1.5 };
      expect((await create({ holdings: [holding] })).holdings).toMatchObject([holding]);
      expect((await create({ holdings: [] })).holdings).toEqual([]);
      for (const field of ['isin', 'exchange', 'quantity']) {
        expectRefused(await post(samplePortfolio({ holdings: [without(holding, field)] })), `/holdings/0/${field}`);
      }
      const elsewhere = { ...holding, exchange: 'XOSL' };
      expect((await post(samplePortfolio({ holdings: [elsewhere] }))).status).toBe(400);
      expectRefused(await post(samplePortfolio({ holdings: [{ ...holding, quantity: -1 }] })), '/holdings/0/quantity');
    },
  );

  test('has targets of isin and weight', proves('2.2 targets', '2.2 get targets', 'G1'), async () => {
    const target = { isin: SAP, weight: 0.4 };
    expect((await create({ targets: [target] })).targets).toEqual([target]);
    for (const field of ['isin', 'weight']) {
      expectRefused(await post(samplePortfolio({ targets: [without(target, field)] })), `/targets/0/${field}`);
    }
    expectRefused(await post(without(samplePortfolio(), 'targets')), '/targets');
    expectRefused(await post(samplePortfolio({ targets: [] })), '/targets');
    expectRefused(await post(samplePortfolio({ targets: [target, { ...target, weight: 0.1 }] })), '/targets/1/isin');
  });

  test('has weights from 0 to 1', proves('2.2 weight', 'G1'), async () => {
    for (const weight of [0, 0.5, 1]) await create({ targets: [{ isin: SAP, weight }] });
    for (const weight of [-0.0001, 1.0001, '0.5']) {
      const response = await post(samplePortfolio({ targets: [{ isin: SAP, weight }] }));
      expect([response.status, response.error().details[0]?.path]).toEqual([400, '/targets/0/weight']);
    }
  });

  test(
    'is returned with its holdings, its targets and its latest drift',
    proves(
      '4.2 GET /portfolios/{portfolio_id}',
      '2.2 get holdings',
      '2.2 get targets',
      '2.2 get drift',
      '2.2 portfolio_id',
      'G2',
    ),
    async () => {
      const id = await createSample(server);
      await server.sim.post('/market/pins', { isin: SAP, mid: 150, currency: 'EUR' });
      const response = await server.b.get(`/portfolios/${id}`);
      expect(response.status).toBe(200);
      const portfolio = response.as(portfolioB);
      expect(portfolio.portfolio_id).toBe(id);
      expect(portfolio.holdings).toMatchObject([
        { isin: SAP, exchange: 'XETR', quantity: 100, price: 150, value: 15_000 },
        { isin: ALLIANZ, exchange: 'XETR', quantity: 20 },
      ]);
      expect(portfolio.targets).toEqual(samplePortfolio().targets);
      const sap = portfolio.drift.positions.find(({ isin }) => isin === SAP);
      const share = 15_000 / portfolio.drift.total_value;
      expect(sap?.current_weight).toBeCloseTo(share, 9);
      expect(sap?.drift).toBeCloseTo(share - 0.4, 9);
      expect(portfolio.drift.positions.map(({ isin }) => isin).sort()).toEqual([ALLIANZ, SAP, WORLD_ETF].sort());
      await server.sim.delete(`/market/pins/${SAP}`);
    },
  );

  test(
    'can be deleted, and then does not exist',
    proves('4.2 DELETE /portfolios/{portfolio_id}', '1.8 deletion', 'G3'),
    async () => {
      const id = await createSample(server);
      const response = await server.b.delete(`/portfolios/${id}`);
      expect(response.status).toBe(200);
      expect(response.as(deletedPortfolio)).toMatchObject({ portfolio_id: id, deleted: true });
      expect((await server.b.get(`/portfolios/${id}`)).status).toBe(404);
      expect((await server.b.delete(`/portfolios/${id}`)).status).toBe(404);
    },
  );
});
