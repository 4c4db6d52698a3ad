/** Targets set through the control plane (decision L64): of both forms, measured at once, refused at their rows. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { portfolioView } from '../../../../src-server/contract/control/portfolios/portfolios.ts';
import { eventList } from '../../../../src-server/contract/control/world/records.ts';
import { portfolioA, startedRebalanceA } from '../../../../src-server/contract/service/form-a.ts';
import { portfolioB } from '../../../../src-server/contract/service/form-b.ts';
import { ledgerOf } from '../../../../src-server/scenario/ledger/portfolio-ledger.ts';
import { proves } from '../../../conformance/proves.ts';
import { startBallast, stopAll, type TestServer } from '../../../support/start-ballast.ts';
import { createSample, executeSample, SAP, WORLD_ETF } from '../../service/sample-portfolio.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startBallast();
});
afterAll(stopAll);

const setTargets = (id: string, targets: unknown, on = server) => on.sim.post(`/portfolios/${id}/targets`, { targets });

describe('setting targets', () => {
  test('replaces those of Form B, and drift is measured against them at once', proves('L64'), async () => {
    const portfolioId = await createSample(server);
    const targets = [{ isin: WORLD_ETF, weight: 0.75 }];
    const view = (await setTargets(portfolioId, targets)).as(portfolioView);
    expect(view.allocation.find(({ isin }) => isin === WORLD_ETF)?.target_weight).toBe(0.75);
    expect(view.allocation.find(({ isin }) => isin === SAP)?.target_weight ?? 0).toBe(0);
    expect(view.cash_row.target_weight).toBeCloseTo(0.25, 10);
    expect((await server.b.get(`/portfolios/${portfolioId}`)).as(portfolioB).targets).toEqual(targets);
  });

  test('gives a portfolio of Form A targets until its rebalance sets its own', proves('L64'), async () => {
    const body = { name: 'Family', currency: 'EUR', tax_jurisdiction: 'DE' };
    const { portfolio_id: id } = (await server.a.post('/portfolios', body)).as(portfolioA);
    const view = (await setTargets(id, [{ isin: SAP, weight: 0.5 }])).as(portfolioView);
    expect(view).toMatchObject({ has_targets: true, max_drift: 0.5, breached: true });
    const weights = { target_weights: { [WORLD_ETF]: 1 } };
    (await server.a.post(`/portfolios/${id}/rebalance`, weights)).as(startedRebalanceA);
    const after = (await server.sim.get(`/portfolios/${id}`)).as(portfolioView);
    expect(after.allocation.find(({ isin }) => isin === WORLD_ETF)?.target_weight).toBe(1);
  });

  test('is an entry of the log, from which projections are built', proves('L64'), async () => {
    const portfolioId = await createSample(server);
    const targets = [{ isin: SAP, weight: 0.125 }];
    await setTargets(portfolioId, targets);
    const { events } = (await server.sim.get('/events?limit=1000')).as(eventList);
    const logged = events.map(({ at, data, ...event }) => ({
      ...event,
      atMs: Date.parse(at),
      data: data as Record<string, never>,
    }));
    expect(logged.at(-1)).toMatchObject({
      type: 'portfolio.targets_set',
      data: { portfolio_id: portfolioId, targets },
    });
    expect(ledgerOf(logged).portfolios.get(portfolioId)?.targets).toEqual(targets);
  });

  test('refuses every invalid row at its place, and changes nothing then', proves('L64'), async () => {
    const portfolioId = await createSample(server);
    const before = (await server.b.get(`/portfolios/${portfolioId}`)).as(portfolioB).targets;
    const paths = async (targets: unknown) =>
      (await setTargets(portfolioId, targets)).error().details.map(({ path }) => path);
    expect(
      await paths([
        { isin: 'US0000000002', weight: 0.5 },
        { isin: SAP, weight: 1.5 },
      ]),
    ).toEqual(expect.arrayContaining(['/targets/0/isin', '/targets/1/weight']));
    expect(
      await paths([
        { isin: SAP, weight: 0.5 },
        { isin: SAP, weight: 0.1 },
      ]),
    ).toEqual(['/targets/1/isin']);
    expect(
      await paths([
        { isin: SAP, weight: 0.5 },
        { isin: WORLD_ETF, weight: 0.6 },
      ]),
    ).toEqual(['/targets']);
    expect(await paths([])).toEqual(['/targets']);
    expect((await server.b.get(`/portfolios/${portfolioId}`)).as(portfolioB).targets).toEqual(before);
  });

  test('is 404 for unknown portfolios and 409 while a rebalance is executing', proves('L64'), async () => {
    expect((await setTargets('pf_x', [{ isin: SAP, weight: 1 }])).status).toBe(404);
    const { portfolioId } = await executeSample(server);
    expect((await setTargets(portfolioId, [{ isin: SAP, weight: 1 }])).error().code).toBe('already_executing');
  });

  test('and setting positions are 404 for a deleted or unknown portfolio', proves('L64'), async () => {
    const portfolioId = await createSample(server);
    expect((await server.sim.delete(`/portfolios/${portfolioId}`)).status).toBeLessThan(300);
    const positions = [{ isin: SAP, exchange: 'XETR', quantity: 1 }];
    for (const id of [portfolioId, 'pf_x']) {
      expect((await setTargets(id, [{ isin: SAP, weight: 1 }])).status).toBe(404);
      expect((await server.sim.post(`/portfolios/${id}/positions`, { positions })).status).toBe(404);
    }
  });

  test('refuses what the wrapper refuses if rules are enforced', proves('L64'), async () => {
    const own = await startBallast({ rules: 'enforce' });
    const body = { name: 'Plan', currency: 'EUR', tax_jurisdiction: 'FR', account_type: 'pea' };
    const { portfolio_id: id } = (await own.a.post('/portfolios', body)).as(portfolioA);
    const refused = await setTargets(
      id,
      [
        { isin: SAP, weight: 0.5 },
        { isin: 'US0378331005', weight: 0.5 },
      ],
      own,
    );
    expect(refused.error().details.map(({ path }) => path)).toEqual(['/targets/1/isin']);
  });
});
