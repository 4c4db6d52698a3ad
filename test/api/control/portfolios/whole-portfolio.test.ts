/** A whole portfolio by one request (decision L145): one instant, one opening value, or nothing at all. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { lotList } from '../../../../src-server/contract/control/portfolios/gains.ts';
import { portfolioPerformance } from '../../../../src-server/contract/control/portfolios/performance.ts';
import { portfolioHistoryWire } from '../../../../src-server/contract/control/portfolios/portfolio-history.ts';
import { portfolioList, portfolioView } from '../../../../src-server/contract/control/portfolios/portfolios.ts';
import { proves } from '../../../conformance/proves.ts';
import { startBallast, stopAll, type TestServer } from '../../../support/start-ballast.ts';
import { ALLIANZ, SAP, samplePortfolio } from '../../service/sample-portfolio.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startBallast();
});
afterAll(stopAll);

const LOTS = [{ quantity: 12, unit_cost: 98.4, acquired_at: '2024-05-06T09:00:00.000Z' }];
const POSITIONS = [
  { isin: SAP, exchange: 'XETR', quantity: 12, lots: LOTS },
  { isin: ALLIANZ, exchange: 'XETR', quantity: 3 },
];
const WHOLE = [
  {
    form: 'A',
    request: { name: 'Family', currency: 'EUR', tax_jurisdiction: 'DE' },
    positions: POSITIONS,
    cash: 2_500.5,
    targets: [{ isin: SAP, weight: 0.5 }],
  },
  { form: 'B', request: samplePortfolio({ holdings: [], cash: 2_500.5 }), positions: POSITIONS },
] as const;

describe('a whole portfolio', () => {
  test.for(WHOLE)('of Form $form has lots, cash and targets from its creation on', proves('L145'), async (body) => {
    const view = (await server.sim.post('/portfolios', body)).as(portfolioView);
    expect(view).toMatchObject({ form: body.form, cash: 2_500.5, positions: 2, has_targets: true });
    const { portfolio_id: id, total_value: opening } = view;
    const { lots } = (await server.sim.get(`/portfolios/${id}/lots`)).as(lotList);
    expect(lots).toContainEqual(expect.objectContaining({ isin: SAP, ...LOTS[0] }));
    await server.advance('1d');
    const history = (await server.sim.get(`/portfolios/${id}/history`)).as(portfolioHistoryWire);
    expect(history.points[0]).toMatchObject({ at: view.created_at, nav: opening, max_drift: view.max_drift });
    expect(history.flows).toEqual([]);
    const { portfolio, flows } = (await server.sim.get(`/portfolios/${id}/performance`)).as(portfolioPerformance);
    expect({ start: portfolio.start_value, flows }).toEqual({ start: opening, flows: [] });
  });

  test('is not created at all if any part is refused, at its place', proves('L145'), async () => {
    const count = async () => (await server.sim.get('/portfolios')).as(portfolioList).portfolios.length;
    const before = await count();
    const [formA, formB] = WHOLE;
    const unknown = { isin: SAP, exchange: 'XNAS', quantity: 1 };
    const refused = [
      { body: { ...formA, positions: [...POSITIONS, unknown] }, path: '/positions/2/exchange' },
      { body: { ...formB, positions: [{ ...POSITIONS[0], quantity: 13 }] }, path: '/positions/0/lots' },
      { body: { ...formB, request: samplePortfolio({ external_id: '' }) }, path: '/request/external_id' },
    ];
    for (const { body, path } of refused) {
      const response = await server.sim.post('/portfolios', body);
      expect(response.status).toBe(400);
      expect(response.text).toContain(`"${path}"`);
    }
    expect(await count()).toBe(before);
  });
});
