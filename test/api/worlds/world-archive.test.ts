/** Export and import of a world as one file (decision N5): it resumes where it was, and nothing else is accepted. */
import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ZipFile } from 'yazl';
import { fingerprint } from '../../../src-server/contract/control/world/session.ts';
import { createdWorld, worldList } from '../../../src-server/contract/control/worlds/worlds.ts';
import { openDatabase, openImage, type WorldDatabase } from '../../../src-server/store/database/open-database.ts';
import { proves } from '../../conformance/proves.ts';
import {
  newFolder,
  startBallast,
  stopAll,
  type TestResponse,
  type TestServer,
  type TestWorld,
  worldOf,
} from '../../support/start-ballast.ts';
import { ask } from '../http/raw-client.ts';
import { executeSample, LARGE } from '../service/sample-portfolio.ts';

let server: TestServer;
/** A world with pending events, as a file. */
let exported: Buffer;
beforeAll(async () => {
  server = await startBallast({ seed: 12 });
  await server.sim.post('/webhooks', { url: '/sim/sink/inbox' });
  await executeSample(server, LARGE);
  await server.sim.post('/market/events', { kind: 'trend', isin: 'DE0007164600', rate_per_day: 0.02 });
  await server.advance('5m');
  exported = await exportOf(server, 'default');
});
afterAll(stopAll);

async function exportOf(from: TestServer, name: string): Promise<Buffer> {
  const response = await fetch(`${from.ballast.controlUrl}/worlds/${name}/export`, {
    headers: { authorization: `Bearer ${from.ballast.adminToken}` },
  });
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/zip']);
  expect(response.headers.get('content-disposition')).toBe(`attachment; filename="${name}.ballast-world.zip"`);
  return Buffer.from(await response.arrayBuffer());
}

function importInto(
  into: TestServer,
  archive: Uint8Array<ArrayBuffer>,
  query = '',
  type = 'application/zip',
): Promise<TestResponse> {
  return into.sim.send('POST', `/worlds/import${query}`, { headers: { 'content-type': type }, body: archive });
}

async function imported(into: TestServer, archive: Buffer, query = ''): Promise<TestWorld> {
  const response = await importInto(into, new Uint8Array(archive), query);
  expect(response.status, response.text).toBe(201);
  return worldOf(response.as(createdWorld));
}

/** An archive made manually. */
function zipOf(files: Record<string, Buffer>): Promise<Buffer> {
  const zip = new ZipFile();
  for (const [name, contents] of Object.entries(files)) zip.addBuffer(contents, name);
  zip.end();
  return buffer(zip.outputStream);
}

describe('an exported world', () => {
  test('resumes in another server with the same log', proves('N5.2'), async () => {
    const other = await startBallast({ seed: 1 });
    const copy = await imported(other, exported);
    expect(copy.made).toMatchObject({ seed: 12, fork_of: null, name: expect.stringMatching(/^world-/) });
    const print = (world: Pick<TestServer, 'sim'>) => world.sim.get('/fingerprint').then((it) => it.as(fingerprint));
    expect(await print(copy)).toEqual(await print(server));
    await Promise.all([copy.advance('2d'), server.advance('2d')]);
    expect(await print(copy)).toEqual(await print(server));
  });

  test('is the same bytes each time, and has its old name if that is free', proves('N5.1', 'N5.2'), async () => {
    const other = await startBallast({ seed: 3 });
    const first = await imported(other, exported, '?name=original&expires_after=1h');
    expect(first.made).toMatchObject({ name: 'original', expires: expect.stringMatching(/Z$/) });
    const again = await exportOf(other, 'original');
    expect(again.equals(await exportOf(other, 'original'))).toBe(true);
    await other.sim.delete('/worlds/original');
    expect((await imported(other, again)).made.name).toBe('original');
    expect((await imported(other, again)).made.name).toMatch(/^world-/);
    const taken = await importInto(other, new Uint8Array(again), '?name=original');
    expect(taken.error().details).toEqual([
      { path: '/name', issue: 'is taken; end that world, or choose another name' },
    ]);
  });

  test('retains its rules, its keys and its webhooks', proves('N5.1', 'N5.2'), async () => {
    const strict = await startBallast({ seed: 4, rules: 'enforce', rateLimitPerMinute: 7 });
    await strict.sim.post('/webhooks', { url: 'http://127.0.0.1:9/x' });
    const made = await strict.sim.post('/keys', { account_id: 'default', name: 'second' });
    const { secret } = JSON.parse(made.text) as { secret: string };
    const copy = await imported(server, await exportOf(strict, 'default'));
    expect((await copy.sim.get('/session')).text).toContain('"rules":"enforce"');
    expect((await copy.sim.get('/webhooks')).text).toContain('http://127.0.0.1:9/x');
    const response = await fetch(`${copy.made.base_url}/prices/DE0007164600`, {
      headers: { authorization: `Bearer ${secret}` },
    });
    expect([response.status, response.headers.get('ratelimit-policy')]).toEqual([200, expect.stringContaining('7')]);
  });
});

