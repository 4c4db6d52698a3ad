/** A Form A portfolio, its requests, and the usual ways to a rebalance and to its end. */
import {
  portfolioA,
  type RebalanceA,
  rebalanceA,
  startedRebalanceA,
} from '../../../src-server/contract/service/form-a.ts';
import { type MifidRecordWire, mifidRecord } from '../../../src-server/contract/service/mifid.ts';
import type { TestServer } from '../../support/start-ballast.ts';
import { SAP, WORLD_ETF } from './sample-portfolio.ts';

/** Leaves nothing for cash. */
export const WEIGHTS = { [SAP]: 0.4, [WORLD_ETF]: 0.6 };

/** Creates a portfolio of 100 000.00 in cash and returns its id. */
export async function createA(server: TestServer, change: Record<string, unknown> = {}): Promise<string> {
  const body = { name: 'Muster', currency: 'EUR', tax_jurisdiction: 'DE', ...change };
  return (await server.a.post('/portfolios', body)).as(portfolioA).portfolio_id;
}

/** Starts a rebalance and returns its id. */
export async function startA(server: TestServer, portfolioId: string, change: Record<string, unknown> = {}) {
  const response = await server.a.post(`/portfolios/${portfolioId}/rebalance`, { target_weights: WEIGHTS, ...change });
  if (response.status !== 202) throw new Error(response.text);
  return response.as(startedRebalanceA).rebalance_id;
}

export async function rebalanceOfA(server: TestServer, rebalanceId: string): Promise<RebalanceA> {
  return (await server.a.get(`/rebalances/${rebalanceId}`)).as(rebalanceA);
}

export async function recordOf(server: TestServer, mifidRecordId: string): Promise<MifidRecordWire> {
  return (await server.a.get(`/mifid-records/${mifidRecordId}`)).as(mifidRecord);
}
