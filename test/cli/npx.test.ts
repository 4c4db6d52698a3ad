/** `npx ballast` right after `npm ci`: npm's own way of starting the checkout's command, offline. */

import { expect, test } from 'vitest';
import { packageRoot } from '../../src-server/system/package-root.ts';
import { runProcess } from '../support/run-process.ts';

const offline = { cwd: packageRoot(), env: { npm_config_offline: 'true' } };

test('npx reaches the command without a network', async () => {
  const run = runProcess('npx', ['ballast', '--version'], offline);
  expect((await run.ended).exitCode).toBe(0);
  expect(run.stdout()).toMatch(/^\d+\.\d+\.\d+\n$/);
});

test('a server started through npx ends when npx is told to, and frees its port', async () => {
  const run = runProcess('npx', ['ballast', 'serve', '--port', '0', '--json'], offline);
  const { form_a_url: formAUrl } = JSON.parse(await run.firstLine);
  run.child.kill('SIGTERM');
  // The server holds the same output as npx: this waits for both. The exit code is the one of npm's own shell.
  await run.ended;
  await expect(fetch(formAUrl)).rejects.toThrow();
});
