/** `ballast serve` as its users see it: real processes, any free port, no inside knowledge. */

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { proves } from '../conformance/proves.ts';
import { type RunningProcess, runBallast } from '../support/run-process.ts';

const running: RunningProcess[] = [];
const folders: string[] = [];

afterEach(async () => {
  for (const { child, ended } of running.splice(0)) {
    child.kill('SIGKILL');
    await ended;
  }
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

describe('a server that is ready', () => {
  test('prints exactly one JSON line with the ten fields, and its API key works at its address', async () => {
    const server = serve('--port', '0', '--json', '--seed', '7', '--clock-mode', 'manual', '--api-key', 'ak_test');
    const ready = JSON.parse(await server.firstLine);
    expect(Object.keys(ready)).toEqual([
      'event',
      'base_url',
      'form_a_url',
      'form_b_url',
      'control_url',
      'api_key',
      'admin_token',
      'seed',
      'clock',
      'app_url',
      'config_file',
    ]);
    expect(ready).toMatchObject({ event: 'ready', seed: 7, api_key: 'ak_test', clock: '2026-03-02T09:30:00.000Z' });
    const unknown = `${ready.form_a_url}/portfolios/pf_00000000000000000000000000`;
    expect((await fetch(unknown)).status).toBe(401);
    expect((await fetch(unknown, { headers: { authorization: 'Bearer ak_test' } })).status).toBe(404);
    expect(await stopWith(server, 'SIGTERM')).toEqual({ exitCode: 0, signal: null });
    expect(server.stdout().trimEnd().split('\n')).toHaveLength(1);
    expect(server.stderr()).toBe('');
  });

  test('without --json prints one line for people, which says that nothing is stored', proves('K1'), async () => {
    const server = serve('--port', '0');
    expect(await server.firstLine).toMatch(
      /^Ballast is ready: open http:\/\/ballast-[0-9a-f]{20}\.localhost:\d+\/\?entry=[0-9a-f]{32} .*nothing is stored/,
    );
  });

  test('starts at the given virtual time and in the given folder', async () => {
    const dataDir = join(newFolder(), 'world');
    const args = ['--port', '0', '--json', '--data', dataDir, '--clock-mode', 'manual'];
    const first = serve(...args, '--clock', '2026-05-04T10:00:00+02:00', '--api-key', 'ak_kept');
    // 10:00 at +02:00 is 08:00 UTC.
    expect(JSON.parse(await first.firstLine).clock).toBe('2026-05-04T08:00:00.000Z');
    await stopWith(first, 'SIGTERM');
    const second = serve(...args);
    expect(JSON.parse(await second.firstLine).clock).toBe('2026-05-04T08:00:00.000Z');
  });
});

describe('a server that is stopped', () => {
  test.each(['SIGTERM', 'SIGINT'] as const)('closes cleanly with 0 on %s, also when it comes twice', async (signal) => {
    const server = serve('--port', '0', '--json');
    await server.firstLine;
    server.child.kill(signal);
    expect(await stopWith(server, signal)).toEqual({ exitCode: 0, signal: null });
    expect(server.stderr()).toBe('');
  });

  test('continues when the reader of its output has exited, and still ends with 0', async () => {
    const server = serve('--port', '0', '--json');
    const { control_url: controlUrl } = JSON.parse(await server.firstLine);
    server.child.stdout?.destroy();
    server.child.stderr?.destroy();
    expect((await fetch(`${controlUrl}/clock`)).status).toBe(401);
    expect(await stopWith(server, 'SIGTERM')).toEqual({ exitCode: 0, signal: null });
  });
});

describe('a server that cannot start', () => {
  test('says in one line that the port is taken, and ends with 2', async () => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const { port } = other.address() as { port: number };
    const server = serve('--port', String(port), '--json');
    expect((await server.ended).exitCode).toBe(2);
    other.close();
    expect(server.stderr().trimEnd().split('\n')).toHaveLength(1);
    expect(server.stderr()).toContain(String(port));
    expect(server.stdout()).toBe('');
  });

  test('reports the issues of a bad fixture and ends with 65', async () => {
    const fixture = join(newFolder(), 'bad.json');
    writeFileSync(fixture, '{\n  "portfolios": 3\n}\n');
    const server = serve('--port', '0', '--fixture', fixture);
    expect((await server.ended).exitCode).toBe(65);
    expect(server.stderr()).toContain('bad.json');
    expect(server.stderr()).not.toMatch(/^\s+at /m);
  });

  test('reports a missing fixture and ends with 65', async () => {
    const server = serve('--port', '0', '--fixture', join(newFolder(), 'none.yaml'));
    expect((await server.ended).exitCode).toBe(65);
    expect(server.stderr()).toContain('none.yaml');
  });

  test('names every bad flag on a line of its own and ends with 64', proves('K5'), async () => {
    const server = serve(
      '--port',
      '70000',
      '--clock',
      'noon',
      '--rules',
      'strict',
      '--prot',
      '--data',
      'x',
      '--memory',
    );
    expect((await server.ended).exitCode).toBe(64);
    expect(server.stderr().trimEnd().split('\n')).toEqual([
      "ballast: unknown option '--prot' (did you mean --port?)",
      'ballast: --data and --memory exclude each other',
      "ballast: --port: '70000' is not a number from 0 to 65535",
      "ballast: --clock: 'noon' is not a time such as 2026-03-02T09:30:00Z",
      "ballast: --rules: 'strict' is not warn, enforce or off",
    ]);
  });
});

function serve(...args: string[]): RunningProcess {
  const server = runBallast(['serve', ...args], { cwd: newFolder(), env: { BALLAST_LOG: undefined } });
  running.push(server);
  return server;
}

function stopWith(server: RunningProcess, signal: NodeJS.Signals) {
  server.child.kill(signal);
  return server.ended;
}

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'ballast-cli-'));
  folders.push(folder);
  return folder;
}