function changedImage(database: WorldDatabase, statement: string): Buffer {
  database.sqlite.exec(statement);
  const image = database.image();
  database.close();
  return image;
}

describe('a file that is no exported world is refused, and nothing is left of it', () => {
  const manifestOf = (change: object): Buffer => {
    const manifest = {
      format: 'ballast-world',
      format_version: 1,
      ballast: '0.1.0',
      name: 'x',
      seed: 12,
      now_ms: 0,
      events: 0,
      head: '0'.repeat(64),
      rules: 'warn',
      rate_limit: null,
      sha256: { 'world.db': '0'.repeat(64) },
      fixtures: {},
      ...change,
    };
    return Buffer.from(JSON.stringify(manifest));
  };

  async function expectRefused(archive: Buffer, reason: string | RegExp): Promise<void> {
    const names = async () => (await server.sim.get('/worlds')).as(worldList).worlds.map(({ name }) => name);
    const before = await names();
    const response = await importInto(server, new Uint8Array(archive));
    expect(response.status, response.text).toBe(400);
    expect(response.error().message).toMatch(reason);
    expect(await names()).toEqual(before);
  }

  test('invalid bytes, a truncated one, and one with a byte changed', proves('N5.3'), async () => {
    await expectRefused(Buffer.from('PK, says somebody'), /it is not a zip archive, or it is damaged/);
    await expectRefused(Buffer.alloc(0), /not a zip archive|did not arrive/);
    await expectRefused(exported.subarray(0, exported.length - 40), /not a zip archive|damaged/);
    const changed = Buffer.from(exported);
    changed[exported.length >> 1] = (changed[exported.length >> 1] ?? 0) ^ 0xff;
    await expectRefused(changed, /world\.db in it is damaged|does not match its SHA-256/);
  });

  test('other files, duplicates, or none', proves('N5.3'), async () => {
    const manifest = manifestOf({});
    await expectRefused(
      await zipOf({ 'manifest.json': manifest }),
      /it has no world\.db, so it is not an exported world/,
    );
    await expectRefused(await zipOf({ 'world.db': Buffer.from('x') }), /it has no manifest\.json/);
    await expectRefused(
      await zipOf({ 'manifest.json': manifest, 'world.db': Buffer.from('x'), 'readme.txt': Buffer.from('x') }),
      /it contains 'readme\.txt', but an exported world has only manifest\.json and world\.db/,
    );
    const twice = await zipOf({
      'manifest.json': manifest,
      'world.db': Buffer.from('x'),
      'world.dc': Buffer.from('y'),
    });
    await expectRefused(
      Buffer.from(twice.toString('latin1').replaceAll('world.dc', 'world.db'), 'latin1'),
      /world\.db twice/,
    );
  });

  test('paths that lead out of the archive', proves('N5.3'), async () => {
    const harmless = await zipOf({ 'aa/aa/world.db': Buffer.from('x') });
    for (const evil of ['../../world.db', '/aa/aa/orld.db', 'C:/aaaworld.db']) {
      const archive = Buffer.from(harmless.toString('latin1').replaceAll('aa/aa/world.db', evil), 'latin1');
      await expectRefused(archive, /contains a path outside the archive/);
    }
  });

  test('bombs: too large, and compressed too well', proves('N5.3'), async () => {
    const manifest = manifestOf({});
    const zeros = Buffer.alloc(40 * 1_048_576);
    await expectRefused(
      await zipOf({ 'manifest.json': manifest, 'world.db': zeros }),
      /world\.db would be more than 100 times its compressed size/,
    );
    await expectRefused(
      await zipOf({ 'manifest.json': zeros.subarray(0, 70_000), 'world.db': Buffer.from('x') }),
      /manifest\.json would be 70000 bytes; the maximum is 65536/,
    );
    // One with a false small size: the directory at its end and the header before it are changed.
    const liar = await zipOf({ 'manifest.json': manifest, 'world.db': zeros });
    const size = Buffer.alloc(4);
    size.writeUInt32LE(zeros.length);
    const small = Buffer.alloc(4);
    small.writeUInt32LE(1000);
    const text = liar.toString('latin1').replaceAll(size.toString('latin1'), small.toString('latin1'));
    await expectRefused(Buffer.from(text, 'latin1'), /world\.db in it is damaged/);
    // Its length shows it: nothing of it is read.
    const refused = await ask(server, 'POST', `${server.ballast.controlUrl}/worlds/import`, {
      headers: {
        authorization: `Bearer ${server.ballast.adminToken}`,
        'content-type': 'application/zip',
        'content-length': String(300 * 1_048_576),
      },
      body: 'PK',
    });
    expect([refused.status, refused.body]).toEqual([400, expect.stringContaining('larger than 256 MiB.')]);
  });

  test('a newer one, an invalid manifest, and one of another world', proves('N5.3'), async () => {
    const foreign = changedImage(openDatabase(null, null), 'create table other (x)');
    const archiveOf = (image: Buffer, change: object) =>
      zipOf({ 'manifest.json': manifestOf(change), 'world.db': image });
    const namedBy = (image: Buffer) => ({ sha256: { 'world.db': createHash('sha256').update(image).digest('hex') } });
    await expectRefused(
      await archiveOf(foreign, { format_version: 2, ballast: '9.0.0' }),
      /it has the format \d+, which Ballast 9\.0\.0 wrote, and this version reads formats up to \d+: import it with a newer one/,
    );
    await expectRefused(await archiveOf(foreign, { seed: 'one' }), /its manifest is not valid \(\/seed /);
    await expectRefused(await archiveOf(foreign, {}), /does not match its SHA-256 in the manifest/);
    await expectRefused(await archiveOf(foreign, namedBy(foreign)), /its world\.db is not a world of Ballast/);
    await expectRefused(
      await zipOf({ 'manifest.json': Buffer.from('{'), 'world.db': foreign }),
      /its manifest is not valid JSON/,
    );
    const image = Buffer.from(server.ballast.control.image());
    await expectRefused(await archiveOf(image, namedBy(image)), /its world\.db is not the world of the manifest/);
    const later = changedImage(
      openImage(image, null),
      "insert into __drizzle_migrations (hash, created_at) values ('later', 9999999999999)",
    );
    const { seed, events, head } = (await server.sim.get('/fingerprint')).as(fingerprint);
    await expectRefused(
      await archiveOf(later, { seed, events, head, ...namedBy(later) }),
      /the database was written by a later version of Ballast/,
    );
  });

  test('another media type, and unknown parameters', proves('N5.2'), async () => {
    const typed = await importInto(server, new Uint8Array(exported), '', 'application/octet-stream');
    expect([typed.status, typed.error().message]).toEqual([400, 'The request body must be application/zip.']);
    expect((await importInto(server, new Uint8Array(exported), '?nam=x')).status).toBe(400);
    expect((await importInto(server, new Uint8Array(exported), '?name=X')).status).toBe(400);
  });
});

describe('a persistent world', () => {
  test(
    'exists again after a restart, with its token, and is gone for good once it is ended',
    proves('N3.3'),
    async () => {
      const dataDir = newFolder();
      const first = await startBallast({ dataDir });
      const storedWorld = await imported(first, exported, '?name=kept&keep=true');
      const lost = await imported(first, exported, '?name=lost');
      expect([storedWorld.made.stored, lost.made.stored]).toEqual([true, false]);
      await storedWorld.advance('1h');
      const before = (await storedWorld.sim.get('/fingerprint')).as(fingerprint);
      await first.stop();
      const second = await startBallast({ dataDir });
      const listed = (await second.sim.get('/worlds')).as(worldList);
      expect([listed.can_store, listed.worlds.map(({ name, stored: is }) => [name, is])]).toEqual([
        true,
        [
          ['default', true],
          ['kept', true],
        ],
      ]);
      const again = worldOf({
        ...storedWorld.made,
        control_url: `${second.ballast.controlUrl.replace(/\/sim$/, '')}/worlds/kept/sim`,
      });
      expect((await again.sim.get('/fingerprint')).as(fingerprint)).toEqual(before);
      const taken = await second.sim.post('/worlds', { name: 'kept', keep: true });
      expect(taken.error().details[0]?.path).toBe('/name');
      expect((await second.sim.delete('/worlds/kept')).status).toBe(200);
      await second.stop();
      const third = await startBallast({ dataDir });
      expect((await third.sim.get('/worlds')).as(worldList).worlds).toHaveLength(1);
      await third.stop();
    },
  );
});
