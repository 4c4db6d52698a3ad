/**
 * A snapshot with a single changed bit is refused, for any writer and any position of the bit; an older one without a
 * digest is checked by its contents.
 */

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, describe, expect, test } from 'vitest';
import { DIGEST_BYTES } from '../../../../src-server/store/database/image-digest.ts';
import { proves } from '../../../conformance/proves.ts';
import { newFolder, startBallast, stopAll, type TestServer } from '../../../support/start-ballast.ts';
import { createSample, executeSample } from '../../service/sample-portfolio.ts';

afterEach(stopAll);

const FLIPS = 40;

describe('a snapshot with one changed bit', () => {
  test.each([
    ['by the server that wrote it', false],
    ['by the next one', true],
  ])('is refused %s, wherever the bit is, and changes nothing', async (_who, isNext) => {
    const { server, file } = await serverWithSnapshot(isNext);
    const sound = readFileSync(file);
    const head = await server.head();
    const statuses = new Set<number>();
    for (let flip = 0; flip < FLIPS; flip += 1) {
      const bytes = Buffer.from(sound);
      const index = Math.floor(((flip + 0.5) / FLIPS) * bytes.length);
      bytes[index] = (bytes[index] ?? 0) ^ (1 << (flip % 8));
      writeFileSync(file, bytes);
      statuses.add((await server.sim.post('/snapshots/kept/restore')).status);
    }
    expect([...statuses]).toEqual([400]);
    expect(await server.head()).toBe(head);
    writeFileSync(file, sound);
    expect((await server.sim.post('/snapshots/kept/restore')).status).toBe(200);
  });

  test('is refused when it was cut off, and so is the state for a reset', proves('L119'), async () => {
    const { server, file, dataDir } = await serverWithSnapshot(false);
    const sound = readFileSync(file);
    for (const remainingBytes of [sound.length - 1, sound.length - DIGEST_BYTES - 4096, 4096, 0]) {
      writeFileSync(file, sound.subarray(0, remainingBytes));
      expect((await server.sim.post('/snapshots/kept/restore')).status).toBe(400);
    }
    const initial = join(dataDir, 'snapshots/initial.db');
    const bytes = readFileSync(initial);
    bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 1;
    writeFileSync(initial, bytes);
    const refused = await server.sim.post('/reset', {});
    expect([refused.status, refused.error().message]).toEqual([400, expect.stringContaining('damaged')]);
  });
});

describe('a snapshot without a digest', () => {
  test('is restored if it is intact, and refused if its log was changed', proves('L119'), async () => {
    const { server, file } = await serverWithSnapshot(true);
    writeFileSync(file, readFileSync(file).subarray(0, -DIGEST_BYTES));
    expect((await server.sim.post('/snapshots/kept/restore')).status).toBe(200);
    change(file, 'update events set at_ms = at_ms + 1 where seq = 3');
    expect((await server.sim.post('/snapshots/kept/restore')).status).toBe(400);
  });
});

async function serverWithSnapshot(isNext: boolean): Promise<{ server: TestServer; file: string; dataDir: string }> {
  const dataDir = newFolder();
  const file = join(dataDir, 'snapshots/kept.db');
  const first = await startBallast({ dataDir });
  await executeSample(first);
  await first.advance('10m');
  expect((await first.sim.post('/snapshots', { name: 'kept' })).status).toBe(201);
  await createSample(first);
  if (!isNext) return { server: first, file, dataDir };
  await first.stop();
  return { server: await startBallast({ dataDir }), file, dataDir };
}

function change(file: string, statement: string): void {
  const sqlite = new Database(file);
  sqlite.exec(statement);
  sqlite.close();
}
