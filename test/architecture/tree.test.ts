/**
 * Proves that the tree itself passes the checks of its architecture; `print-findings.ts` prints the findings by room.
 */

import { expect, test } from 'vitest';
import { packageRoot } from '../../src-server/system/package-root.ts';
import { checkTree } from './check-tree.ts';
import { type CheckName, type Finding, formatFinding } from './finding.ts';

const PASSED: readonly [string, CheckName][] = [
  ['src-server', 'imports'],
  ['src-main', 'imports'],
  ['src-renderer', 'imports'],
  ['src-server', 'circles'],
  ['src-server', 'names'],
  ['src-server', 'folders'],
  ['src-server', 'functions'],
  ['src-main', 'circles'],
  ['src-main', 'folders'],
  ['src-renderer', 'circles'],
  ['src-renderer', 'screens'],
  ['src-renderer', 'file-names'],
  ['src-renderer', 'addresses'],
  ['src-renderer', 'folders'],
  ['src-renderer', 'functions'],
  ['bench', 'names'],
  ['bench', 'circles'],
  ['bench', 'functions'],
  ['bench', 'folders'],
  ['test', 'circles'],
  ['test', 'folders'],
  ['test', 'functions'],
  ['test', 'names'],
  ['src-main', 'names'],
  ['src-main', 'functions'],
  ['src-server', 'prose'],
  ['src-main', 'prose'],
  ['src-renderer', 'prose'],
  ['bench', 'prose'],
  ['test', 'prose'],
];

/** By folder; each is read once for all of its checks. */
const found = new Map<string, Finding[]>();

test.each(PASSED)('%s has no findings of the check “%s”', (folder, name) => {
  const all = found.get(folder) ?? checkTree(packageRoot(), [folder]);
  found.set(folder, all);
  const findings = all.filter(({ check }) => check === name);
  expect(findings.map(formatFinding)).toEqual([]);
});
