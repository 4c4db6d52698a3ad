/** Collects the examples of the documents: calls everything in worlds of one seed, and causes every error once. */

import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { deliveryList, deliveryView } from '../../src-server/contract/control/webhooks/webhooks.ts';
import type { Examples } from '../../src-server/contract/openapi/examples.ts';
import { ERROR_STATUS, type ErrorCode } from '../../src-server/contract/service/errors.ts';
import { packageRoot } from '../../src-server/system/package-root.ts';
import { createSample, LARGE, NO_PORTFOLIO, planFor, rebalanceOf, SAP } from '../api/service/sample-portfolio.ts';
import { callerOf, newFolder, startBallast, type TestResponse, type TestServer } from '../support/start-ballast.ts';
import { Recorder } from './recorder.ts';
import { walkControl, walkExplorer, walkLab } from './walk-control.ts';
import { walkFormA, walkFormB } from './walk-service.ts';

const SEED = 42;
/** A small folder in place of the library, which grows. It is a copy, because scenarios are saved in it. */
const SCENARIOS = 'test/openapi/scenarios';
/** Replaces the free port of this run. */
const DEFAULT_HOST = '127.0.0.1:4710';

export async function collectExamples(): Promise<Examples> {
  const scenarios = newFolder();
  cpSync(join(packageRoot(), SCENARIOS), scenarios, { recursive: true });
  const server = await startBallast({
    seed: SEED,
    adminToken: 'your-admin-token',
    scenarios,
    allowCommands: true,
    settlement: 'simulated',
    dividends: 'on',
  });
  await server.sim.post('/webhooks', { url: '/sim/sink/demo' });
  const { operations, control } = await walkService(server, scenarios);
  const webhooks = { ...(await unhappyWebhooks()), ...(await payloadsOf(server)) };
  const all = { operations: { ...operations, control }, errors: await collectErrors(), webhooks };
  const text = JSON.stringify(all).replaceAll(new URL(server.ballast.baseUrl).host, DEFAULT_HOST);
  return JSON.parse(text.replaceAll(scenarios, SCENARIOS)) as Examples;
}

/** Calls every operation once and records the requests. `folder`: where the explored client runs. */
export async function walkService(server: TestServer, folder: string) {
  const formA = new Recorder('form-a', server.a);
  const formB = new Recorder('form-b', server.b);
  const sim = new Recorder('control', server.sim);
  await walkFormA(formA, server.advance);
  const walked = await walkFormB(formB, server.advance);
  await walkControl(sim, { portfolioId: walked.portfolioId, rebalanceId: walked.rebalanceId }, server.ready);
  await cancelSomething(server, sim);
  await walkLab(sim);
  await walkExplorer(sim, folder);
  const operations = { 'form-a': formA.examples, 'form-b': formB.examples };
  return { operations, control: sim.examples };
}

async function cancelSomething(server: TestServer, sim: Recorder): Promise<void> {
  const id = await executing(server);
  await server.advance('1s');
  const order = (await rebalanceOf(server, id)).orders.find(({ status }) => status === 'sent');
  const body = { action: 'partial_fill', quantity: 1, price: 180.5 };
  await sim.take('actOnOrder', { parameters: { id: order?.order_id ?? '' }, body });
  await sim.take('cancelOpenOrders', { parameters: { id } });
}

async function executing(server: TestServer): Promise<string> {
  const id = await planFor(server, await createSample(server, LARGE));
  await server.b.post(`/rebalance/${id}/execute`, { confirm: true });
  return id;
}

/** Causes the errors of orders, in a separate world. */
async function unhappyWebhooks(): Promise<Record<string, unknown>> {
  const server = await startBallast({ seed: SEED });
  await server.sim.post('/webhooks', { url: '/sim/sink/demo' });
  await server.sim.post('/faults', { kind: 'reject_orders' });
  await executing(server);
  await server.advance('1h');
  return payloadsOf(server);
}

/** The earliest payload of each type. */
async function payloadsOf(server: TestServer): Promise<Record<string, unknown>> {
  const { deliveries } = (await server.sim.get('/deliveries?limit=1000')).as(deliveryList);
  const payloads: Record<string, unknown> = {};
  for (const { delivery_id: id, type } of deliveries) {
    payloads[type] = JSON.parse((await server.sim.get(`/deliveries/${id}`)).as(deliveryView).payload);
  }
  return payloads;
}

/** Causes every error code of section 7, each with a request that deserves it. */
async function collectErrors(): Promise<Record<ErrorCode, unknown>> {
  const server = await startBallast({ seed: SEED });
  const { b, sim } = server;
  const portfolioId = await createSample(server);
  const executed = await executing(server);
  const met: Record<string, TestResponse> = {
    invalid_request: await b.post('/rebalance', { portfolio_id: portfolioId, drift_threshold: 0.5, colour: 'red' }),
    unauthorized: await callerOf(server.ballast.formBUrl, 'ak_unknown').get(`/prices/${SAP}`),
    not_found: await b.get(`/portfolios/${NO_PORTFOLIO}`),
    already_executing: await b.delete(`/rebalance/${executed}`),
    drift_below_threshold: await b.post('/rebalance', { portfolio_id: await balanced(server) }),
  };
  await sim.patch('/accounts/default', { monthly_limit: 0 });
  met.quota_exceeded = await b.post('/rebalance', { portfolio_id: portfolioId });
  for (const exchange of ['XETR', 'XPAR', 'XMIL', 'XAMS', 'XLON', 'XSWX'])
    await sim.post('/faults', { kind: 'exchange_down', exchange });
  met.internal_error = await b.get(`/prices/${SAP}`);
  met.rate_limit = await overLimit();
  for (const [code, status] of Object.entries(ERROR_STATUS)) {
    if (met[code]?.status !== status) throw new Error(`${code} was not met, but: ${met[code]?.text}`);
  }
  return Object.fromEntries(Object.entries(met).map(([code, { text }]) => [code, JSON.parse(text)])) as Record<
    ErrorCode,
    unknown
  >;
}

async function balanced(server: TestServer): Promise<string> {
  return createSample(server, {
    cash: 0,
    holdings: [{ isin: SAP, exchange: 'XETR', quantity: 1 }],
    targets: [{ isin: SAP, weight: 1 }],
  });
}

async function overLimit(): Promise<TestResponse> {
  const { b } = await startBallast({ seed: SEED, rateLimitPerMinute: 1 });
  await b.get(`/prices/${SAP}`);
  return b.get(`/prices/${SAP}`);
}
