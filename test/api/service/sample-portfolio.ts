/** A Form B portfolio out of balance, as it is posted, and the usual ways to a plan and to its end. */

import { portfolioB, type RebalanceB, rebalanceB, rebalancePlan } from '../../../src-server/contract/service/form-b.ts';
import type { TestServer } from '../../support/start-ballast.ts';

export const SAP = 'DE0007164600';
export const WORLD_ETF = 'IE00B4L5Y983';
export const ALLIANZ = 'DE0008404005';

/** Too much SAP, no world ETF yet, and a quarter in Allianz that has no target any more. */
export function samplePortfolio(change: Record<string, unknown> = {}) {
  return {
    external_id: 'sample',
    currency: 'EUR',
    tax_wrapper: 'Depot',
    cash: 5000,
    holdings: [
      { isin: SAP, exchange: 'XETR', quantity: 100 },
      { isin: ALLIANZ, exchange: 'XETR', quantity: 20 },
    ],
    targets: [
      { isin: SAP, weight: 0.4 },
      { isin: WORLD_ETF, weight: 0.55 },
    ],
    ...change,
  };
}

/** Creates the sample and returns its id. */
export async function createSample(
  server: Pick<TestServer, 'b'>,
  change: Record<string, unknown> = {},
): Promise<string> {
  return (await server.b.post('/portfolios', samplePortfolio(change))).as(portfolioB).portfolio_id;
}

/** Plans a rebalance of `portfolioId` and returns the plan's id. */
export async function planFor(server: Pick<TestServer, 'b'>, portfolioId: string, change = {}): Promise<string> {
  const response = await server.b.post('/rebalance', { portfolio_id: portfolioId, ...change });
  return response.as(rebalancePlan).rebalance_id;
}

/** So large that the exchanges work on it for some time. */
export const LARGE = {
  holdings: [
    { isin: SAP, exchange: 'XETR', quantity: 1_200 },
    { isin: ALLIANZ, exchange: 'XETR', quantity: 400 },
  ],
};

/** Creates, plans and executes; returns both ids. */
export async function executeSample(
  server: Pick<TestServer, 'b'>,
  change: Record<string, unknown> = {},
): Promise<{ portfolioId: string; rebalanceId: string }> {
  const portfolioId = await createSample(server, change);
  const rebalanceId = await planFor(server, portfolioId);
  const response = await server.b.post(`/rebalance/${rebalanceId}/execute`, { confirm: true });
  if (response.status !== 202) throw new Error(response.text);
  return { portfolioId, rebalanceId };
}

export async function rebalanceOf(server: TestServer, rebalanceId: string): Promise<RebalanceB> {
  return (await server.b.get(`/rebalance/${rebalanceId}`)).as(rebalanceB);
}

/** Well-formed ids that do not exist. */
export const NO_PORTFOLIO = `pf_${'0'.repeat(26)}`;
export const NO_REBALANCE = `rb_${'0'.repeat(26)}`;
