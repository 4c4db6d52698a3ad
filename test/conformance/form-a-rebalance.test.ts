/**
 * Specification 2.3 and 4.1: every field of the trigger's body with its range and default, and the polling of its
 * status.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startedRebalanceA } from '../../src-server/contract/service/form-a.ts';
import { createA, rebalanceOfA, recordOf, startA, WEIGHTS } from '../api/service/form-a-portfolio.ts';
import { SAP, WORLD_ETF } from '../api/service/sample-portfolio.ts';
import { startBallast, stopAll, type TestServer } from '../support/start-ballast.ts';
import { expectRefused } from './expect-refused.ts';
import { proves } from './proves.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startBallast();
});
afterAll(stopAll);

const post = async (body: Record<string, unknown>, id?: string) =>
  server.a.post(`/portfolios/${id ?? (await createA(server))}/rebalance`, body);
const refuse = async (change: Record<string, unknown>, path: string) =>
  expectRefused(await post({ target_weights: WEIGHTS, ...change }), path);

describe('a Form A rebalance', () => {
  test(
    'returns at once with its identifier, and is polled until it is complete',
    proves(
      '2.3 rebalance_id',
      '4.1 POST /portfolios/{id}/rebalance',
      '4.1 GET /rebalances/{id}',
      '4.1 polling',
      '1.3 at once',
      'F4',
      'F6',
    ),
    async () => {
      const portfolioId = await createA(server);
      const response = await post({ target_weights: WEIGHTS }, portfolioId);
      const { rebalance_id: id, ...rest } = response.as(startedRebalanceA);
      expect(response.status).toBe(202);
      expect(rest).toMatchObject({ portfolio_id: portfolioId, status: 'executing' });
      const read = await server.a.get(`/rebalances/${id}`);
      expect([read.status, (await rebalanceOfA(server, id)).status]).toEqual([200, 'executing']);
      await server.advance('1h');
      expect((await rebalanceOfA(server, id)).status).toBe('complete');
    },
  );

  test('needs a map of weights', proves('4.1 target_weights'), async () => {
    expectRefused(await post({}), '/target_weights');
    for (const weights of [[1], 'all', null]) expectRefused(await post({ target_weights: weights }), '/target_weights');
    expectRefused(await post({ target_weights: { DE0007164601: 1 } }), '/target_weights/DE0007164601');
  });

  test('has weights from 0 to 1', proves('4.1 target_weights range'), async () => {
    await startA(server, await createA(server), { target_weights: { [SAP]: 1, [WORLD_ETF]: 0 } });
    const response = await post({ target_weights: { [SAP]: 1.0001, [WORLD_ETF]: -0.0001 } });
    const paths = response.error().details.map(({ path }) => path);
    expect([response.status, paths]).toEqual([400, [`/target_weights/${SAP}`, `/target_weights/${WORLD_ETF}`]]);
  });

  test(
    'has weights that sum to 1 within 0.001',
    proves('4.1 target_weights sum', '8 target weight sum', 'C1'),
    async () => {
      for (const rest of [0.499, 0.5, 0.501]) {
        await startA(server, await createA(server), { target_weights: { [SAP]: 0.5, [WORLD_ETF]: rest } });
      }
      for (const rest of [0.4989, 0.5011])
        await refuse({ target_weights: { [SAP]: 0.5, [WORLD_ETF]: rest } }, '/target_weights');
    },
  );

  test(
    'takes one of four lot methods, which overrides the default of the portfolio',
    proves('4.1 tax_method', '4.1 tax_method override', 'F9'),
    async () => {
      const methodOf = async (change: Record<string, unknown>) =>
        (await rebalanceOfA(server, await startA(server, await createA(server), change))).tax_method;
      expect(await methodOf({})).toBe('FIFO');
      for (const method of ['FIFO', 'HIFO', 'average_cost', 'specific_id']) {
        expect(await methodOf({ tax_method: method })).toBe(method);
      }
      await refuse({ tax_method: 'LIFO' }, '/tax_method');
    },
  );

  test('has a band from 0.01 to 0.25', proves('4.1 drift_threshold', '8 drift_threshold Form A'), async () => {
    for (const threshold of [0.01, 0.25]) {
      const id = await startA(server, await createA(server), { drift_threshold: threshold });
      expect((await rebalanceOfA(server, id)).drift_threshold).toBe(threshold);
    }
    for (const threshold of [0.0099, 0.2501, '0.05']) await refuse({ drift_threshold: threshold }, '/drift_threshold');
  });

  test(
    'has an absolute band of 0.05 by default',
    proves('4.1 drift_threshold default', '4.1 drift_threshold'),
    async () => {
      await server.sim.post('/market/pins', { isin: SAP, mid: 100, currency: 'EUR' });
      const held = async (quantity: number) => {
        const id = await createA(server);
        await server.sim.post(`/portfolios/${id}/positions`, {
          positions: [{ isin: SAP, exchange: 'XETR', quantity }],
        });
        await server.sim.post(`/portfolios/${id}/cash`, { amount: 10_000 - quantity * 100 });
        return post({ target_weights: { [SAP]: 1 } }, id);
      };
      // 95 shares at 100.00 of 10 000.00 are 0.05 short of the whole, 94 are 0.06.
      const inside = await held(95);
      expect([inside.status, inside.error().details[0]?.issue]).toEqual([
        422,
        'largest drift 0.05, band 0.05 absolute',
      ]);
      expect((await held(94)).status).toBe(202);
      await server.sim.delete(`/market/pins/${SAP}`);
    },
  );

  test('returns the same response for the same key', proves('4.1 idempotency_key', 'F5'), async () => {
    const portfolioId = await createA(server);
    const body = { target_weights: WEIGHTS, idempotency_key: 'once' };
    const [first, again] = [await post(body, portfolioId), await post(body, portfolioId)];
    expect([again.status, again.text]).toEqual([202, first.text]);
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    await refuse({ idempotency_key: 7 }, '/idempotency_key');
  });

  test(
    'has a record for each execution',
    proves('4.1 GET /mifid-records/{id}', '1.7 records', '2.5 one execution', 'F7', 'G7'),
    async () => {
      const id = await startA(server, await createA(server));
      await server.advance('1h');
      const fills = (await rebalanceOfA(server, id)).orders.flatMap((order) => order.fills);
      expect(new Set(fills.map((fill) => fill.mifid_record_id)).size).toBe(fills.length);
      for (const fill of fills) {
        const record = await recordOf(server, fill.mifid_record_id);
        expect(record).toMatchObject({ mifid_record_id: fill.mifid_record_id, record_type: 'order_execution' });
      }
      expect(fills.length).toBeGreaterThan(0);
    },
  );
});
