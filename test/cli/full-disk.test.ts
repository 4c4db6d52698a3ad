/**
 * A real server on a disk that fills up: it pauses, says so, resumes by itself, and its log is that of a server with
 * space.
 */
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { clock as clockSchema } from '../../src-server/contract/control/world/clock.ts';
import { fingerprint } from '../../src-server/contract/control/world/session.ts';
import { storage } from '../../src-server/contract/control/world/storage.ts';
import { createdWorld } from '../../src-server/contract/control/worlds/worlds.ts';
import { errorBody } from '../../src-server/contract/service/errors.ts';
import { samplePortfolio } from '../api/service/sample-portfolio.ts';
import { proves } from '../conformance/proves.ts';
import { describeWithDisk, mountDisk, type SmallDisk } from '../support/machine/small-disk.ts';
import { type RunningProcess, runBallast } from '../support/run-process.ts';
import { type Caller, callerOf, newFolder, stopAll } from '../support/start-ballast.ts';
import { untilOver } from '../support/until-over.ts';

const running: RunningProcess[] = [];
const disks: SmallDisk[] = [];

afterEach(async () => {
  for (const { child, ended } of running.splice(0)) {
    child.kill('SIGKILL');
    await ended;
  }
  for (const disk of disks.splice(0)) disk.remove();
  await stopAll();
});

describeWithDisk('a full disk under a server in realtime', () => {
  test('pauses its clock without a request, serves reads, refuses writes, and resumes when there is space', {
    ...proves('K100.1', 'K100.2', 'K100.3', 'L118'),
    tags: ['deep'],
  }, async () => {
    const disk = smallDisk();
    const server = await serve(join(disk.folder, 'world'), 'realtime');
    disk.fill();
    const stopped = await until(server.sim, ({ held: each }) => each !== null);
    expect(stopped.held).toMatchObject({ reason: 'disk_full', message: 'The disk is full.' });
    const refused = await server.b.post('/portfolios', samplePortfolio());
    expect(refused.status).toBe(500);
    expect(refused.as(errorBody).error.message).toMatch(/^The disk is full\. Nothing of this request was written/);
    for (const path of [
      '/fingerprint',
      '/portfolios',
      '/journal',
      '/storage',
      '/snapshots',
      '/deliveries',
      '/events',
    ]) {
      expect([path, (await server.sim.get(path)).status]).toEqual([path, 200]);
    }
    expect((await server.b.get('/prices/DE0007164600')).status).toBe(200);
    const { bytes } = await server.sim.get('/worlds/default/export');
    const zip = { headers: { 'content-type': 'application/zip' }, body: bytes };
    const copy = await server.sim.send('POST', '/worlds/import?name=copy', zip);
    expect(copy.status).toBe(201);
    expect(copy.as(createdWorld).now >= stopped.now).toBe(true);
    expect((await server.sim.get('/clock')).as(clockSchema).now).toBe(stopped.now);
    expect((await server.sim.post('/snapshots', { name: 'large' })).status).toBe(500);
    expect((await server.sim.post('/clock/mode', { paused: true })).status).toBe(500);
    disk.makeRoom();
    await until(server.sim, ({ held: each, now }) => each === null && now > stopped.now);
    expect((await server.b.post('/portfolios', samplePortfolio())).status).toBe(201);
    // The refused portfolio, the price and the portfolio: the writes that failed waited in memory.
    const { journal } = (await server.sim.get('/storage')).as(storage);
    expect(journal).toMatchObject({ entries: 3, unwritten: 0, lost: 0 });
    expect(server.process.stderr()).toMatch(/The disk is full[\s\S]*the world continues/);
    server.process.child.kill('SIGTERM');
    expect(await server.process.ended).toEqual({ exitCode: 0, signal: null });
  });

  test('loses no request of the journal, which continues when there is space', {
    ...proves('L32.3', 'L118'),
    tags: ['deep'],
  }, async () => {
    const disk = smallDisk();
    const server = await serve(join(disk.folder, 'world'), 'manual');
    const ask = async (count: number) => {
      // Long responses, so that pages of all tables are needed.
      for (let sent = 0; sent < count; sent += 1) await server.b.get('/instruments');
    };
    const journalOf = async () => (await server.sim.get('/storage')).as(storage).journal;
    for (const round of [1, 2, 3]) {
      await ask(12);
      expect(await journalOf()).toMatchObject({ unwritten: 0, lost: 0, problem: null });
      disk.fill(round * 4096);
      for (let group = 0; group < 4; group += 1) {
        await ask(7);
        expect((await server.sim.get('/storage')).status).toBe(200);
        expect((await server.sim.get('/journal?q=instruments')).status).toBe(200);
      }
      disk.makeRoom();
    }
    await ask(1);
    expect(await journalOf()).toMatchObject({ entries: 3 * (12 + 4 * 7) + 1, unwritten: 0, lost: 0, problem: null });
    const { total, entries } = JSON.parse((await server.sim.get('/journal?q=instruments&limit=1000')).text);
    expect(total).toBe(121);
    expect(new Set(entries.map((entry: { request_id: string }) => entry.request_id)).size).toBe(121);
  });

  test('does not prevent it from ending cleanly, and costs it only idle time', { tags: ['deep'] }, async () => {
    const disk = smallDisk();
    const server = await serve(join(disk.folder, 'world'), 'realtime');
    await server.b.post('/portfolios', samplePortfolio());
    const before = await printOf(server.sim);
    disk.fill();
    await until(server.sim, ({ held }) => held !== null);
    server.process.child.kill('SIGTERM');
    expect(await server.process.ended).toEqual({ exitCode: 0, signal: null });
    disk.makeRoom();
    const again = await serve(join(disk.folder, 'world'), 'realtime');
    expect(await printOf(again.sim)).toMatchObject({ events: before.events, head: before.head });
  });

  test('is reported in one line by a start, which is 74', proves('K100.4'), async () => {
    const disk = smallDisk();
    disk.fill();
    const server = spawnServer(join(disk.folder, 'world'), 'realtime');
    expect(await server.ended).toEqual({ exitCode: 74, signal: null });
    const folder = join(disk.folder, 'world');
    expect(server.stderr()).toBe(
      `ballast: --data ${folder}: the disk is full (there is no space left for ${folder})\n`,
    );
  });
});

