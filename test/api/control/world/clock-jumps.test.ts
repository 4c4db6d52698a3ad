/** Advances that can never end are refused, and before a jump over a day the world is kept (decisions J11, J13). */
import { afterEach, describe, expect, it } from 'vitest';
import { clock } from '../../../../src-server/contract/control/world/clock.ts';
import { snapshotList } from '../../../../src-server/contract/control/world/snapshots.ts';
import { proves } from '../../../conformance/proves.ts';
import { newFolder, startBallast, stopAll, type TestServer } from '../../../support/start-ballast.ts';
import {
  createSample,
  executeSample,
  LARGE,
  planFor,
  rebalanceOf,
  SAP,
  WORLD_ETF,
} from '../../service/sample-portfolio.ts';

afterEach(stopAll);

const until = (server: TestServer, rebalance: string, more = {}) =>
  server.sim.post('/clock/advance', { until: { rebalance }, ...more });
const setFault = async (server: TestServer, fault: object): Promise<string> => {
  const answer = await server.sim.post('/faults', fault);
  if (answer.status !== 201) throw new Error(answer.text);
  return JSON.parse(answer.text).fault_id;
};
const clockOf = async (server: TestServer) => (await server.sim.get('/clock')).as(clock);

describe('waiting for a rebalance that can never become final', () => {
  it('is refused while an exchange of its open orders is down without an end', proves('J11'), async () => {
    const server = await startBallast();
    const { rebalanceId } = await executeSample(server, LARGE);
    const faultId = await setFault(server, { kind: 'exchange_down', exchange: 'XETR' });
    const refused = (await until(server, rebalanceId)).error();
    expect(refused.code).toBe('invalid_request');
    expect(refused.message).toContain(`${rebalanceId} never becomes final by itself`);
    expect(refused.details.length).toBeGreaterThan(0);
    for (const { path, issue } of refused.details) {
      expect(path).toBe('/until/rebalance');
      expect(issue).toContain(`waits for XETR, whose outage (fault ${faultId}) has no end`);
    }
    expect((await clockOf(server)).now).toBe('2026-03-02T09:30:00.000Z');
    expect((await server.sim.get('/snapshots')).as(snapshotList).snapshots).toEqual([]);

    // Once it ends, the very same request is taken.
    await server.sim.delete(`/faults/${faultId}`);
    expect((await until(server, rebalanceId)).status).toBe(202);
    await server.ready();
    expect((await rebalanceOf(server, rebalanceId)).status).toBe('complete');
  });

  it('is taken where the outage has an end, however late', proves('J11'), async () => {
    const server = await startBallast();
    const { rebalanceId } = await executeSample(server, LARGE);
    await setFault(server, { kind: 'exchange_down', exchange: 'XETR', for: '20d' });
    expect((await until(server, rebalanceId)).status).toBe(202);
    await server.ready();
    expect((await rebalanceOf(server, rebalanceId)).status).toBe('complete');
  });

  it('is refused while the line of an exchange is held down', proves('J11'), async () => {
    const server = await startBallast();
    const { rebalanceId } = await executeSample(server, LARGE);
    await server.sim.patch('/exchanges/XETR', { connected: false });
    expect((await until(server, rebalanceId)).error().message).toContain('stays disconnected until you connect it');
    await server.sim.patch('/exchanges/XETR', { connected: true });
    expect((await until(server, rebalanceId)).status).toBe(202);
  });

  it(
    'is refused while an instrument of an order is halted without an end, and so is settling',
    proves('J11'),
    async () => {
      const server = await startBallast();
      const { rebalanceId } = await executeSample(server, LARGE);
      await server.advance('2s');
      await setFault(server, { kind: 'halt_instrument', isin: SAP, exchange: 'XETR' });
      const refused = (await until(server, rebalanceId)).error();
      expect(refused.details.map(({ issue }) => issue)).toEqual([expect.stringContaining(`the halt of ${SAP}`)]);
      const settling = await server.sim.post('/clock/advance', { until: 'settled' });
      expect(settling.error().details.map(({ path }) => path)).toEqual(['/until']);
      expect(settling.error().message).toContain('it never settles by itself');
      // A length of time is always possible, and then nothing has changed.
      await server.advance('3d');
      expect((await until(server, rebalanceId)).status).toBe(400);
    },
  );

  it('is taken where what is halted expires at the end of the day', proves('J11'), async () => {
    const server = await startBallast();
    await server.sim.patch('/exchanges/XETR', { day_end: 'expire' });
    const { rebalanceId } = await executeSample(server, LARGE);
    await server.advance('2s');
    await setFault(server, { kind: 'halt_instrument', isin: SAP, exchange: 'XETR' });
    expect((await until(server, rebalanceId)).status).toBe(202);
    await server.ready();
    expect((await rebalanceOf(server, rebalanceId)).status).toBe('failed');
  });

  it('is refused where a buy waits for prices that stand still without an end', proves('J11'), async () => {
    const server = await startBallast();
    const { rebalanceId } = await executeSample(server, LARGE);
    const buy = (await rebalanceOf(server, rebalanceId)).orders.find(({ side }) => side === 'buy');
    await setFault(server, { kind: 'stale_prices', exchange: buy?.exchange, isin: WORLD_ETF });
    const { details } = (await until(server, rebalanceId)).error();
    expect(details.map(({ issue }) => issue)).toEqual([expect.stringContaining('which are frozen')]);
  });

  it('is refused for a plan that nobody has executed, and not for what is final', proves('J11'), async () => {
    const server = await startBallast();
    const planned = await planFor(server, await createSample(server));
    expect((await until(server, planned)).error().message).toContain('is a plan that nobody has executed');
    await server.b.delete(`/rebalance/${planned}`);
    expect((await until(server, planned)).status).toBe(202);
  });
});

