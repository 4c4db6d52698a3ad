/**
 * Proves that the checks of the architecture work: a small tree without a violation has no findings, and one violation
 * of each kind is found where it is, with how to correct it.
 */

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, posix } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { checkTree } from './check-tree.ts';
import { formatFinding } from './finding.ts';

let root = '';

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'ballast-architecture-'));
  plant('src-server/engine/order-gateway.ts', ["import { lotOf } from './lot.ts';", 'export const gateway = lotOf;']);
  plant('src-server/engine/lot.ts', [
    'export interface Lot { readonly order_book: string }',
    'export const lotOf = 1;',
  ]);
  plant('src-server/engine/commands/execute-plan.ts', [`export function executePlan() {${'\n'.repeat(59)}}`]);
  plant('src-main/main.ts', ["import { session } from '../src-server/contract/session.ts';", 'void session;']);
  const block = `() => {${'\n'.repeat(80)}}`;
  plant('test/engine/lot.test.ts', [`describe('a lot', ${block});`, `describe.each([1])('a lot', ${block});`]);
  plant('test/engine/queue.test.ts', [`describeWithRedis('a queue', ${block});`]);
  for (let index = 1; index <= 25; index++) plant(`src-server/market/venue-${index}.ts`, ['export {};']);
});

afterEach(() => rmSync(root, { recursive: true, force: true }));

test('a tree that follows the rules has no findings', () => {
  expect(findings()).toEqual([]);
});

test.each([
  ['src-server/engine/order-desk.ts', 'names: order-desk says “desk”: say gateway, scheduler or service'],
  ['test/engine/order-desk.test.ts', 'names: order-desk says “desk”: say gateway, scheduler or service'],
])('a private term in the name of the file %s', (path, finding) => {
  plant(path, ['export {};']);
  expect(findings()).toEqual([`${path} ${finding} (docs/glossary.md)`]);
});

test.each([
  ['export function spoilBody() {}', 'spoilBody says “spoil*”: say corrupt'],
  ['const sendAnswer = () => 1;', 'sendAnswer says “answer*”: say response, respond, or what it is'],
  ['export const PIN_BOOK = 1;', 'PIN_BOOK says “book”: say registry, store, ledger or projection'],
  ['export type OrderThen = { readonly price: 1 };', 'OrderThen says “then”: say historical, or at an event'],
  ['export class Orders { goOn() {} }', 'goOn says “go on”: say advance'],
  ['export interface Orders { readonly rushSize: 1 }', 'rushSize says “rush*”: say pending batches'],
  ['const hidden = 1; export { hidden as seat };', 'seat says “seat”: say host'],
])('a private term in what a file exports or declares: %s', (source, finding) => {
  plant('src-server/engine/planted.ts', ['', source]);
  expect(findings()).toEqual([`src-server/engine/planted.ts:2 names: ${finding} (docs/glossary.md)`]);
});

test.each([
  ['export const fault = z.strictObject({ desk_id: z.string() });', 'desk_id', 'desk', 'gateway, scheduler or service'],
  ["export const KINDS = ['lost', 'order.spoiled'];", 'order.spoiled', 'spoil*', 'corrupt'],
])('a private term in a name of the contract: %s', (source, name, term, use) => {
  plant('src-server/contract/planted.ts', [source]);
  expect(findings()).toEqual([
    `src-server/contract/planted.ts:1 names: ${name} says “${term}”: say ${use} (docs/glossary.md)`,
  ]);
});

test.each([
  ['/** A fault holds whoever asks. */', 'whoever', 'the caller, the client, the user or the reader'],
  ['/** What a split leaves. */', 'What a split leaves.', 'a noun or a sentence with a verb'],
  ["it('goes on after a crash', () => {});", 'goes on', 'continues, resumes or advances'],
  ["describe.each([1])('receivers are told of it', () => {});", 'are told', 'receives, is notified or is reported'],
  ['/** Every list is whole. @module-tag deep */', '@module-tag', 'it on a line of its own'],
])('a private word in a comment or a title: %s', (source, found, use) => {
  plant('test/engine/planted.ts', ['', source]);
  expect(findings()).toContain(`test/engine/planted.ts:2 prose: “${found}”: say ${use}`);
});

