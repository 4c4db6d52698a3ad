/**
 * Advances that can never end are refused, and a world is stored before a jump of more than a day (decisions J11, J13).
 */
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
  const response = await server.sim.post('/faults', fault);
  if (response.status !== 201) throw new Error(response.text);
  return JSON.parse(response.text).fault_id;
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

    // Once it ends, the very same request is accepted.
    await server.sim.delete(`/faults/${faultId}`);
    expect((await until(server, rebalanceId)).status).toBe(202);
    await server.ready();
    expect((await rebalanceOf(server, rebalanceId)).status).toBe('complete');
  });

  it('is accepted if the outage has an end, however late', proves('J11'), async () => {
    const server = await startBallast();
    const { rebalanceId } = await executeSample(server, LARGE);
    await setFault(server, { kind: 'exchange_down', exchange: 'XETR', for: '20d' });
    expect((await until(server, rebalanceId)).status).toBe(202);
    await server.ready();
    expect((await rebalanceOf(server, rebalanceId)).status).toBe('complete');
  });

  it('is refused while the connection of an exchange is taken down manually', proves('J11'), async () => {
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
      // A duration is always possible, and then nothing has changed.
      await server.advance('3d');
      expect((await until(server, rebalanceId)).status).toBe(400);
    },
  );

  it('is accepted if the halted order expires at the end of the day', proves('J11'), async () => {
    const server = await startBallast();
    await server.sim.patch('/exchanges/XETR', { day_end: 'expire' });
    const { rebalanceId } = await executeSample(server, LARGE);
    await server.advance('2s');
    await setFault(server, { kind: 'halt_instrument', isin: SAP, exchange: 'XETR' });
    expect((await until(server, rebalanceId)).status).toBe(202);
    await server.ready();
    expect((await rebalanceOf(server, rebalanceId)).status).toBe('failed');
  });

  it('is refused if a buy waits for prices that are frozen without an end', proves('J11'), async () => {
    const server = await startBallast();
    const { rebalanceId } = await executeSample(server, LARGE);
    const buy = (await rebalanceOf(server, rebalanceId)).orders.find(({ side }) => side === 'buy');
    await setFault(server, { kind: 'stale_prices', exchange: buy?.exchange, isin: WORLD_ETF });
    const { details } = (await until(server, rebalanceId)).error();
    expect(details.map(({ issue }) => issue)).toEqual([expect.stringContaining('which are frozen')]);
  });

  it('is refused for a plan that nobody has executed, and not for final ones', proves('J11'), async () => {
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

  it('is stored under a name that says so, and can be restored', proves('J13'), async () => {
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

  it('is not stored for a day or less, or if the request says so', proves('J13'), async () => {
    const server = await startBallast(options());
    await server.advance('1d');
    await server.sim.post('/clock/advance', { by: '40d', snapshot: false });
    await server.ready();
    expect((await clockOf(server)).last_advance?.snapshot).toBe(null);
    expect(await list(server)).toEqual([]);
  });

  it(
    'is stored before a shorter one if that was requested, with what a restore would undo',
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

      // Another course of the world does not use snapshots of the first.
      await server.sim.post(`/snapshots/${first?.name}/restore`);
      await server.b.delete(`/portfolios/${portfolioId}`);
      expect((await list(server)).map(({ takes_back }) => takes_back)).toEqual([expect.any(Object), null]);
    },
  );

  it('is stored the last ten times, and replaces no snapshot of a user', proves('J13'), async () => {
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

it('a wait for a rebalance starts from a snapshot, depending on the limit of the wait', proves('J13'), async () => {
  const server = await startBallast();
  const { rebalanceId } = await executeSample(server, LARGE);
  const started = (await until(server, rebalanceId, { within: '7d' })).as(clock);
  expect(started.progress?.snapshot).toMatch(/^auto-/);
  await server.ready();
  const next = (await server.sim.post('/clock/advance', { until: 'next_open', within: undefined })).as(clock);
  expect(next.progress?.snapshot ?? null).toBe(null);
});
