/**
 * Packs this tree once for all tests of the package, by the first line of the examples' READMEs, and installs the
 * package in an empty project; further packages of deep tests are fetched when the first of them needs them. All of
 * that runs beside other tests: `packed-ballast.ts` waits for it. `build-checkout.ts` has built what is packed.
 */

import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { packageRoot } from '../../../src-server/system/package-root.ts';
import { exampleLines } from '../documents/example-lines.ts';
import { runAsStranger } from '../run-as-stranger.ts';

export interface PackedBallast {
  /** Contains everything, and is new. Projects go into it, so that `../path/to/ballast` is the checkout. */
  readonly base: string;
  /** The file that `npm pack` made. */
  readonly tarball: string;
  /** A project into which only the tarball was installed. */
  readonly project: string;
}

declare module 'vitest' {
  interface ProvidedContext {
    /**
     * Responds with `PackedBallast` once it is there, or why it is not; at `/tools` with the folder of `fetchTools`.
     */
    readonly packingUrl: string;
  }
}

/** The last Node that cannot load SQLite, and the first that can, as the packages that contain their programs. */
const SYSTEM = `${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`;
const TOOLS = [
  'pnpm@12.21.0',
  '@yarnpkg/cli-dist@4.18.1',
  `node-too-old@npm:node-${SYSTEM}@22.13.1`,
  `node-lowest@npm:node-${SYSTEM}@22.14.0`,
];

let base = '';
let packing: Promise<PackedBallast>;
let fetching: Promise<string | null> | undefined;
const server = createServer(async ({ url }, response) => {
  try {
    if (url === '/tools') fetching ??= fetchTools();
    response.end(JSON.stringify(await (url === '/tools' ? fetching : packing)));
  } catch (error) {
    response.statusCode = 500;
    response.end(String(error));
  }
});

/** Vitest's global set-up. */
export async function setup({ provide }: TestProject): Promise<void> {
  base = mkdtempSync(join(tmpdir(), 'ballast-package-'));
  packing = pack();
  // Each caller receives the failure.
  packing.catch(() => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  provide('packingUrl', `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
}

export async function teardown(): Promise<void> {
  server.close();
  await Promise.allSettled([packing, fetching]);
  rmSync(base, { recursive: true, force: true });
}

async function pack(): Promise<PackedBallast> {
  mkdirSync(join(base, 'path/to'), { recursive: true });
  symlinkSync(packageRoot(), join(base, 'path/to/ballast'));
  const project = newProject('plain');
  const [line = ''] = exampleLines('vitest');
  await mustRun(line, project);
  const [file = 'no file'] = readdirSync(project).filter((name) => name.endsWith('.tgz'));
  await mustRun(`npm install ./${file}`, project);
  return { base, tarball: join(project, file), project };
}

/** `node_modules` with pnpm, Yarn and two versions of Node; null where they could not be fetched. */
async function fetchTools(): Promise<string | null> {
  const folder = newProject('tools');
  const { exitCode } = await runAsStranger(`npm install ${TOOLS.join(' ')}`, folder);
  return exitCode === 0 ? join(folder, 'node_modules') : null;
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
