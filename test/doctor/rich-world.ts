/** Creates a world with rows in every table, in the middle of its activities: the bytes of its database. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { newKey } from '../api/http/account-callers.ts';
import { createA, startA } from '../api/service/form-a-portfolio.ts';
import {
  ALLIANZ,
  createSample,
  executeSample,
  LARGE,
  planFor,
  SAP,
  WORLD_ETF,
} from '../api/service/sample-portfolio.ts';
import { type Caller, newFolder, startBallast, type TestServer } from '../support/start-ballast.ts';

const ASML = 'NL0010273215';
const BP = 'GB0007980591';
const SIEMENS = 'DE0007236101';

async function post(caller: Caller, path: string, body: unknown): Promise<void> {
  const response = await caller.post(path, body);
  if (response.status >= 300) throw new Error(`${path}: ${response.text}`);
}

export async function richWorld(): Promise<Buffer> {
  const dataDir = newFolder();
  const server = await startBallast({
    dataDir,
    seed: 11,
    startAt: Date.parse('2026-08-28T09:30:00Z'),
    settlement: 'simulated',
    dividends: 'on',
  });
  await trade(server);
  await changeMarket(server);
  await automate(server);
  await leaveUnderWay(server);
  await server.stop();
  return readFileSync(join(dataDir, 'ballast.db'));
}

async function trade(server: TestServer): Promise<void> {
  const { sim } = server;
  await post(sim, '/webhooks', { url: '/sim/sink/orders' });
  await post(sim, '/webhooks', { url: '/sim/sink/fills', events: ['order.filled'] });
  await post(sim, '/accounts', { account_id: 'wealth', name: 'Wealth', tier: 'starter', monthly_limit: 50 });
  await sim.patch('/tiers/starter', { monthly_limit: 200 });
  await newKey(server, { account_id: 'wealth', name: 'Nightly job' });
  await server.b.get('/nothing');
  const { portfolioId } = await executeSample(server);
  const formA = await createA(server);
  await startA(server, formA, { tax_method: 'HIFO', idempotency_key: 'august-2026' });
  await server.advance('1h');
  const dryRun = await planFor(server, await createSample(server, { external_id: 'dry' }), { simulation: true });
  await server.b.send('DELETE', `/rebalance/${dryRun}`);
  await sim.send('PUT', `/portfolios/${portfolioId}/constraints`, json({ do_not_sell: [ASML], min_order_value: 50 }));
  await post(sim, `/portfolios/${portfolioId}/cash-flows`, { kind: 'deposit', amount: 250, every: 'month' });
}

function json(body: object) {
  return { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
}

async function changeMarket(server: TestServer): Promise<void> {
  const { sim } = server;
  await post(sim, '/market/pins', { isin: WORLD_ETF, mid: 100.5, currency: 'EUR' });
  await post(sim, '/market/events', { isin: SAP, kind: 'jump', size: -0.08, at: '2026-09-09T10:00:00Z' });
  await sim.patch('/exchanges/XLON', { day_end: 'expire', participation: 0.1 });
  await sim.send('PUT', '/sinks/orders', json({ answers: [{ status: 503, times: 2 }], afterwards: 'accept' }));
  const series = ['timestamp,isin,exchange,mid', `2026-09-06T16:30:00Z,${ASML},XAMS,902.5\n`].join('\n');
  await sim.send('POST', '/market/series', { headers: { 'content-type': 'text/csv' }, body: series });
  await post(sim, '/faults', { kind: 'wide_spread', factor: 3, isin: SAP, for: '30d' });
  await post(sim, '/faults', { kind: 'api_error', code: 'internal_error', match: { form: 'A' }, count: 3 });
  const split = { kind: 'split', ratio: { new: 3, old: 1 }, isin: SIEMENS, ex_at: '2026-10-01T07:00:00Z' };
  await post(sim, '/market/corporate-actions', split);
  const dividend = { kind: 'cash_dividend', isin: SAP, amount: 1.5, pay_at: '2026-09-25T08:00:00Z' };
  await post(sim, '/market/corporate-actions', { ...dividend, ex_at: '2026-08-28T10:31:00Z' });
}

async function automate(server: TestServer): Promise<void> {
  const { sim } = server;
  const watched = await createSample(server, { external_id: 'watched' });
  const when = [{ drift: { threshold: 0.05 } }, { calendar: { every: 'quarter', day: 'first', at: 'open+30m' } }];
  await sim.send('PUT', `/portfolios/${watched}/policy`, json({ when, execute: true }));
  const bulk = [await createSample(server, { external_id: 'one' }), await createSample(server, { external_id: 'two' })];
  await post(sim, '/bulk-rebalances', { wait: true, portfolio_ids: bulk, execute: true, pace: { per_minute: 1 } });
}

/** Leaves sells and the buys that wait for their proceeds; one settles too late, and one exchange is disconnected. */
async function leaveUnderWay(server: TestServer): Promise<void> {
  const targets = [
    { isin: ALLIANZ, weight: 0.5 },
    { isin: WORLD_ETF, weight: 0.45 },
  ];
  // A sale in London before a bank holiday settles a day after a purchase in Frankfurt.
  const holdings = [{ isin: BP, exchange: 'XLON', quantity: 2000 }];
  const waits = { holdings, cash: 0, targets: [{ isin: ALLIANZ, weight: 0.95 }] };
  await executeSample(server, { external_id: 'two-calendars', ...waits });
  await server.advance('3h');
  await executeSample(server, { external_id: 'under-way', ...LARGE, cash: 0, targets });
  await executeSample(server, { external_id: 'small', cash: 0, targets });
  await server.advance('90s');
  await post(server.sim, '/faults', { kind: 'exchange_down', exchange: 'XSWX', for: '10m' });
  await server.advance('20s');
  await post(server.sim, '/webhooks', { url: 'https://127.0.0.1:9/hook', tls: { insecure: true } });
}
