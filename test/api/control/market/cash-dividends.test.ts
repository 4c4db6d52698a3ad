/** A manual dividend, as a corporate action (decisions O2, O3): price, claim, payment, with dividends off and on. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type CorporateActionWire,
  corporateAction,
} from '../../../../src-server/contract/control/market/corporate-actions.ts';
import { dividendList } from '../../../../src-server/contract/control/portfolios/dividends.ts';
import { lotList } from '../../../../src-server/contract/control/portfolios/gains.ts';
import { portfolioView } from '../../../../src-server/contract/control/portfolios/portfolios.ts';
import { prices } from '../../../../src-server/contract/service/prices.ts';
import { proves } from '../../../conformance/proves.ts';
import { newFolder, startBallast, stopAll, type TestServer } from '../../../support/start-ballast.ts';
import { ALLIANZ, createSample, SAP } from '../../service/sample-portfolio.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startBallast();
});
afterAll(stopAll);

const EX = '2026-03-03T08:00:00Z';
const PATH = '/market/corporate-actions';
const DIVIDEND = { kind: 'cash_dividend', isin: SAP, ex_at: EX, amount: 10 };
const post = async (body: object, on: TestServer): Promise<CorporateActionWire> => {
  const response = await on.sim.post(PATH, body);
  expect([response.status, response.text]).toEqual([201, expect.any(String)]);
  return response.as(corporateAction);
};
const viewOf = async (id: string, on: TestServer) => (await on.sim.get(`/portfolios/${id}`)).as(portfolioView);
const dividendsOf = async (id: string, on: TestServer) =>
  (await on.sim.get(`/portfolios/${id}/dividends`)).as(dividendList).dividends;
const midOf = async (isin: string, on: TestServer) =>
  (await on.b.get(`/prices/${isin}`)).as(prices).prices.find(({ exchange }) => exchange === 'XETR')?.mid_eur ?? 0;
const to = (instant: string, on: TestServer) => on.sim.post('/clock/advance', { to: instant, wait: true });

describe('a cash dividend that was posted', () => {
  test.each([
    // Sanofi pays two days later. 01:35 on 16 June in Paris, and 23:59 on 15 June.
    ['FR0000120578', '2027-06-15T23:35:26Z', '2027-06-18T07:00:00.000Z'],
    ['FR0000120578', '2027-06-15T21:59:59Z', '2027-06-17T07:00:00.000Z'],
    // SAP after four days: 12 January in Frankfurt and four days are a Saturday, 16 January.
    ['DE0007164600', '2027-01-11T23:00:00Z', '2027-01-18T08:00:00.000Z'],
    ['DE0007164600', '2027-01-11T22:59:59Z', '2027-01-15T08:00:00.000Z'],
    // Rolls-Royce after 42 days: 00:35 on 16 June in London in summer, 23:35 on 12 January in winter.
    ['GB00B63H8491', '2027-06-15T23:35:26Z', '2027-07-28T07:00:00.000Z'],
    ['GB00B63H8491', '2027-01-12T23:35:26Z', '2027-02-23T08:00:00.000Z'],
    // Novo Nordisk and Nestle after two days.
    ['DK0062498333', '2027-06-15T22:30:00Z', '2027-06-18T07:00:00.000Z'],
    ['CH0038863350', '2027-06-15T22:30:00Z', '2027-06-18T07:00:00.000Z'],
  ])('of %s at %s is paid so many days after that date at its exchange: %s', proves('O3.11'), async (isin, ex, pay) => {
    const action = await post({ kind: 'cash_dividend', isin, ex_at: ex, amount: 0.1 }, server);
    expect(action).toMatchObject({ pay_at: pay });
    await server.sim.delete(`${PATH}/${action.corporate_action_id}`);
  });

  test.each(['off', 'on'] as const)(
    'reduces the price, then pays cash, with dividends %s',
    proves('O2.4', 'O2.5', 'O3.11'),
    async (dividends) => {
      const [own, other] = [await startBallast({ dividends }), await startBallast({ dividends })];
      const [id, otherId] = [await createSample(own), await createSample(other)];
      const action = await post(DIVIDEND, own);
      // 3 March and the four days of SAP's own dividend.
      expect(action).toMatchObject({
        amount: 10,
        currency: 'EUR',
        pay_at: '2026-03-09T08:00:00.000Z',
        status: 'scheduled',
      });
      await Promise.all([to('2026-03-03T07:59:59.999Z', own), to('2026-03-03T07:59:59.999Z', other)]);
      expect(await midOf(SAP, own)).toBe(await midOf(SAP, other));
      const lots = (await own.sim.get(`/portfolios/${id}/lots`))
        .as(lotList)
        .lots.map(({ cost, quantity }) => [cost, quantity]);
      await Promise.all([to(EX, own), to(EX, other)]);
      expect(await midOf(SAP, own)).toBeCloseTo((await midOf(SAP, other)) - 10, 5);
      expect(await midOf(ALLIANZ, own)).toBe(await midOf(ALLIANZ, other));
      // 100 shares at 10.00 are 1 000.00 less, of which 1 000.00 less 26.375 % are receivable.
      const [ex, cum] = [await viewOf(id, own), await viewOf(otherId, other)];
      expect(ex.receivable).toBe(736.25);
      expect(ex.total_value).toBeCloseTo(cum.total_value - 263.75, 2);
      expect(ex.drift.total_value).toBeCloseTo(cum.total_value - 1000, 2);
      expect(ex.cash).toBe(cum.cash);
      expect(await dividendsOf(id, own)).toMatchObject([
        { source: 'corporate_action', corporate_action_id: action.corporate_action_id, status: 'accrued', gross: 1000 },
      ]);
      await to('2026-03-09T08:00:00Z', own);
      // 26.375 % of 1 000.00 are 263.75.
      const paid = {
        status: 'paid',
        base_gross: 1000,
        withholding_tax: 263.75,
        net: 736.25,
        withholding_rate: 0.26375,
      };
      expect(await dividendsOf(id, own)).toMatchObject([paid]);
      expect((await viewOf(id, own)).cash).toBe(5736.25);
      const after = (await own.sim.get(`/portfolios/${id}/lots`))
        .as(lotList)
        .lots.map(({ cost, quantity }) => [cost, quantity]);
      expect(after).toEqual(lots);
    },
  );

  test(
    'is paid at the given instant, in the given currency, also after a restart',
    proves('O2.6', 'O3.11'),
    async () => {
      const dataDir = newFolder();
      const before = await startBallast({ dataDir });
      const id = await createSample(before);
      await post({ ...DIVIDEND, amount: 5.1234, currency: 'GBP', pay_at: '2026-03-05T12:00:00Z' }, before);
      await to('2026-03-04T12:00:00Z', before);
      const mid = await midOf(SAP, before);
      await before.stop();
      const after = await startBallast({ dataDir, seed: null });
      expect(await midOf(SAP, after)).toBe(mid);
      await to('2026-03-05T12:00:00Z', after);
      const [paid] = await dividendsOf(id, after);
      expect(paid).toMatchObject({ status: 'paid', gross: 512.34, currency: 'GBP', base_currency: 'EUR' });
      expect((paid?.base_gross ?? 0) / 512.34).toBeGreaterThan(1.05);
      expect(Math.round(((paid?.net ?? 0) + (paid?.withholding_tax ?? 0)) * 100)).toBe(
        Math.round((paid?.base_gross ?? 0) * 100),
      );
    },
  );

  test('that is cancelled before its ex-date never happens', proves('O3.1', 'O3.11'), async () => {
    const own = await startBallast();
    const id = await createSample(own);
    const { corporate_action_id: action } = await post(DIVIDEND, own);
    expect((await own.sim.delete(`${PATH}/${action}`)).status).toBe(200);
    await to('2026-03-12T08:00:00Z', own);
    expect(await dividendsOf(id, own)).toEqual([]);
    expect((await viewOf(id, own)).cash).toBe(5000);
  });

  test.each([
    ['of nothing', { amount: 0 }, '/amount'],
    ['of more than the price', { amount: 1000 }, '/amount'],
    ['of seven decimals', { amount: 1.0000001 }, '/amount'],
    ['in a currency that is not traded', { currency: 'JPY' }, '/currency'],
    ['paid before its ex-date', { pay_at: '2026-03-03T07:59:59Z' }, '/pay_at'],
    ['of an unknown instrument', { isin: 'US0378331005' }, '/isin'],
    ['of yesterday', { ex_at: '2026-03-01T08:00:00Z' }, '/ex_at'],
    ['with a ratio', { ratio: { new: 2, old: 1 } }, '/ratio'],
  ])('is refused %s', proves('O3.11'), async (_what, change, path) => {
    const head = await server.head();
    const response = await server.sim.post(PATH, { ...DIVIDEND, ...change });
    expect([response.status, response.error().details.map((detail) => detail.path)]).toEqual([400, [path]]);
    expect(await server.head()).toBe(head);
  });
});
