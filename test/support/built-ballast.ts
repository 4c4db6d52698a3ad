/**
 * The packaged command line, for tests that start it by the dozen: a build starts in a fraction of the time of the
 * sources, which are looked up file by file. It is the checkout's own if that is fresh; otherwise one is built beside
 * the results of the run, because somebody may be using the other.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, globSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { isPartFresh } from '../../src-server/cli/desktop/build-freshness.js';
import { packageRoot } from '../../src-server/system/package-root.ts';

const root = packageRoot();
const builds = join(root, 'test-results/command-lines');
const CONFIG = 'vite.server.config.ts';
const INPUTS = ['src-server/**/*.*', CONFIG, 'vite.copied-packages.ts', 'package.json', 'package-lock.json'];

let script: string | undefined;

/** The JavaScript file that `node` runs. */
export function builtBallast(): string {
  script ??= join(isPartFresh(root, 'server') ? join(root, 'out') : ensureBuild(), 'server/ballast.js');
  return script;
}

/** Named after its sources, and complete once it has its name: other processes of tests look for it, too. */
function ensureBuild(): string {
  const name = digestOf(globSync(INPUTS, { cwd: root }).sort());
  const folder = join(builds, name);
  if (existsSync(folder)) return folder;
  const unfinished = join(builds, `unfinished-${process.pid}`);
  build(join(unfinished, 'server'));
  try {
    renameSync(unfinished, folder);
  } catch (error) {
    rmSync(unfinished, { recursive: true });
    // Another process may have made the same one meanwhile.
    if (!existsSync(folder)) throw error;
  }
  for (const other of readdirSync(builds))
    if (other !== name && !other.startsWith('unfinished-')) rmSync(join(builds, other), { recursive: true });
  return folder;
}

function digestOf(files: readonly string[]): string {
  const hash = createHash('sha256');
  for (const file of files) hash.update(`${file}\n`).update(readFileSync(join(root, file)));
  return hash.digest('hex').slice(0, 16);
}

function build(folder: string): void {
  const vite = join(dirname(createRequire(import.meta.url).resolve('vite/package.json')), 'bin/vite.js');
  const args = [vite, 'build', '--config', CONFIG, '--logLevel', 'warn', '--outDir', folder];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8' });
  if (status !== 0) throw new Error(`the command line could not be built:\n${stdout}${stderr}`);
}
