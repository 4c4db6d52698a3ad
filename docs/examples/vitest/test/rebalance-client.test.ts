/**
 * The client against a simulated service: a world of its own for this file, put back before every test, whose time only
 * we move. Other files have theirs on the same server, and run at the same time.
 */
import { type Ballast, connectBallast } from 'ballast/testing';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import { createRebalanceClient, type RebalanceClient } from '../src/rebalance-client.ts';
import { startWebhookReceiver, type WebhookEvent, type WebhookReceiver } from '../src/webhook-receiver.ts';

const SAP = 'DE0007164600';
const WORLD_ETF = 'IE00B4L5Y983';
const HALVES = { [SAP]: 0.5, [WORLD_ETF]: 0.5 };

let ballast: Ballast;
let receiver: WebhookReceiver;
let client: RebalanceClient;
let portfolioId: string;
let secret: string;
let events: WebhookEvent[];

beforeAll(async () => {
  const server = await connectBallast(inject('ballast'));
  ballast = await server.world({ seed: 42 });
  client = createRebalanceClient({ baseUrl: ballast.formAUrl, apiKey: ballast.apiKey });
});

beforeEach(async () => {
  await ballast.reset();
  // After a reset the same ids come again, so whoever remembers ids begins anew with the world.
  events = [];
  receiver = await startWebhookReceiver({ secretOf: () => secret, handle: (event) => events.push(event) });
  ({ secret } = await ballast.addWebhook({ url: receiver.url }));
  ({ portfolio_id: portfolioId } = await ballast.createPortfolio({ form: 'A', name: 'Pension' }));
});

afterEach(() => receiver.stop());
afterAll(() => ballast.stop());

describe('the client', () => {
  test('rebalances, and hears of every step', async () => {
    const { rebalance_id: rebalanceId } = await client.rebalance(portfolioId, HALVES, 'order-1');
    const { orders } = await ballast.untilComplete(rebalanceId);
    await ballast.untilSettled();
    expect(await client.status(rebalanceId)).toBe('complete');
    expect(orders).toHaveLength(2);
    expect(events.at(-1)?.type).toBe('rebalance.complete');
    expect(events.filter(({ type }) => type === 'order.filled')).toHaveLength(
      orders.flatMap(({ fills }) => fills).length,
    );
  });

  test('tries again when the service fails, as the same order', async () => {
    await ballast.fault({
      kind: 'api_error',
      code: 'internal_error',
      match: { operation: 'startRebalance' },
      count: 2,
    });
    await client.rebalance(portfolioId, HALVES, 'order-2');
    await ballast.verify({ operation: 'startRebalance', body: { '/idempotency_key': 'order-2' }, count: 3 });
  });

  test('does not trade twice when the answer gets lost', async () => {
    await ballast.fault({
      kind: 'api_connection_reset',
      after_processing: true,
      match: { operation: 'startRebalance' },
      count: 1,
    });
    await client.rebalance(portfolioId, HALVES, 'order-3');
    expect(await ballast.events('rebalance.executing')).toHaveLength(1);
  });

  test('gives up what will not get better', async () => {
    await expect(client.rebalance(portfolioId, { [SAP]: 0.5 }, 'order-4')).rejects.toThrow(/invalid_request/);
    await ballast.verify({ operation: 'startRebalance', count: 1 });
  });
});

describe('the receiver of webhooks', () => {
  test('handles an event once that is sent twice', async () => {
    await ballast.fault({ kind: 'webhook_duplicate', match: { types: ['rebalance.complete'] } });
    const { rebalance_id: rebalanceId } = await client.rebalance(portfolioId, HALVES, 'order-5');
    await ballast.untilComplete(rebalanceId);
    await ballast.untilSettled();
    expect(events.filter(({ type }) => type === 'rebalance.complete')).toHaveLength(1);
  });

  test('refuses a bad signature, and takes the next attempt', async () => {
    const fault = await ballast.fault({
      kind: 'webhook_bad_signature',
      match: { types: ['rebalance.complete'] },
      count: 1,
    });
    const { rebalance_id: rebalanceId } = await client.rebalance(portfolioId, HALVES, 'order-6');
    await ballast.untilComplete(rebalanceId);
    await ballast.advance('5m');
    const [delivery] = await ballast.deliveries({ type: 'rebalance.complete' });
    expect((await fault.view()).hits).toBe(1);
    expect(delivery).toMatchObject({ status: 'succeeded', attempts: 2 });
    expect(events.at(-1)?.type).toBe('rebalance.complete');
  });
});
