/**
 * The requests of the mixed load: every operation of both forms on existing resources, so that most are accepted, some
 * are refused by their state, and none is refused for its shape alone. Measures nothing.
 */
import type { Request } from 'autocannon';
import { API_KEY } from './ballast-server.ts';

const PORTFOLIOS = 16;
const SAP = 'DE0007164600';
const ALLIANZ = 'DE0008404005';
const WORLD_ETF = 'IE00B4L5Y983';
const CASH = 100_000;

export interface MixedWorld {
  readonly a: readonly string[];
  readonly b: readonly string[];
  /** A rebalance of each form, and the MiFID record of a fill if there is one by now. */
  readonly rebalanceA: string;
  readonly rebalanceB: string;
}

/** Creates portfolios and one rebalance of each form. */
export async function prepareMixedWorld(origin: string): Promise<MixedWorld> {
  const call = async (path: string, body: unknown) => {
    const headers = { authorization: `Bearer ${API_KEY}`, 'content-type': 'application/json' };
    const response = await fetch(origin + path, { method: 'POST', headers, body: JSON.stringify(body) });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as { readonly portfolio_id: string; readonly rebalance_id: string };
  };
  const a: string[] = [];
  const b: string[] = [];
  for (let count = 0; count < PORTFOLIOS; count += 1) {
    a.push((await call('/form-a/v1/portfolios', portfolioA(count))).portfolio_id);
    b.push((await call('/form-b/v1/portfolios', portfolioB(count))).portfolio_id);
  }
  const { rebalance_id: rebalanceA } = await call(`/form-a/v1/portfolios/${a[0]}/rebalance`, weights);
  const plan = { portfolio_id: b[0] };
  const { rebalance_id: rebalanceB } = await call('/form-b/v1/rebalance', plan);
  return { a, b, rebalanceA, rebalanceB };
}

const weights = { target_weights: { [SAP]: 0.4, [WORLD_ETF]: 0.6 } };

function portfolioA(count: number) {
  return { name: `mixed ${count}`, currency: 'EUR', tax_jurisdiction: 'DE', metadata: { count: String(count) } };
}

function portfolioB(count: number) {
  const targets = [SAP, ALLIANZ, WORLD_ETF].map((isin) => ({ isin, weight: 0.3 }));
  const holdings = [{ isin: SAP, exchange: 'XETR', quantity: 100 }];
  return { external_id: `mixed-${count}`, currency: 'EUR', tax_wrapper: 'Depot', holdings, targets, cash: CASH };
}

/** One round of all operations, beginning with a different one for each connection. */
export function mixedRequests({ a, b, rebalanceA, rebalanceB }: MixedWorld, connection: number): Request[] {
  const portfolio = connection % PORTFOLIOS;
  const post = (path: string, body: unknown): Request => ({ method: 'POST', path, body: JSON.stringify(body) });
  const get = (path: string): Request => ({ method: 'GET', path });
  const ofB = { portfolio_id: b[portfolio] };
  let rebalanceId = rebalanceB;
  let portfolioId = b[portfolio] ?? '';
  // The next requests refer to the resource that this one creates.
  const plan: Request = {
    ...post('/form-b/v1/rebalance', ofB),
    onResponse(status, body) {
      if (status === 201) rebalanceId = String((JSON.parse(body) as Record<string, unknown>).rebalance_id);
    },
  };
  const create: Request = {
    ...post('/form-b/v1/portfolios', portfolioB(connection)),
    onResponse(status, body) {
      if (status === 201) portfolioId = String((JSON.parse(body) as Record<string, unknown>).portfolio_id);
    },
  };
  const about = (method: 'GET' | 'POST' | 'DELETE', path: () => string, body?: unknown): Request => ({
    setupRequest: (request) => ({
      ...request,
      method,
      path: path(),
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    }),
  });
  const round = [
    get(`/form-b/v1/prices/${SAP}`),
    get(`/v1/prices/${WORLD_ETF}`),
    get(`/form-b/v1/portfolios/${b[portfolio]}`),
    post('/form-b/v1/rebalance', { ...ofB, simulation: true, drift_threshold: 0.02 }),
    plan,
    about('GET', () => `/form-b/v1/rebalance/${rebalanceId}`),
    about('POST', () => `/form-b/v1/rebalance/${rebalanceId}/execute`, { confirm: true }),
    about('DELETE', () => `/form-b/v1/rebalance/${rebalanceId}`),
    get(`/form-a/v1/rebalances/${rebalanceA}`),
    post(`/form-a/v1/portfolios/${a[portfolio]}/rebalance`, { ...weights, idempotency_key: `mixed ${portfolio}` }),
    post('/form-a/v1/portfolios', portfolioA(connection)),
    get('/form-a/v1/mifid-records/mr_00000000000000000000000000'),
    create,
    about('DELETE', () => `/form-b/v1/portfolios/${portfolioId}`),
    post('/v1/portfolios', { name: 1 }),
    get('/form-b/v1/prices/XX'),
  ];
  const first = connection % round.length;
  return [...round.slice(first), ...round.slice(0, first)];
}