describe.each([
  ['in memory', () => ({})],
  ['in a folder', () => ({ dataDir: newFolder() })],
])('before a jump over a day, a world %s', (_where, options) => {
  const list = async (server: TestServer) => (await server.sim.get('/snapshots')).as(snapshotList).snapshots;

  it('is kept under a name that says so, and can be gone back to', proves('J13'), async () => {
    const server = await startBallast(options());
    await createSample(server);
    const head = await server.head();
    await server.advance('30d');
    const [saved] = await list(server);
    expect(saved?.name).toBe(`auto-2026-03-02T09.30.00.000Z-${head.slice(0, 6)}`);
    expect((await clockOf(server)).last_advance).toMatchObject({ snapshot: saved?.name, ended: 'reached' });
    expect((await server.sim.post(`/snapshots/${saved?.name}/restore`)).status).toBe(200);
    expect([await server.head(), (await clockOf(server)).now]).toEqual([head, '2026-03-02T09:30:00.000Z']);
  });

  it('is not kept for a day or less, nor where that was said', proves('J13'), async () => {
    const server = await startBallast(options());
    await server.advance('1d');
    await server.sim.post('/clock/advance', { by: '40d', snapshot: false });
    await server.ready();
    expect((await clockOf(server)).last_advance?.snapshot).toBe(null);
    expect(await list(server)).toEqual([]);
  });

  it(
    'is kept before a shorter one where that was asked for, with what restoring it takes back',
    proves('J13'),
    async () => {
      const server = await startBallast(options());
      const portfolioId = await createSample(server);
      const ask = { by: '5m', snapshot: 'always' };
      await server.sim.post('/clock/advance', ask);
      await server.ready();
      await setFault(server, { kind: 'exchange_down', exchange: 'XETR' });
      await server.sim.post('/clock/advance', ask);
      await server.ready();
      const [first, second] = await list(server);
      expect([first?.now, second?.now]).toEqual(['2026-03-02T09:30:00.000Z', '2026-03-02T09:35:00.000Z']);
      expect(first?.takes_back).toMatchObject({ 'fault.set': 1 });
      expect(second?.takes_back).toEqual({});

      // Another course of the world does not come from what the first had saved.
      await server.sim.post(`/snapshots/${first?.name}/restore`);
      await server.b.delete(`/portfolios/${portfolioId}`);
      expect((await list(server)).map(({ takes_back }) => takes_back)).toEqual([expect.any(Object), null]);
    },
  );

  it('is kept the last ten times, and no snapshot of a person goes for it', proves('J13'), async () => {
    const server = await startBallast(options());
    await server.sim.post('/snapshots', { name: 'mine' });
    for (let jump = 0; jump < 12; jump += 1) await server.advance('2d');
    const names = (await list(server)).map(({ name }) => name);
    expect(names.filter((name) => name.startsWith('auto-')).length).toBe(10);
    expect(names.at(-1)).toBe('mine');
    expect(names[0]).toContain('auto-2026-03-06');
    expect((await server.sim.post('/snapshots', { name: 'auto-mine' })).error().details[0]?.path).toBe('/name');
  });
});

it('a rebalance is waited for from a snapshot, which the bound of the wait decides', proves('J13'), async () => {
  const server = await startBallast();
  const { rebalanceId } = await executeSample(server, LARGE);
  const begun = (await until(server, rebalanceId, { within: '7d' })).as(clock);
  expect(begun.progress?.snapshot).toMatch(/^auto-/);
  await server.ready();
  const next = (await server.sim.post('/clock/advance', { until: 'next_open', within: undefined })).as(clock);
  expect(next.progress?.snapshot ?? null).toBe(null);
});
