/**
 * `/sim/preferences`: settings that the app stores for its user, until the server ends, or in its data folder
 * (decision L133).
 */
import { mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import {
  MAX_PREFERENCE_BYTES,
  MAX_PREFERENCES,
  preferenceList,
} from '../../../../src-server/contract/control/world/preferences.ts';
import { proves } from '../../../conformance/proves.ts';
import { makeWorldOn, newFolder, startBallast, stopAll, type TestServer } from '../../../support/start-ballast.ts';

afterAll(stopAll);

const stored = async ({ sim }: Pick<TestServer, 'sim'>) =>
  (await sim.get('/preferences')).as(preferenceList).preferences;

const put = ({ sim }: Pick<TestServer, 'sim'>, name: string, value: unknown) =>
  sim.send('PUT', `/preferences/${name}`, {
    body: JSON.stringify({ value }),
    headers: { 'content-type': 'application/json' },
  });

describe('preferences', () => {
  test(
    'belong to the server, in all of its worlds, and a further start in memory has none',
    proves('L133'),
    async () => {
      const server = await startBallast();
      expect(await stored(server)).toEqual({});
      expect((await put(server, 'theme', { scheme: 'dark' })).status).toBe(200);
      await put(server, 'theme', { scheme: 'light' });
      await put(server, 'layout', { columns: ['name'], deep: [{ a: null }] });
      const expected = { theme: { scheme: 'light' }, layout: { columns: ['name'], deep: [{ a: null }] } };
      expect(await stored(server)).toEqual(expected);
      const { made } = await makeWorldOn(server);
      const asServer = { headers: { authorization: `Bearer ${server.ballast.adminToken}` } };
      const there = await fetch(`${made.control_url}/preferences`, asServer);
      expect(await there.json()).toEqual({ preferences: expected });
      const asWorld = { headers: { authorization: `Bearer ${made.admin_token}` } };
      expect((await fetch(`${made.control_url}/preferences`, asWorld)).status).toBe(401);
      expect(await stored(await startBallast())).toEqual({});
    },
  );

  test('survive a restart on the data folder, in a file for this user alone, and are no event of the world', {
    ...proves('L133', 'K97'),
  }, async () => {
    const dataDir = newFolder();
    const first = await startBallast({ dataDir });
    const head = await first.head();
    await put(first, 'theme', { scheme: 'dark' });
    await put(first, 'constructor', { text: 'Ä ✓' });
    expect(await first.head()).toBe(head);
    await first.stop();
    expect(statSync(join(dataDir, 'preferences.json')).mode & 0o777).toBe(0o600);
    const again = await startBallast({ dataDir });
    expect(await stored(again)).toEqual({ theme: { scheme: 'dark' }, constructor: { text: 'Ä ✓' } });
    await again.stop();
  });

  test.each([
    ['{"preferences": {"theme"', 'is not JSON'],
    ['{"preferences": {"theme": 1}}', 'is not a file of preferences'],
    ['{"preferences": {"../theme": {}}}', 'is not a file of preferences'],
    ['{"preferences": {}, "more": 1}', 'is not a file of preferences'],
    [' '.repeat(MAX_PREFERENCES * (MAX_PREFERENCE_BYTES + 100) + 1), 'is too large'],
  ])('an invalid file is ignored until something is stored: %.40s', proves('L133'), async (text) => {
    const dataDir = newFolder();
    await (await startBallast({ dataDir })).stop();
    const file = join(dataDir, 'preferences.json');
    writeFileSync(file, text);
    const server = await startBallast({ dataDir });
    expect(await stored(server)).toEqual({});
    expect(readFileSync(file, 'utf8')).toBe(text);
    await put(server, 'theme', { scheme: 'dark' });
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ preferences: { theme: { scheme: 'dark' } } });
    await server.stop();
  });

  test('that cannot be written are refused, and the earlier ones remain', proves('L133'), async () => {
    const dataDir = newFolder();
    const server = await startBallast({ dataDir });
    await put(server, 'theme', { scheme: 'dark' });
    // A folder in the place of the draft: nothing can be written next to the file.
    mkdirSync(join(dataDir, 'preferences.json.new', 'x'), { recursive: true });
    expect((await put(server, 'theme', { scheme: 'light' })).status).toBe(500);
    expect(await stored(server)).toEqual({ theme: { scheme: 'dark' } });
    renameSync(join(dataDir, 'preferences.json.new'), join(dataDir, 'elsewhere'));
    expect((await put(server, 'theme', { scheme: 'light' })).status).toBe(200);
    await server.stop();
  });

  test('have limits: a name, an object, its size and their number', proves('L133'), async () => {
    const server = await startBallast();
    for (const name of ['Theme', '1', 'a_b', 'a'.repeat(41), '..%2Ftheme', '__proto__'])
      expect([name, (await put(server, name, {})).error().details]).toEqual([
        name,
        [{ path: '/name', issue: 'is not a valid name of preferences, such as `layout`' }],
      ]);
    for (const value of [1, 'text', null, [], undefined]) {
      const refused = await put(server, 'theme', value);
      expect([refused.status, refused.error().details[0]?.path]).toEqual([400, '/value']);
    }
    const filled = (bytes: number) => ({ a: 'x'.repeat(bytes - '{"a":""}'.length) });
    expect((await put(server, 'theme', filled(MAX_PREFERENCE_BYTES))).status).toBe(200);
    expect((await put(server, 'theme', filled(MAX_PREFERENCE_BYTES + 1))).error().details).toEqual([
      { path: '/value', issue: `has more than ${MAX_PREFERENCE_BYTES} bytes` },
    ]);
    for (let count = 1; count < MAX_PREFERENCES; count += 1) await put(server, `name-${count}`, {});
    expect((await put(server, 'one-more', {})).error().details[0]?.issue).toContain(
      `the maximum of ${MAX_PREFERENCES}`,
    );
    expect((await put(server, 'name-1', { now: true })).status).toBe(200);
    expect(Object.keys(await stored(server))).toHaveLength(MAX_PREFERENCES);
  });
});
