/** A session with a little of everything: both forms, faults, the market, accounts and keys, webhooks, refusals. */
import { createdKey } from '../../src-server/contract/control/accounts/accounts.ts';
import { faultView } from '../../src-server/contract/control/market/faults.ts';
import { webhookEndpoint } from '../../src-server/contract/control/webhooks/webhooks.ts';
import { portfolioA, startedRebalanceA } from '../../src-server/contract/service/form-a.ts';
import {
  ALLIANZ,
  createSample,
  executeSample,
  LARGE,
  planFor,
  SAP,
  WORLD_ETF,
} from '../api/service/sample-portfolio.ts';
import { callerOf, type TestServer } from '../support/start-ballast.ts';

/** `pass` lets virtual time pass, by the clock mode of the server. */
export async function liveLively(server: TestServer, pass: () => Promise<void>): Promise<void> {
  const { a, b, sim } = server;
  const webhook = (await sim.post('/webhooks', { url: '/sim/sink/lively', secret: SECRET })).as(webhookEndpoint);
  const { portfolioId, rebalanceId } = await executeSample(server, LARGE);
  await pass();
  await b.post(`/rebalance/${rebalanceId}/execute`, { confirm: true });
  await b.post('/rebalance', { portfolio_id: portfolioId, oddity: 1 });
  const down = await sim.post('/faults', { kind: 'exchange_down', exchange: 'XETR', for: '10m' });
  await sim.post('/faults', { kind: 'webhook_duplicate', match: { webhook_id: webhook.webhook_id }, count: 2 });
  await pass();
  await sim.delete(`/faults/${down.as(faultView).fault_id}`);
  await sim.post('/market/events', { isin: ALLIANZ, kind: 'jump', size: -0.05 });
  await sim.post('/market/pins', { isin: WORLD_ETF, mid: 101.25, currency: 'EUR' });
  await sim.patch('/exchanges/XETR', { participation: 0.2 });
  await pass();
  await sim.send('DELETE', `/market/pins/${WORLD_ETF}`);
  await withOwnAccount(server);
  await formA(server, pass);
  await sim.patch(`/webhooks/${webhook.webhook_id}`, { status: 'paused' });
  await sim.post(`/webhooks/${webhook.webhook_id}/rotate-secret`, { secret: SECRET.replace('A', 'B') });
  await sim.patch(`/webhooks/${webhook.webhook_id}`, { status: 'enabled' });
  // Concurrently, on separate connections.
  const others = await Promise.all([1, 2, 3].map((index) => createSample(server, { external_id: `other-${index}` })));
  const plans = await Promise.all(others.map((id) => planFor(server, id)));
  await Promise.all(plans.map((id) => b.post(`/rebalance/${id}/execute`, { confirm: true })));
  await pass();
  await sim.post(`/rebalances/${plans[0]}/cancel-orders`);
  await b.delete(`/rebalance/${plans[1]}`);
  await a.get('/mifid-records/none');
  await pass();
}

/** A rate limit that a replay without pauses would exceed. */
async function withOwnAccount({ ballast, sim }: TestServer): Promise<void> {
  await sim.post('/accounts', { account_id: 'desk', tier: 'starter', rate_limit: 30 });
  const key = (await sim.post('/keys', { account_id: 'desk', name: 'Desk', rate_limit: 20 })).as(createdKey);
  const trader = callerOf(ballast.formBUrl, key.secret);
  for (let count = 0; count < 15; count += 1) {
    const body = { external_id: `desk \${count} ${count}`, currency: 'EUR', tax_wrapper: 'Depot', cash: 100 + count };
    await trader.post('/portfolios', { ...body, holdings: [], targets: [{ isin: SAP, weight: 0.9 }] });
  }
  await sim.delete(`/keys/${key.key_id}`);
}

async function formA({ a, sim }: TestServer, pass: () => Promise<void>): Promise<void> {
  const made = await a.post('/portfolios', { name: 'Recorded', currency: 'EUR', tax_jurisdiction: 'DE' });
  const { portfolio_id: id } = made.as(portfolioA);
  await sim.post(`/portfolios/${id}/cash`, { amount: 25_000 });
  await sim.post(`/portfolios/${id}/positions`, { positions: [{ isin: SAP, exchange: 'XETR', quantity: 12 }] });
  const body = { target_weights: { [SAP]: 0.4, [WORLD_ETF]: 0.6 }, idempotency_key: `monday-${id}` };
  // Held while time passes: the request executes the earlier plan.
  const reserved = await sim.post(`/portfolios/${id}/rebalance-preview`, body);
  if (reserved.status !== 201) throw new Error(reserved.text);
  await pass();
  const started = await a.post(`/portfolios/${id}/rebalance`, body);
  if (started.status !== 202) throw new Error(started.text);
  started.as(startedRebalanceA);
  await a.post(`/portfolios/${id}/rebalance`, body);
  await pass();
}

const SECRET = `whsec_${'A'.repeat(32)}`;
