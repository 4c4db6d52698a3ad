/** A client of Form B: create a portfolio, plan, execute, and wait, by its webhook or by polling. */
import { type Ballast, connectBallast } from 'ballast/testing';
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import { createFormBClient, type NewPortfolio } from '../src/form-b-client.ts';
import { startWebhookReceiver, type WebhookEvent, type WebhookReceiver } from '../src/webhook-receiver.ts';

const PENSION: NewPortfolio = {
  external_id: 'pension-1',
  currency: 'EUR',
  tax_wrapper: 'Depot',
  cash: 10_000,
  targets: [{ isin: 'DE0007164600', weight: 0.9 }],
};

let ballast: Ballast;
let receiver: WebhookReceiver;
let client: ReturnType<typeof createFormBClient>;
let secret: string;
let events: WebhookEvent[];

beforeAll(async () => {
  const server = await connectBallast(inject('ballast'));
  ballast = await server.world({ seed: 42 });
  client = createFormBClient({ baseUrl: ballast.formBUrl, apiKey: ballast.apiKey });
});

beforeEach(async () => {
  await ballast.reset();
  events = [];
  receiver = await startWebhookReceiver({ secretOf: () => secret, handle: (event) => events.push(event) });
  ({ secret } = await ballast.addWebhook({ url: receiver.url }));
});

afterEach(() => receiver.stop());
afterAll(() => ballast.stop());

async function planned(): Promise<string> {
  const { portfolio_id: portfolioId } = await client.createPortfolio(PENSION);
  return (await client.plan(portfolioId)).rebalance_id;
}

test('hears of a complete rebalance by its webhook', async () => {
  const rebalanceId = await planned();
  await client.execute(rebalanceId);
  await ballast.untilSettled();
  expect(events.at(-1)).toMatchObject({ type: 'rebalance.complete', data: { rebalance_id: rebalanceId } });
});

test('sees a complete rebalance by polling', async () => {
  const rebalanceId = await planned();
  await client.execute(rebalanceId);
  const seen = new Set<string>();
  for (let minutes = 0; minutes < 600 && !seen.has('complete'); minutes += 5) {
    seen.add((await client.read(rebalanceId)).status);
    await ballast.advance('5m');
  }
  expect([...seen]).toEqual(expect.arrayContaining(['executing', 'complete']));
});

test.each([true, false])('executes once when the connection breaks, after processing: %s', async (isProcessed) => {
  const rebalanceId = await planned();
  await ballast.fault({
    kind: 'api_connection_reset',
    after_processing: isProcessed,
    match: { operation: 'executePlan' },
    count: 1,
  });
  await client.execute(rebalanceId);
  await ballast.untilComplete(rebalanceId);
  await ballast.verify({ operation: 'executePlan', count: isProcessed ? 1 : 2 });
  expect(await ballast.events('rebalance.executing')).toHaveLength(1);
  await ballast.assertAllMet();
});

test('makes no second portfolio where the answer gets lost', async () => {
  await ballast.fault({
    kind: 'api_connection_reset',
    after_processing: true,
    match: { operation: 'createPortfolio' },
    count: 1,
  });
  await expect(client.createPortfolio(PENSION)).rejects.toThrow();
  await ballast.verify({ operation: 'createPortfolio', count: 1 });
});
