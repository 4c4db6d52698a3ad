/**
 * The built desktop app, from its command line to its end, in Node: the bundles of the main process and of the server's
 * process, which find each other, the pages, the migrations and their threads where a package has them.
 */
import { readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { packageRoot } from '../../../src-server/system/package-root.ts';
import { proves } from '../../conformance/proves.ts';
import { askApp } from '../../support/page/ask-app.ts';
import { type RunningProcess, runProcess } from '../../support/run-process.ts';
import { testFolder } from '../../support/test-folders.ts';

const root = packageRoot();
const folder = realpathSync(testFolder('built'));
const scenario = join(folder, 'quiet.ballast.yaml');
let running: RunningProcess;

interface Line {
  readonly server?: number;
  readonly loaded?: string;
  readonly sent?: { readonly kind: string; readonly file?: string; readonly text?: string };
}

beforeAll(() => {
  writeFileSync(scenario, 'name: Quiet\nworld: {}\nsteps:\n  - advance: 1h\n');
  const hook = join(root, 'test/support/desktop/electron-hook.ts');
  const args = ['--import', hook, join(root, 'out/main/main.js'), '--ballast-port=0', `--ballast-data=${folder}/world`];
  running = runProcess(process.execPath, [...args, 'quiet.ballast.yaml'], {
    cwd: folder,
    env: { BALLAST_TEST_FOLDER: folder },
  });
});
afterAll(async () => {
  running.child.kill();
  await running.ended;
});

/** Complete lines only: the last one may still be incomplete. */
function lines(): Line[] {
  const whole = running.stdout().split('\n').slice(0, -1);
  return whole.map((line) => JSON.parse(line) as Line);
}

const loaded = () => lines().flatMap((line) => line.loaded ?? []);
const sent = () => lines().flatMap((line) => line.sent ?? []);

it('loads the app from its own server, and opens the scenario of its command line', proves('L86.1'), async () => {
  await expect.poll(sent).toHaveLength(1);
  expect(sent()).toEqual([
    { kind: 'show-scenario', file: expect.stringMatching(/^opened\/[0-9a-f]{8}\/quiet\.ballast\.yaml$/) },
  ]);
  const response = await askApp(loaded()[0] ?? '', { headers: { accept: 'text/html' } });
  const policy = response.headers.get('content-security-policy') ?? '';
  for (const rule of ["default-src 'self'", "object-src 'none'", "base-uri 'none'", "frame-ancestors 'none'"]) {
    expect(policy.split('; ')).toContain(rule);
  }
  expect(policy.split('; ')).toContain(`script-src ${new URL(loaded()[0] ?? '').host}/assets/`);
  expect(policy).not.toMatch(/unsafe-eval|https?:|\*/);
  const page = await response.text();
  expect(page).toContain('<title>Ballast</title>');
  const [script] = page.match(/\/assets\/[^"]+\.js/) ?? [];
  expect((await askApp(new URL(script ?? '', loaded()[0]).href)).status).toBe(200);
});

it('starts a server that was killed again, with its data, and notifies the page', proves('L89.1'), async () => {
  process.kill(lines().flatMap((line) => line.server ?? [])[0] ?? 0, 'SIGKILL');
  await expect.poll(sent).toHaveLength(2);
  expect(sent()[1]).toMatchObject({ kind: 'notify', text: expect.stringContaining('Its data has not changed.') });
  expect((await askApp(loaded().at(-1) ?? '', { headers: { accept: 'text/html' } })).status).toBe(200);
});

it('remembers the file when it is quit, and ends in order', proves('L87'), async () => {
  running.child.kill('SIGTERM');
  expect(await running.ended).toEqual({ exitCode: 0, signal: null });
  const stored = JSON.parse(readFileSync(join(folder, 'desktop.json'), 'utf8')) as { recentScenarios: string[] };
  expect(stored.recentScenarios).toEqual([scenario]);
  expect(running.stderr()).toBe('');
});
