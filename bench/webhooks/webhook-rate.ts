/**
 * Measures deliveries a second to a receiver that accepts everything: signed, sent one after the other, each recorded
 * durably before the next one is sent. The reference is the bare requests, one after the other over the same kind of
 * connection.
 */
import { Agent, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { webhookEndpoint } from '../../src-server/contract/control/webhooks/webhooks.ts';
import { ADMIN_TOKEN, API_KEY, type ServerSettings } from '../ballast-server.ts';
import { startChild } from '../child-server.ts';
import type { Figure } from '../figure.ts';
import { withTempFolder } from '../with-temp-folder.ts';

const EVENTS = 4000;

export function benchWebhookRate(): Promise<Figure[]> {
  return withTempFolder(async (folder) => {
    const receiver = await startChild('webhooks/webhook-receiver.ts', null);
    try {
      const bare = await bareRate(receiver.origin);
      const reference = { what: 'bare POSTs in turn', value: bare };
      const rate = async (name: string, settings: ServerSettings) => {
        const value = await deliveryRate(settings, receiver.origin);
        return { name, value, unit: 'deliveries/s', reference, goal: null };
      };
      return [
        await rate('webhooks in order, in memory', {}),
        await rate('webhooks in order, in a folder', { dataDir: `${folder}/world` }),
      ];
    } finally {
      await receiver.stop();
    }
  });
}

/** Collects events for a paused endpoint, then measures how fast they are delivered. */
async function deliveryRate(settings: ServerSettings, url: string): Promise<number> {
  const limits = { rateLimitPerMinute: null, tier: 'enterprise', clockMode: 'manual' } as const;
  const server = await startChild('ballast-server.ts', { ...limits, ...settings });
  const call = (key: string, base: string) => async (method: string, path: string, body?: object) => {
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
    const sent = body === undefined ? {} : { body: JSON.stringify(body) };
    const response = await fetch(`${server.origin}${base}${path}`, { method, headers, ...sent });
    if (!response.ok) throw new Error(`${method} ${path}: ${await response.text()}`);
    return response.json() as Promise<Record<string, unknown>>;
  };
  const [sim, formB] = [call(ADMIN_TOKEN, '/sim'), call(API_KEY, '/form-b/v1')];
  try {
    const { webhook_id: id } = webhookEndpoint.parse(await sim('POST', '/webhooks', { url }));
    await sim('PATCH', `/webhooks/${id}`, { status: 'paused' });
    const portfolio = { external_id: 'bench', currency: 'EUR', tax_wrapper: 'Depot', cash: 10_000, holdings: [] };
    const targets = [{ isin: 'DE0007164600', weight: 0.9 }];
    const { portfolio_id: portfolioId } = await formB('POST', '/portfolios', { ...portfolio, targets });
    for (let events = 0; events < EVENTS; events += 2) {
      const { rebalance_id: plan } = await formB('POST', '/rebalance', { portfolio_id: portfolioId });
      await formB('DELETE', `/rebalance/${plan}`);
    }
    const startMs = performance.now();
    await sim('PATCH', `/webhooks/${id}`, { status: 'enabled' });
    // An advance ends when everything that is due has its response.
    await sim('POST', '/clock/advance', { by: '1s' });
    // Constant polling would be counted as the server's work.
    while ((await sim('GET', '/clock')).status !== 'ready') await pause(20);
    const perSecond = (EVENTS * 1000) / (performance.now() - startMs);
    const { waiting } = webhookEndpoint.parse(await sim('GET', `/webhooks/${id}`));
    if (waiting > 0) throw new Error(`${waiting} webhooks are still waiting`);
    return perSecond;
  } finally {
    await server.stop();
  }
}

async function bareRate(origin: string): Promise<number> {
  const agent = new Agent({ keepAlive: true });
  const body = JSON.stringify({ type: 'order.filled', data: 'x'.repeat(500) });
  const post = () =>
    new Promise<void>((resolve, reject) => {
      const sent = request(
        origin,
        { method: 'POST', agent, headers: { 'content-type': 'application/json' } },
        (response) => {
          response.resume();
          response.on('end', resolve);
        },
      );
      sent.on('error', reject);
      sent.end(body);
    });
  for (let count = 0; count < 500; count += 1) await post();
  const startMs = performance.now();
  for (let count = 0; count < EVENTS; count += 1) await post();
  const perSecond = (EVENTS * 1000) / (performance.now() - startMs);
  agent.destroy();
  return perSecond;
}
