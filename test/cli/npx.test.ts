/** `npx ballast` right after `npm ci`: npm's own way of starting the checkout's command, offline. */

import { expect, test } from 'vitest';
import { packageRoot } from '../../src-server/system/package-root.ts';
import { proves } from '../conformance/proves.ts';
import { runProcess } from '../support/run-process.ts';

const offline = { cwd: packageRoot(), env: { npm_config_offline: 'true' } };

test('npx reaches the command without a network', { tags: ['deep'] }, async () => {
  const run = runProcess('npx', ['ballast', '--version'], offline);
  expect((await run.ended).exitCode).toBe(0);
  expect(run.stdout()).toMatch(/^\d+\.\d+\.\d+\n$/);
});

test('a server started through npx stops with npx, and frees its port', { tags: ['deep'] }, async () => {
  const run = runProcess('npx', ['ballast', 'serve', '--port', '0', '--json'], offline);
  const { form_a_url: formAUrl } = JSON.parse(await run.firstLine);
  run.child.kill('SIGTERM');
  // The server has the same output open as npx: this waits for both. The exit code is the one of npm's own shell.
  await run.ended;
  await expect(fetch(formAUrl)).rejects.toThrow();
});

test('a server started through npx stops when npx is killed, and frees its port', proves('K107'), async () => {
  const run = runProcess('npx', ['ballast', 'serve', '--port', '0', '--json'], offline);
  const { form_a_url: formAUrl } = JSON.parse(await run.firstLine);
  run.child.kill('SIGKILL');
  await run.ended;
  await expect(fetch(formAUrl)).rejects.toThrow();
});

test('a server behind a shell of npm and an older Node stops when npm is killed', {
  ...proves('K107'),
  tags: ['deep'],
}, async () => {
  // As by npm, and by the launcher in a Node that is too old; "true" keeps the shell in between.
  const launcher = 'require("child_process").spawn(process.argv[1], process.argv.slice(2), {stdio: "inherit"})';
  const ballast = `"${process.execPath}" src-server/cli/ballast.js serve --port 0 --json`;
  const shell = `"${process.execPath}" -e '${launcher}' ${ballast}; true`;
  const npm = 'require("child_process").spawn("sh", ["-c", process.argv[1]], {stdio: "inherit"})';
  const env = { npm_command: 'exec', BALLAST_HANDED_OVER: '1' };
  const run = runProcess(process.execPath, ['-e', npm, shell], { cwd: packageRoot(), env });
  const { form_a_url: formAUrl } = JSON.parse(await run.firstLine);
  run.child.kill('SIGKILL');
  await run.ended;
  await expect(fetch(formAUrl)).rejects.toThrow();
});
