#!/usr/bin/env node
/**
 * The package's `bin`: plain JavaScript that any Node since 14 can read. It makes sure that the Node that goes on can
 * run TypeScript (22.18 or newer), if need be the one that `npm ci` put into node_modules, and hands over to it. A
 * checkout runs its sources, a package its build. Refuses to know any command.
 */

import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const NEEDED = [22, 18];

if (canRunTypeScript(process.versions.node)) {
  const sources = new URL('./start.ts', import.meta.url);
  import(existsSync(sources) ? sources.href : new URL('../../out/server/ballast.js', import.meta.url).href);
} else {
  handOver();
}

function canRunTypeScript(version) {
  const [major, minor] = version.split('.').map(Number);
  return major > NEEDED[0] || (major === NEEDED[0] && minor >= NEEDED[1]);
}

/** Runs the same command line in the newer Node, as if this process were that one: signals in, exit code out. */
function handOver() {
  const launcher = fileURLToPath(import.meta.url);
  const node = newerNode(join(dirname(launcher), '..', '..'));
  if (node === null || process.env.BALLAST_HANDED_OVER) {
    console.error(
      `Ballast needs Node ${NEEDED.join('.')} or newer; this is ${process.versions.node}, and the one that \`npm ci\` installs is not there.`,
    );
    process.exit(2);
  }
  const child = spawn(node, [launcher, ...process.argv.slice(2)], {
    stdio: 'inherit',
    env: { ...process.env, BALLAST_HANDED_OVER: '1' },
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('error', (error) => {
    console.error(`Ballast could not start ${node}: ${error.message}`);
    process.exit(2);
  });
  child.on('exit', (code, signal) => endLike(code, signal));
}

function newerNode(root) {
  const folder = join(root, 'node_modules', 'node', 'bin');
  const found = ['node', 'node.exe'].map((name) => join(folder, name)).find((file) => existsSync(file));
  return found === undefined ? null : found;
}

/** A child that died of a signal is answered with the same death, so that a shell sees the truth. */
function endLike(code, signal) {
  if (signal === null) process.exit(code);
  process.removeAllListeners(signal);
  process.kill(process.pid, signal);
}
