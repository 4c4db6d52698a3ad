/**
 * Proves that the linter rejects in each room the packages, clocks and chance of other rooms, and allows those of its
 * own. The linter runs once, over a folder shaped like the rooms.
 */

import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { packageRoot } from '../../src-server/system/package-root.ts';
import { runProcess } from '../support/run-process.ts';

/** The packages of each room, which the linter rejects in every other room. */
const mayUse: Record<string, string[]> = {
  contract: [],
  domain: [],
  kernel: [],
  market: [],
  engine: [],
  store: ['better-sqlite3', 'drizzle-orm/sqlite-core'],
  webhooks: [],
  scenario: [],
  sweep: ['bullmq', 'ioredis'],
  api: ['express'],
  system: [],
  world: [],
  runner: [],
  app: [],
  cli: [],
  testing: [],
};
const rooms = Object.keys(mayUse);
const packages = ['express', 'better-sqlite3', 'drizzle-orm/sqlite-core', 'electron', 'react', 'bullmq', 'ioredis'];
const pureRooms = rooms.filter((room) => room !== 'system' && room !== 'cli');

/** Each case is one file: its path, its source, and whether the linter must object. */
const cases: { name: string; path: string; source: string; objects: boolean }[] = [
  ...rooms.flatMap((room) => packages.map((name) => packageCase(room, name, !mayUse[room]?.includes(name)))),
  packageCase('engine/ports', 'express', true),
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
  { ...expressionCase('market', 'Date.now()', true), path: 'src-server/market/calendar/time-zone.ts' },
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

describe('the linter', () => {
  test.each(cases)('$name', ({ path, objects }) => {
    expect(objected.has(path)).toBe(objects);
  });
});

function packageCase(room: string, name: string, objects: boolean) {
  return {
    name: `${room} ${objects ? 'may not' : 'may'} import ${name}`,
    path: `src-server/${room}/imports-${fileName(name)}.ts`,
    source: `import { thing } from '${name}';\nthing();`,
    objects,
  };
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

/** The messages of the three rules under test, by file; other findings about such snippets do not matter here. */
async function lint(): Promise<Map<string, string[]>> {
  const biome = createRequire(import.meta.url).resolve('@biomejs/biome/bin/biome');
  const args = ['lint', '--vcs-enabled=false', '--max-diagnostics=none', '--reporter=github', '.'];
  const run = runProcess(process.execPath, [biome, ...args], { cwd: folder });
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
