/** The permissions of a server's files, as another user of the machine would see them. */
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { proves } from '../conformance/proves.ts';
import { type RunningProcess, runBallast } from '../support/run-process.ts';
import { callerOf, newFolder, stopAll } from '../support/start-ballast.ts';

let run: RunningProcess | undefined;

afterEach(async () => {
  run?.child.kill('SIGKILL');
  await run?.ended;
  await stopAll();
});

const modeOf = (path: string) => statSync(path).mode & 0o777;

test('every folder that serve creates is 0700 and every file in it 0600', proves('K97'), async () => {
  const dataDir = join(newFolder(), 'made/by/serve');
  run = runBallast(['serve', '--data', dataDir, '--port', '0', '--clock-mode', 'manual', '--json']);
  const { control_url, base_url, admin_token, api_key } = JSON.parse(await run.firstLine);
  const sim = callerOf(control_url, admin_token);
  expect((await sim.post('/snapshots', { name: 'kept' })).status).toBe(201);
  await callerOf(base_url, api_key).get('/prices/DE0007164600');
  expect((await sim.get('/journal')).status).toBe(200);
  const entries = readdirSync(dataDir, { recursive: true, withFileTypes: true });
  const others = entries.map((entry) => ({ entry, mode: modeOf(join(entry.parentPath, entry.name)) }));
  expect(others.filter(({ entry, mode }) => mode !== (entry.isDirectory() ? 0o700 : 0o600))).toEqual([]);
  expect(entries.map(({ name }) => name)).toEqual(expect.arrayContaining(['ballast.db', 'journal.db', 'kept.db']));
  expect(modeOf(dataDir)).toBe(0o700);
  run.child.kill();
  expect((await run.ended).exitCode).toBe(0);
});
