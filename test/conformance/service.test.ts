/** Specification 2.6, 4, 5, 8 and 9: prices, addresses, JSON, keys and limits, as a client sees them. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { prices } from '../../src-server/contract/service/prices.ts';
import { callersOf, newKey } from '../api/http/account-callers.ts';
import { createA } from '../api/service/form-a-portfolio.ts';
import { createSample, planFor, SAP } from '../api/service/sample-portfolio.ts';
import { startBallast, stopAll, type TestServer } from '../support/start-ballast.ts';
import { proves } from './proves.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startBallast();
});
afterAll(stopAll);

describe('prices', () => {
  test(
    'are 200 with the ISIN, one entry for each connected exchange, and the time',
    proves(
      ...(['2.6 isin', '2.6 prices', '2.6 exchange', '2.6 mid_eur', '2.6 last_trade_eur', '2.6 timestamp'] as const),
      ...(['4.2 GET /prices/{isin}', '1.6 prices', 'G8'] as const),
    ),
    async () => {
      const exchanges = async () => {
        const response = await server.b.get(`/prices/${SAP}`);
        expect(response.status).toBe(200);
        const body = response.as(prices);
        expect([body.isin, body.timestamp]).toEqual([SAP, new Date(body.timestamp).toISOString()]);
        for (const each of body.prices) {
          expect(each.exchange).toMatch(/^[A-Z0-9]{4}$/);
          expect([each.mid_eur > 0, each.last_trade_eur > 0]).toEqual([true, true]);
        }
        return body.prices.map(({ exchange }) => exchange);
      };
      const all = await exchanges();
      expect(all.length).toBeGreaterThan(1);
      await server.sim.patch('/exchanges/XETR', { connected: false });
      expect(await exchanges()).toEqual(all.filter((mic) => mic !== 'XETR'));
      await server.sim.patch('/exchanges/XETR', { connected: true });
      await server.advance('1m');
      expect(await exchanges()).toEqual(all);
    },
  );
});

describe('the service', () => {
  test('is at an address that ends in /v1, and nowhere else', proves('9.1 version', '4 base', 'A1'), async () => {
    const { baseUrl, formAUrl, formBUrl, apiKey } = server.ballast;
    for (const base of [baseUrl, formAUrl, formBUrl]) expect(base).toMatch(/\/v1$/);
    const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' };
    const body = JSON.stringify({ name: 'x', currency: 'EUR', tax_jurisdiction: 'DE' });
    const at = async (base: string) => (await fetch(`${base}/portfolios`, { method: 'POST', headers, body })).status;
    expect(await at(baseUrl)).toBe(201);
    expect(await at(baseUrl.replace(/\/v1$/, ''))).toBe(404);
    expect(await at(baseUrl.replace(/\/v1$/, '/v2'))).toBe(404);
  });

  test('uses JSON in both directions', proves('4 json', 'A4.2'), async () => {
    const body = JSON.stringify({ name: 'x', currency: 'EUR', tax_jurisdiction: 'DE' });
    const send = (type: string) => server.a.send('POST', '/portfolios', { headers: { 'content-type': type }, body });
    const response = await send('application/json');
    expect([response.status, response.headers.get('content-type')]).toEqual([201, 'application/json; charset=utf-8']);
    expect((await send('text/plain')).status).toBe(400);
  });

  test(
    'needs a bearer key',
    proves('5.1 bearer', '5.2 missing', '5.2 invalid', '7 401 Form A', '7 401 Form B', 'C6', 'E1'),
    async () => {
      const { apiKey } = server.ballast;
      const portfolioA = await createA(server);
      const plan = await planFor(server, await createSample(server));
      const asks = (authorization: string) => [
        server.a.send('POST', `/portfolios/${portfolioA}/rebalance`, { headers: { authorization } }),
        server.b.send('GET', `/rebalance/${plan}`, { headers: { authorization } }),
      ];
      for (const header of ['', 'Bearer', 'Bearer sk_wrong', `Basic ${apiKey}`, apiKey]) {
        for (const response of await Promise.all(asks(header))) {
          expect([response.status, response.error().code]).toEqual([401, 'unauthorized']);
          expect(response.headers.get('www-authenticate')).toBe('Bearer');
        }
      }
      const opened = await Promise.all(asks(`Bearer ${apiKey}`));
      expect(opened.map(({ status }) => status)).toEqual([400, 200]);
    },
  );

  test(
    'takes 60 requests a minute from a key, and counts each key separately',
    proves('8 request rate', '5.3 rate', '7 429 Form A', '7 429 Form B', 'E2'),
    async () => {
      const limited = await startBallast({ rateLimitPerMinute: 60 });
      const { secret } = await newKey(limited);
      for (let count = 0; count < 60; count += 1) expect((await limited.b.get(`/prices/${SAP}`)).status).toBe(200);
      for (const caller of [limited.a, limited.b]) {
        const response = await caller.get('/nothing');
        expect([response.status, response.error().code]).toEqual([429, 'rate_limit']);
        expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
      }
      expect((await callersOf(limited, secret).b.get(`/prices/${SAP}`)).status).toBe(200);
    },
  );
});
