/** Faults and stubs that no request met, and the closest request to each. */
import { afterAll, describe, expect, test } from 'vitest';
import { stubList } from '../../../src-server/contract/control/http-faults/stubs.ts';
import { faultList } from '../../../src-server/contract/control/market/faults.ts';
import { proves } from '../../conformance/proves.ts';
import { startBallast, stopAll, type TestServer } from '../../support/start-ballast.ts';
import { createSample, planFor, SAP } from '../service/sample-portfolio.ts';

afterAll(stopAll);

const LATE = '2026-03-03T10:00:00.000Z';

async function set(server: TestServer, body: object, path = '/faults'): Promise<string> {
  const response = await server.sim.post(path, body);
  expect(response.status).toBe(201);
  return (JSON.parse(response.text) as { fault_id: string }).fault_id;
}

/** The explanations of the given faults. */
async function unmet(server: TestServer, query = ''): Promise<Record<string, string>> {
  const { faults, unmet: explained = [] } = (await server.sim.get(`/faults?unmet=true${query}`)).as(faultList);
  expect(explained.map(({ fault_id }) => fault_id)).toEqual(faults.map(({ fault_id }) => fault_id));
  return Object.fromEntries(explained.map(({ fault_id, explanation }) => [fault_id, explanation]));
}

describe('an interface fault', () => {
  test('that no request met is listed with the closest request', proves('L45.5'), async () => {
    const server = await startBallast();
    const match = { operation: 'getPrices', path: '*/IE00B4L5Y983' };
    const id = await set(server, { kind: 'api_error', code: 'internal_error', match });
    expect(await unmet(server)).toEqual({
      [id]: `The fault api_error (${id}) on ${JSON.stringify(match)} had no hits: no request matched. Expected at least 1 request of this kind; 0 of 0 match.`,
    });
    await server.b.get(`/prices/${SAP}`);
    const list = (await server.sim.get('/faults?unmet=true')).as(faultList);
    expect(list.unmet?.[0]?.explanation).toContain(`The closest request is GET /form-b/v1/prices/${SAP} (rq_`);
    expect(list.unmet?.[0]?.near_misses[0]).toMatchObject({ score: 0.5, entry: { operation: 'getPrices' } });
    await server.b.get('/prices/IE00B4L5Y983');
    expect(await unmet(server)).toEqual({});
    expect((await server.sim.get('/faults')).as(faultList)).not.toHaveProperty('unmet');
  });

  test(
    'that was spared, is still to come, or was not met for any other reason reports that',
    proves('L45.5'),
    async () => {
      const server = await startBallast();
      await server.b.get(`/prices/${SAP}`);
      const match = { operation: 'getPrices' };
      const spared = await set(server, { kind: 'api_empty_answer', match, skip: 3 });
      const later = await set(server, { kind: 'api_empty_answer', from: LATE });
      const cancelled = await set(server, { kind: 'api_empty_answer', from: LATE });
      await server.sim.delete(`/faults/${cancelled}`);
      expect(await unmet(server)).toEqual({
        [spared]: expect.stringContaining(
          '1 matching request arrived before the fault was set or after it ended, were hit by another fault',
        ),
        [later]: expect.stringContaining(`it begins only at ${LATE}.`),
        [cancelled]: expect.stringContaining(`it was ended before it began at ${LATE}.`),
      });
      await server.b.get(`/prices/${SAP}`);
      expect((await unmet(server))[spared]).toContain(
        'it matched 1 time, but “skip” (3) and “share” (1) let all of them through.',
      );
    },
  );

  test('of the kind of a stub is listed with the stubs, too', proves('R1.5', 'L45.5'), async () => {
    const server = await startBallast();
    const id = await set(server, { match: { path: '/form-b/v1/prices/*' }, answer: { status: 503 } }, '/stubs');
    const read = async () => (await server.sim.get('/stubs?unmet=true')).as(stubList);
    const explanation = expect.stringMatching(`^The stub \\(${id}\\) on .* had no hits: `);
    expect(await read()).toMatchObject({
      stubs: [{ fault_id: id }],
      unmet: [{ fault_id: id, explanation, near_misses: [] }],
    });
    await server.b.get(`/prices/${SAP}`);
    expect(await read()).toEqual({ stubs: [], unmet: [], next: null });
  });
});

describe('a fault of webhooks', () => {
  test('names the closest webhook', proves('L45.5'), async () => {
    const server = await startBallast();
    const id = await set(server, { kind: 'webhook_drop', match: { types: ['rebalance.failed'] } });
    expect((await unmet(server))[id]).toContain(
      'no webhook was sent since it began, because no endpoint is registered.',
    );
    await server.sim.post('/webhooks', { url: '/sim/sink/inbox' });
    expect((await unmet(server))[id]).toMatch(/no webhook was sent since it began\.$/);
    await server.b.post(`/rebalance/${await planFor(server, await createSample(server))}/execute`, { confirm: true });
    await server.advance('7d');
    expect((await unmet(server, '&scope=webhook'))[id]).toMatch(
      /no attempt was hit\. The closest delivery is \S+ to \S+ \(\w+\): types: expected rebalance\.failed, got \S+\.$/,
    );
  });
});

describe('a fault of the market', () => {
  test('is met by a hit, or by its beginning if its kind counts no hits', proves('L45.5'), async () => {
    const server = await startBallast();
    const late = await set(server, { kind: 'late_fills', delay_ms: 1000, exchange: 'XETR' });
    await set(server, { kind: 'wide_spread', factor: 2, isin: SAP });
    const halt = await set(server, { kind: 'halt_instrument', isin: SAP, from: LATE });
    expect(await unmet(server, '&scope=market')).toEqual({
      [late]: `The fault late_fills (${late}) at XETR had no hits: nothing that it affects happened while it was active.`,
      [halt]: `The fault halt_instrument (${halt}) of ${SAP} had no hits: it begins only at ${LATE}.`,
    });
    await server.advance('48h');
    expect(Object.keys(await unmet(server))).toEqual([late]);
  });
});
