/**
 * Proves for every pair of rooms that an import from the one to the other is found, or allowed: over a small tree with
 * a file in each room, as deep as files of the real tree are. The rows are repeated here on purpose.
 */

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, posix } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkImports } from './check-imports.ts';
import { formatFinding } from './finding.ts';
import { IMPORT_TABLE, roomOf } from './import-table.ts';
import { readSourceTree } from './source-tree.ts';

const PLAYING = 'contract domain kernel market engine store scenario system';
const HOSTING = `${PLAYING} webhooks api`;

/** The rooms that each room may import. */
const MAY_IMPORT: Readonly<Record<string, string>> = {
  contract: 'domain',
  domain: '',
  kernel: 'domain',
  market: 'domain kernel',
  engine: 'domain kernel market',
  store: 'domain kernel market engine sweep',
  webhooks: 'domain kernel engine',
  scenario: 'contract domain kernel engine',
  sweep: 'contract domain kernel scenario',
  imports: 'contract domain scenario',
  api: 'contract domain kernel engine scenario imports',
  system: 'domain kernel engine',
  world: HOSTING,
  lab: 'contract domain kernel market engine sweep',
  explorer: 'contract domain kernel scenario sweep',
  doctor: 'domain kernel engine scenario',
  runner: `${PLAYING} world sweep imports lab explorer doctor`,
  app: `${HOSTING} world sweep runner`,
  'app.ts': `${HOSTING} world sweep explorer runner app`,
  cli: 'app.ts contract domain system',
  testing: 'app.ts contract domain scenario system',
  'src-main': 'app.ts contract system',
  'src-renderer': 'contract',
};
const rooms = Object.keys(MAY_IMPORT);
const pairs = rooms.flatMap((from) => rooms.map((to) => [from, to] as const));

let root = '';
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'ballast-imports-'));
  for (const room of rooms) plant(fileOf(room), rooms.map((to) => importOf(room, to, 'import type')).join('\n'));
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

test('the table has the rooms that are tested here', () => {
  expect(Object.keys(IMPORT_TABLE).toSorted()).toEqual(rooms.toSorted());
});

describe('an import', () => {
  test.each(pairs)('of %s from %s', (from, to) => {
    const isAllowed = from === to || MAY_IMPORT[from]?.split(' ').includes(to);
    const found = findings(fileOf(from)).filter(({ line }) => line === rooms.indexOf(to) + 1);
    expect(found.map(({ message }) => message.split(';')[0])).toEqual(isAllowed ? [] : [`${from} imports ${to}`]);
  });
});

describe('a finding', () => {
  test.each([
    ['export type { Planted } from'],
    ['export * from'],
    ['import'],
    ['export const load = () => import('],
    ['export type Planted = import('],
  ])('is reported for %s', (statement) => {
    const path = 'src-server/domain/plan/planted.ts';
    plant(path, `${importOf('domain', 'api', statement)}`);
    expect(findings(path)).toEqual([expect.objectContaining({ line: 1, check: 'imports' })]);
  });

  test('names the place of the import and what the room may import', () => {
    const path = 'src-server/market/prices/planted.ts';
    plant(path, "\nimport { store } from '../../store/world/planted.ts';\nvoid store;");
    expect(findings(path).map(formatFinding)).toEqual([
      `${path}:2 imports: market imports store; it may import domain, kernel`,
    ]);
  });

  test('is not reported for a folder of a room that has the name of another room', () => {
    const path = 'src-server/api/control/market/planted.ts';
    plant(path, "import '../world/planted.ts';\nimport '../../journal/planted.ts';");
    expect(findings(path)).toEqual([]);
  });

  test('is reported for an import of a test, and for a file that belongs to no room', () => {
    plant('src-server/domain/planted-test.ts', "import '../../test/kernel/planted.ts';");
    expect(findings('src-server/domain/planted-test.ts').map(({ message }) => message)).toEqual([
      'domain imports test/kernel/planted.ts; it may import no other room',
    ]);
    plant('src-server/utilities/planted.ts', 'export {};');
    expect(findings('src-server/utilities/planted.ts').map(({ message }) => message)).toEqual([
      'belongs to no room of test/architecture/import-table.ts; move it, or give its room a row',
    ]);
  });

  test('is not reported for an import of data', () => {
    const path = 'src-server/contract/openapi/planted.ts';
    plant(path, "import examples from '../../../fixtures/planted.json' with { type: 'json' };\nvoid examples;");
    expect(findings(path)).toEqual([]);
  });
});

function fileOf(room: string): string {
  if (room === 'app.ts') return 'src-server/app.ts';
  return room.startsWith('src-') ? `${room}/planted/planted.ts` : `src-server/${room}/planted/planted.ts`;
}

function importOf(from: string, to: string, statement: string): string {
  const target = posix.relative(posix.dirname(fileOf(from)), fileOf(to));
  const path = target.startsWith('.') ? target : `./${target}`;
  if (statement.endsWith('(')) return `${statement}'${path}');`;
  return statement === 'import type'
    ? `import type { T${rooms.indexOf(to)} } from '${path}';`
    : `${statement} '${path}';`;
}

function plant(path: string, text: string): void {
  mkdirSync(join(root, dirname(path)), { recursive: true });
  writeFileSync(join(root, path), `${text}\n`);
}

function findings(path: string) {
  return checkImports(readSourceTree(root, [dirname(path)]).filter((file) => file.path === path));
}

test('the real rooms are those of the table', () => {
  expect(['src-server/app.ts', 'src-server/app/x.ts', 'src-main/x.ts', 'bench/x.ts'].map(roomOf)).toEqual([
    'app.ts',
    'app',
    'src-main',
    null,
  ]);
});
