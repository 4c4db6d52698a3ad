/**
 * Which of several stubs gives the response, what hides one from every request, and that this is reported
 * (decision L40).
 */
import { afterEach, describe, expect, test } from 'vitest';
import {
  type InterfaceFaultView,
  interfaceFaultView,
} from '../../../src-server/contract/control/http-faults/http-faults.ts';
import { stubList } from '../../../src-server/contract/control/http-faults/stubs.ts';
import { proves } from '../../conformance/proves.ts';
import { newFolder, startBallast, stopAll, type TestServer } from '../../support/start-ballast.ts';
import { SAP } from '../service/sample-portfolio.ts';

afterEach(stopAll);

const PRICES = { operation: 'getPrices' };

async function set(on: TestServer, fault: object, path = '/stubs'): Promise<InterfaceFaultView> {
  const response = await on.sim.post(path, fault);
  expect(response.status, response.text).toBe(201);
  return response.as(interfaceFaultView);
}

/** A stub that responds with a unique status. */
const stub = (on: TestServer, status: number, more: object = {}) => set(on, { answer: { status }, ...more });

const price = async (on: TestServer) => (await on.b.get(`/prices/${SAP}`)).status;
const listed = async (on: TestServer) =>
  (await on.sim.get('/stubs')).as(stubList).stubs.map(({ answer: response }) => response?.status);

describe('of several stubs that match', () => {
  test('the newest is used, and the others again once it is over', proves('R1.4', 'L40.3'), async () => {
    const own = await startBallast();
    await stub(own, 501);
    await stub(own, 502, { match: PRICES });
    const newest = await stub(own, 503, { count: 1 });
    expect(await listed(own)).toEqual([503, 502, 501]);
    expect([await price(own), await price(own)]).toEqual([503, 502]);
    expect(await listed(own)).toEqual([502, 501, 503]);
    expect(newest.priority).toBe(0);
  });

  test('the highest priority is used before newer ones, and the lowest last', proves('R1.4', 'L40.3'), async () => {
    const own = await startBallast();
    await stub(own, 501, { priority: 1, count: 1 });
    await stub(own, 502, { priority: -1 });
    await stub(own, 503, { count: 1 });
    await stub(own, 504, { priority: 1, count: 1 });
    expect(await listed(own)).toEqual([504, 501, 503, 502]);
    const statuses: number[] = [];
    for (let count = 0; count < 4; count += 1) statuses.push(await price(own));
    expect(statuses).toEqual([504, 501, 503, 502]);
  });

  test('the order is the same after a restart', proves('L40.3', 'L44'), async () => {
    const dataDir = newFolder();
    const first = await startBallast({ dataDir });
    for (const [status, priority] of [
      [501, 0],
      [502, 2],
      [503, 0],
    ] as const)
      await stub(first, status, { priority });
    const before = await listed(first);
    await first.stop();
    const again = await startBallast({ dataDir });
    expect([before, await listed(again), await price(again)]).toEqual([[502, 503, 501], [502, 503, 501], 502]);
  });

  test.each([1.5, 1001, -1001, 'high'])('a priority of %j is refused', proves('L40.3'), async (priority) => {
    const own = await startBallast();
    const refused = await own.sim.post('/stubs', { answer: { status: 503 }, priority });
    expect([refused.status, refused.error().details.map(({ path }) => path)]).toEqual([400, ['/priority']]);
  });
});

test('faults of other kinds precede stubs, in the order they were set', proves('L40.2'), async () => {
  const own = await startBallast();
  await stub(own, 503, { priority: 1000 });
  await set(own, { kind: 'api_error', code: 'rate_limit', match: PRICES, count: 1 }, '/faults');
  await set(own, { kind: 'api_error', code: 'not_found', match: PRICES, count: 1 }, '/faults');
  expect([await price(own), await price(own), await price(own)]).toEqual([429, 404, 503]);
});

describe('a stub that no request reaches is reported when', () => {
  test('a newer one has no more conditions', proves('L40.4'), async () => {
    const own = await startBallast();
    const headers = { 'x-test': 'a' };
    const older = await stub(own, 501, { match: { ...PRICES, headers } });
    expect(older.warnings).toBeUndefined();
    const newer = await stub(own, 502, { match: PRICES });
    expect(newer.warnings).toEqual([
      `The stub ${older.fault_id} is no longer reached: ${newer.fault_id} has precedence and matches all of its requests.`,
    ]);
  });

  test('one of a higher priority is there, or a fault of another kind', proves('L40.4'), async () => {
    const own = await startBallast();
    const first = await stub(own, 501, { priority: 3, match: PRICES });
    expect((await stub(own, 502, { match: PRICES })).warnings).toEqual([
      `This stub is never reached: the stub ${first.fault_id} of priority 3 has precedence and matches all of its requests.`,
    ]);
    const reset = { kind: 'api_connection_reset', match: { operation: 'createPlan' } };
    const { fault_id: id, warnings } = await set(own, reset, '/faults');
    expect(warnings).toBeUndefined();
    expect((await stub(own, 503, { priority: 5, match: { operation: 'createPlan', form: 'B' } })).warnings).toEqual([
      `This stub is never reached: the fault ${id} (api_connection_reset) has precedence and matches all of its requests.`,
    ]);
  });

  test('that is certain, and otherwise not', proves('L40.4'), async () => {
    const own = await startBallast();
    const untilNoon = { until: '2026-03-02T12:00:00Z' };
    const body = { '/portfolio_id': 'pf_1' };
    for (const supported of [
      { count: 1 },
      { share: 0.5 },
      { skip: 1 },
      untilNoon,
      { from: '2026-03-02T10:00:00Z' },
      { match: { ...PRICES, form: 'A' } },
      { match: { ...PRICES, query: { a: 'b' } } },
      { match: { operation: 'createPlan', body } },
    ])
      expect([supported, (await stub(own, 500, supported)).warnings]).toEqual([supported, undefined]);
    await own.sim.delete('/stubs');
    await set(own, { kind: 'api_latency', latency_ms: { fixed: 1 } }, '/faults');
    await set(own, { kind: 'api_error', code: 'drift_below_threshold' }, '/faults');
    expect((await stub(own, 500, { match: PRICES })).warnings).toBeUndefined();
    expect((await stub(own, 501, { ...untilNoon, match: PRICES })).warnings).toBeUndefined();
    expect((await stub(own, 502, { ...untilNoon, match: PRICES })).warnings).toHaveLength(1);
  });
});
