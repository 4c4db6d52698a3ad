/** Creates, reads and executes bulk rebalances over HTTP, and their portfolios. */
import { expect } from 'vitest';
import {
  type BulkRebalanceView,
  type BulkRebalanceWire,
  bulkRebalance,
  bulkRebalanceView,
} from '../../../../src-server/contract/control/portfolios/bulk-rebalances.ts';
import { portfolioA } from '../../../../src-server/contract/service/form-a.ts';
import type { TestServer } from '../../../support/start-ballast.ts';
import { ALLIANZ, createSample, SAP } from '../../service/sample-portfolio.ts';

/** Positions at their targets, within half a percent at the first prices. */
export const BALANCED = {
  targets: [
    { isin: SAP, weight: 0.66 },
    { isin: ALLIANZ, weight: 0.2 },
  ],
};

/** Planned by the time of the response. */
export async function planBulk(server: TestServer, body: object): Promise<BulkRebalanceWire> {
  const response = await server.sim.post('/bulk-rebalances', { wait: true, ...body });
  expect([response.status, response.status === 202 ? '' : response.text]).toEqual([202, '']);
  return response.as(bulkRebalance);
}

export async function bulkOf(server: TestServer, bulkId: string, query = ''): Promise<BulkRebalanceView> {
  return (await server.sim.get(`/bulk-rebalances/${bulkId}${query}`)).as(bulkRebalanceView);
}

export async function statusesOf(server: TestServer, bulkId: string): Promise<string[]> {
  return (await bulkOf(server, bulkId)).rows.map(({ status }) => status);
}

export async function executeBulk(server: TestServer, bulkId: string, body: object = {}): Promise<BulkRebalanceWire> {
  const response = await server.sim.post(`/bulk-rebalances/${bulkId}/execute`, body);
  expect([response.status, response.status === 202 ? '' : response.text]).toEqual([202, '']);
  return response.as(bulkRebalance);
}

/** A number of portfolios outside their band, by their identifiers. */
export async function createSamples(server: TestServer, count: number, change: object = {}): Promise<string[]> {
  const ids: string[] = [];
  for (let index = 1; index <= count; index += 1) {
    ids.push(await createSample(server, { external_id: `sample-${index}`, ...change }));
  }
  return ids;
}

/** Of Form A, with all of its money in cash. */
export async function createFormA(server: TestServer, targets: Record<string, number> | null): Promise<string> {
  const terms = { name: 'Depot', currency: 'EUR', tax_jurisdiction: 'DE' };
  const { portfolio_id: id } = (await server.a.post('/portfolios', terms)).as(portfolioA);
  if (targets === null) return id;
  const rows = Object.entries(targets).map(([isin, weight]) => ({ isin, weight }));
  expect((await server.sim.post(`/portfolios/${id}/targets`, { targets: rows })).status).toBe(200);
  return id;
}
