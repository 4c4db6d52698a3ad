/**
 * The real service of the tests: a second implementation of a few operations of Form B, written independently of the
 * first one, with fixed prices. Each of its planted differences can be switched on.
 */
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import express, { type Express, type Response } from 'express';

export const PLANTED = [
  'unknown field',
  'missing field',
  'number as text',
  'time without a zone',
  '200 in place of 201',
  'no Retry-After',
  'another content type',
  'code of another status',
  'goes back',
  'cancelled while executing',
  'identifier of another kind',
  'null where there is a value',
  'currency in small letters',
  'no X-Request-Id',
  'negative weight',
  'another currency',
  '404 in place of 409',
  'empty body',
  'list in place of an object',
  'unknown side',
  'an order goes back',
] as const;
export type Planted = (typeof PLANTED)[number];

const PRICES: Readonly<Record<string, number>> = { DE0007164600: 200, DE0008404005: 300, IE00B4L5Y983: 90 };
const LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

interface Portfolio {
  readonly id: string;
  readonly request: PortfolioRequest;
}
interface PortfolioRequest {
  readonly external_id: string;
  readonly currency: string;
  readonly tax_wrapper: string;
  readonly cash: number;
  readonly holdings: readonly { readonly isin: string; readonly exchange: string; readonly quantity: number }[];
  readonly targets: readonly { readonly isin: string; readonly weight: number }[];
}
interface Plan {
  readonly id: string;
  readonly of: Portfolio;
  status: string;
  looks: number;
}

export interface RealService {
  readonly origin: string;
  stop(): void;
}

/** The state that its routes share. */
interface Service {
  readonly has: Has;
  readonly portfolios: Map<string, Portfolio>;
  readonly plans: Map<string, Plan>;
  newId(prefix: string): string;
  send(response: Response, status: number, body: object): void;
  fail(response: Response, status: number, code: string, message: string): void;
}

export async function startRealService(planted: Planted | null): Promise<RealService> {
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.use(express.json());
  const service = makeService((name) => planted === name);
  const { has, fail } = service;
  app.use((request, response, next) => {
    if (request.headers.authorization === undefined) fail(response, 401, 'unauthorized', 'No key.');
    else if (has('no Retry-After') && request.path.includes('/prices/')) fail(response, 429, 'rate_limit', 'Too many.');
    else next();
  });
  addPortfolioRoutes(app, service);
  addRebalanceRoutes(app, service);
  const server = app.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, stop: () => void server.close() };
}

function makeService(has: Has): Service {
  let last = 0;
  const digits = (step: number) =>
    Array.from({ length: 26 }, (_none, index) => LETTERS[(last * (index + step) + index) % 32]).join('');
  const newId = (prefix: string) => {
    last += 1;
    return has('identifier of another kind') ? `${prefix}-${last}-0a1b2c3d` : `${prefix}_${digits(7)}`;
  };
  const newRequestId = () => {
    last += 1;
    return `rq_${digits(3)}`;
  };
  const send: Service['send'] = (response, status, body) => {
    if (!has('no X-Request-Id')) response.setHeader('X-Request-Id', newRequestId());
    if (has('empty body') && status === 200) return void response.status(status).type('application/json').send('');
    const type = has('another content type') ? 'text/json' : 'application/json';
    response.status(status).setHeader('Content-Type', `${type}; charset=utf-8`);
    response.send(JSON.stringify(body));
  };
  const fail: Service['fail'] = (response, status, code, message) => {
    const stated = has('code of another status') ? 'rate_limit' : code;
    send(response, status, { error: { code: stated, message, request_id: newRequestId(), details: [] } });
  };
  return { has, portfolios: new Map(), plans: new Map(), newId, send, fail };
}

function addPortfolioRoutes(app: Express, { has, portfolios, newId, send, fail }: Service): void {
  app.get('/form-b/v1/prices/:isin', (request, response) => {
    const price = PRICES[request.params.isin] ?? 0;
    const at = (exchange: string) => ({ exchange, mid_eur: price, last_trade_eur: price + 0.05 });
    send(response, 200, { isin: request.params.isin, prices: ['XETR', 'XPAR'].map(at), timestamp: now() });
  });
  app.post('/form-b/v1/portfolios', (request, response) => {
    const portfolio = { id: newId('pf'), request: request.body as PortfolioRequest };
    portfolios.set(portfolio.id, portfolio);
    send(response, has('200 in place of 201') ? 200 : 201, portfolioBody(portfolio, has));
  });
  app.get('/form-b/v1/portfolios/:id', (request, response) => {
    const found = portfolios.get(request.params.id);
    if (found === undefined) fail(response, 404, 'not_found', 'No such portfolio.');
    else send(response, 200, portfolioBody(found, has));
  });
}

