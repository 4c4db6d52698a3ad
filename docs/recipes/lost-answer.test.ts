/** The service starts a rebalance and its answer gets lost: the client has to ask again without trading twice. */
import { type Ballast, startBallast } from 'ballast/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createRebalanceClient } from '../examples/vitest/src/rebalance-client.ts';

let ballast: Ballast;
beforeAll(async () => {
  ballast = await startBallast({ seed: 42 });
});
afterAll(() => ballast.stop());

test('the client asks again with the same key, and trades once', async () => {
  const { portfolio_id } = await ballast.createPortfolio({ form: 'A' });
  await ballast.fault({
    kind: 'api_connection_reset',
    after_processing: true,
    match: { operation: 'startRebalance' },
    count: 1,
  });
  const client = createRebalanceClient({ baseUrl: ballast.formAUrl, apiKey: ballast.apiKey });
  const { rebalance_id } = await client.rebalance(portfolio_id, { DE0007164600: 1 }, 'order-1');
  await ballast.untilComplete(rebalance_id);

  await ballast.verify({ operation: 'startRebalance', body: { '/idempotency_key': 'order-1' }, count: 2 });
  expect(await ballast.events('rebalance.executing')).toHaveLength(1);
});
