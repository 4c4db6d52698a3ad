/**
 * Packs this tree once for all tests of the package, in a copy of it, by the first line that the examples give to a
 * stranger to run; installs the package in an empty project, and fetches what else the tests install. All of that goes on
 * beside other tests: `packed-ballast.ts` waits for it. Refuses to touch the checkout's own `out`.
 */

import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { packageRoot } from '../../src-server/system/package-root.ts';
import { exampleLines } from './documents/example-lines.ts';
import { runAsStranger } from './run-as-stranger.ts';

export interface PackedBallast {
  /** Holds everything, and is new. Projects go into it, so that `../path/to/ballast` is the checkout. */
  readonly base: string;
  /** What `npm pack` made. */
  readonly tarball: string;
  /** A project into which nothing but the tarball was installed. */
  readonly project: string;
  /** `node_modules` with pnpm, Yarn and two versions of Node; null where they could not be fetched. */
  readonly tools: string | null;
}

declare module 'vitest' {
  interface ProvidedContext {
    /** Where `PackedBallast` is told once it is there, or why it is not. */
    readonly packingUrl: string;
  }
}

/** The last Node that cannot load SQLite, and the first that can, as the packages that hold their programs. */
const SYSTEM = `${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`;
const TOOLS = [
  'pnpm@12.21.0',
  '@yarnpkg/cli-dist@4.18.1',
  `node-too-old@npm:node-${SYSTEM}@22.13.1`,
  `node-lowest@npm:node-${SYSTEM}@22.14.0`,
];

/** What a clone does not hold, and what holds no part of the package. */
const NOT_CLONED = new Set(['.git', 'node_modules', 'out', 'test-results', 'test', '.ballast']);

let base = '';
let packing: Promise<string> = Promise.resolve('');
const server = createServer(async (_request, response) => {
  try {
    response.end(await packing);
  } catch (error) {
    response.statusCode = 500;
    response.end(String(error));
  }
});

/** Vitest's global set-up. */
export async function setup({ provide }: TestProject): Promise<void> {
  base = mkdtempSync(join(tmpdir(), 'ballast-package-'));
  packing = pack().then((packed) => JSON.stringify(packed));
  // Whoever asks is told of a failure.
  packing.catch(() => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  provide('packingUrl', `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
}

export async function teardown(): Promise<void> {
  server.close();
  await packing.catch(() => undefined);
  rmSync(base, { recursive: true, force: true });
}

async function pack(): Promise<PackedBallast> {
  const tools = newProject('tools');
  const fetching = runAsStranger(`npm install ${TOOLS.join(' ')}`, tools);
  copyCheckout(join(base, 'path/to/ballast'));
  const project = newProject('plain');
  const [line = ''] = exampleLines('vitest');
  await mustRun(line, project);
  const [file = 'no file'] = readdirSync(project).filter((name) => name.endsWith('.tgz'));
  await mustRun(`npm install ./${file}`, project);
  const fetched = await fetching;
  return {
    base,
    tarball: join(project, file),
    project,
    tools: fetched.exitCode === 0 ? join(tools, 'node_modules') : null,
  };
}

function copyCheckout(target: string): void {
  const root = packageRoot();
  for (const name of readdirSync(root))
    if (!NOT_CLONED.has(name)) cpSync(join(root, name), join(target, name), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(target, 'node_modules'));
}

function newProject(name: string): string {
  const folder = join(base, name);
  mkdirSync(folder);
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name, private: true, type: 'module' }));
  return folder;
}

async function mustRun(line: string, folder: string): Promise<void> {
  const { exitCode, text } = await runAsStranger(line, folder);
  if (exitCode !== 0) throw new Error(`${line} failed:\n${text}`);
}
