/** A unit cost that is stated with a lot is returned as stated, in both forms and by every method (decision L23). */
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { gainsReport, lotList } from '../../../../src-server/contract/control/portfolios/gains.ts';
import { rebalanceB, rebalancePlan } from '../../../../src-server/contract/service/form-b.ts';
import { proves } from '../../../conformance/proves.ts';
import { startBallast, stopAll, type TestServer } from '../../../support/start-ballast.ts';
import { createA, rebalanceOfA, startA } from '../../service/form-a-portfolio.ts';
import { createSample, SAP, WORLD_ETF } from '../../service/sample-portfolio.ts';

let server: TestServer;
beforeEach(async () => {
  server = await startBallast();
});
afterAll(stopAll);

describe('a stated unit cost', () => {
  // 17.333333 × 95.57 = 1 656.55 to the cent, of which a share is 95.570221.
  const LOT = { quantity: 17.333333, unit_cost: 95.57, acquired_at: '2024-10-01T10:00:00Z' };
  const UNIT = expect.objectContaining({ unit_cost: 95.57 });
  const hold = async (id: string) => {
    const positions = [{ isin: SAP, exchange: 'XETR', quantity: LOT.quantity, lots: [LOT] }];
    expect((await server.sim.post(`/portfolios/${id}/positions`, { positions })).status).toBe(200);
  };
  const expectStated = async (id: string) => {
    const { lots } = (await server.sim.get(`/portfolios/${id}/lots`)).as(lotList);
    expect(lots.filter(({ order_id: order }) => order === null)).toEqual([UNIT]);
    const { rows } = (await server.sim.get(`/portfolios/${id}/gains`)).as(gainsReport);
    expect(rows.flatMap((row) => row.lots)).toEqual(rows.map(() => UNIT));
    expect(rows.length).toBeGreaterThan(0);
    const files = await Promise.all(
      ['gains', 'lots'].map((name) => server.sim.get(`/portfolios/${id}/${name}?format=csv`)),
    );
    for (const { text } of files) expect(text).toMatch(/,EUR,95\.57,/);
  };

  test.each(['Depot', 'GIA', 'SIPP'])('is returned to the last digit in a %s', proves('L23'), async (wrapper) => {
    const targets = [
      { isin: SAP, weight: 0.4 },
      { isin: WORLD_ETF, weight: 0.55 },
    ];
    const id = await createSample(server, { tax_wrapper: wrapper, targets, holdings: [], cash: 0 });
    await hold(id);
    const { rebalance_id: rebalanceId, orders } = (await server.b.post('/rebalance', { portfolio_id: id })).as(
      rebalancePlan,
    );
    expect(orders.find(({ side }) => side === 'sell')?.lots).toEqual([UNIT]);
    await server.b.post(`/rebalance/${rebalanceId}/execute`, { confirm: true });
    await server.advance('1h');
    const { orders: filled } = (await server.b.get(`/rebalance/${rebalanceId}`)).as(rebalanceB);
    expect(filled.find(({ side }) => side === 'sell')?.lots).toEqual([UNIT]);
    await expectStated(id);
  });

  test.each([
    ['DE', 'FIFO'],
    ['DE', 'HIFO'],
    ['DE', 'specific_id'],
    ['DE', 'average_cost'],
    ['IE', 'FIFO'],
    ['GB', 'average_cost'],
  ])('is returned to the last digit with Form A in %s by %s', proves('L23'), async (tax_jurisdiction, tax_method) => {
    const id = await createA(server, { tax_jurisdiction });
    await server.sim.post(`/portfolios/${id}/cash`, { amount: 0 });
    await hold(id);
    const rebalanceId = await startA(server, id, { tax_method });
    await server.advance('1h');
    const { orders } = await rebalanceOfA(server, rebalanceId);
    expect(orders.find(({ side }) => side === 'sell')?.lots).toEqual([UNIT]);
    await expectStated(id);
  });
});
