/** Decisions that no other test proves, over HTTP: one test each, named by the statement of the decision. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { replayScenarios } from '../../src-server/app.ts';
import { session } from '../../src-server/contract/control/world/session.ts';
import { portfolioB, rebalancePlan } from '../../src-server/contract/service/form-b.ts';
import { asNewAccount } from '../api/http/account-callers.ts';
import { createA, rebalanceOfA, startA } from '../api/service/form-a-portfolio.ts';
import { ALLIANZ, createSample, planFor, rebalanceOf, SAP, WORLD_ETF } from '../api/service/sample-portfolio.ts';
import { askApp } from '../support/page/ask-app.ts';
import { pageTokens } from '../support/page/let-in.ts';
import { newFolder, startBallast, stopAll, type TestServer } from '../support/start-ballast.ts';
import { register } from '../webhooks/one-delivery.ts';
import { startReceiver, stopReceivers } from '../webhooks/receiver.ts';
import { proves } from './proves.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startBallast();
});
afterAll(async () => {
  stopReceivers();
  await stopAll();
});

const execute = (id: string) => server.b.post(`/rebalance/${id}/execute`, { confirm: true });
const planOf = async (portfolioId: string, change = {}) =>
  (await server.b.post('/rebalance', { portfolio_id: portfolioId, ...change })).as(rebalancePlan);

describe('addresses', () => {
  test('of the control plane are under /sim and under no base of the service', proves('A5'), async () => {
    expect((await server.sim.get('/clock')).status).toBe(200);
    for (const base of [server.a, server.b, server.both]) {
      for (const path of ['/clock', '/journal', '/sim/clock']) expect((await base.get(path)).status).toBe(404);
    }
  });

  test('are exact: another case or a trailing slash is another path', proves('A6'), async () => {
    for (const path of [`/prices/${SAP}/`, `/Prices/${SAP}`, '//prices']) {
      expect((await server.b.get(path)).status).toBe(404);
    }
  });
});

test(
  "execute checks the plan's state, a deleted portfolio, another rebalance, and the dry run",
  proves('B2', 'G33'),
  async () => {
    const gone = await createSample(server);
    const [cancelled, orphan] = [await planFor(server, gone), await planFor(server, gone)];
    await server.b.delete(`/rebalance/${cancelled}`);
    await server.b.delete(`/portfolios/${gone}`);
    const first = await execute(cancelled);
    expect([first.status, first.error().message]).toEqual([400, expect.stringContaining('cancelled')]);
    const second = await execute(orphan);
    expect([second.status, second.error().message]).toEqual([400, expect.stringContaining('deleted')]);
    expect((await server.b.get(`/rebalance/${orphan}`)).status).toBe(200);
    expect((await server.b.delete(`/rebalance/${orphan}`)).status).toBe(200);
    const busy = await createSample(server);
    const dry = await planFor(server, busy, { simulation: true });
    expect((await execute(dry)).status).toBe(400);
    await execute(await planFor(server, busy));
    expect((await execute(dry)).status).toBe(409);
  },
);

test('a scenario has no rate limit: seventy requests in no virtual time', proves('E6'), async () => {
  const folder = newFolder();
  mkdirSync(folder, { recursive: true });
  const file = join(folder, 'many.yaml');
  const step = `  - request: { form: B, method: GET, path: /prices/${SAP} }\n    expect: { status: 200 }\n`;
  writeFileSync(file, `name: Many\nseed: 1\nclock: 2026-03-02T09:30:00Z\nworld: {}\nsteps:\n${step.repeat(70)}`);
  const lines: string[] = [];
  const plain = { seed: null, update: false, junit: null, html: null, json: false };
  const exit = await replayScenarios({ ...plain, files: [file], write: (line) => lines.push(line) });
  expect([exit, lines.join('\n')]).toEqual([0, expect.stringContaining('70 steps')]);
});

test(
  'an endpoint receives events of every account, and of every fill',
  proves('E14', '3 fill events', '6.1 Form B', '1.4 execution'),
  async () => {
    const receiver = await startReceiver();
    const endpoint = await register(server, receiver.url, ['order.filled']);
    const client = await asNewAccount(server, 'hears');
    const id = await planFor(client, await createSample(client));
    await client.b.post(`/rebalance/${id}/execute`, { confirm: true });
    await server.advance('1h');
    const fills = (await rebalanceOf(client, id)).orders.flatMap((order) => order.fills.map((fill) => fill.fill_id));
    await receiver.received(fills.length);
    const reported = receiver.requests.map(({ body }) => body).join('\n');
    expect(fills.length).toBeGreaterThan(0);
    for (const fill of fills) expect(reported).toContain(fill);
    await server.sim.delete(`/webhooks/${endpoint.webhook_id}`);
  },
);

test('a Form A portfolio starts with 100 000.00 and no positions', proves('F3'), async () => {
  for (const currency of ['EUR', 'NOK']) {
    const id = await createA(server, { currency });
    const view = JSON.parse((await server.sim.get(`/portfolios/${id}`)).text);
    expect([view.cash_row.amount, view.holdings]).toEqual([100_000, []]);
  }
});

describe('a plan', () => {
  test(
    'sells at the exchanges that hold the shares, the largest holding first, and sells unwanted positions whole',
    proves('G20', 'G21'),
    async () => {
      const id = await createSample(server, {
        holdings: [
          { isin: SAP, exchange: 'XPAR', quantity: 1.123457 },
          { isin: SAP, exchange: 'XETR', quantity: 20.654321 },
        ],
        targets: [{ isin: WORLD_ETF, weight: 0.9 }],
      });
      const { orders } = await planOf(id, { fractional_precision: 2 });
      const sells = orders.filter(({ side }) => side === 'sell');
      expect(sells.map(({ exchange, quantity }) => [exchange, quantity])).toEqual([
        ['XETR', 20.654321],
        ['XPAR', 1.123457],
      ]);
    },
  );

  test('names weights, quantity, value, exchange and cost in the reason of an order', proves('G41'), async () => {
    const { orders } = await planOf(await createSample(server));
    for (const { reason, exchange, quantity } of orders) {
      expect(reason.text).toContain(exchange);
      expect(reason.text).toContain(String(quantity));
      expect(reason.text).toMatch(/ is \d+\.\d\d\s% of the portfolio\b/);
      expect(reason.text).toMatch(/; its target is \d+\.\d\d\s%\.| and has no target\./);
      expect(reason.text).toMatch(/ shares \([\d\s]+\.\d\d\sEUR\) .*; estimated cost \d+\.\d\d\sEUR\.$/);
    }
  });

  test('has no FX in its drift afterwards, because an estimate moves no rate', proves('G26'), async () => {
    const plan = await planOf(await createSample(server, { currency: 'CHF' }));
    expect(plan.drift_before.fx).toEqual(plan.fx_overlay);
    expect(plan.drift_after.fx).toEqual([]);
  });

  test('warns that it cannot trade an instrument whose exchange is not connected', proves('G23'), async () => {
    const own = await startBallast();
    const id = await createSample(own, {
      holdings: [{ isin: SAP, exchange: 'XETR', quantity: 100 }],
      targets: [{ isin: WORLD_ETF, weight: 0.9 }],
    });
    await own.sim.patch('/exchanges/XETR', { connected: false });
    const { warnings } = (await own.b.post('/rebalance', { portfolio_id: id })).as(rebalancePlan);
    expect(warnings.map(({ code }) => code)).toContain('exchange_disconnected');
  });

  test('computes impact by the volume of the listing: higher at a lower volume', proves('G18'), async () => {
    const impactAt = async (exchange: string) => {
      const holdings = [{ isin: SAP, exchange, quantity: 5_000 }];
      const id = await createSample(server, { holdings, targets: [{ isin: ALLIANZ, weight: 0 }] });
      const sell = (await planOf(id)).orders.find(({ isin }) => isin === SAP);
      expect([sell?.exchange, sell?.quantity]).toEqual([exchange, 5_000]);
      return sell?.costs.impact ?? 0;
    };
    expect(await impactAt('XPAR')).toBeGreaterThan(await impactAt('XETR'));
  });
});

test('a tax by jurisdiction applies to Form A portfolios of that country and to no other', proves('G17'), async () => {
  const taxOf = async (country: string) => {
    const id = await startA(server, await createA(server, { tax_jurisdiction: country }), {
      target_weights: { [SAP]: 1 },
    });
    await server.advance('2h');
    return (await rebalanceOfA(server, id)).costs.transaction_tax;
  };
  expect(await taxOf('CH')).toBeGreaterThan(0);
  expect(await taxOf('DE')).toBe(0);
  const swiss = await createSample(server, { currency: 'CHF' });
  expect((await planOf(swiss)).cost_estimate.transaction_tax).toBe(0);
});

test('a sell pays no more commission than its proceeds', proves('G14'), async () => {
  const own = await startBallast();
  const holdings = [{ isin: SAP, exchange: 'XETR', quantity: 0.2 }];
  const id = await createSample(own, { cash: 50, holdings, targets: [{ isin: WORLD_ETF, weight: 0 }] });
  const plan = await planFor(own, id);
  await own.sim.patch('/exchanges/XETR', { commission: { bps: 0, minimum: 500, cap: 500 } });
  await own.b.post(`/rebalance/${plan}/execute`, { confirm: true });
  await own.advance('2h');
  const [order] = (await rebalanceOf(own, plan)).orders;
  const value = order?.fills.reduce((sum, fill) => sum + fill.value, 0) ?? 0;
  const paid = order?.fills.reduce((sum, fill) => sum + fill.costs.commission, 0) ?? 0;
  expect(value).toBeGreaterThan(0);
  expect(paid).toBeCloseTo(value, 2);
  expect((await own.b.get(`/portfolios/${id}`)).as(portfolioB).cash.amount).toBe(50);
});

describe('the app', () => {
  test('gets the key of the run from its session, and uses the service with it', proves('L2'), async () => {
    const { api_key: key, form_b_url: base } = (await server.sim.get('/session')).as(session);
    const response = await fetch(`${base}/prices/${SAP}`, { headers: { authorization: `Bearer ${key}` } });
    expect(response.status).toBe(200);
  });

  test(
    'has its reference at /docs/api, which may use the control plane if it is authorised',
    proves('L30'),
    async () => {
      const origin = new URL(server.ballast.baseUrl).origin;
      const page = await fetch(`${origin}/docs/api`);
      expect([page.status, page.headers.get('content-type')]).toEqual([200, expect.stringContaining('text/html')]);
      expect([page.headers.get('set-cookie'), await page.text()]).toEqual([
        null,
        expect.not.stringContaining('ballast-page"'),
      ]);
      const { cookie, page: token } = await pageTokens(server.ballast);
      const opened = await askApp(`${server.ballast.appOrigin}/sim/session`, {
        headers: { cookie: cookie.join('='), 'x-ballast-page': token },
      });
      expect([opened.status, (await fetch(`${origin}/sim/session`)).status]).toEqual([200, 401]);
    },
  );

  test('has documents with five methods for a sink and the messages of the stream', proves('L31'), async () => {
    const { paths, components } = JSON.parse((await server.sim.get('/openapi.json')).text);
    const methods = ['delete', 'get', 'patch', 'post', 'put'];
    expect(methods.filter((method) => method in paths['/sink'])).toEqual(methods);
    expect(Object.keys(components.schemas)).toEqual(expect.arrayContaining(['Clock', 'WorldEvent', 'DeliverySummary']));
  });
});
