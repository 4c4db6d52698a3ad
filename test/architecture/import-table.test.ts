/**
 * Proves that the linter's import table bites: for every room and everything it may not import there is a finding, and
 * for everything it may there is none. The linter runs once, over a folder shaped like the rooms.
 */

import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { packageRoot } from '../../src-server/system/package-root.ts';
import { runProcess } from '../support/run-process.ts';

/** What each room may import, as docs/architecture.md says it. */
const mayImport: Record<string, string[]> = {
  contract: ['domain'],
  domain: [],
  kernel: [],
  market: ['domain', 'kernel'],
  engine: ['domain', 'kernel', 'market'],
  store: ['domain', 'kernel', 'market', 'engine', 'sweep', 'better-sqlite3', 'drizzle-orm/sqlite-core'],
  webhooks: ['domain', 'kernel', 'market', 'engine'],
  scenario: ['contract', 'domain', 'kernel', 'engine'],
  sweep: ['contract', 'domain', 'kernel', 'scenario', 'bullmq', 'ioredis'],
  api: ['contract', 'domain', 'kernel', 'engine', 'scenario', 'express'],
  system: ['domain', 'kernel', 'engine'],
  cli: ['contract', 'domain', 'system', 'app.ts'],
  testing: ['contract', 'domain', 'scenario', 'system', 'app.ts'],
};
const rooms = Object.keys(mayImport);
const packages = ['express', 'better-sqlite3', 'drizzle-orm/sqlite-core', 'electron', 'react', 'bullmq', 'ioredis'];
const outside = ['app.ts', 'src-main', 'src-renderer', 'test', 'bench'];
const pureRooms = rooms.filter((room) => room !== 'system' && room !== 'cli');

/** Each case is one file: where it lies, what it says, and whether the linter must object. */
const cases: { name: string; path: string; source: string; objects: boolean }[] = [
  ...rooms.flatMap((room) =>
    [...rooms, ...outside, ...packages]
      .filter((target) => target !== room)
      .map((target) => importCase(room, target, !mayImport[room]?.includes(target))),
  ),
  ...['engine', 'api', 'store', 'cli', 'domain'].map((room) => elsewhere('src-main', `src-server/${room}`, true)),
  ...['contract', 'system'].map((room) => elsewhere('src-main', `src-server/${room}`, false)),
  ...['engine', 'api', 'domain', 'system'].map((room) => elsewhere('src-renderer', `src-server/${room}`, true)),
  elsewhere('src-renderer', 'src-server/contract', false),
  ...pureRooms.flatMap((room) => [
    expressionCase(room, 'Math.random()', true),
    expressionCase(room, 'Date.now()', true),
    expressionCase(room, 'new Date()', true),
    expressionCase(room, 'setTimeout', true),
    expressionCase(room, 'setInterval', true),
    expressionCase(room, 'setImmediate', true),
    expressionCase(room, 'fetch', true),
    expressionCase(room, 'performance.now()', true),
    expressionCase(room, 'process.env', true),
    expressionCase(room, 'globalThis', true),
    expressionCase(room, 'Math.max(1, 2)', false),
  ]),
  expressionCase('system', 'Date.now()', false),
  expressionCase('system', 'fetch', false),
  expressionCase('cli', 'process.env', false),
  { ...expressionCase('domain', 'new Date(0)', false), path: 'src-server/domain/numbers/instant.ts' },
  { ...expressionCase('market', 'Date.now()', true), path: 'src-server/market/time-zone.ts' },
  variant('engine', "export { thing } from '../store/thing.ts';"),
  variant('engine', "import type { Thing } from '../store/thing.ts';\nexport type Other = Thing;"),
  variant('engine', "export const load = () => import('../store/thing.ts');"),
  variant('engine/orders', "import { thing } from '../../store/thing.ts';\nthing();"),
  variant('engine', "import { randomUUID } from 'node:crypto';\nrandomUUID();"),
  variant('kernel', "import { setTimeout } from 'node:timers/promises';\nsetTimeout(1);"),
  { ...variant('kernel', "import { createHash } from 'node:crypto';\ncreateHash('sha256');"), objects: false },
];

let folder = '';
let objected: Map<string, string[]>;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'ballast-rooms-'));
  for (const name of ['biome.jsonc', '.biome'])
    cpSync(join(packageRoot(), name), join(folder, name), { recursive: true });
  for (const { path, source } of cases) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), `${source}\n`);
  }
  objected = await lint();
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('the import table', () => {
  test.each(cases)('$name', ({ path, objects }) => {
    expect(objected.has(path)).toBe(objects);
  });
});

function importCase(room: string, target: string, objects: boolean) {
  const address = packages.includes(target) ? target : target === 'app.ts' ? '../app.ts' : `${pathTo(target)}/thing.ts`;
  const name = `${room} ${objects ? 'may not' : 'may'} import ${target}`;
  const path = `src-server/${room}/imports-${target.replace(/\W/g, '-')}.ts`;
  return { name, path, source: `import { thing } from '${address}';\nthing();`, objects };
}

function pathTo(target: string): string {
  return rooms.includes(target) ? `../${target}` : `../../${target}`;
}

function elsewhere(from: string, target: string, objects: boolean) {
  const name = `${from} ${objects ? 'may not' : 'may'} import ${target}`;
  const path = `${from}/imports-${target.replace(/\W/g, '-')}.ts`;
  return { name, path, source: `import { thing } from '../${target}/thing.ts';\nthing();`, objects };
}

function expressionCase(room: string, expression: string, objects: boolean) {
  const name = `${room} ${objects ? 'may not' : 'may'} use ${expression}${objects ? '' : ' where it is allowed'}`;
  return {
    name,
    path: `src-server/${room}/uses-${fileName(expression)}.ts`,
    source: `export const used = ${expression};`,
    objects,
  };
}

function variant(room: string, source: string) {
  const name = `in ${room}, the linter sees ${JSON.stringify(source.split('\n')[0])}`;
  return { name, path: `src-server/${room}/says-${fileName(source)}.ts`, source, objects: true };
}

function fileName(source: string): string {
  return source.replace(/\W+/g, '-');
}

/** The messages of the three rules at stake, by file; other findings about such snippets do not matter here. */
async function lint(): Promise<Map<string, string[]>> {
  const biome = createRequire(import.meta.url).resolve('@biomejs/biome/bin/biome');
  const words = ['lint', '--vcs-enabled=false', '--max-diagnostics=none', '--reporter=github', '.'];
  const run = runProcess(process.execPath, [biome, ...words], { cwd: folder });
  await run.ended;
  const found = new Map<string, string[]>();
  for (const line of run.stdout().split('\n')) {
    const parts = /title=(?:lint\/style\/noRestricted(?:Imports|Globals)|plugin),file=(.+?),line=.*?::(.*)$/.exec(line);
    const [, file = '', message = ''] = parts ?? [];
    if (parts === null) continue;
    const path = file.slice(file.indexOf('src-'));
    found.set(path, [...(found.get(path) ?? []), message]);
  }
  return found;
}
