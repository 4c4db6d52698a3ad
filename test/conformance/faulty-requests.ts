/**
 * Every operation of the service with the checks that can fail on it, and a way to send a request in which any of them
 * fail together. Owns the worlds for that; does not know which check decides the response.
 */

import { exchangeList } from '../../src-server/contract/control/market/exchange-control.ts';
import type { RequestCheck } from '../../src-server/contract/service/errors.ts';
import { asNewAccount, newKey } from '../api/http/account-callers.ts';
import { createA, startA } from '../api/service/form-a-portfolio.ts';
import {
  createSample,
  NO_PORTFOLIO,
  NO_REBALANCE,
  planFor,
  SAP,
  samplePortfolio,
} from '../api/service/sample-portfolio.ts';
import { callerOf, startBallast, type TestResponse, type TestServer } from '../support/start-ballast.ts';

type Faults = ReadonlySet<RequestCheck>;
interface Request {
  readonly path: string;
  readonly body?: Record<string, unknown>;
}

export interface Operation {
  readonly form: 'A' | 'B';
  readonly name: string;
  readonly method: string;
  readonly checks: readonly RequestCheck[];
  /** Makes the objects of the request, in the account `desk`, with their faults. */
  prepare(trader: TestServer, faults: Faults): Promise<Request>;
}

const READ: readonly RequestCheck[] = ['key', 'rate', 'path', 'resource'];
const ALL: readonly RequestCheck[] = [...READ, 'body', 'conflict', 'quota', 'band', 'market'];
/** Checks that exclude each other: one needs a thing that does not exist, the other the state of that thing. */
const EXCLUDE: readonly (readonly [RequestCheck, RequestCheck])[] = [
  ['resource', 'conflict'],
  ['resource', 'band'],
];

/** Shares at 100.00 and cash: 10 000.00 together, 0.03 away from the target. */
const NEAR = { cash: 5_700, quantity: 43, weight: 0.4 };

async function portfolioFor(trader: TestServer, faults: Faults): Promise<string> {
  if (faults.has('resource')) return NO_PORTFOLIO;
  const near = {
    cash: NEAR.cash,
    holdings: [{ isin: SAP, exchange: 'XETR', quantity: NEAR.quantity }],
    targets: [{ isin: SAP, weight: NEAR.weight }],
  };
  const id = await createSample(trader, faults.has('band') ? near : {});
  if (faults.has('conflict')) await executeOf(trader, await planFor(trader, id, { drift_threshold: 0.01 }));
  return id;
}

async function executeOf(trader: TestServer, rebalanceId: string): Promise<void> {
  const response = await trader.b.post(`/rebalance/${rebalanceId}/execute`, { confirm: true });
  if (response.status !== 202) throw new Error(response.text);
}

async function rebalanceA(trader: TestServer, faults: Faults): Promise<Request> {
  const body = { target_weights: { [SAP]: 1 } };
  if (faults.has('resource')) return { path: `/portfolios/${NO_PORTFOLIO}/rebalance`, body };
  const id = await createA(trader);
  if (faults.has('band')) {
    await trader.sim.post(`/portfolios/${id}/positions`, {
      positions: [{ isin: SAP, exchange: 'XETR', quantity: 97 }],
    });
    await trader.sim.post(`/portfolios/${id}/cash`, { amount: 300 });
  }
  if (faults.has('conflict')) await startA(trader, id, { ...body, drift_threshold: 0.01 });
  return { path: `/portfolios/${id}/rebalance`, body };
}

/** A plan that is ready; for a conflict, another plan of its portfolio, or the plan itself, is executing. */
async function planPath(trader: TestServer, faults: Faults, inConflict: 'itself' | 'another'): Promise<string> {
  if (faults.has('resource')) return `/rebalance/${NO_REBALANCE}`;
  const id = await createSample(trader);
  const plan = await planFor(trader, id);
  if (faults.has('conflict')) await executeOf(trader, inConflict === 'itself' ? plan : await planFor(trader, id));
  return `/rebalance/${plan}`;
}

async function read(trader: TestServer, faults: Faults, collection: 'rebalances' | 'mifid-records'): Promise<Request> {
  const id = await startA(trader, await createA(trader));
  if (collection === 'rebalances') return { path: `/rebalances/${faults.has('resource') ? NO_REBALANCE : id}` };
  // A record exists once something is filled.
  await trader.advance('1h');
  const fill = /mr_[0-9A-Z]{26}/.exec((await trader.a.get(`/rebalances/${id}`)).text)?.[0];
  return { path: `/mifid-records/${faults.has('resource') ? `mr_${'0'.repeat(26)}` : fill}` };
}

const OUTSIDE = 'US0378331005';
function priced(faults: Faults): Request {
  const isin = faults.has('body') ? `${SAP.slice(0, -1)}1` : faults.has('resource') ? OUTSIDE : SAP;
  return { path: `/prices/${isin}` };
}

const BODY_ONLY: readonly RequestCheck[] = ['key', 'rate', 'path', 'body'];
const PORTFOLIO_A = { name: 'Muster', currency: 'EUR', tax_jurisdiction: 'DE' };

