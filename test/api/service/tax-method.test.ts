/**
 * A rebalance's own `tax_method` (specification 4.1, decisions F9, M3): the lots of its sells, and the rules about it.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { gainsReport } from '../../../src-server/contract/control/portfolios/gains.ts';
import { rebalanceView } from '../../../src-server/contract/control/portfolios/portfolios.ts';
import { proves } from '../../conformance/proves.ts';
import { startBallast, stopAll, type TestServer } from '../../support/start-ballast.ts';
import { createA, rebalanceOfA, startA, WEIGHTS } from './form-a-portfolio.ts';
import { SAP, WORLD_ETF } from './sample-portfolio.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startBallast();
});
afterAll(stopAll);

/** 100 SAP in three lots, at mids of about 231 EUR; nothing else. About 60 of them will be sold. */
const LOTS = [
  { quantity: 30, unit_cost: 100, acquired_at: '2020-10-01T10:00:00Z' },
  { quantity: 50, unit_cost: 300, acquired_at: '2020-10-02T10:00:00Z' },
  { quantity: 20, unit_cost: 200, acquired_at: '2020-10-03T10:00:00Z' },
];

async function holderOfLots(of: TestServer, jurisdiction = 'DE'): Promise<string> {
  const id = await createA(of, { tax_jurisdiction: jurisdiction });
  await of.sim.post(`/portfolios/${id}/cash`, { amount: 0 });
  const positions = [{ isin: SAP, exchange: 'XETR', quantity: 100, lots: LOTS }];
  const response = await of.sim.post(`/portfolios/${id}/positions`, { positions });
  if (response.status !== 200) throw new Error(response.text);
  return id;
}

async function soldLots(
  of: TestServer,
  rebalanceId: string,
): Promise<readonly { unit_cost: number; quantity: number }[]> {
  const { orders } = await rebalanceOfA(of, rebalanceId);
  return orders.find(({ side }) => side === 'sell')?.lots ?? [];
}

describe('the lots of a sell', () => {
  test.each([
    ['the default of Germany, first in first out', undefined, 'FIFO', [100, 300]],
    ['FIFO', 'FIFO', 'FIFO', [100, 300]],
    ['HIFO', 'HIFO', 'HIFO', [300, 200]],
    ['specific_id', 'specific_id', 'specific_id', [300, 200]],
    // (30 x 100 + 50 x 300 + 20 x 200) / 100 = 220
    ['average_cost', 'average_cost', 'average_cost', [220]],
  ])('follow %s, as estimated and as filled', async (_what, method, reported, costs) => {
    const portfolioId = await holderOfLots(server);
    const id = await startA(server, portfolioId, method === undefined ? {} : { tax_method: method });
    expect((await rebalanceOfA(server, id)).tax_method).toBe(reported);
    const estimated = await soldLots(server, id);
    expect(estimated.map(({ unit_cost: cost }) => cost)).toEqual(costs.map((cost) => expect.closeTo(cost, 3)));
    await server.advance('1h');
    const filled = await soldLots(server, id);
    expect(filled.map(({ unit_cost: cost, quantity }) => [cost, quantity])).toEqual(
      estimated.map(({ unit_cost: cost, quantity }) => [expect.closeTo(cost, 3), quantity]),
    );
    const { rows } = (await server.sim.get(`/portfolios/${portfolioId}/gains`)).as(gainsReport);
    expect(new Set(rows.map((row) => row.method))).toEqual(new Set([reported]));
  });

  test('are selected again by each rebalance, whatever the last one had', async () => {
    const portfolioId = await holderOfLots(server);
    await startA(server, portfolioId, { tax_method: 'HIFO' });
    await server.advance('1h');
    const next = await startA(server, portfolioId, { target_weights: { [SAP]: 0.15, [WORLD_ETF]: 0.85 } });
    expect((await rebalanceOfA(server, next)).tax_method).toBe('FIFO');
    await server.advance('1h');
    expect((await soldLots(server, next)).map(({ unit_cost: cost }) => cost)).toEqual([expect.closeTo(100, 3)]);
    const { rows } = (await server.sim.get(`/portfolios/${portfolioId}/gains`)).as(gainsReport);
    expect(new Set(rows.map(({ method }) => method))).toEqual(new Set(['HIFO', 'FIFO']));
  });

  test('may follow another method next to the British pool, in any order', async () => {
    const own = await startBallast();
    const portfolioId = await holderOfLots(own, 'GB');
    const steps = [
      { weight: 0.4, tax_method: 'average_cost' },
      { weight: 0.7, tax_method: 'HIFO' },
      { weight: 0.3, tax_method: 'FIFO' },
      { weight: 0.6 },
      { weight: 0.2 },
    ];
    for (const { weight, ...method } of steps) {
      const target_weights = { [SAP]: weight, [WORLD_ETF]: 1 - weight };
      await startA(own, portfolioId, { target_weights, ...method });
      await own.advance('1h');
    }
    const { rows } = (await own.sim.get(`/portfolios/${portfolioId}/gains?tax_year=2025/26`)).as(gainsReport);
    expect(new Set(rows.map(({ method }) => method))).toEqual(new Set(['section_104', 'HIFO', 'FIFO']));
    for (const { cost, proceeds, gain } of rows) expect(proceeds - cost).toBeCloseTo(gain, 2);
  });
});