function addRebalanceRoutes(app: Express, { has, portfolios, plans, newId, send, fail }: Service): void {
  app.post('/form-b/v1/rebalance', (request, response) => {
    const of = portfolios.get(String((request.body as { portfolio_id?: unknown }).portfolio_id));
    if (of === undefined) return fail(response, 404, 'not_found', 'No such portfolio.');
    const plan: Plan = { id: newId('rb'), of, status: 'plan_ready', looks: 0 };
    plans.set(plan.id, plan);
    return send(response, 201, planBody(plan, has));
  });
  app.post('/form-b/v1/rebalance/:id/execute', (request, response) => {
    const plan = plans.get(request.params.id);
    if (plan === undefined) return fail(response, 404, 'not_found', 'No such rebalance.');
    plan.status = 'executing';
    return send(response, 202, planBody(plan, has));
  });
  app.get('/form-b/v1/rebalance/:id', (request, response) => {
    const plan = plans.get(request.params.id);
    if (plan === undefined) return fail(response, 404, 'not_found', 'No such rebalance.');
    plan.looks += 1;
    if (plan.looks === 2) plan.status = has('cancelled while executing') ? 'cancelled' : 'complete';
    if (plan.looks === 3 && has('goes back')) plan.status = 'executing';
    return send(response, 200, planBody(plan, has));
  });
  app.delete('/form-b/v1/rebalance/:id', (request, response) => {
    const plan = plans.get(request.params.id);
    if (plan === undefined) return fail(response, 404, 'not_found', 'No such rebalance.');
    if (plan.status === 'executing')
      return has('404 in place of 409')
        ? fail(response, 404, 'not_found', 'Gone.')
        : fail(response, 409, 'already_executing', 'Orders are out.');
    plan.status = 'cancelled';
    return send(response, 200, planBody(plan, has));
  });
}

function now(): string {
  return new Date().toISOString();
}

type Has = (name: Planted) => boolean;

function portfolioBody({ id, request }: Portfolio, has: Has): object {
  const worth = (isin: string, quantity: number) => (PRICES[isin] ?? 0) * quantity;
  const total = request.cash + request.holdings.reduce((sum, { isin, quantity }) => sum + worth(isin, quantity), 0);
  const weightOf = (isin: string) =>
    request.holdings.filter((each) => each.isin === isin).reduce((sum, each) => sum + worth(isin, each.quantity), 0) /
    total;
  const targetOf = (isin: string) => request.targets.find((each) => each.isin === isin)?.weight ?? 0;
  const isins = [...new Set([...request.holdings, ...request.targets].map(({ isin }) => isin))];
  const positions = isins.map((isin) => {
    const [current, target] = [weightOf(isin), targetOf(isin)];
    const relative = target === 0 ? null : current / target - 1;
    return { isin, current_weight: current, target_weight: target, drift: current - target, relative_drift: relative };
  });
  const cash = {
    amount: has('number as text') ? String(request.cash) : request.cash,
    weight: request.cash / total,
    target_weight: 0.05,
  };
  const made = has('time without a zone') ? '2026-03-02 09:30' : '2026-03-02T09:30:00.000Z';
  const most = Math.max(...positions.map(({ drift }) => Math.abs(drift)));
  const drift = {
    as_of: '2026-03-02T09:30:00.000Z',
    total_value: total,
    max_drift: most,
    portfolio_drift: most,
    positions,
    fx: [{ currency: 'EUR', weight: 1, fx_drift: 0 }],
  };
  return {
    portfolio_id: id,
    external_id: request.external_id,
    currency: currencyOf(request, has),
    tax_wrapper: request.tax_wrapper,
    holdings: request.holdings.map(({ isin, exchange, quantity }) => ({
      isin,
      exchange,
      quantity,
      price: PRICES[isin] ?? 0,
      value: worth(isin, quantity),
      weight: has('negative weight') ? -0.1 : worth(isin, quantity) / total,
    })),
    targets: request.targets,
    cash: has('list in place of an object') ? [cash] : cash,
    drift: has('null where there is a value') ? null : drift,
    ...(has('missing field') ? {} : { created_at: made }),
    updated_at: '2026-03-02T09:30:00.000Z',
    ...(has('unknown field') ? { colour: 'blue' } : {}),
  };
}

function currencyOf({ currency }: PortfolioRequest, has: Has): string {
  if (has('currency in small letters')) return currency.toLowerCase();
  return has('another currency') ? 'GBP' : currency;
}

const NO_COSTS = {
  commission: 1,
  spread: 1,
  impact: 0,
  fx: 0,
  transaction_tax: 0,
  total: 2,
  total_bps: 0.5,
  budget_bps: null,
};

function planBody({ id, of, status, looks }: Plan, has: Has): object {
  const before = (portfolioBody(of, () => false) as { drift: object }).drift;
  const isExecuted = status !== 'plan_ready';
  const isOver = isExecuted && status !== 'executing';
  const [sold] = of.request.holdings;
  const isBack = looks === 3 && has('an order goes back');
  const order = {
    order_id: id.replace('rb', 'or'),
    sequence: 1,
    side: has('unknown side') ? 'hold' : 'sell',
    isin: sold?.isin,
    exchange: sold?.exchange,
    quantity: 10,
    filled_quantity: isOver ? 10 : 0,
    status: isOver && !isBack ? 'filled' : isExecuted ? 'sent' : 'new',
    currency: 'EUR',
    estimated_price: 200,
    estimated_value: 2000,
    weight_before: 0.6,
    weight_target: 0.4,
    weight_after: 0.4,
    costs: NO_COSTS,
    reason: { code: 'overweight', text: 'Too much of it.' },
    lots: [],
    fills: [],
  };
  return {
    rebalance_id: id,
    portfolio_id: of.id,
    status,
    simulation: false,
    orders: [order],
    cost_estimate: NO_COSTS,
    drift_before: before,
    drift_after: before,
    cash_before: of.request.cash,
    cash_after: of.request.cash,
    fx_overlay: [{ currency: 'EUR', weight: 1, fx_drift: 0 }],
    tax_estimate: 0,
    warnings: [],
    created_at: '2026-03-02T09:30:00.000Z',
    ...(isExecuted ? { failure: null, executed_at: now(), completed_at: isOver ? now() : null } : {}),
  };
}
