/**
 * Tests what users install: its files and documents, its declarations under strict settings, its command, and every way
 * to load it.
 */

import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { exampleOf } from '../../src-server/contract/openapi/examples.ts';
import { packageRoot } from '../../src-server/system/package-root.ts';
import { proves } from '../conformance/proves.ts';
import { packedBallast } from '../support/package/packed-ballast.ts';
import { askApp } from '../support/page/ask-app.ts';
import { runAsStranger } from '../support/run-as-stranger.ts';
import { runProcess } from '../support/run-process.ts';

const root = packageRoot();
const { base, project } = await packedBallast();
const installed = join(project, 'node_modules/ballast');
const command = join(installed, 'src-server/cli/ballast.js');
const COMMONJS_CONSUMER = `import { startBallast } from 'ballast/testing';
export const url = async (): Promise<string> => (await startBallast()).baseUrl;
`;

describe('the package', () => {
  const paths = globSync('**/*.*', { cwd: installed });

  test('contains what runs, and neither sources nor tests', proves('K75', 'K91'), () => {
    for (const needed of [
      'src-server/cli/ballast.js',
      'src-server/testing/package-entry.cjs',
      'out/server/ballast.js',
      'out/server/journal-worker.js',
      'out/server/server-entry.js',
      'out/server/testing.cjs',
      'out/packages/better-sqlite3/prebuilds/win32-x64.node',
      'out/packages/swagger-ui-dist/swagger-ui.css',
      'out/types/testing/testing.d.ts',
      'src-server/store/migrations/0000_world.sql',
      'src-server/store/migrations/meta/_journal.json',
      'fixtures/market/instruments.json',
      'fixtures/worlds/demo.yaml',
    ])
      expect(paths).toContain(needed);
    const source =
      /^(?!out\/types\/|fixtures\/|docs\/(?:examples|recipes)\/|out\/site\/files\/docs\/examples\/).*\.tsx?$|^test|^bench|^\.ci|node_modules|\.gyp$|\.map$/;
    expect(paths.filter((path) => source.test(path))).toEqual([]);
    const onlyForWork = /_snapshot\.json$|^fixtures\/(?:openapi|released-worlds)\//;
    expect(paths.filter((path) => onlyForWork.test(path))).toEqual([]);
  });

  test('names the licence of everything that is bundled or copied', proves('K91'), () => {
    for (const part of ['server', 'renderer'])
      expect(readFileSync(join(installed, 'out', part, 'licences.md'), 'utf8')).toMatch(/MIT/);
    const copies = globSync('out/packages/*/package.json', { cwd: installed }).map(dirname);
    expect(copies.length).toBeGreaterThan(4);
    for (const copy of [...copies, 'out/types/zod'])
      expect(existsSync(join(installed, copy, 'LICENSE')), copy).toBe(true);
  });

  test('contains its documents, whose links lead to existing files', proves('K91'), () => {
    const documents = paths.filter((path) => /^(?:README|CHANGELOG|CONTRIBUTING|docs\/.*)\.md$/.test(path));
    expect(documents).toEqual(expect.arrayContaining(['README.md', 'docs/testing.md', 'docs/examples/jest/README.md']));
    const lost = documents.flatMap((file) =>
      linksOf(readFileSync(join(installed, file), 'utf8'))
        .filter((link) => !existsSync(join(installed, dirname(file), link)))
        .map((link) => `${file}: ${link}`),
    );
    expect(lost).toEqual([]);
  });

  /** TypeScript 7 no longer has `node10`; projects that use it have an older compiler, as generated types do here. */
  const compilers = { now: root, before: join(root, 'test/client') };

  for (const { resolution, module, compiler } of [
    { resolution: 'nodenext', module: 'nodenext', compiler: compilers.now },
    { resolution: 'node16', module: 'node16', compiler: compilers.now },
    { resolution: 'bundler', module: 'esnext', compiler: compilers.now },
    { resolution: 'node10', module: 'commonjs', compiler: compilers.before },
  ])
    test(`compiles in a strict project that resolves modules like ${resolution}`, {
      ...proves('K75'),
      tags: ['deep'],
    }, async () => {
      const folder = newProject(['@types/node', 'undici-types']);
      cpSync(join(root, 'test/package/consumer.mts'), join(folder, 'consumer.mts'));
      writeFileSync(join(folder, 'consumer.cts'), COMMONJS_CONSUMER);
      const { resolve } = createRequire(join(compiler, 'package.json'));
      const tsc = join(dirname(resolve('typescript/package.json')), 'bin/tsc');
      const flags = '--noEmit --strict --skipLibCheck false --exactOptionalPropertyTypes --noUncheckedIndexedAccess';
      const target = '--target es2022 --lib es2023,dom --types node';
      const modules = `--module ${module} --moduleResolution ${resolution}`;
      const line = `node ${tsc} ${flags} ${target} ${modules} consumer.mts consumer.cts`;
      const run = await runAsStranger(line, folder);
      expect(run.exitCode, run.text).toBe(0);
    });

  test('exports at run time everything that its declarations do', proves('K75'), async () => {
    const declared = await import('../../src-server/testing/testing.ts');
    const exported = createRequire(join(project, 'package.json'))('ballast/testing') as object;
    expect(Object.keys(exported).toSorted()).toEqual(Object.keys(declared).toSorted());
  });

  test.each([
    ['use.mjs', "import { startBallast } from 'ballast/testing';"],
    ['use.cjs', "const { startBallast } = require('ballast/testing');"],
  ])('can be loaded by %s, and is silent', async (name, load) => {
    const folder = newProject([]);
    const use = 'startBallast().then(async (b) => { console.log((await b.clock()).now); await b.stop(); });';
    writeFileSync(join(folder, name), `${load}\n${use}\n`);
    const run = runProcess(process.execPath, [name], { cwd: folder });
    expect((await run.ended).exitCode).toBe(0);
    expect([run.stdout(), run.stderr()]).toEqual(['2026-03-02T09:30:00.000Z\n', '']);
  });

  test('has the command, which serves, with the page of the documents and the app', proves('K91'), async () => {
    const run = runProcess(process.execPath, [command, 'serve', '--port', '0', '--json']);
    const ready = JSON.parse(await run.firstLine);
    expect(ready).toMatchObject({ event: 'ready', seed: 1 });
    const { origin } = new URL(ready.base_url);
    expect((await askApp(ready.app_url)).status, 'the app').toBe(200);
    for (const path of [
      '/docs',
      '/docs/api',
      '/docs/api/swagger/swagger-ui-bundle.js',
      '/docs/api/swagger/swagger-ui.css',
    ])
      expect((await fetch(origin + path)).status, path).toBe(200);
    const document = await (await fetch(`${ready.form_b_url}/openapi.json`)).text();
    expect(document).toContain(JSON.stringify(exampleOf('form-b', 'createPortfolio')?.response));
    run.child.kill('SIGTERM');
    expect((await run.ended).exitCode).toBe(0);
  });

  test('connects to a queue without another package', proves('K91'), async () => {
    const scenario = 'node_modules/ballast/fixtures/scenarios/rebalancing/first-rebalance.yaml';
    const line = `node ${command} sweep ${scenario} --seeds 1..2 --out queued --queue redis://127.0.0.1:1/0`;
    const { exitCode, text } = await runAsStranger(line, project);
    expect(text.split('\n').slice(1)).toEqual([
      'ballast: no queue at redis://127.0.0.1:1/0: connect ECONNREFUSED 127.0.0.1:1',
      '',
    ]);
    expect(exitCode).toBe(2);
  });
});

