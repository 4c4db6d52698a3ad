/**
 * The timeout of a receiver is set wherever an endpoint is created or changed, and a receiver that hangs costs no more.
 */
import { afterAll, describe, expect, test } from 'vitest';
import { startBallast as startForTest } from '../../src-server/testing/testing.ts';
import { proves } from '../conformance/proves.ts';
import { startReceiver, stopReceivers } from './receiver.ts';

afterAll(stopReceivers);

const HANGS = () => null;
const TOO_LONG = 'no response within 0.1 s';

describe('a receiver that never responds', () => {
  test.each(['addWebhook', 'POST', 'PATCH', 'world'] as const)(
    'is given up after the timeout of its endpoint, set by %s',
    proves('I20'),
    async (way) => {
      const { url } = await startReceiver(HANGS);
      const own = { url, events: ['rebalance.created' as const], timeout_ms: 100 };
      await using ballast = await startForTest(way === 'world' ? { world: { webhooks: [own] } } : {});
      if (way === 'addWebhook') await ballast.addWebhook(own);
      if (way === 'POST') await ballast.control('POST', '/webhooks', own);
      if (way === 'PATCH') {
        const { webhook_id: id } = await ballast.addWebhook({ url, events: own.events });
        await ballast.control('PATCH', `/webhooks/${id}`, { timeout_ms: 100 });
      }
      const { portfolio_id: portfolioId } = await ballast.createPortfolio({ form: 'B' });
      await ballast.fetch('/rebalance', { json: { portfolio_id: portfolioId } });
      await ballast.advance('1s');
      const [delivery] = await ballast.deliveries({ type: 'rebalance.created' });
      const { attempt_log: log } = await ballast.delivery(delivery?.delivery_id ?? '');
      expect(log[0]?.error).toBe(TOO_LONG);
    },
  );
});

test(
  'a date in Retry-After delays a delivery, measured by the clock that stamps the webhooks',
  proves('I4'),
  async () => {
    let untilMs = 0;
    const { url } = await startReceiver(() => {
      untilMs = Date.now() + 2 * 3_600_000;
      return { status: 503, headers: { 'retry-after': new Date(untilMs).toUTCString() } };
    });
    await using ballast = await startForTest();
    await ballast.addWebhook({ url, events: ['rebalance.created'] });
    const { portfolio_id: portfolioId } = await ballast.createPortfolio({ form: 'B' });
    await ballast.fetch('/rebalance', { json: { portfolio_id: portfolioId } });
    await ballast.advance('1s');
    const [delivery] = await ballast.deliveries({ type: 'rebalance.created' });
    const waitMs = Date.parse(delivery?.next_attempt_at ?? '') - Date.parse('2026-03-02T09:30:00Z');
    // About two hours, while the plan alone would have been five seconds: the date has whole seconds, and was read by
    // now.
    expect(waitMs).toBeGreaterThan(untilMs - 1000 - Date.now());
  },
);