export const OPERATIONS: readonly Operation[] = [
  {
    form: 'A',
    method: 'POST',
    name: '/portfolios',
    checks: BODY_ONLY,
    prepare: async () => ({ path: '/portfolios', body: PORTFOLIO_A }),
  },
  { form: 'A', method: 'POST', name: '/portfolios/{id}/rebalance', checks: ALL, prepare: rebalanceA },
  {
    form: 'A',
    method: 'GET',
    name: '/rebalances/{id}',
    checks: READ,
    prepare: (trader, faults) => read(trader, faults, 'rebalances'),
  },
  {
    form: 'A',
    method: 'GET',
    name: '/mifid-records/{id}',
    checks: READ,
    prepare: (trader, faults) => read(trader, faults, 'mifid-records'),
  },
  {
    form: 'B',
    method: 'POST',
    name: '/portfolios',
    checks: BODY_ONLY,
    prepare: async () => ({ path: '/portfolios', body: samplePortfolio() }),
  },
  {
    form: 'B',
    method: 'GET',
    name: '/portfolios/{portfolio_id}',
    checks: READ,
    prepare: async (trader, faults) => ({ path: `/portfolios/${await portfolioFor(trader, faults)}` }),
  },
  {
    form: 'B',
    method: 'DELETE',
    name: '/portfolios/{portfolio_id}',
    checks: [...READ, 'conflict'],
    prepare: async (trader, faults) => ({ path: `/portfolios/${await portfolioFor(trader, faults)}` }),
  },
  {
    form: 'B',
    method: 'POST',
    name: '/rebalance',
    checks: ALL,
    prepare: async (trader, faults) => ({
      path: '/rebalance',
      body: { portfolio_id: await portfolioFor(trader, faults) },
    }),
  },
  {
    form: 'B',
    method: 'GET',
    name: '/rebalance/{rebalance_id}',
    checks: READ,
    prepare: async (trader, faults) => ({ path: await planPath(trader, faults, 'itself') }),
  },
  {
    form: 'B',
    method: 'POST',
    name: '/rebalance/{rebalance_id}/execute',
    checks: [...READ, 'body', 'conflict', 'market'],
    prepare: async (trader, faults) => ({
      path: `${await planPath(trader, faults, 'another')}/execute`,
      body: { confirm: true },
    }),
  },
  {
    form: 'B',
    method: 'DELETE',
    name: '/rebalance/{rebalance_id}',
    checks: [...READ, 'conflict'],
    prepare: async (trader, faults) => ({ path: await planPath(trader, faults, 'itself') }),
  },
  {
    form: 'B',
    method: 'GET',
    name: '/prices/{isin}',
    checks: [...READ, 'body', 'market'],
    prepare: async (_caller, faults) => priced(faults),
  },
];

/** True if both faults can occur in one request. */
export function areCompatible(operation: Operation, one: RequestCheck, other: RequestCheck): boolean {
  // An ISIN in a path is either invalid or unknown.
  const exclude: typeof EXCLUDE = operation.name === '/prices/{isin}' ? [...EXCLUDE, ['body', 'resource']] : EXCLUDE;
  return !exclude.some((pair) => pair.includes(one) && pair.includes(other));
}

/** One server for all requests; each restores its world, which costs a tenth of a new server. */
let server: TestServer | null = null;

async function fresh(): Promise<TestServer> {
  if (server === null) {
    server = await startBallast();
    return server;
  }
  const { status, text } = await server.sim.post('/reset');
  if (status !== 200) throw new Error(text);
  return server;
}

/** Stops what `responseTo` started. */
export async function endResponding(): Promise<void> {
  await server?.stop();
  server = null;
}

/** Returns the response of a fresh world to a request with exactly these faults. */
export async function responseTo(operation: Operation, ...failing: RequestCheck[]): Promise<TestResponse> {
  const faults = new Set(failing);
  const world = await fresh();
  await world.sim.post('/market/pins', { isin: SAP, mid: 100, currency: 'EUR' });
  const trader = await asNewAccount(world, 'desk');
  const { path, body } = await operation.prepare(trader, faults);
  if (faults.has('quota')) await world.sim.patch('/accounts/desk', { monthly_limit: 0 });
  if (faults.has('market')) await cutEverythingOff(world);
  const { secret } = await newKey(world, { account_id: 'desk', rate_limit: 1 });
  const { formAUrl, formBUrl } = world.ballast;
  const caller = callerOf(operation.form === 'A' ? formAUrl : formBUrl, secret);
  if (faults.has('rate')) await caller.get('/nothing');
  const headers = { 'content-type': 'application/json', ...(faults.has('key') ? { authorization: '' } : {}) };
  const sent = body === undefined ? {} : { body: JSON.stringify(faults.has('body') ? { ...body, unknown: 1 } : body) };
  return caller.send(operation.method, faults.has('path') ? `${path}/nothing` : path, { headers, ...sent });
}

async function cutEverythingOff(server: TestServer): Promise<void> {
  const { exchanges } = (await server.sim.get('/exchanges')).as(exchangeList);
  for (const { mic } of exchanges) await server.sim.patch(`/exchanges/${mic}`, { connected: false });
}
