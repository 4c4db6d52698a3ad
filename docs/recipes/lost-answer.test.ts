/** The service starts a rebalance and its response is lost: the client has to retry without trading twice. */
import { type Ballast, startBallast } from 'ballast/testing';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createFormBClient } from '../examples/vitest/src/form-b-client.ts';
import { createRebalanceClient } from '../examples/vitest/src/rebalance-client.ts';

let ballast: Ballast;
beforeAll(async () => {
  ballast = await startBallast({ seed: 42 });
});
beforeEach(() => ballast.reset());
afterAll(() => ballast.stop());

test('the client retries with the same key, and trades once', async () => {
  const { portfolio_id } = await ballast.createPortfolio({ form: 'A' });
  await ballast.fault({
    kind: 'api_connection_reset',
    after_processing: true,
    match: { operation: 'startRebalance' },
    count: 1,
  });
  const client = createRebalanceClient({ baseUrl: ballast.formAUrl, apiKey: ballast.apiKey, timeoutMs: 10_000 });
  const { rebalance_id } = await client.rebalance(portfolio_id, { DE0007164600: 1 }, 'order-1');
  await ballast.untilComplete(rebalance_id);

  await ballast.verify({ operation: 'startRebalance', body: { '/idempotency_key': 'order-1' }, count: 2 });
  expect(await ballast.events('rebalance.executing')).toHaveLength(1);
});

test('a client of Form B reads before it retries, and trades once', async () => {
  const { portfolio_id } = await ballast.createPortfolio({ form: 'B' });
  const client = createFormBClient({ baseUrl: ballast.formBUrl, apiKey: ballast.apiKey });
  const { rebalance_id } = await client.plan(portfolio_id);
  await ballast.fault({
    kind: 'api_connection_reset',
    after_processing: true,
    match: { operation: 'executePlan' },
    count: 1,
  });
  await client.execute(rebalance_id);
  await ballast.untilComplete(rebalance_id);

  await ballast.verify({ operation: 'executePlan', count: 1 });
  expect(await ballast.events('rebalance.executing')).toHaveLength(1);
});

test('Form B processes a repeated request again', async () => {
  const ask = async (path: string, json: object) => {
    const response = await ballast.fetch(`/form-b/v1${path}`, { json });
    return { status: response.status, body: (await response.json()) as Record<string, string> };
  };
  const portfolio = {
    external_id: 'one',
    currency: 'EUR',
    tax_wrapper: 'Depot',
    cash: 10_000,
    targets: [{ isin: 'DE0007164600', weight: 1 }],
  };
  const portfolios = [await ask('/portfolios', portfolio), await ask('/portfolios', portfolio)];
  expect(new Set(portfolios.map(({ body }) => body.portfolio_id)).size).toBe(2);

  const { portfolio_id } = portfolios[0]?.body ?? {};
  const plans = [await ask('/rebalance', { portfolio_id }), await ask('/rebalance', { portfolio_id })];
  expect(new Set(plans.map(({ body }) => body.rebalance_id)).size).toBe(2);

  const rebalanceId = String(plans[0]?.body.rebalance_id);
  const execute = () => ask(`/rebalance/${rebalanceId}/execute`, { confirm: true });
  expect((await execute()).status).toBe(202);
  expect(await execute()).toMatchObject({ status: 409, body: { error: { code: 'already_executing' } } });
  await ballast.untilComplete(rebalanceId);
  expect(await execute()).toMatchObject({ status: 400, body: { error: { code: 'invalid_request' } } });
});
