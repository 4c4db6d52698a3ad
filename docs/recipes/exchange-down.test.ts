/** An exchange is disconnected for two hours: its orders wait, and the rebalance completes afterwards. */
import { type Ballast, startBallast } from 'ballast/testing';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createRebalanceClient } from '../examples/vitest/src/rebalance-client.ts';

let ballast: Ballast;
beforeAll(async () => {
  ballast = await startBallast({ seed: 42 });
});
beforeEach(() => ballast.reset());
afterAll(() => ballast.stop());

async function rebalance() {
  const client = createRebalanceClient({ baseUrl: ballast.formAUrl, apiKey: ballast.apiKey });
  const { portfolio_id } = await ballast.createPortfolio({ form: 'A' });
  const { rebalance_id } = await client.rebalance(portfolio_id, { DE0007164600: 1 }, 'order-1');
  return { id: rebalance_id, status: () => client.status(rebalance_id) };
}

test('orders wait while the exchange is down, and are filled when it is back', async () => {
  const { id, status } = await rebalance();
  const fault = await ballast.fault({ kind: 'exchange_down', exchange: 'XETR', for: '2h' });
  await ballast.advance('90m');
  expect(await status()).toBe('executing');

  await ballast.untilComplete(id);
  expect(await status()).toBe('complete');
  expect((await fault.view()).status).toBe('over');
});

test('orders wait for the next morning when the market is closed', async () => {
  await ballast.advance({ to: '2026-03-06T21:00:00Z' });
  const { id, status } = await rebalance();
  await ballast.advance('1h');
  expect(await status()).toBe('executing');

  await ballast.untilComplete(id);
  // A Friday evening: the next session is on Monday.
  expect((await ballast.clock()).now.slice(0, 10)).toBe('2026-03-09');
});
