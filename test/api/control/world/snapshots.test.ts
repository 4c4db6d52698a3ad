/** `/sim/snapshots`: the whole world under a name, and its restore; with nothing lost, partial or duplicated. */
import { copyFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { clock } from '../../../../src-server/contract/control/world/clock.ts';
import { fingerprint } from '../../../../src-server/contract/control/world/session.ts';
import { type SnapshotWire, snapshot, snapshotList } from '../../../../src-server/contract/control/world/snapshots.ts';
import { proves } from '../../../conformance/proves.ts';
import { newFolder, startBallast, stopAll, type TestServer } from '../../../support/start-ballast.ts';
import { onlyDelivery, registerAndPlan } from '../../../webhooks/one-delivery.ts';
import { startReceiver, stopReceivers } from '../../../webhooks/receiver.ts';
import { createSample, executeSample, LARGE, planFor, rebalanceOf } from '../../service/sample-portfolio.ts';

afterEach(async () => {
  stopReceivers();
  await stopAll();
});

const save = async ({ sim }: TestServer, name: string, replace?: boolean): Promise<SnapshotWire> => {
  const response = await sim.post('/snapshots', replace === undefined ? { name } : { name, replace });
  expect(response.status, response.text).toBe(201);
  return response.as(snapshot);
};
const restore = ({ sim }: TestServer, name: string) => sim.post(`/snapshots/${name}/restore`);
const names = async ({ sim }: TestServer) =>
  (await sim.get('/snapshots')).as(snapshotList).snapshots.map(({ name }) => name);
const printOf = async ({ sim }: TestServer) => (await sim.get('/fingerprint')).as(fingerprint);

describe.each([
  ['in memory', () => ({})],
  ['in a folder', () => ({ dataDir: newFolder() })],
])('a snapshot of a world %s', (_where, options) => {
  test(
    'includes a rebalance in the middle of its execution, which ends as it would have',
    proves('L48', 'L49.1'),
    async () => {
      const server = await startBallast({ seed: 6, ...options() });
      const { rebalanceId } = await executeSample(server, LARGE);
      await server.advance('40s');
      const saved = await save(server, 'halfway');
      const print = await printOf(server);
      expect(saved).toMatchObject({ name: 'halfway', seed: 6, now: '2026-03-02T09:30:40.000Z', head: print.head });
      expect(saved.events).toBe(print.events);
      expect((await rebalanceOf(server, rebalanceId)).status).toBe('partially_filled');

      await server.advance('1d');
      const ended = [await server.head(), await rebalanceOf(server, rebalanceId)];
      await createSample(server);
      const response = await restore(server, 'halfway');
      expect(response.as(fingerprint)).toEqual(print);
      expect((await rebalanceOf(server, rebalanceId)).status).toBe('partially_filled');
      await server.advance('1d');
      expect([await server.head(), await rebalanceOf(server, rebalanceId)]).toEqual(ended);
    },
  );

  test('is listed, replaced only on request, and deleted', proves('L48'), async () => {
    const server = await startBallast(options());
    await save(server, 'b');
    const first = await save(server, 'a');
    expect(await names(server)).toEqual(['a', 'b']);
    await createSample(server);
    const taken = await server.sim.post('/snapshots', { name: 'a' });
    expect([taken.status, taken.error().details]).toEqual([
      400,
      [{ path: '/name', issue: 'is taken; replace that snapshot, or choose another name' }],
    ]);
    const second = await save(server, 'a', true);
    expect(second.head).not.toBe(first.head);
    expect((await server.sim.get('/snapshots')).as(snapshotList).snapshots[0]).toEqual(second);
    expect((await server.sim.delete('/snapshots/b')).status).toBe(200);
    expect(await names(server)).toEqual(['a']);
    for (const response of [await server.sim.delete('/snapshots/b'), await restore(server, 'b')]) {
      expect([response.status, response.error().message]).toEqual([404, 'There is no snapshot b.']);
    }
  });

  test('is preserved by a reset, unlike anything else after it', proves('L47.1', 'L49.1'), async () => {
    const server = await startBallast(options());
    await createSample(server);
    const { head } = await save(server, 'one-portfolio');
    await server.sim.post('/reset');
    expect(await names(server)).toEqual(['one-portfolio']);
    expect((await restore(server, 'one-portfolio')).as(fingerprint).head).toBe(head);
    expect(JSON.parse((await server.sim.get('/portfolios')).text).portfolios).toHaveLength(1);
  });
});

test(
  'names are refused that could be paths, are reserved, too long, or differ in case alone',
  proves('L48'),
  async () => {
    const server = await startBallast();
    await save(server, 'Mine');
    for (const name of ['../x', '..', 'a/b', '', 'x'.repeat(65), 'a b', 'ä', 'initial', 'INITIAL', 'mine', 7, null]) {
      const response = await server.sim.post('/snapshots', { name });
      expect([name, response.status, response.error().details[0]?.path]).toEqual([name, 400, '/name']);
    }
    for (const name of ['initial', '..%2fballast', 'a%00b']) {
      expect((await restore(server, name)).status).toBe(404);
      expect((await server.sim.delete(`/snapshots/${name}`)).status).toBe(404);
    }
    expect((await server.sim.post('/reset')).status).toBe(200);
    const unknown = await server.sim.post('/snapshots', { name: 'x', comment: 'why' });
    expect([unknown.status, unknown.error().details[0]?.path]).toEqual([400, '/comment']);
  },
);

test('fifty snapshots are stored, and another one only in the place of one of them', proves('L48'), async () => {
  const server = await startBallast();
  for (let number = 1; number <= 50; number += 1) await save(server, `s${number}`);
  const refused = await server.sim.post('/snapshots', { name: 's51' });
  expect([refused.status, refused.error().message]).toEqual([400, expect.stringContaining('50 snapshots already')]);
  await save(server, 's7', true);
  await server.sim.delete('/snapshots/s7');
  await save(server, 's51');
});

describe('a world that resumes from a snapshot', () => {
  test('gives no request id twice, also after a reset and a restart', proves('L49.3'), async () => {
    const dataDir = newFolder();
    const ids: (string | null)[] = [];
    const ask = async (server: TestServer, times: number) => {
      for (let time = 0; time < times; time += 1) {
        ids.push((await server.b.get('/portfolios/x')).headers.get('x-request-id'));
      }
    };
    const server = await startBallast({ dataDir });
    await ask(server, 3);
    await save(server, 'early');
    await ask(server, 5);
    await restore(server, 'early');
    await ask(server, 5);
    await restore(server, 'early');
    await ask(server, 5);
    await server.sim.post('/reset');
    await restore(server, 'early');
    await ask(server, 5);
    await server.stop();
    await ask(await startBallast({ dataDir }), 5);
    expect(new Set(ids).size).toBe(ids.length);
  });

  test('retains the journal', proves('L49.3'), async () => {
    const server = await startBallast();
    await createSample(server);
    await save(server, 'saved');
    await createSample(server);
    await restore(server, 'saved');
    expect(JSON.parse((await server.sim.get('/journal')).text).entries).toHaveLength(2);
  });

  test('moves only by request, though it was saved during an advance', proves('L49.2'), async () => {
    const server = await startBallast();
    const receiver = await startReceiver(() => null);
    await registerAndPlan(server, receiver.url);
    await receiver.received(1);
    // The pending attempt prevents the advance from ending.
    await server.sim.post('/clock/advance', { by: '1h' });
    const { now } = await save(server, 'advancing');
    await restore(server, 'advancing');
    expect((await server.sim.get('/clock')).as(clock)).toMatchObject({ now, status: 'ready' });
  });

  test('sends again the attempts that were pending when it was saved, with the same id', proves('L49.2'), async () => {
    const server = await startBallast();
    const receiver = await startReceiver((count) => (count === 1 ? null : { status: 204 }));
    await registerAndPlan(server, receiver.url);
    await receiver.received(1);
    await save(server, 'sending');
    await restore(server, 'sending');
    await receiver.received(2);
    await server.advance('1s');
    expect(await onlyDelivery(server)).toMatchObject({ status: 'succeeded', attempts: 1 });
    expect(new Set(receiver.requests.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
  });

  test('accepts the key of this run, and has its earlier keys', proves('L49.1'), async () => {
    const dataDir = newFolder();
    const first = await startBallast({ dataDir, apiKey: 'ak_first' });
    await save(first, 'of-the-first');
    await first.stop();
    const second = await startBallast({ dataDir, apiKey: 'ak_second', tier: 'starter' });
    expect((await restore(second, 'of-the-first')).status).toBe(200);
    await createSample(second);
  });
});

describe('files of snapshots', () => {
  test('that are no worlds, or of another one, change nothing', proves('L49.4'), async () => {
    const dataDir = newFolder();
    const server = await startBallast({ dataDir, seed: 1 });
    await createSample(server);
    const other = newFolder();
    const stranger = await startBallast({ dataDir: other, seed: 2 });
    await save(stranger, 'strange');
    copyFileSync(join(other, 'snapshots/strange.db'), join(dataDir, 'snapshots/strange.db'));
    writeFileSync(join(dataDir, 'snapshots/garbage.db'), 'this is no database at all'.repeat(100));
    expect(await names(server)).toEqual(['strange']);
    const head = await server.head();
    const foreign = await restore(server, 'strange');
    expect([foreign.status, foreign.error().message]).toEqual([400, expect.stringContaining('of seed 2')]);
    const garbage = await restore(server, 'garbage');
    expect([garbage.status, garbage.error().message]).toEqual([400, expect.stringContaining('damaged')]);
    expect(await server.head()).toBe(head);
    await planFor(server, await createSample(server));
  });

  test('exist again after a restart', proves('L48'), async () => {
    const dataDir = newFolder();
    const first = await startBallast({ dataDir });
    await createSample(first);
    const saved = await save(first, 'kept');
    await createSample(first);
    await first.stop();
    const second = await startBallast({ dataDir });
    const { snapshots } = (await second.sim.get('/snapshots')).as(snapshotList);
    expect(snapshots).toEqual([{ ...saved, takes_back: { 'portfolio.created': 1 } }]);
    expect((await restore(second, 'kept')).as(fingerprint).head).toBe(saved.head);
    expect(readdirSync(join(dataDir, 'snapshots')).sort()).toEqual(['initial.db', 'kept.db']);
  });
});
