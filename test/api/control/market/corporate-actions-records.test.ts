/** Corporate actions in recordings, snapshots and the history (decision O3): a world goes back and forth over them. */
import { afterAll, describe, expect, test } from 'vitest';
import { activityList } from '../../../../src-server/contract/control/portfolios/activity.ts';
import { historicalWorld } from '../../../../src-server/contract/control/world/history.ts';
import { proves } from '../../../conformance/proves.ts';
import { play, startRecording, takeRecording } from '../../../recording/play-recording.ts';
import { startBallast, stopAll, type TestServer } from '../../../support/start-ballast.ts';
import { ALLIANZ, createSample, executeSample, LARGE, SAP, WORLD_ETF } from '../../service/sample-portfolio.ts';
import {
  ACTIONS,
  createAction,
  eventsOf,
  NEW_ISIN,
  NEXT_DAY,
  portfolioOf,
  pricesOf,
  quantityOf,
} from './corporate-action-client.ts';

afterAll(stopAll);

const SPLIT = { kind: 'split', isin: ALLIANZ, ex_at: NEXT_DAY, ratio: { new: 2, old: 1 } };
const CHANGE = { kind: 'isin_change', isin: SAP, new_isin: NEW_ISIN, ex_at: '2026-03-02T09:31:00Z' };
const DELISTING = {
  kind: 'delisting',
  isin: WORLD_ETF,
  ex_at: '2026-03-04T12:00:00Z',
  cash_price: 101.5,
  currency: 'USD',
};

/** All of them in the middle of rebalances, with one that was cancelled. */
async function live(server: TestServer): Promise<void> {
  await executeSample(server, LARGE);
  for (const action of [SPLIT, CHANGE, DELISTING]) await createAction(server, action);
  const none = await createAction(server, { ...SPLIT, ex_at: '2026-03-05T07:00:00Z' });
  await server.sim.delete(`${ACTIONS}/${none.corporate_action_id}`);
  await server.advance('3d');
}

describe('a recording', () => {
  test.each(['beginning', 'now'] as const)('from %s plays to the same log', proves('O3.13', 'K50'), async (from) => {
    const server = await startBallast();
    const id = await startRecording(server, from);
    await live(server);
    const taken = await takeRecording(server, id);
    expect(taken.text).toContain('- corporate_action:');
    const { status, head, faults, steps } = await play(taken);
    expect([...faults, ...steps.flatMap(({ failures }) => failures)], taken.text).toEqual([]);
    expect([status, head]).toEqual(['passed', taken.facts.head]);
  });
});

describe('a world', () => {
  test('is restored to before an action, and replays to the same state', proves('O3.13'), async () => {
    const server = await startBallast();
    const id = await createSample(server);
    await createAction(server, CHANGE);
    await createAction(server, { ...SPLIT, isin: SAP });
    await server.sim.post('/snapshots', { name: 'before' });
    await server.advance('2d');
    const [after, head] = [await portfolioOf(server, id), await server.head()];
    expect(quantityOf(after, NEW_ISIN)).toBe(200);
    expect((await server.sim.post('/snapshots/before/restore')).status).toBe(200);
    expect([quantityOf(await portfolioOf(server, id), SAP), (await pricesOf(server, SAP)).exchange]).toEqual([
      100,
      'XETR',
    ]);
    await server.advance('2d');
    expect([await portfolioOf(server, id), await server.head()]).toEqual([after, head]);
    await server.sim.post('/reset');
    expect((await server.b.get(`/prices/${SAP}`)).status).toBe(200);
    expect((await server.b.get(`/prices/${NEW_ISIN}`)).status).toBe(404);
  });

  test('is shown as it was after every event', proves('O3.13'), async () => {
    const server = await startBallast();
    const id = await createSample(server);
    await createAction(server, CHANGE);
    await server.advance('2m');
    const [applied] = await eventsOf(server, 'corporate_action.applied');
    const at = async (seq: number) =>
      (await server.sim.get(`/timeline/world?after=${seq}&portfolio=${id}`)).as(historicalWorld);
    const seq = applied?.seq ?? 0;
    const [before, after] = [await at(seq - 1), await at(seq)];
    const held = ({ holdings }: typeof before) =>
      holdings.map(({ isin, quantity, target }) => [isin, quantity, target]);
    expect(held(before)).toContainEqual([SAP, 100, 0.4]);
    expect(held(after)).toContainEqual([NEW_ISIN, 100, 0.4]);
    expect(before.portfolios[0]?.nav).toBe(after.portfolios[0]?.nav);
  });
});

describe('the activity of a portfolio', () => {
  test('has every change of its holdings, with the cash', proves('O3.13', 'O10.5'), async () => {
    const server = await startBallast();
    const holdings = [SAP, ALLIANZ, WORLD_ETF].map((isin) => ({ isin, exchange: 'XETR', quantity: 10 }));
    const id = await createSample(server, { holdings });
    for (const action of [SPLIT, CHANGE, DELISTING]) await createAction(server, action);
    await server.advance('3d');
    const { activity } = (await server.sim.get(`/portfolios/${id}/activity?kind=corporate_action`)).as(activityList);
    expect(activity.map(({ what, isin }) => [what, isin])).toEqual([
      ['delisting', WORLD_ETF],
      ['split', ALLIANZ],
      ['isin_change', SAP],
    ]);
    const [delisted, split, changed] = activity;
    expect(delisted).toMatchObject({ quantity: 0, cash: (await portfolioOf(server, id)).cash });
    expect(delisted?.amount).toBeGreaterThan(0);
    expect(delisted).toMatchObject({ quantity_before: 10, ratio: null });
    expect(split).toMatchObject({ quantity_before: 10, ratio: SPLIT.ratio });
    expect(split?.quantity).toBe((10 * SPLIT.ratio.new) / SPLIT.ratio.old);
    expect(changed).toMatchObject({ quantity_before: 10, quantity: 10, ratio: null });
  });
});
