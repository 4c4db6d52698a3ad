/**
 * The history of a portfolio: value and drift over time (decisions L65, L66), compared with its views at the same
 * instants.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type DriftLines,
  driftLines,
  type PortfolioHistory,
  portfolioHistoryWire,
} from '../../../../src-server/contract/control/portfolios/portfolio-history.ts';
import { type PortfolioView, portfolioView } from '../../../../src-server/contract/control/portfolios/portfolios.ts';
import { clock } from '../../../../src-server/contract/control/world/clock.ts';
import { portfolioA } from '../../../../src-server/contract/service/form-a.ts';
import { proves } from '../../../conformance/proves.ts';
import { startBallast, stopAll, type TestServer } from '../../../support/start-ballast.ts';
import { createSample, executeSample, NO_PORTFOLIO, SAP, WORLD_ETF } from '../../service/sample-portfolio.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startBallast();
});
afterAll(stopAll);

const viewOf = async (id: string): Promise<PortfolioView> =>
  (await server.sim.get(`/portfolios/${id}`)).as(portfolioView);
const historyOf = async (id: string, query = ''): Promise<PortfolioHistory> =>
  (await server.sim.get(`/portfolios/${id}/history${query}`)).as(portfolioHistoryWire);
const lineOf = async (id: string): Promise<DriftLines> =>
  (await server.sim.get(`/portfolio-drift?portfolio_id=${id}`)).as(driftLines);
const nowText = async (): Promise<string> => (await server.sim.get('/clock')).as(clock).now;

function shownBy({
  total_value: nav,
  receivable,
  max_drift: maxDrift,
  portfolio_drift: portfolioDrift,
}: PortfolioView) {
  return { nav, receivable, max_drift: maxDrift, portfolio_drift: portfolioDrift };
}

describe('the history of a portfolio', () => {
  test('equals the views of every instant, to the cent, through a rebalance', proves('L65.2'), async () => {
    const { portfolioId, rebalanceId } = await executeSample(server);
    const seen = new Map([[await nowText(), shownBy(await viewOf(portfolioId))]]);
    for (const by of ['1m', '10m', '1h', '1d', '3d']) {
      await server.advance(by);
      seen.set(await nowText(), shownBy(await viewOf(portfolioId)));
    }
    const history = await historyOf(portfolioId, '?points=300');
    const [first, last] = [history.points.at(0), history.points.at(-1)];
    expect(first).toEqual({ at: history.from, ...seen.get(history.from) });
    expect(last).toEqual({ at: history.to, ...seen.get(history.to) });
    expect(new Set([...seen.values()].map(({ max_drift: drift }) => drift)).size).toBe(seen.size);
    const { points: steps, rebalances } = await historyOf(portfolioId, '?points=2');
    expect(rebalances).toMatchObject([{ rebalance_id: rebalanceId, status: 'complete' }]);
    // The effect of the fills is a step: the moment before the last of them and the moment itself are both there.
    const completed = rebalances[0]?.completed_at ?? '';
    const at = steps.findIndex((point) => point.at === completed);
    expect(Date.parse(completed) - Date.parse(steps[at - 1]?.at ?? '')).toBe(1);
    expect(steps[at]?.max_drift).not.toBe(steps[at - 1]?.max_drift);
  });

  test('begins where the span does, and has the requested number of even points', proves('L65.1'), async () => {
    const portfolioId = await createSample(server);
    await server.advance('10d');
    const { from, to, points } = await historyOf(portfolioId, '?span=1w&points=8');
    expect(Date.parse(to) - Date.parse(from)).toBe(7 * 86_400_000);
    expect(points.map(({ at }) => (Date.parse(at) - Date.parse(from)) / 86_400_000)).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
    expect((await historyOf(portfolioId, '?span=3m&points=2')).points).toHaveLength(2);
  });

  test(
    'has the same points of the past, and so the same extremes, while the clock moves',
    proves('L65.1'),
    async () => {
      const portfolioId = await createSample(server);
      await server.advance('30h');
      const [before, lineBefore] = [await historyOf(portfolioId, '?points=40'), await lineOf(portfolioId)];
      await server.advance('17s');
      const [after, lineAfter] = [await historyOf(portfolioId, '?points=40'), await lineOf(portfolioId)];
      expect(before.points.length).toBeGreaterThan(20);
      expect(after.points.slice(0, -1)).toEqual(before.points.slice(0, -1));
      expect(lineAfter.at.slice(0, -1)).toEqual(lineBefore.at.slice(0, -1));
      expect(lineAfter.portfolios[0]?.max_drift.slice(0, -1)).toEqual(lineBefore.portfolios[0]?.max_drift.slice(0, -1));
      expect(lineAfter.portfolios[0]?.max_drift).toHaveLength(lineAfter.at.length);
    },
  );

  test('follows positions, cash and targets that were set from outside', proves('L65.2', 'L65.1'), async () => {
    const portfolioId = await createSample(server);
    await server.advance('1h');
    await server.sim.post(`/portfolios/${portfolioId}/targets`, { targets: [{ isin: SAP, weight: 1 }] });
    await server.advance('1h');
    await server.sim.post(`/portfolios/${portfolioId}/positions`, { positions: [] });
    await server.sim.post(`/portfolios/${portfolioId}/cash`, { amount: 250.5 });
    await server.advance('1h');
    const { points } = await historyOf(portfolioId, '?points=2');
    expect(points.at(-1)).toMatchObject({ nav: 250.5, max_drift: 1 });
    expect(points).toHaveLength(6);
    expect(points[0]?.nav).toBeGreaterThan(10_000);
    expect(points[1]?.max_drift).not.toBe(points[2]?.max_drift);
  });

  test('of a portfolio without targets has a value and no drift', proves('L65.2'), async () => {
    const body = { name: 'Family', currency: 'EUR', tax_jurisdiction: 'DE' };
    const { portfolio_id: id } = (await server.a.post('/portfolios', body)).as(portfolioA);
    const { points, band } = await historyOf(id);
    expect(points).toMatchObject([{ nav: 100_000, max_drift: null, portfolio_drift: null }]);
    expect(band).toEqual({ type: 'absolute', threshold: 0.05 });
  });

  test('is refused for invalid queries at their places, and 404 for unknown portfolios', proves('L65.1'), async () => {
    const response = await server.sim.get(`/portfolios/${NO_PORTFOLIO}/history?span=2y&points=0`);
    expect(response.status).toBe(400);
    expect(response.error().details?.map(({ path }) => path)).toEqual(['/span', '/points']);
    expect((await server.sim.get(`/portfolios/${NO_PORTFOLIO}/history`)).status).toBe(404);
  });
});

describe('the drift of many portfolios', () => {
  test('is one line each, at the same instants, equal to their histories', proves('L66'), async () => {
    const older = await createSample(server);
    await server.advance('2d');
    const newer = await createSample(server, { targets: [{ isin: WORLD_ETF, weight: 0.9 }] });
    await server.advance('5d');
    const ids = `${newer},${NO_PORTFOLIO},${older}`;
    const response = await server.sim.get(`/portfolio-drift?portfolio_id=${ids}&span=1w&points=8`);
    const { portfolios, from } = response.as(driftLines);
    expect(portfolios.map(({ portfolio_id: id }) => id)).toEqual([newer, older]);
    const { points } = await historyOf(older, '?span=1w&points=8');
    expect(points[0]?.at).toBe(from);
    expect(portfolios[1]?.max_drift).toEqual(points.map(({ max_drift: drift }) => drift));
    // It was made two days after the line begins.
    expect(portfolios[0]?.max_drift.slice(0, 3).map((drift) => drift === null)).toEqual([true, true, false]);
  });

  test('covers the first 200 if none is named, and refuses more than that', proves('L66'), async () => {
    const { portfolios } = (await server.sim.get('/portfolio-drift')).as(driftLines);
    expect(portfolios.length).toBeGreaterThan(3);
    const many = Array.from({ length: 201 }, () => NO_PORTFOLIO).join(',');
    const refused = await server.sim.get(`/portfolio-drift?portfolio_id=${many}`);
    expect(refused.status).toBe(400);
    expect(refused.error().details).toEqual([{ path: '/portfolio_id', issue: 'names more than 200 portfolios' }]);
  });
});
