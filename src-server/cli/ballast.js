#!/usr/bin/env node
/**
 * The package's `bin`: plain JavaScript that any Node since 14 can read. It finds a Node that can load SQLite and, in a
 * checkout, run TypeScript, if need be the one that `npm ci` put into node_modules, and runs the command line in it. A
 * package runs its build, and so does a checkout whose build is as new as its sources, because that starts several
 * times as fast; otherwise a checkout runs its sources. Knows no commands.
 */

import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import neededNode from '../system/needed-node.cjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
const sources = new URL('./start.ts', import.meta.url);
const build = new URL('../../out/server/ballast.js', import.meta.url);
const isCheckout = existsSync(sources);
const oldNode = neededNode.refuseOldNode('Ballast');

if (oldNode === null && (!isCheckout || process.features.typescript)) {
  import(((await isBuildFresh()) ? build : sources).href).catch(reportMissingPackage);
} else {
  handOver();
}

async function isBuildFresh() {
  if (!isCheckout) return true;
  const { isPartFresh } = await import('./desktop/build-freshness.js');
  return isPartFresh(root, 'server') && existsSync(build);
}

/** Runs the same command line in the newer Node, as if this process were that one: signals in, exit code out. */
function handOver() {
  const node = isCheckout ? newerNode() : null;
  if (node === null || process.env.BALLAST_HANDED_OVER) {
    const reason =
      oldNode || `Ballast's sources need a Node that runs TypeScript; this is Node ${process.versions.node}.`;
    refuse(isCheckout ? `${reason} The one that \`npm ci\` installs is not there.` : reason);
  }
  const child = spawn(node, [fileURLToPath(import.meta.url), ...process.argv.slice(2)], {
    stdio: 'inherit',
    env: { ...process.env, BALLAST_HANDED_OVER: '1' },
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('error', (error) => refuse(`Ballast could not start ${node}: ${error.message}`));
  child.on('exit', (code, signal) => endLike(code, signal));
}

function newerNode() {
  const folder = join(root, 'node_modules', 'node', 'bin');
  const found = ['node', 'node.exe'].map((name) => join(folder, name)).find((file) => existsSync(file));
  return found === undefined ? null : found;
}

/** Reports a missing package by its name; only a checkout can lack one. */
function reportMissingPackage(error) {
  const [, name] = /^Cannot find package '([^']+)'/.exec(error.message) || [];
  if (name === undefined) throw error;
  refuse(`The package ${name} is not installed: run \`npm ci\` in ${root}`);
}

function refuse(line) {
  console.error(line);
  process.exit(2);
}

/** Ends this process like its child, including by the same signal, so that the shell sees the real outcome. */
function endLike(code, signal) {
  if (signal === null) process.exit(code);
  process.removeAllListeners(signal);
  process.kill(process.pid, signal);
}
