/** What happens to instruments, through the control plane and on the service: splits, new ISINs, delistings. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type CorporateActionWire,
  corporateAction,
  corporateActionList,
} from '../../../../src-server/contract/control/market/corporate-actions.ts';
import { lotList } from '../../../../src-server/contract/control/portfolios/gains.ts';
import { portfolioView } from '../../../../src-server/contract/control/portfolios/portfolios.ts';
import { eventList } from '../../../../src-server/contract/control/world/records.ts';
import { prices } from '../../../../src-server/contract/service/prices.ts';
import { proves } from '../../../conformance/proves.ts';
import { startBallast, stopAll, type TestServer } from '../../../support/start-ballast.ts';
import { createSample, SAP } from '../../service/sample-portfolio.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startBallast();
});
afterAll(stopAll);

const PATH = '/market/corporate-actions';
const NEXT_DAY = '2026-03-03T07:00:00Z';
const create = (body: object, on = server) => on.sim.post(PATH, body);
async function created(body: object, on = server): Promise<CorporateActionWire> {
  const answer = await create(body, on);
  expect([answer.status, answer.text]).toEqual([201, expect.any(String)]);
  return answer.as(corporateAction);
}
const listed = async (on = server) => (await on.sim.get(PATH)).as(corporateActionList).corporate_actions;
const portfolioOf = async (id: string, on = server) => (await on.sim.get(`/portfolios/${id}`)).as(portfolioView);
const lotsOf = async (id: string, on = server) => (await on.sim.get(`/portfolios/${id}/lots`)).as(lotList).lots;
const midOf = async (isin: string, on: TestServer) =>
  (await on.b.get(`/prices/${isin}`)).as(prices).prices.find(({ exchange }) => exchange === 'XETR')?.mid_eur ?? 0;
const eventsOf = async (type: string, on = server) =>
  (await on.sim.get(`/events?type=${type}&limit=1000`)).as(eventList).events;
const quantityOf = (view: Awaited<ReturnType<typeof portfolioOf>>, isin: string) =>
  view.holdings.find((holding) => holding.isin === isin)?.quantity;

describe('a split', () => {
  test('multiplies shares and divides prices at its ex-date, not before', proves('O3'), async () => {
    const own = await startBallast();
    const id = await createSample(own);
    const cost = (await lotsOf(id, own)).find(({ isin }) => isin === SAP)?.cost;
    const action = await created({ kind: 'split', isin: SAP, ex_at: NEXT_DAY, ratio: { new: 3, old: 1 } }, own);
    expect(action).toMatchObject({ status: 'scheduled', ratio: { new: 3, old: 1 }, applied_at: null });
    await own.advance('21h');
    const before = await portfolioOf(id, own);
    const mid = await midOf(SAP, own);
    expect(quantityOf(before, SAP)).toBe(100);
    await own.advance('30m');
    const after = await portfolioOf(id, own);
    expect(quantityOf(after, SAP)).toBe(300);
    expect(await midOf(SAP, own)).toBeCloseTo(mid / 3, 5);
    expect(after.total_value).toBeCloseTo(before.total_value, 2);
    expect(after.cash).toBe(before.cash);
    expect((await listed(own))[0]).toMatchObject({ status: 'applied', applied_at: '2026-03-03T07:00:00.000Z' });
    const lots = (await lotsOf(id, own)).filter(({ isin }) => isin === SAP);
    expect(lots).toMatchObject([{ quantity: 300, cost }]);
    const [applied] = await eventsOf('corporate_action.applied', own);
    expect(applied?.data).toMatchObject({ portfolio_id: id, isin: SAP, cash_paid: 0, cash: after.cash });
  });
});