describeWithDisk('a persistent world on a full disk', () => {
  test('POST /sim/worlds with keep is 500 and says that the disk is full', {
    ...proves('N3.3', 'K100.2'),
    tags: ['deep'],
  }, async () => {
    const disk = smallDisk();
    const server = await serve(join(disk.folder, 'world'), 'manual');
    disk.fill();
    const refused = await server.sim.post('/worlds', { name: 'kept', keep: true });
    expect([refused.status, refused.error().message]).toEqual([500, expect.stringMatching(/^The disk is full\./)]);
    disk.makeRoom();
    expect((await server.sim.post('/worlds', { name: 'kept', keep: true })).status).toBe(201);
  });
});

describeWithDisk('an advance on a disk that fills up', () => {
  test('is finished when there is space, with the log of a server that always had it', {
    ...proves('K100.3'),
    tags: ['deep'],
  }, async () => {
    const disk = smallDisk();
    const hashes = await Promise.all(
      [join(disk.folder, 'world'), newFolder()].map(async (dataDir) => {
        const isFull = dataDir.startsWith(disk.folder);
        const server = await serve(dataDir, 'manual');
        const { portfolio_id: id } = JSON.parse((await server.b.post('/portfolios', samplePortfolio())).text);
        expect((await server.sim.post('/webhooks', { url: '/sim/sink/one' })).status).toBe(201);
        const { rebalance_id: plan } = JSON.parse((await server.b.post('/rebalance', { portfolio_id: id })).text);
        expect((await server.b.post(`/rebalance/${plan}/execute`, { confirm: true })).status).toBe(202);
        if (isFull) disk.fill();
        const advance = await server.sim.post('/clock/advance', { by: '2h' });
        if (isFull) {
          expect(advance.status).toBe(500);
          disk.makeRoom();
          await until(server.sim, ({ held }) => held === null);
          await server.sim.post('/clock/advance', { by: '2h' });
          disk.fill();
          await until(server.sim, ({ held, status }) => held !== null || status === 'ready');
          disk.makeRoom();
        }
        const { now } = await until(server.sim, ({ status, held }) => status === 'ready' && held === null);
        return { now, ...(await printOf(server.sim)) };
      }),
    );
    expect(hashes[0]).toEqual(hashes[1]);
    // Orders, fills and webhooks happened on both.
    expect(hashes[0]?.events).toBeGreaterThan(20);
  });
});

interface Server {
  readonly process: RunningProcess;
  readonly sim: Caller;
  readonly b: Caller;
}

function smallDisk(): SmallDisk {
  const disk = mountDisk(40);
  disks.push(disk);
  return disk;
}

function spawnServer(dataDir: string, mode: string): RunningProcess {
  const args = ['serve', '--port', '0', '--data', dataDir, '--json', '--clock-mode', mode, '--rate-limit', 'off'];
  const server = runBallast(args);
  running.push(server);
  return server;
}

async function serve(dataDir: string, mode: 'realtime' | 'manual'): Promise<Server> {
  const process = spawnServer(dataDir, mode);
  const ready = JSON.parse(await process.firstLine);
  return {
    process,
    sim: callerOf(ready.control_url, ready.admin_token),
    b: callerOf(ready.form_b_url, ready.api_key),
  };
}

function until(sim: Caller, holds: (state: ReturnType<typeof clockSchema.parse>) => boolean) {
  return untilOver(async () => (await sim.get('/clock')).as(clockSchema), holds);
}

async function printOf(sim: Caller) {
  const { events, head } = (await sim.get('/fingerprint')).as(fingerprint);
  return { events, head };
}
