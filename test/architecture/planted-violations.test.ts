/**
 * Proves that the checks of the architecture bite: a small tree without a fault has no findings, and one violation of
 * each kind is found where it is, with what to do about it.
 */

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
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

test('a tree that keeps the rules has no findings', () => {
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
  ['export function spoilAnswer() {}', 'spoilAnswer says “spoil*”: say corrupt'],
  ['export const PIN_BOOK = 1;', 'PIN_BOOK says “book”: say registry, store, ledger or projection'],
  ['export type OrderThen = { readonly price: 1 };', 'OrderThen says “then”: say historical, or at an event'],
  ['export class Orders { goOn() {} }', 'goOn says “go on”: say advance'],
  ['export interface Orders { readonly rushSize: 1 }', 'rushSize says “rush*”: say pending batches'],
  ['const hidden = 1; export { hidden as seat };', 'seat says “seat”: say host'],
])('a private term in what a file exports: %s', (source, finding) => {
  plant('src-server/engine/planted.ts', ['', source]);
  expect(findings()).toEqual([`src-server/engine/planted.ts:2 names: ${finding} (docs/glossary.md)`]);
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
  plant('src-renderer/plan/plan-page.tsx', ["import type { Row } from './plan-row.tsx';", 'export type Page = Row;']);
  plant('src-renderer/plan/plan-row.tsx', ["import type { Page } from './plan-page.tsx';", 'export type Row = Page;']);
  expect(findings()).toEqual([
    'src-renderer/plan/plan-page.tsx:1 circles: a circle of imports: src-renderer/plan/plan-page.tsx → ' +
      'src-renderer/plan/plan-row.tsx → src-renderer/plan/plan-page.tsx; ' +
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

function plant(path: string, lines: readonly string[]): void {
  mkdirSync(join(root, dirname(path)), { recursive: true });
  writeFileSync(join(root, path), `${lines.join('\n')}\n`);
}

function findings(): string[] {
  for (const folder of ['src-renderer', 'bench']) mkdirSync(join(root, folder), { recursive: true });
  return checkTree(root).map(formatFinding);
}
