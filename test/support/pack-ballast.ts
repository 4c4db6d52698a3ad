/**
 * Builds this tree and lays it out as the npm package that others install: what `files` of package.json names, with the
 * dependencies of the checkout beside it. Refuses to touch the checkout's own `out`.
 */

import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { packageRoot } from '../../src-server/system/package-root.ts';
import { runProcess } from './run-process.ts';

export interface PackedBallast {
  /** The folder of the package. */
  readonly folder: string;
  /** A new folder with the contents of `source`, in which `import 'ballast/testing'` and these packages are found. */
  project(source: string | null, packages: readonly string[]): string;
  remove(): void;
}

export async function packBallast(): Promise<PackedBallast> {
  const root = packageRoot();
  const base = mkdtempSync(join(tmpdir(), 'ballast-package-'));
  const folder = join(base, 'ballast');
  const manifest: { files: string[] } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  for (const path of ['package.json', ...manifest.files.filter((file) => !file.startsWith('out/'))])
    cpSync(join(root, path), join(folder, path), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  const vite = join(dirname(createRequire(import.meta.url).resolve('vite/package.json')), 'bin/vite.js');
  for (const config of ['vite.server.config.ts', 'vite.testing.config.ts'])
    await build(root, [
      vite,
      'build',
      '--config',
      config,
      '--logLevel',
      'warn',
      '--outDir',
      join(folder, 'out/server'),
    ]);
  await build(root, [join(root, '.ci/build-types.js'), join(folder, 'out/types')]);
  let projects = 0;
  return {
    folder,
    project(source, packages) {
      projects += 1;
      const project = join(base, `project-${projects}`);
      mkdirSync(join(project, 'node_modules'), { recursive: true });
      if (source !== null) cpSync(source, project, { recursive: true });
      symlinkSync(folder, join(project, 'node_modules/ballast'));
      for (const name of packages) link(join(root, 'node_modules', name), join(project, 'node_modules', name));
      return project;
    },
    remove: () => rmSync(base, { recursive: true, force: true }),
  };
}

async function build(cwd: string, words: readonly string[]): Promise<void> {
  const run = runProcess(process.execPath, words, { cwd });
  const { exitCode } = await run.ended;
  if (exitCode !== 0) throw new Error(`node ${words.join(' ')} failed:\n${run.stdout()}${run.stderr()}`);
}

function link(from: string, to: string): void {
  mkdirSync(dirname(to), { recursive: true });
  symlinkSync(from, to);
}
