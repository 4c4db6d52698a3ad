/**
 * Tests the package as each package manager installs it, without any setting: it is light, runs no script, and works.
 */

import { copyFileSync, globSync, lstatSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { proves } from '../conformance/proves.ts';
import { fetchedTools } from '../support/package/fetched-tools.ts';
import { packedBallast } from '../support/package/packed-ballast.ts';
import { runAsStranger } from '../support/run-as-stranger.ts';

const { base, tarball, project } = await packedBallast();
const tools = await fetchedTools('other package managers');
const USE = `import { startBallast } from 'ballast/testing';
const ballast = await startBallast();
console.log('now ' + (await ballast.clock()).now);
await ballast.stop();
`;
const MEBIBYTE = 1024 * 1024;

describe('installed by npm', { tags: ['deep'] }, () => {
  test('is one package of at most 55 MiB, with no script to run', proves('K91'), () => {
    const lock: { packages: Record<string, { hasInstallScript?: boolean }> } = JSON.parse(
      readFileSync(join(project, 'package-lock.json'), 'utf8'),
    );
    const packages = Object.entries(lock.packages).filter(([path]) => path !== '');
    expect(packages.map(([path]) => path)).toEqual(['node_modules/ballast']);
    expect(packages.filter(([, { hasInstallScript: has }]) => has)).toEqual([]);
    // Its size on a disk, in blocks of 4 KiB.
    const files = globSync('**', { cwd: join(project, 'node_modules') });
    const blocks = files.map((file) => Math.ceil(lstatSync(join(project, 'node_modules', file)).size / 4096));
    const size = blocks.reduce((sum, count) => sum + count * 4096, 0) / MEBIBYTE;
    expect(size).toBeGreaterThan(20);
    expect(size).toBeLessThan(55);
  });

  test('runs', proves('K91'), async () => {
    writeFileSync(join(project, 'use.mjs'), USE);
    const { exitCode, text } = await runAsStranger('node use.mjs', project);
    expect([exitCode, text]).toEqual([0, 'node use.mjs\nnow 2026-03-02T09:30:00.000Z\n']);
  });
});

describe.runIf(tools !== null)('installed by others', () => {
  const pnpm = join(tools ?? '', '.bin/pnpm');
  const yarn = `node ${join(tools ?? '', '@yarnpkg/cli-dist/bin/yarn.js')}`;

  test.each([
    // pnpm ends with 1 if a package has a script that it was not allowed to run.
    ['pnpm', `${pnpm} add ./ballast.tgz && node use.mjs`],
    // Yarn looks for every possible package, for all systems, and leaves packages in archives.
    ['Yarn', `${yarn} add ./ballast.tgz && ${yarn} node use.mjs && ${yarn} ballast --version`],
  ])('works with %s, without any setting', { ...proves('K91'), tags: ['deep'] }, async (name, line) => {
    const folder = join(base, `by-${name}`);
    mkdirSync(folder);
    copyFileSync(tarball, join(folder, 'ballast.tgz'));
    writeFileSync(join(folder, 'package.json'), '{ "name": "a-project", "private": true, "type": "module" }');
    // Without one, Yarn takes the folder for a part of a project above it.
    if (name === 'Yarn') writeFileSync(join(folder, 'yarn.lock'), '');
    writeFileSync(join(folder, 'use.mjs'), USE);
    const { exitCode, text } = await runAsStranger(line, folder, { HOME: folder });
    expect(text).toContain('now 2026-03-02T09:30:00.000Z');
    expect(exitCode, text).toBe(0);
  });
});
