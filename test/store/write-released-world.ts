/**
 * Makes the world that later versions have to open: `node test/store/write-released-world.ts`, once before each
 * release. It has portfolios of both forms, executed orders, orders that are still out, lots, webhooks, faults, pins
 * and loaded prices.
 */
import { mifidRecordList } from '../../src-server/contract/control/portfolios/mifid-list.ts';
import { portfolioList } from '../../src-server/contract/control/portfolios/portfolios.ts';
import { packageRoot, packageVersion } from '../../src-server/system/package-root.ts';
import { newKey } from '../api/http/account-callers.ts';
import { createA, startA } from '../api/service/form-a-portfolio.ts';
import { executeSample, LARGE, planFor, SAP, WORLD_ETF } from '../api/service/sample-portfolio.ts';
import { type Caller, newFolder, startBallast, stopAll, type TestServer } from '../support/start-ballast.ts';
import { packWorld } from './released-worlds.ts';

const ASML = 'NL0010273215';
const READ_ONCE = [
  '/portfolios',
  '/rebalances',
  '/accounts',
  '/tiers',
  '/keys',
  '/market/pins',
  '/market/events',
  '/exchanges/XLON',
  '/faults',
  '/webhooks',
  '/deliveries?limit=5',
  '/mifid-records?limit=3',
  '/events?after=0&limit=5',
  '/sinks',
];

async function post(caller: Caller, path: string, body: unknown): Promise<void> {
  const response = await caller.post(path, body);
  if (response.status >= 300) throw new Error(`${path}: ${response.text}`);
}

/** Portfolios of both forms, each after a rebalance; the one of Form B with lots. */
async function trade(server: TestServer): Promise<string> {
  const { sim } = server;
  await post(sim, '/webhooks', { url: '/sim/sink/orders' });
  await post(sim, '/accounts', { account_id: 'wealth', name: 'Wealth', tier: 'starter', monthly_limit: 50 });
  await newKey(server, { account_id: 'wealth', name: 'Nightly job' });
  const { portfolioId } = await executeSample(server);
  const formA = await createA(server);
  await startA(server, formA, { tax_method: 'HIFO', idempotency_key: 'march-2026' });
  await server.advance('30m');
  const lots = [
    { quantity: 60, unit_cost: 180.25, acquired_at: '2024-05-06T08:00:00Z' },
    { quantity: 40, unit_cost: 201.5, acquired_at: '2025-09-01T08:00:00Z' },
  ];
  await post(sim, `/portfolios/${portfolioId}/positions`, {
    positions: [{ isin: SAP, exchange: 'XETR', quantity: 100, lots }],
  });
  return portfolioId;
}

/** Settings made by hand, and a large rebalance that is under way. */
async function disturb(server: TestServer, portfolioId: string): Promise<void> {
  const { sim } = server;
  await post(sim, '/market/pins', { isin: WORLD_ETF, mid: 100.5, currency: 'EUR' });
  await post(sim, '/market/events', { isin: SAP, kind: 'jump', size: -0.08, at: '2026-03-03T10:00:00Z' });
  await sim.patch('/exchanges/XLON', { day_end: 'expire', participation: 0.1 });
  await sim.send('PUT', '/sinks/orders', {
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ answers: [{ status: 503, times: 2 }], afterwards: 'accept' }),
  });
  const series = [
    'timestamp,isin,exchange,mid',
    `2026-03-02T10:01:00Z,${ASML},XAMS,890`,
    `2026-03-06T16:30:00Z,${ASML},XAMS,902.5\n`,
  ].join('\n');
  await sim.send('POST', '/market/series', { headers: { 'content-type': 'text/csv' }, body: series });
  await sim.patch('/tiers/starter', { monthly_limit: 200 });
  await post(sim, '/faults', { kind: 'wide_spread', factor: 3, isin: SAP });
  await post(sim, '/faults', { kind: 'exchange_down', exchange: 'XSWX', for: '10m' });
  await post(sim, '/faults', { kind: 'api_error', code: 'internal_error', match: { form: 'A' }, count: 3 });
  await post(sim, '/faults', { kind: 'webhook_duplicate', match: { types: ['order.filled'] }, count: 1 });
  await planFor(server, portfolioId);
  await executeSample(server, { external_id: 'under-way', ...LARGE });
  await server.advance('2m');
}

async function readAll(sim: Caller): Promise<Record<string, unknown>> {
  const { portfolios } = (await sim.get('/portfolios')).as(portfolioList);
  const ofEach = portfolios.flatMap(({ portfolio_id: id }) =>
    ['', '/lots', '/gains'].map((part) => `/portfolios/${id}${part}`),
  );
  const { records } = (await sim.get('/mifid-records?limit=3')).as(mifidRecordList);
  const ofRecords = records.map(({ mifid_record_id: id }) => `/mifid-records/${id}`);
  const responses: Record<string, unknown> = {};
  for (const path of [...READ_ONCE, ...ofEach, ...ofRecords]) {
    const { status, text } = await sim.get(path);
    if (status !== 200) throw new Error(`${path}: ${text}`);
    responses[path] = JSON.parse(text);
  }
  return responses;
}

const dataDir = newFolder();
const server = await startBallast({ dataDir, seed: 11 });
const portfolioB = await trade(server);
await post(server.sim, '/snapshots', { name: 'before-the-faults' });
const snapshotHead = await server.head();
await disturb(server, portfolioB);
const responses = await readAll(server.sim);
const facts = { head: await server.head(), snapshotHead, portfolioB, responses };
await server.stop();
packWorld(packageVersion(packageRoot()), dataDir, facts);
await stopAll();
