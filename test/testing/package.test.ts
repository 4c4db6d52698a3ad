/** What others install: its files, its declarations under strict settings, its command, and every way to load it. */

import { cpSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { packageRoot } from '../../src-server/system/package-root.ts';
import { proves } from '../conformance/proves.ts';
import { type PackedBallast, packBallast } from '../support/pack-ballast.ts';
import { runProcess } from '../support/run-process.ts';

const root = packageRoot();
const COMMONJS_CONSUMER = `import { startBallast } from 'ballast/testing';
export const url = async (): Promise<string> => (await startBallast()).baseUrl;
`;
let packed: PackedBallast;
beforeAll(async () => {
  packed = await packBallast();
}, 120_000);
afterAll(() => packed.remove());

describe('the package', () => {
  test('holds what runs, and neither sources nor tests', proves('K75'), async () => {
    const run = runProcess('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], { cwd: packed.folder });
    expect((await run.ended).exitCode, run.stderr()).toBe(0);
    const [{ files }] = JSON.parse(run.stdout()) as [{ files: { path: string }[] }];
    const paths = files.map(({ path }) => path);
    for (const needed of [
      'src-server/cli/ballast.js',
      'src-server/testing/package-entry.cjs',
      'out/server/ballast.js',
      'out/server/journal-worker.js',
      'out/server/server-door.js',
      'out/server/testing.cjs',
      'out/types/testing/testing.d.ts',
      'fixtures/market/instruments.json',
      'fixtures/worlds/demo.yaml',
    ])
      expect(paths).toContain(needed);
    const source = /^(?!out\/types\/|fixtures\/).*\.tsx?$|^test|^bench|^docs|^\.ci|node_modules/;
    expect(paths.filter((path) => source.test(path))).toEqual([]);
  });

  test.each(['nodenext', 'node16'])('is sound for a strict project of modules like %s', async (module) => {
    const project = packed.project(null, ['@types/node', 'undici-types', 'zod']);
    cpSync(join(root, 'test/testing/consumer.mts'), join(project, 'consumer.mts'));
    writeFileSync(join(project, 'consumer.cts'), COMMONJS_CONSUMER);
    const compiler = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin/tsc');
    const flags = '--noEmit --strict --skipLibCheck false --exactOptionalPropertyTypes --noUncheckedIndexedAccess';
    const target = '--target es2022 --lib es2023,esnext.disposable,dom --types node';
    const words = [...`${flags} ${target} --module ${module}`.split(' '), 'consumer.mts', 'consumer.cts'];
    const run = runProcess(process.execPath, [compiler, ...words], { cwd: project });
    expect((await run.ended).exitCode, run.stdout()).toBe(0);
  });

  test.each([
    ['use.mjs', "import { startBallast } from 'ballast/testing';"],
    ['use.cjs', "const { startBallast } = require('ballast/testing');"],
  ])('can be loaded by %s, and is silent', async (name, load) => {
    const project = packed.project(null, []);
    const use = 'startBallast().then(async (b) => { console.log((await b.clock()).now); await b.stop(); });';
    writeFileSync(join(project, name), `${load}\n${use}\n`);
    const run = runProcess(process.execPath, [name], { cwd: project });
    expect((await run.ended).exitCode).toBe(0);
    expect([run.stdout(), run.stderr()]).toEqual(['2026-03-02T09:30:00.000Z\n', '']);
  });

  test('has the command, which runs its build', async () => {
    const run = runProcess(process.execPath, [
      join(packed.folder, 'src-server/cli/ballast.js'),
      'serve',
      '--port',
      '0',
      '--json',
    ]);
    expect(JSON.parse(await run.firstLine)).toMatchObject({ event: 'ready', seed: 1 });
    run.child.kill('SIGTERM');
    expect((await run.ended).exitCode).toBe(0);
  });
});

test('a checkout without a build runs its sources', proves('K75'), async () => {
  const project = packed.project(null, []);
  const entry = JSON.stringify(join(root, 'src-server/testing/testing.ts'));
  writeFileSync(
    join(project, 'use.mjs'),
    `import { startBallast } from ${entry};\nawait (await startBallast()).stop();\n`,
  );
  const run = runProcess(process.execPath, ['use.mjs'], { cwd: project });
  expect((await run.ended).exitCode, run.stderr()).toBe(0);
});
