/**
 * Portfolios deleted and renamed through the control plane (decisions L98, L99): either form, with the care of Form B's
 * DELETE.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { mifidRecordList } from '../../../../src-server/contract/control/portfolios/mifid-list.ts';
import { portfolioList, portfolioView } from '../../../../src-server/contract/control/portfolios/portfolios.ts';
import { eventList } from '../../../../src-server/contract/control/world/records.ts';
import { deletedPortfolio, portfolioB } from '../../../../src-server/contract/service/form-b.ts';
import { ledgerOf } from '../../../../src-server/scenario/ledger/portfolio-ledger.ts';
import { proves } from '../../../conformance/proves.ts';
import { startBallast, stopAll, type TestServer } from '../../../support/start-ballast.ts';
import { createA, rebalanceOfA, recordOf, startA } from '../../service/form-a-portfolio.ts';
import { createSample, executeSample, LARGE, NO_PORTFOLIO, SAP } from '../../service/sample-portfolio.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startBallast();
});
afterAll(stopAll);

const remove = (id: string, on = server) => on.sim.delete(`/portfolios/${id}`);
const rename = (id: string, label: unknown) => server.sim.patch(`/portfolios/${id}`, { label });
const eventsOf = async (on: TestServer) => {
  const { events } = (await on.sim.get('/events?limit=1000')).as(eventList);
  return events.map((event) => ({ ...event, atMs: Date.parse(event.at), data: event.data as Record<string, never> }));
};

describe('deleting a portfolio by the control plane', () => {
  test('removes a Form A portfolio from the world, and its rebalance and records remain', proves('L98'), async () => {
    const portfolioId = await createA(server);
    const rebalanceId = await startA(server, portfolioId);
    expect((await remove(portfolioId)).error().code).toBe('already_executing');
    await server.advance('10m');
    const rebalance = await rebalanceOfA(server, rebalanceId);
    expect(rebalance.status).toBe('complete');
    const { portfolio_id: id, deleted } = (await remove(portfolioId)).as(deletedPortfolio);
    expect([id, deleted]).toEqual([portfolioId, true]);
    expect((await server.sim.get(`/portfolios/${portfolioId}`)).status).toBe(404);
    expect((await server.sim.get('/portfolios')).as(portfolioList).portfolios).toEqual([]);
    const weights = { target_weights: { [SAP]: 1 } };
    expect((await server.a.post(`/portfolios/${portfolioId}/rebalance`, weights)).error().code).toBe('not_found');
    expect(await rebalanceOfA(server, rebalanceId)).toEqual(rebalance);
    const recordId = rebalance.orders[0]?.fills[0]?.mifid_record_id ?? '';
    expect((await recordOf(server, recordId)).mifid_record_id).toBe(recordId);
    const { records } = (await server.sim.get(`/mifid-records?portfolio_id=${portfolioId}`)).as(mifidRecordList);
    expect(records.length).toBeGreaterThan(0);
    expect((await remove(portfolioId)).error().code).toBe('not_found');
  });

  test('retains the rebalances of Form A for seven years too, and not longer', proves('L98'), async () => {
    const own = await startBallast();
    const portfolioId = await createA(own);
    const rebalanceId = await startA(own, portfolioId);
    await own.advance('1h');
    const { records_retained_until: until } = (await remove(portfolioId, own)).as(deletedPortfolio);
    expect(until).toBe('2033-03-02T10:30:00.000Z');
    const seen: number[] = [];
    for (const offsetMs of [-1, 0]) {
      await own.sim.post('/clock/advance', { to: new Date(Date.parse(until) + offsetMs).toISOString() });
      await own.ready();
      seen.push((await own.a.get(`/rebalances/${rebalanceId}`)).status);
    }
    expect(seen).toEqual([200, 404]);
  });

  test("equals Form B's own deletion, of any account, and ends monitoring", proves('L98'), async () => {
    const own = await startBallast();
    const [retained, gone] = [await createSample(own), await createSample(own)];
    expect((await remove(gone, own)).status).toBe(200);
    expect((await own.b.get(`/portfolios/${gone}`)).status).toBe(404);
    await own.sim.post('/market/pins', { isin: SAP, mid: 900, currency: 'EUR' });
    await own.advance('2d');
    const events = await eventsOf(own);
    const reported = events
      .filter(({ type }) => type === 'portfolio.drift_exceeded')
      .map(({ data }) => data.portfolio_id);
    expect(reported).toContain(retained);
    expect(reported).not.toContain(gone);
    const [deleted] = events.filter(({ type }) => type === 'portfolio.deleted');
    expect(Object.keys(deleted?.data ?? {})).toEqual(['portfolio_id', 'records_retained_until']);
  });

  test('is 409 while a rebalance is executing, and changes nothing then', proves('L98'), async () => {
    const { portfolioId } = await executeSample(server, LARGE);
    const head = await server.head();
    expect((await remove(portfolioId)).error().code).toBe('already_executing');
    expect(await server.head()).toBe(head);
    expect((await remove(NO_PORTFOLIO)).status).toBe(404);
  });
});

describe('renaming a portfolio', () => {
  test('changes the name of Form A and the external_id of Form B, and nothing else', proves('L99'), async () => {
    const [inA, inB] = [await createA(server), await createSample(server)];
    const before = (await server.sim.get(`/portfolios/${inA}`)).as(portfolioView);
    expect((await rename(inA, 'Family savings')).as(portfolioView)).toEqual({ ...before, label: 'Family savings' });
    expect((await rename(inB, 'client-0815')).as(portfolioView).label).toBe('client-0815');
    expect((await server.b.get(`/portfolios/${inB}`)).as(portfolioB).external_id).toBe('client-0815');
    const events = await eventsOf(server);
    const reported = events.filter(({ type }) => type === 'portfolio.renamed').map(({ data }) => data);
    expect(reported).toEqual([
      { name: 'Family savings', portfolio_id: inA },
      { external_id: 'client-0815', portfolio_id: inB },
    ]);
    const { portfolios } = ledgerOf(events);
    expect([inA, inB].map((id) => portfolios.get(id)?.label)).toEqual(['Family savings', 'client-0815']);
  });

  test('is possible during a rebalance, which shows the new name', proves('L99'), async () => {
    const { portfolioId, rebalanceId } = await executeSample(server, LARGE);
    expect((await rename(portfolioId, 'renamed under way')).status).toBe(200);
    const view = await server.sim.get(`/rebalances/${rebalanceId}`);
    expect(JSON.parse(view.text).portfolio_label).toBe('renamed under way');
  });

  test('refuses an invalid name for either form, and unknown portfolios', proves('L99'), async () => {
    const portfolioId = await createSample(server);
    for (const bad of ['', 'x'.repeat(201), 7, null]) {
      expect((await rename(portfolioId, bad)).error().details.map(({ path }) => path)).toEqual(['/label']);
    }
    expect((await rename(NO_PORTFOLIO, 'x')).status).toBe(404);
    await remove(portfolioId);
    expect((await rename(portfolioId, 'x')).status).toBe(404);
  });
});