test.each([
  "import type { gateway } from './order-gateway.ts';",
  "export { gateway } from './order-gateway.ts';",
  "export * from './order-gateway.ts';",
  "export const load = () => import('./order-gateway.ts');",
  "export type Gateway = import('./order-gateway.ts').Gateway;",
])('a circle of imports through %s', (source) => {
  plant('src-server/engine/lot.ts', ['export const lotOf = 1;', source]);
  expect(findings()).toEqual([
    'src-server/engine/lot.ts:2 circles: a circle of imports: src-server/engine/lot.ts → ' +
      'src-server/engine/order-gateway.ts → src-server/engine/lot.ts; ' +
      'move what they share into a file that imports neither',
  ]);
});

test('a circle of imports in the app', () => {
  const screen = 'src-renderer/screens/portfolios/plan';
  plant(`${screen}/plan-page.tsx`, ["import type { Row } from './plan-row.tsx';", 'export type Page = Row;']);
  plant(`${screen}/plan-row.tsx`, ["import type { Page } from './plan-page.tsx';", 'export type Row = Page;']);
  expect(findings()).toEqual([
    `${screen}/plan-page.tsx:1 circles: a circle of imports: ${screen}/plan-page.tsx → ` +
      `${screen}/plan-row.tsx → ${screen}/plan-page.tsx; ` +
      'move what they share into a file that imports neither',
  ]);
});

test('a folder of 26 source files', () => {
  plant('src-server/market/venue-26.ts', ['export {};']);
  expect(findings()).toEqual([
    'src-server/market folders: 26 source files, at most 25: group them into folders by what they serve',
  ]);
});

test.each([
  ['export function plant() {', '}', 'plant'],
  ['export const plant = () => {', '};', 'plant'],
  ['export class Plants { plant() {', '} }', 'plant'],
  ['export class Plants { get plant() {', '} }', 'plant'],
  ['export const plants = { plant() {', '} };', 'plant'],
  ['export function outer() { return () => {', '}; }', 'outer', 'a function without a name'],
])('a function of 61 lines: %s', (opening, closing, ...names) => {
  plant('bench/planted.ts', ['', `${opening}${'\n'.repeat(60)}${closing}`]);
  expect(findings()).toEqual(
    names.map(
      (name) => `bench/planted.ts:2 functions: ${name} has 61 lines, at most 60: give its steps functions of their own`,
    ),
  );
});

test.each([
  ['screens/market/fx/planted.tsx', 'screens/market/watch/other.ts', 'the screen market/fx imports market/watch'],
  ['screens/market/fx/chart/planted.tsx', 'screens/accounts/other.ts', 'the screen market/fx imports accounts'],
  ['screens/market/fx/planted.tsx', 'screens/market/other.ts', 'the screen market/fx imports market'],
  ['screens/market/planted.tsx', 'screens/traffic/sinks/other.ts', 'the screen market imports traffic/sinks'],
])('an import of %s from %s', (path, target, message) => {
  plantImport(path, target);
  expect(findings()).toEqual([`src-renderer/${path}:1 screens: ${message}; move what they share to components`]);
});

test.each([
  ['components/charts/planted.tsx', 'screens/market/fx/other.ts', 'api, state, theme, paths.ts'],
  ['components/charts/planted.tsx', 'app/shell/other.ts', 'api, state, theme, paths.ts'],
  ['api/planted.ts', 'components/charts/other.ts', 'state, paths.ts'],
  ['state/planted.ts', 'api/other.ts', 'no other part'],
  ['paths.ts', 'state/other.ts', 'no other part'],
  ['screens/accounts/planted.tsx', 'app/shell/other.ts', 'components, api, state, theme, paths.ts'],
  ['app/shell/planted.tsx', 'screens/accounts/other.ts', 'components, api, state, theme, paths.ts'],
  ['main.tsx', 'screens/accounts/other.ts', 'app, routes.tsx, api, state, theme'],
])('an import of %s from %s, a part of the app that it may not import', (path, target, allowed) => {
  plantImport(path, target);
  const parts = [path, target].map((each) => each.split('/')[0]).join(' imports ');
  expect(findings()).toEqual([`src-renderer/${path}:1 screens: ${parts}; it may import ${allowed}`]);
});