describe('specific_id if it is not allowed', () => {
  const MESSAGE = 'does not allow specific_id for fungible holdings.';

  test.each(['FR', 'GB', 'DK'])('in %s warns in the control plane, and is used as requested', async (jurisdiction) => {
    const id = await startA(server, await holderOfLots(server, jurisdiction), { tax_method: 'specific_id' });
    expect((await rebalanceOfA(server, id)).tax_method).toBe('specific_id');
    expect((await soldLots(server, id)).map(({ unit_cost: cost }) => cost)).toEqual([300, 200]);
    const { rebalance } = (await server.sim.get(`/rebalances/${id}`)).as(rebalanceView);
    expect(rebalance.warnings).toContainEqual({ code: 'no_specific_id', message: `${jurisdiction} ${MESSAGE}` });
  });

  test('is refused if rules are enforced, and silent if they are off', proves('M3'), async () => {
    const strict = await startBallast({ rules: 'enforce' });
    const portfolioId = await createA(strict, { tax_jurisdiction: 'FR' });
    const path = `/portfolios/${portfolioId}/rebalance`;
    const head = await strict.head();
    const response = await strict.a.post(path, { target_weights: WEIGHTS, tax_method: 'specific_id' });
    expect(response.status).toBe(400);
    expect(response.error().details).toEqual([{ path: '/tax_method', issue: `FR ${MESSAGE}` }]);
    expect(await strict.head()).toBe(head);
    expect((await strict.a.post(path, { target_weights: WEIGHTS, tax_method: 'HIFO' })).status).toBe(202);
    const german = await createA(strict);
    expect(await startA(strict, german, { tax_method: 'specific_id' })).toMatch(/^rb_/);
    const silent = await startBallast({ rules: 'off' });
    const id = await startA(silent, await createA(silent, { tax_jurisdiction: 'FR' }), { tax_method: 'specific_id' });
    const { rebalance } = (await silent.sim.get(`/rebalances/${id}`)).as(rebalanceView);
    expect(rebalance.warnings).toEqual([]);
  });
});

describe('an instrument that a PEA may not hold', () => {
  test('warns, and is refused with the weight named if rules are enforced', proves('M3'), async () => {
    const id = await startA(server, await createA(server, { account_type: 'pea', tax_jurisdiction: 'FR' }));
    const { rebalance } = (await server.sim.get(`/rebalances/${id}`)).as(rebalanceView);
    expect(rebalance.warnings.map(({ code }) => code)).toContain('pea_ineligible');
    const strict = await startBallast({ rules: 'enforce' });
    const portfolioId = await createA(strict, { account_type: 'pea', tax_jurisdiction: 'FR' });
    const body = { target_weights: WEIGHTS, tax_method: 'specific_id' };
    const response = await strict.a.post(`/portfolios/${portfolioId}/rebalance`, body);
    expect(response.status).toBe(400);
    expect(response.error().details.map(({ path }) => path)).toEqual([`/target_weights/${WORLD_ETF}`, '/tax_method']);
  });
});
