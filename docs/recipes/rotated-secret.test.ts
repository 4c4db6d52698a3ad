/** The secret of a webhook endpoint is rotated: the receiver has to accept events signed with the new secret, and no others. */
import { type Ballast, startBallast, type WebhookEndpoint } from 'ballast/testing';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { startWebhookReceiver, type WebhookReceiver } from '../examples/vitest/src/webhook-receiver.ts';

let ballast: Ballast;
let receiver: WebhookReceiver;
let endpoint: WebhookEndpoint;
let secret: string;
let received: string[];

beforeAll(async () => {
  ballast = await startBallast({ seed: 42 });
});
beforeEach(async () => {
  await ballast.reset();
  received = [];
  receiver = await startWebhookReceiver({ secretOf: () => secret, handle: ({ type }) => received.push(type) });
  endpoint = await ballast.addWebhook({ url: receiver.url });
  secret = endpoint.secret;
});
afterEach(() => receiver.stop());
afterAll(() => ballast.stop());

const rotate = () => ballast.control<WebhookEndpoint>('POST', `/webhooks/${endpoint.webhook_id}/rotate-secret`);

async function sendAnEvent(): Promise<void> {
  const { portfolio_id } = await ballast.createPortfolio({ form: 'B' });
  await ballast.fetch('/form-b/v1/rebalance', { method: 'POST', json: { portfolio_id } });
}

test('the receiver that still has the old secret loses nothing for a day', async () => {
  await rotate();
  await sendAnEvent();
  await ballast.untilSettled();
  expect(received).toContain('rebalance.created');
});

test('a day later it needs the new secret', async () => {
  const { secret: newSecret } = await rotate();
  await ballast.advance('25h');
  await sendAnEvent();
  await ballast.advance('1m');
  expect(received).toEqual([]);

  secret = newSecret;
  await ballast.untilSettled();
  expect(received).toContain('rebalance.created');
});