test('imports of the screens of one area, of its styles, within a screen and by the routes are allowed', () => {
  plantImport('screens/market/planted.tsx', 'screens/market/fx/other.ts');
  plantImport('screens/market/fx/chart/planted-too.tsx', 'screens/market/fx/another.ts');
  plantImport('screens/market/fx/styled.tsx', 'screens/market/market.module.css');
  plantImport('routes.tsx', 'screens/market/fx/third.ts');
  expect(findings()).toEqual([]);
});

test('a file of the app that belongs to no part of it', () => {
  plant('src-renderer/shared/planted.ts', ['export {};']);
  expect(findings()).toEqual([
    'src-renderer/shared/planted.ts screens: belongs to no part of test/architecture/app-import-table.ts; ' +
      'move it, or give its part a row',
  ]);
});

test.each([
  ["export const to = '/market';", '/market', 'src-renderer/paths.ts'],
  ["export const to = '/market?dialog=break';", '/market?dialog=break', 'src-renderer/paths.ts'],
  ['export const to = (id: string) => `/portfolios/${id}`;', '/portfolios/', 'src-renderer/paths.ts'],
  ['export const link = <a href="/market/fx">FX</a>;', '/market/fx', 'src-renderer/paths.ts'],
  ["export const from = '/sim/journal';", '/sim/journal', 'src-renderer/api/'],
])('an address that is written out: %s', (source, address, place) => {
  plant('src-renderer/paths.ts', [
    "export const market = '/market';",
    'export const portfolio = (id: string) => `/portfolios/${id}`;',
  ]);
  plant('src-renderer/api/journal-api.ts', ["export const all = ['/sim/journal', '/portfolios'];"]);
  plant('src-renderer/components/forms/field.ts', ["export const pointers = ['/', '/isin', '/marketing'];"]);
  expect(findings()).toEqual([]);
  plant('src-renderer/components/planted.tsx', ['', source]);
  expect(findings()).toEqual([
    `src-renderer/components/planted.tsx:2 addresses: the address ${address} is written out; take it from ${place}`,
  ]);
});

test('two files of one name in the app', () => {
  plant('src-renderer/components/charts/legend.tsx', ['export {};']);
  plant('src-renderer/screens/market/fx/legend.ts', ['export {};']);
  expect(findings()).toEqual([
    'src-renderer/screens/market/fx/legend.ts file-names: has the name of src-renderer/components/charts/legend.tsx: ' +
      'name it by what only it has',
  ]);
});

test('a folder and a function of the app that are too large', () => {
  for (let index = 1; index <= 26; index++) plant(`src-renderer/state/store-${index}.ts`, ['export {};']);
  plant('src-renderer/api/planted.ts', [`export function plant() {${'\n'.repeat(60)}}`]);
  expect(findings()).toEqual([
    'src-renderer/api/planted.ts:1 functions: plant has 61 lines, at most 60: give its steps functions of their own',
    'src-renderer/state folders: 26 source files, at most 25: group them into folders by what they serve',
  ]);
});

/** Plants a file of the app with one import, and the file that it imports. */
function plantImport(path: string, target: string): void {
  const to = posix.relative(posix.dirname(path), target);
  plant(`src-renderer/${path}`, [`import type { Other } from '${to.startsWith('.') ? to : `./${to}`}';`]);
  plant(`src-renderer/${target}`, ['export type Other = 1;']);
}

function plant(path: string, lines: readonly string[]): void {
  mkdirSync(join(root, dirname(path)), { recursive: true });
  writeFileSync(join(root, path), `${lines.join('\n')}\n`);
}

function findings(): string[] {
  for (const folder of ['src-renderer', 'bench']) mkdirSync(join(root, folder), { recursive: true });
  return checkTree(root).map(formatFinding);
}
