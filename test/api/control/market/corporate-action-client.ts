/** Short calls for corporate actions and the things that they change. */
import { expect } from 'vitest';
import {
  type CorporateActionWire,
  corporateAction,
  corporateActionList,
} from '../../../../src-server/contract/control/market/corporate-actions.ts';
import { lotList } from '../../../../src-server/contract/control/portfolios/gains.ts';
import { type PortfolioView, portfolioView } from '../../../../src-server/contract/control/portfolios/portfolios.ts';
import { eventList } from '../../../../src-server/contract/control/world/records.ts';
import { prices } from '../../../../src-server/contract/service/prices.ts';
import { withCheckDigit } from '../../../../src-server/domain/identifiers/isin.ts';
import type { TestServer } from '../../../support/start-ballast.ts';

export const ACTIONS = '/market/corporate-actions';
/** Tuesday, an hour before XETR opens. */
export const NEXT_DAY = '2026-03-03T07:00:00Z';
/** Well-formed, but of no instrument. */
export const NEW_ISIN = withCheckDigit('DE000SAPNEW');

export async function createAction(server: TestServer, body: object): Promise<CorporateActionWire> {
  const response = await server.sim.post(ACTIONS, body);
  expect(response.status, response.text).toBe(201);
  return response.as(corporateAction);
}
export async function actionsOf(server: TestServer): Promise<CorporateActionWire[]> {
  return (await server.sim.get(ACTIONS)).as(corporateActionList).corporate_actions;
}
export async function portfolioOf(server: TestServer, id: string): Promise<PortfolioView> {
  return (await server.sim.get(`/portfolios/${id}`)).as(portfolioView);
}
export async function lotsOf(server: TestServer, id: string, isin: string) {
  return (await server.sim.get(`/portfolios/${id}/lots`)).as(lotList).lots.filter((lot) => lot.isin === isin);
}
export async function pricesOf(server: TestServer, isin: string) {
  const { prices: rows } = (await server.b.get(`/prices/${isin}`)).as(prices);
  const found = rows.find(({ exchange }) => exchange === 'XETR');
  if (found === undefined) throw new Error(`XETR does not price ${isin}`);
  return found;
}
export async function eventsOf(server: TestServer, type: string) {
  return (await server.sim.get(`/events?type=${type}&limit=1000`)).as(eventList).events;
}
export function quantityOf({ holdings }: PortfolioView, isin: string): number {
  return holdings.filter((holding) => holding.isin === isin).reduce((sum, { quantity }) => sum + quantity, 0);
}
