/**
 * A portfolio of 1 000 positions in made-up instruments: created, planned and executed over HTTP, to the last order.
 */
import { afterAll, expect, test } from 'vitest';
import { instrumentList } from '../../../src-server/contract/control/portfolios/portfolios.ts';
import { worldContents } from '../../../src-server/contract/scenario/world-file.ts';
import { portfolioB, rebalancePlan } from '../../../src-server/contract/service/form-b.ts';
import { proves } from '../../conformance/proves.ts';
import { startBallast, stopAll } from '../../support/start-ballast.ts';
import { rebalanceOf } from './sample-portfolio.ts';

afterAll(stopAll);

const POSITIONS = 1000;
/** Number of rows out of balance, by more shares than they have. */
const WRONG = 40;

test('a portfolio of 1 000 positions is planned and executed', proves('L55'), async () => {
  const synthetic = { count: POSITIONS, exchanges: ['XETR', 'XPAR', 'XAMS', 'XLON'], listings_each: 2 };
  const world = worldContents.parse({ replace_instruments: true, synthetic });
  const server = await startBallast({ contents: { world, describe: ({ path, issue }) => `${path}: ${issue}` } });
  const all = (await server.sim.get('/instruments')).as(instrumentList).instruments;
  const instruments = all.filter(({ test: isTest }) => isTest !== true);
  expect(instruments).toHaveLength(POSITIONS);
  const holdings = instruments.map(({ isin, primary_exchange }) => ({
    isin,
    exchange: primary_exchange,
    quantity: 20,
  }));
  const request = { currency: 'EUR', tax_wrapper: 'Depot', cash: 20_000, holdings };
  // A portfolio with the same holdings shows the value of each.
  const equally = instruments.map(({ isin }) => ({ isin, weight: 0.9 / POSITIONS }));
  const scale = (await server.b.post('/portfolios', { ...request, external_id: 'scale', targets: equally })).as(
    portfolioB,
  );
  // All are at their targets except the first few, half of which halve and half double.
  const targets = scale.holdings.map(({ isin, weight }, index) => {
    if (index >= WRONG) return { isin, weight };
    return { isin, weight: index % 2 === 0 ? 0 : 2 * weight };
  });
  const made = (await server.b.post('/portfolios', { ...request, external_id: 'book', targets })).as(portfolioB);
  const settings = { portfolio_id: made.portfolio_id, rebalance_trigger: 'portfolio', drift_threshold: 0.01 };
  const plan = (await server.b.post('/rebalance', settings)).as(rebalancePlan);
  expect(plan.orders.length).toBeGreaterThanOrEqual(WRONG);
  expect((await server.b.post(`/rebalance/${plan.rebalance_id}/execute`, { confirm: true })).status).toBe(202);
  await server.sim.post('/clock/advance', { until: { rebalance: plan.rebalance_id } });
  await server.ready();
  const done = await rebalanceOf(server, plan.rebalance_id);
  expect(done.status).toBe('complete');
  expect(done.orders.every(({ status }) => status === 'filled')).toBe(true);
  const after = (await server.b.get(`/portfolios/${made.portfolio_id}`)).as(portfolioB);
  const sold = new Set(targets.filter(({ weight }) => weight === 0).map(({ isin }) => isin));
  expect(after.holdings.filter(({ isin }) => sold.has(isin))).toEqual([]);
  expect(after.cash.amount).toBeGreaterThanOrEqual(0);
});
