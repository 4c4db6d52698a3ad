/**
 * Data that expires at an instant of virtual time (specification 8; decisions F5, F7, G3): there a second before, gone
 * at it.
 */
import { afterEach, expect, test } from 'vitest';
import { deletedPortfolio } from '../../../src-server/contract/service/form-b.ts';
import { proves } from '../../conformance/proves.ts';
import { startBallast, stopAll, type TestServer } from '../../support/start-ballast.ts';
import { createA, rebalanceOfA, startA, WEIGHTS } from './form-a-portfolio.ts';
import { createSample, executeSample, planFor, rebalanceOf } from './sample-portfolio.ts';

afterEach(stopAll);

/** The results of `look` one second and one millisecond before an instant, at it, and a second after. */
async function around<T>(server: TestServer, instantMs: number, look: () => Promise<T>): Promise<T[]> {
  const seen: T[] = [];
  for (const offsetMs of [-1000, -1, 0, 1000]) {
    const to = new Date(instantMs + offsetMs).toISOString();
    const response = await server.sim.post('/clock/advance', { to });
    if (response.status !== 202) throw new Error(response.text);
    await server.ready();
    seen.push(await look());
  }
  return seen;
}

test(
  'rebalances of a deleted Form B portfolio are readable for seven years, executed or not',
  proves('G3', '8 rebalance retention'),
  async () => {
    const server = await startBallast({ startAt: Date.UTC(2028, 1, 29, 10) });
    const { portfolioId, rebalanceId } = await executeSample(server);
    await server.advance('10m');
    expect((await rebalanceOf(server, rebalanceId)).status).toBe('complete');
    await server.sim.post(`/portfolios/${portfolioId}/cash`, { amount: 900_000 });
    const waiting = await planFor(server, portfolioId);
    const retained = await planFor(server, await createSample(server));
    const response = await server.b.delete(`/portfolios/${portfolioId}`);
    const { deleted_at: deletedAt, records_retained_until: until } = response.as(deletedPortfolio);
    expect(deletedAt).toBe('2028-02-29T10:10:00.000Z');
    // 29 February has no seventh anniversary: 1 March takes its place.
    expect(until).toBe('2035-03-01T10:10:00.000Z');
    const text = (await server.b.get(`/rebalance/${rebalanceId}`)).text;
    const seen = await around(server, Date.parse(until), async () => {
      const read = await server.b.get(`/rebalance/${rebalanceId}`);
      if (read.status === 200) expect(read.text).toBe(text);
      return [read.status, (await server.b.get(`/rebalance/${waiting}`)).status];
    });
    expect(seen).toEqual([
      [200, 200],
      [200, 200],
      [404, 404],
      [404, 404],
    ]);
    expect((await server.b.delete(`/rebalance/${waiting}`)).status).toBe(404);
    expect((await server.b.post(`/rebalance/${waiting}/execute`, { confirm: true })).status).toBe(404);
    // Those of a portfolio that is not deleted do not expire.
    expect((await server.b.get(`/rebalance/${retained}`)).status).toBe(200);
  },
);

test('an idempotency key is stored for 24 hours', async () => {
  const server = await startBallast();
  const portfolioId = await createA(server);
  const body = { target_weights: WEIGHTS, idempotency_key: 'day' };
  const first = await server.a.post(`/portfolios/${portfolioId}/rebalance`, body);
  const ends = Date.UTC(2026, 2, 3, 9, 30);
  const seen = await around(server, ends, async () => {
    const response = await server.a.post(`/portfolios/${portfolioId}/rebalance`, body);
    return [response.status, response.text === first.text];
  });
  // By then the portfolio is at its targets, so a new plan is not needed.
  expect(seen).toEqual([
    [202, true],
    [202, true],
    [422, false],
    [422, false],
  ]);
});

test('a MiFID II record is stored for five years', proves('F7', '2.5 retention', '8 record retention'), async () => {
  const server = await startBallast();
  const rebalanceId = await startA(server, await createA(server));
  await server.advance('10m');
  const fill = (await rebalanceOfA(server, rebalanceId)).orders[0]?.fills[0];
  const ends = Date.parse(String(fill?.filled_at).replace('2026', '2031'));
  const path = `/mifid-records/${fill?.mifid_record_id}`;
  expect(await around(server, ends, async () => (await server.a.get(path)).status)).toEqual([200, 200, 404, 404]);
});
