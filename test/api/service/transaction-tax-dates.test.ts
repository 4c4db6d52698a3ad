/** Taxes on transactions by the day of the plan: the Italian one doubled on 1 January 2026. */
import { afterAll, expect, test } from 'vitest';
import { rebalancePlan } from '../../../src-server/contract/service/form-b.ts';
import { startBallast, stopAll } from '../../support/start-ballast.ts';
import { createSample } from './sample-portfolio.ts';

afterAll(stopAll);

const ENEL = 'IT0003128367';

test.each([
  ['2025-12-30T10:00:00Z', 0.001],
  // 00:30 on 1 January 2026 in Rome.
  ['2025-12-31T23:30:00Z', 0.002],
  ['2026-01-02T10:00:00Z', 0.002],
])('a purchase of Italian shares at %s bears a tax of %d', async (startAt, rate) => {
  const server = await startBallast({ startAt: Date.parse(startAt) });
  const id = await createSample(server, { holdings: [], cash: 10_000, targets: [{ isin: ENEL, weight: 0.9 }] });
  const plan = (await server.b.post('/rebalance', { portfolio_id: id })).as(rebalancePlan);
  const [order] = plan.orders;
  expect(order).toMatchObject({ isin: ENEL, side: 'buy' });
  expect(order?.costs.transaction_tax).toBeCloseTo((order?.estimated_value ?? 0) * rate, 2);
  await server.stop();
});
