/** `ballast world` (decision N5) against a running server. */
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createdWorld, worldList } from '../../src-server/contract/control/worlds/worlds.ts';
import { proves } from '../conformance/proves.ts';
import { callBallast } from '../support/call-ballast.ts';
import { makeWorldOn, newFolder, startBallast, stopAll, type TestServer } from '../support/start-ballast.ts';
import { FOREIGN_RESPONSES, withForeignServer } from '../testing/foreign-server.ts';

let server: TestServer;
let folder: string;
beforeAll(async () => {
  server = await startBallast({ seed: 8 });
  folder = newFolder();
});
afterAll(stopAll);

async function run(...args: string[]) {
  const { exitCode, ...output } = await callBallast(args);
  return { code: exitCode, ...output };
}

function world(...args: string[]) {
  const { baseUrl, adminToken } = server.ballast;
  return run('world', ...args, '--url', new URL(baseUrl).origin, '--admin-token', adminToken);
}

describe('ballast world', () => {
  test('lists, copies, exports, imports and ends worlds', proves('N5.4'), async () => {
    await makeWorldOn(server, { name: 'mine', seed: 5 });
    const listed = await world('list');
    expect(listed.stdout.split('\n').slice(0, 2)).toEqual([
      'default: seed 8, 1 log entry, 2026-03-02T09:30:00.000Z',
      'mine: seed 5, 1 log entry, 2026-03-02T09:30:00.000Z',
    ]);
    const forked = await world('fork', 'mine', '--name', 'copy', '--json');
    expect(createdWorld.parse(JSON.parse(forked.stdout))).toMatchObject({ name: 'copy', fork_of: 'mine', seed: 5 });
    const out = join(folder, 'copy.zip');
    expect((await world('export', 'copy', '--out', out)).stdout).toBe(`${out}: the world copy\n`);
    expect(existsSync(out)).toBe(true);
    const again = await world('export', 'copy', '--out', out);
    expect([again.code, again.stderr]).toEqual([
      64,
      expect.stringContaining('already exists; use --force to overwrite it'),
    ]);
    const imported = await world('import', out, '--name', 'back');
    expect(imported.stdout).toContain(`back: ${new URL(server.ballast.baseUrl).origin}/worlds/back/v1`);
    expect((await world('end', 'back')).stdout).toBe('back has ended\n');
    const { worlds } = worldList.parse(JSON.parse((await world('list', '--json')).stdout));
    expect(worlds.map(({ name }) => name)).toEqual(['default', 'copy', 'mine']);
  });

  test('says what is wrong, and what the server refuses', proves('N5.4'), async () => {
    const bad = join(folder, 'bad.zip');
    writeFileSync(bad, 'no zip');
    for (const [args, code, line] of [
      [['export'], 64, 'world export needs the name of a world'],
      [['export', 'Nobody'], 64, "'Nobody' is not a name of 1 to 40 lower-case letters, digits and hyphens"],
      [['end', 'nobody'], 2, 'There is no world nobody on this server'],
      [['import', join(folder, 'none.zip')], 65, 'there is no such file'],
      [['import', bad], 2, 'The file cannot be imported: it is not a zip archive, or it is damaged'],
      [['fork', 'default', '--keep'], 2, '/keep has no effect'],
      [['list', 'x', '--jsn'], 64, "unexpected argument 'x'"],
    ] as const) {
      const { code: exit, stderr } = await world(...args);
      expect([args, exit, stderr]).toEqual([args, code, expect.stringContaining(line)]);
    }
    const noToken = await run('world', 'list');
    expect([noToken.code, noToken.stderr]).toEqual([64, expect.stringContaining('world list needs --admin-token')]);
  });
});

describe('another server than a control plane is reported, and nothing is written:', () => {
  test.each(FOREIGN_RESPONSES)('%s', proves('N5.4', 'K55'), async (...response) => {
    const archive = join(folder, 'any.zip');
    writeFileSync(archive, 'any');
    await withForeignServer(response, async (origin) => {
      const out = join(newFolder(), 'it');
      const commands = [
        ['world', 'list'],
        ['world', 'fork', 'default'],
        ['world', 'end', 'default'],
        ['world', 'import', archive],
        ['world', 'export', 'default', '--out', `${out}.zip`],
        ['record', '--for', '0s', '--out', `${out}.yaml`],
      ];
      for (const args of commands) {
        const { code, stdout, stderr } = await run(...args, '--url', origin, '--admin-token', 'x');
        expect([args, code, stdout, stderr]).toEqual([
          ...[args, 2, '', `ballast: The server at ${origin} is not a Ballast control plane.\n`],
        ]);
      }
      expect([`${out}.zip`, `${out}.yaml`].filter((file) => existsSync(file))).toEqual([]);
    });
  });
});
