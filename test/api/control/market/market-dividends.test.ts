/** `GET /sim/market/dividends`: dividends of instruments by the seed, past and future (decision O2). */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type MarketDividendWire,
  marketDividendList,
} from '../../../../src-server/contract/control/market/market-dividends.ts';
import { dividendList } from '../../../../src-server/contract/control/portfolios/dividends.ts';
import { session } from '../../../../src-server/contract/control/world/session.ts';
import { proves } from '../../../conformance/proves.ts';
import { startBallast, stopAll, type TestServer } from '../../../support/start-ballast.ts';
import { createSample, SAP } from '../../service/sample-portfolio.ts';
import { createAction, NEW_ISIN } from './corporate-action-client.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startBallast({ dividends: 'on' });
});
afterAll(stopAll);

const listOf = async (on: TestServer, query = ''): Promise<MarketDividendWire[]> =>
  (await on.sim.get(`/market/dividends${query}`)).as(marketDividendList).dividends;
/** SAP's annual one, which goes ex in May. */
const ofSap = async (on: TestServer): Promise<MarketDividendWire> => {
  const found = (await listOf(on)).find(({ isin }) => isin === SAP || isin === NEW_ISIN);
  if (found === undefined) throw new Error('SAP pays nothing');
  return found;
};
const to = async (instant: string, on: TestServer) =>
  expect((await on.sim.post('/clock/advance', { to: instant, wait: true })).status).toBe(200);

describe('the dividends of the market', () => {
  test(
    'are listed a year ahead by their ex-dates, and their amounts once they are fixed',
    proves('O2.3', 'O2.10'),
    async () => {
      const all = await listOf(server);
      expect(all.map(({ ex_at }) => ex_at)).toEqual(all.map(({ ex_at }) => ex_at).toSorted());
      expect(all.at(-1)?.ex_at.slice(0, 4)).toBe('2027');
      // A dividend that goes ex within 28 days has its amount.
      for (const { status, amount, ex_at: exAt } of all) {
        const isFixed = exAt <= '2026-03-30T09:30:00.000Z';
        expect([exAt, status, amount !== null]).toEqual([exAt, isFixed ? 'announced' : 'expected', isFixed]);
      }
      const some = await listOf(server, '?from=2026-04-01T00:00:00Z&to=2026-04-30T00:00:00Z');
      expect(some.length).toBeGreaterThan(2);
      expect(some).toEqual(all.filter(({ ex_at: exAt }) => exAt.startsWith('2026-04')));
    },
  );

  test('equal the payments to portfolios', proves('O2.10'), async () => {
    const own = await startBallast({ dividends: 'on' });
    const id = await createSample(own);
    const first = await ofSap(own);
    expect(first).toMatchObject({ status: 'expected', amount: null, currency: 'EUR' });
    await to(first.announced_at, own);
    const announced = await ofSap(own);
    expect(announced).toEqual({ ...first, status: 'announced', amount: expect.any(Number) });
    await to(first.ex_at, own);
    expect(await ofSap(own)).toEqual({ ...announced, status: 'ex' });
    const accrued = (await own.sim.get(`/portfolios/${id}/dividends`)).as(dividendList).dividends;
    expect(accrued.filter(({ isin }) => isin === SAP)).toMatchObject([
      { amount: announced.amount, ex_at: first.ex_at, pay_at: first.pay_at },
    ]);
    await to(first.pay_at, own);
    // The calendar begins with the past month.
    expect(await ofSap(own)).toEqual({ ...announced, status: 'paid' });
  });

  test('follow splits, new ISINs and delistings', proves('O2.7', 'O2.10', 'O3.5', 'O3.8', 'O3.9'), async () => {
    const own = await startBallast({ dividends: 'on' });
    const first = await ofSap(own);
    await to(first.announced_at, own);
    const { amount } = await ofSap(own);
    const now = first.announced_at;
    await createAction(own, { kind: 'split', isin: SAP, ex_at: now, ratio: { new: 2, old: 1 } });
    // Two shares for one: half the amount on each, to the millionth.
    expect(await ofSap(own)).toMatchObject({ isin: SAP, amount: (amount ?? 0) / 2 });
    await createAction(own, { kind: 'isin_change', isin: SAP, ex_at: now, new_isin: NEW_ISIN });
    expect(await ofSap(own)).toMatchObject({ isin: NEW_ISIN, amount: (amount ?? 0) / 2, ex_at: first.ex_at });
    await createAction(own, { kind: 'delisting', isin: NEW_ISIN, ex_at: now, cash_price: 1 });
    expect((await listOf(own)).filter(({ isin }) => isin === NEW_ISIN)).toEqual([]);
  });

  test('do not exist in a world without them, whose session says so', proves('O2.1', 'O4.1'), async () => {
    const [without, settling] = [await startBallast(), await startBallast({ settlement: 'simulated' })];
    expect(await listOf(without)).toEqual([]);
    const sessionOf = async (on: TestServer) => (await on.sim.get('/session')).as(session);
    expect(await sessionOf(without)).toMatchObject({ dividends: 'off', settlement: 'immediate' });
    expect(await sessionOf(server)).toMatchObject({ dividends: 'on' });
    expect(await sessionOf(settling)).toMatchObject({ settlement: 'simulated' });
  });

  test.each([
    ['to=2028-03-03T09:30:00Z', '/to'],
    ['from=2026-04-01T00:00:00Z&to=2026-03-01T00:00:00Z', '/to'],
    ['from=2028-03-03T09:30:00Z', '/to'],
    ['from=soon', '/from'],
    ['limit=10', '/limit'],
  ])('requested by %s are 400', proves('O2.10'), async (query, pointer) => {
    const response = await server.sim.get(`/market/dividends?${query}`);
    expect(response.status).toBe(400);
    expect(response.error().details?.[0]?.path).toBe(pointer);
  });
});