test('a checkout without a build runs its sources', { ...proves('K75'), tags: ['deep'] }, async () => {
  const folder = newProject([]);
  const entry = JSON.stringify(join(root, 'src-server/testing/testing.ts'));
  writeFileSync(
    join(folder, 'use.mjs'),
    `import { startBallast } from ${entry};\nawait (await startBallast()).stop();\n`,
  );
  const run = runProcess(process.execPath, ['use.mjs'], { cwd: folder });
  expect((await run.ended).exitCode, run.stderr()).toBe(0);
});

/** A folder with Ballast and these packages of the checkout. */
function newProject(packages: readonly string[]): string {
  const folder = mkdtempSync(join(base, 'project-'));
  cpSync(join(project, 'package.json'), join(folder, 'package.json'));
  link(installed, join(folder, 'node_modules/ballast'));
  for (const name of packages) link(join(root, 'node_modules', name), join(folder, 'node_modules', name));
  return folder;
}

function link(from: string, to: string): void {
  mkdirSync(dirname(to), { recursive: true });
  symlinkSync(from, to);
}

/** Without addresses, parts of pages, and text that only looks like a link. */
function linksOf(markdown: string): string[] {
  const found = markdown.matchAll(/\]\(([^)\s#]+)(?:#[^)]*)?\)|(?:src|srcset)="([^"]+)"/g);
  return [...found].map(([, inText, inTag]) => inText ?? inTag ?? '').filter((link) => !/^[a-z]+:/.test(link));
}
